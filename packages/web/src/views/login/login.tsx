import { Alert, Anchor, Button, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documentation } from '../../components/documentation.js'
import { Icon } from '../../components/icon.js'
import { Empty, Loaded } from '../../components/states.js'
import { leaveForProvider } from '../../core/provider-login.js'
import { entranceQueries } from '../../queries/service.js'
import classes from './login.module.css'
import { PasswordForm } from './password-form.js'
import { Providers } from './providers.js'

/** The door: which application, and who. */
export function Login() {
  const { t } = useTranslation()
  const { app, to, refused } = useSearch({ from: '/login' })
  const navigate = useNavigate()
  const query = useQuery(entranceQueries.login())
  const first = query.data?.apps[0]?.db
  const [chosen, choose] = useState(app ?? '')
  useEffect(() => {
    if (chosen === '' && query.data?.apps.length === 1 && first) choose(first)
  }, [chosen, first, query.data])
  useEffect(() => {
    document.title = `${t('login.title')} · Trowel`
  }, [t])
  const enterApplication = (entered: string, isPending: boolean) => {
    if (isPending) void navigate({ to: '/app/$app/upgrade', params: { app: entered }, replace: true })
    // Only addresses of this client in the application that was entered.
    else if (to?.startsWith(`/app/${entered}`)) void navigate({ href: to, replace: true })
    else void navigate({ to: '/app/$app', params: { app: entered }, replace: true })
  }
  return (
    <main className={classes['door']}>
      <Paper withBorder p="xl" className={classes['card'] ?? ''}>
        <Loaded query={query} lines={5}>
          {({ apps, wizard }) => {
            if (wizard.fresh && wizard.permitted)
              return (
                <Empty icon="table" title={t('login.none')}>
                  <p>{t('login.noneText')}</p>
                  <Button component={Link} to="/setup" mt="sm">
                    {t('login.create')}
                  </Button>
                </Empty>
              )
            const application = apps.find((one) => one.db === chosen)
            return (
              <Stack>
                <div>
                  <Title order={1}>{(application?.title ?? application?.name) || t('login.title')}</Title>
                  {application && (
                    <Text size="sm" c="dimmed">
                      {application.definition}
                    </Text>
                  )}
                </div>
                {refused && (
                  <Alert color="red" variant="light" role="alert" icon={<Icon name="warning" />}>
                    {t(`login.refused.${refused as 'oauth_error'}`, {
                      defaultValue: t('login.refused.oauth_error'),
                    })}
                  </Alert>
                )}
                {apps.length > 1 && (
                  <NativeSelect
                    label={t('login.application')}
                    data={[
                      ...(application ? [] : [{ value: '', label: '' }]),
                      ...apps.map((one) => ({ value: one.db, label: one.title ?? one.name })),
                    ]}
                    value={application?.db ?? ''}
                    onChange={(event) => choose(event.currentTarget.value)}
                  />
                )}
                {apps.length === 0 && (
                  <TextInput
                    label={t('login.application')}
                    description={t('login.applicationHint')}
                    value={chosen}
                    onChange={(event) => choose(event.currentTarget.value.trim())}
                  />
                )}
                {application?.upgrade && <Alert color="yellow">{t('login.refused.upgrade_pending')}</Alert>}
                <PasswordForm
                  app={chosen}
                  onEntered={(user, isPending) => enterApplication(user.app, isPending)}
                />
                {application && (
                  <Providers
                    providers={application.providers}
                    onChoose={(provider) => leaveForProvider(provider, chosen, to)}
                  />
                )}
                {wizard.permitted && (
                  <Text size="sm" ta="center">
                    <Anchor component={Link} to="/setup">
                      {t('login.newApplication')}
                    </Anchor>
                  </Text>
                )}
                <Text size="sm" ta="center">
                  <Anchor href={documentation()} target="_blank">
                    {t('login.documentation')}
                  </Anchor>
                </Text>
              </Stack>
            )
          }}
        </Loaded>
      </Paper>
    </main>
  )
}
