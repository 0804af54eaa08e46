import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@trowel/client'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { sentenceOf } from '../../components/refusal.js'
import { SavingForm } from '../../components/saving-form.js'
import { client, enterFirst } from '../../core/session.js'

/** E-mail and password for one application. */
export function PasswordForm({
  app,
  email: known = '',
  onEntered,
}: {
  app: string
  email?: string
  /** @param isPending do migrations wait? Only administrators learn it */
  onEntered: (user: { id: number | null; app: string }, isPending: boolean) => void
}) {
  const { t } = useTranslation()
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const login = useMutation({
    mutationFn: () => client.auth.login({ app, email, password }),
    onSuccess: ({ token, upgrade }) => {
      enterFirst(token)
      const { user } = client.session
      if (user) onEntered(user, upgrade !== undefined)
    },
  })
  return (
    <SavingForm saving={login} onSave={() => login.mutate()}>
      <Stack gap="sm">
        <TextInput
          label={t('login.email')}
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          data-autofocus={known !== '' || undefined}
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {login.isError && <LoginRefused error={login.error} onOver={login.reset} />}
        <Button type="submit" loading={login.isPending} fullWidth mt={4}>
          {t('login.submit')}
        </Button>
      </Stack>
    </SavingForm>
  )
}

/** Why a user was not let in, and for how long. @param onOver the time is over: it may be tried again */
function LoginRefused({ error, onOver }: { error: unknown; onOver: () => void }) {
  const { t } = useTranslation()
  if (error instanceof ApiError && error.status === 429 && error.retryAfter !== null)
    return <Wait key={error.requestId} seconds={error.retryAfter} onOver={onOver} />
  const waits = error instanceof ApiError && error.detail === 'waiting'
  const isOff = error instanceof ApiError && error.detail === 'off'
  return (
    <Alert
      color={waits || isOff ? 'yellow' : 'red'}
      variant="light"
      p="xs"
      role="alert"
      icon={<Icon name={waits || isOff ? 'info' : 'warning'} />}
    >
      {waits ? t('login.waiting') : isOff ? t('login.off') : sentenceOf(error)}
    </Alert>
  )
}

function Wait({ seconds, onOver }: { seconds: number; onOver: () => void }) {
  const { t } = useTranslation()
  const [until] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [until])
  useEffect(() => {
    if (left === 0) onOver()
  }, [left, onOver])
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <Alert color="red" variant="light" p="xs" role="group" icon={<Icon name="warning" />}>
      {/* Read out once, not every second: the clock beside it is no alert. */}
      <span role="alert" className="visually-hidden">
        {t('login.waitFor', { time: `${Math.ceil(seconds / 60)} min` })}
      </span>
      <span aria-hidden="true" className="numbers">
        {t('login.waitFor', { time })}
      </span>
    </Alert>
  )
}
