import { PasswordInput, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../core/session.js'
import { settle } from './confirmation.js'
import { FormDialog } from './form-dialog.js'
import { sentenceOf } from './refusal.js'

/** The password again, for what cannot be undone. */
export default function ConfirmPassword() {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const check = useMutation({
    mutationFn: () => client.auth.checkPassword(password),
    onSuccess: () => settle(true),
  })
  return (
    <FormDialog
      title={t('confirmPassword.title')}
      size="sm"
      zIndex={400}
      saving={{ ...check, error: null }}
      act={t('confirmPassword.confirm')}
      ready={password !== ''}
      onSave={() => check.mutate()}
      onClose={() => settle(false)}
    >
      <Text size="sm">{t('confirmPassword.text')}</Text>
      <PasswordInput
        label={t('confirmPassword.password')}
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={check.isError && sentenceOf(check.error)}
      />
    </FormDialog>
  )
}
