import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@trowel/client'
import { type FormEvent, type KeyboardEvent, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../app/session.js'
import { sentenceOf } from './states.js'

/** The question that is open: all who wait for it get the same answer. */
interface Question {
  readonly answered: Promise<boolean>
  answer(isConfirmed: boolean): void
}

let open: Question | undefined
const listeners = new Set<() => void>()

function show(question: Question | undefined): void {
  open = question
  for (const listener of listeners) listener()
}

function ask(): Promise<boolean> {
  if (open) return open.answered
  let answer: Question['answer'] = () => {}
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve
  })
  show({ answered, answer })
  return answered
}

/**
 * Makes a request that may need the password again: when the service asks for it, so does the client, and the request is repeated.
 * @throws what the request throws; the refusal itself when the person does not want to confirm
 */
export async function confirmed<Reply>(request: () => Promise<Reply>): Promise<Reply> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'password_confirmation_required') throw error
    if (!(await ask())) throw error
    return request()
  }
}

/** Stands once in the shell and asks when a request that is `confirmed` needs it. */
export function ConfirmPassword() {
  const { t } = useTranslation()
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
  )
  const settle = (isConfirmed: boolean) => {
    open?.answer(isConfirmed)
    show(undefined)
  }
  return (
    <Modal
      opened={question !== undefined}
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
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onDone(false)}>
            {t('confirmPassword.cancel')}
          </Button>
          <Button type="submit" loading={check.isPending} disabled={password === ''}>
            {t('confirmPassword.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
