import { Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../app/session.js'
import { settle } from './confirmation.js'
import { DialogButtons } from './dialog-buttons.js'
import { sentenceOf } from './refusal.js'

/** The password again, for what cannot be undone. */
export default function ConfirmPassword() {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={() => settle(false)}
      title={t('confirmPassword.title')}
      centered
      size="sm"
      zIndex={400}
    >
      <Form onDone={settle} />
    </Modal>
  )
}

function Form({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const check = useMutation({
    mutationFn: () => client.auth.checkPassword(password),
    onSuccess: () => onDone(true),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check.mutate()
  }
  // Only this dialog closes, not one that lies below it.
  const close = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone(false)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t('confirmPassword.text')}</Text>
        <PasswordInput
          label={t('confirmPassword.password')}
          autoComplete="current-password"
          data-autofocus
          data-mantine-stop-propagation="true"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          onKeyDown={close}
          error={check.isError && sentenceOf(check.error)}
        />
        <DialogButtons onCancel={() => onDone(false)} pending={check.isPending} disabled={password === ''}>
          {t('confirmPassword.confirm')}
        </DialogButtons>
      </Stack>
    </form>
  )
}
