import { Alert, Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../components/icon.js'
import { useApplication } from '../core/application.js'
import { upgradeQueries } from '../queries/service.js'

/** Tells an administrator that migrations wait, wherever he is. */
export function PendingUpgrade() {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { data } = useQuery({
    ...upgradeQueries.status(app),
    staleTime: 10 * 60_000,
  })
  if (!data || data.type === null) return null
  return (
    <Alert color="yellow" variant="light" radius={0} py={8} role="status">
      <Group gap="xs">
        <Icon name="warning" />
        <Text size="sm">{t('shell.pendingUpgrade')}</Text>
        <Anchor component={Link} to={`/app/${app}/upgrade`} size="sm">
          {t('upgrade.see')}
        </Anchor>
      </Group>
    </Alert>
  )
}
