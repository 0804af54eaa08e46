import { FocusTrap, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../core/application.js'
import { onEntranceElsewhere } from '../core/other-tabs.js'
import { askProviderBeside } from '../core/provider-login.js'
import { enter } from '../core/session.js'
import { entranceQueries } from '../queries/service.js'
import { PasswordForm } from '../views/login/password-form.js'
import { Providers } from '../views/login/providers.js'
import classes from './session-ended.module.css'

/** The login, over the view that the person was in: what was typed there is still there afterwards. */
export default function SessionEnded() {
  const { t } = useTranslation()
  const { app, user } = useApplication()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { id } = user
  useEffect(
    () =>
      onEntranceElsewhere({ app, id }, (token) => {
        enter(token)
        void queries.invalidateQueries()
      }),
    [app, id, queries],
  )
  /** Another user sees something else, and nothing that was typed here: that waits for who typed it. */
  const beginAnew = async () => {
    await navigate({ to: '/app/$app', params: { app }, ignoreBlocker: true })
    window.location.reload()
  }
  const door = useQuery(entranceQueries.applications())
  const providers = door.data?.apps.find(({ db }) => db === app)?.providers ?? []
  return (
    <div className={classes['cover']} role="dialog" aria-modal="true" aria-labelledby="session-ended">
      <FocusTrap active>
        <Paper p="xl" withBorder shadow="md" w={400} maw="92vw">
          <Stack>
            <Title order={2} id="session-ended">
              {t('person.sessionEnded')}
            </Title>
            <Text size="sm" c="dimmed">
              {t('person.sessionEndedText')}
            </Text>
            <PasswordForm
              app={app}
              email={user.email}
              onEntered={(entered) => {
                if (entered.id !== user.id) void beginAnew()
                else void queries.invalidateQueries()
              }}
            />
            <Providers providers={providers} onChoose={(provider) => askProviderBeside(provider, app)} />
          </Stack>
        </Paper>
      </FocusTrap>
    </div>
  )
}
