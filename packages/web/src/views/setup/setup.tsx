import { Alert, Button, Paper, PasswordInput, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { sentenceOf } from '../../components/refusal.js'
import { SavingForm } from '../../components/saving-form.js'
import { Empty, Loaded } from '../../components/states.js'
import { useProblems } from '../../components/use-problems.js'
import { client, enter } from '../../core/session.js'
import { entranceQueries } from '../../queries/service.js'
import classes from '../login/login.module.css'

const blank = { name: '', definition: '', email: '', password: '', setup_token: '' }

/** A name as people write it, made fit for addresses while it is typed: "Città Nova" becomes `citta_nova`. */
const shortNameWhile = (typed: string): string =>
  typed
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')

/** Makes an application, its first super-administrator, and takes him in. */
export function Setup() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [form, setForm] = useState(blank)
  const wizard = useQuery(entranceQueries.setup())
  const create = useMutation({
    mutationFn: async (engine: string) => {
      const { setup_token, ...values } = form
      const { app } = await client.newApp.create({
        ...values,
        db_engine: engine,
        ...(setup_token !== '' && { setup_token }),
      })
      return client.auth.login({ app, email: form.email, password: form.password })
    },
    onSuccess: ({ token, user }) => {
      enter(token)
      void navigate({ to: '/app/$app', params: { app: user.app } })
    },
  })
  useEffect(() => {
    document.title = `${t('login.newApplication')} · Trowel`
  }, [t])
  const { problem, standing } = useProblems(create.error, form)
  const field = (name: keyof typeof blank) => ({
    value: form[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const typed = event.currentTarget.value
      const value = name === 'name' ? shortNameWhile(typed) : typed
      setForm((now) => ({ ...now, [name]: value }))
    },
    error: problem(name),
  })
  return (
    <main className={classes['door']}>
      <Paper withBorder p="xl" className={classes['card'] ?? ''}>
        <Loaded query={wizard}>
          {({ permitted, engines, setup_token_required }) => {
            if (!permitted)
              return (
                <Empty icon="lock" title={t('setup.notPermitted')}>
                  <Text size="sm">{t('setup.notPermittedText')}</Text>
                  <Button component={Link} to="/login" variant="default" mt="md">
                    {t('setup.toLogin')}
                  </Button>
                </Empty>
              )
            return (
              <SavingForm saving={create} onSave={() => create.mutate(engines[0] ?? '')}>
                <Stack gap="sm">
                  <div>
                    <Title order={1}>{t('login.newApplication')}</Title>
                    <Text size="sm" c="dimmed">
                      {t('setup.text')}
                    </Text>
                  </div>
                  <TextInput
                    label={t('setup.name')}
                    description={t('setup.nameHint')}
                    required
                    autoFocus
                    {...field('name')}
                  />
                  <Textarea
                    label={t('setup.definition')}
                    description={t('setup.definitionHint')}
                    required
                    autosize
                    minRows={2}
                    {...field('definition')}
                  />
                  <TextInput
                    label={t('setup.email')}
                    type="email"
                    autoComplete="username"
                    required
                    {...field('email')}
                  />
                  <PasswordInput
                    label={t('setup.password')}
                    description={t('setup.passwordHint')}
                    autoComplete="new-password"
                    required
                    {...field('password')}
                  />
                  {setup_token_required && (
                    <TextInput
                      label={t('setup.token')}
                      description={t('setup.tokenHint')}
                      required
                      {...field('setup_token')}
                    />
                  )}
                  {standing !== null && !Object.keys(blank).some((name) => problem(name)) && (
                    <Alert color="red" variant="light" role="alert" icon={<Icon name="warning" />}>
                      {sentenceOf(standing)}
                    </Alert>
                  )}
                  <Button type="submit" loading={create.isPending} mt="xs">
                    {t('setup.submit')}
                  </Button>
                </Stack>
              </SavingForm>
            )
          }}
        </Loaded>
      </Paper>
    </main>
  )
}
