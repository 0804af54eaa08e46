import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SavingForm } from '../../components/saving-form.js'
import { client, enterFirst } from '../../core/session.js'
import { LoginRefused } from './login-refused.js'

/** E-mail and password for one application. */
export function PasswordForm({
  app,
  email: known = '',
  onEntered,
}: {
  app: string
  email?: string
  /** @param isPending do migrations wait? Only administrators are told */
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
