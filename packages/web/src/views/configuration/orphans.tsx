import { Alert, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { useApplication } from '../../core/application.js'
import type { client } from '../../core/session.js'

type Refused = Awaited<ReturnType<typeof client.relations.apply>>['errors']

/** Records that refer to something that is not there, so that they can be looked at. */
export function Orphans({ errors }: { errors: Refused }) {
  const { t } = useTranslation()
  const { app, table } = useApplication()
  return (
    <Alert color="yellow" title={t('configuration.notEnforced')} icon={<Icon name="warning" />}>
      <Stack gap="xs">
        {errors.map(({ from_tb, from_col, reason, orphan_ids = [] }) => {
          const [what = '', count = ''] = reason.split(':')
          const name = table(from_tb)?.label ?? from_tb
          return (
            <div key={`${from_tb}.${from_col}`}>
              <Text size="sm">
                {what === 'orphans_found'
                  ? t('configuration.reasons.orphans', { table: name, field: from_col, number: count })
                  : what === 'duplicates_found'
                    ? t('configuration.reasons.duplicates', { table: name, field: from_col, number: count })
                    : t('configuration.reasons.other', { table: name, field: from_col })}
              </Text>
              <Group gap="xs">
                {table(from_tb) &&
                  orphan_ids.map((id) => (
                    <Link
                      key={id}
                      to="/app/$app/record/$table/$id"
                      params={{ app, table: from_tb, id: String(id) }}
                      className="reference"
                    >
                      {t('grid.nameless', { id })}
                    </Link>
                  ))}
              </Group>
            </div>
          )
        })}
        <Text size="sm" c="dimmed">
          {t('configuration.mendFirst')}
        </Text>
      </Stack>
    </Alert>
  )
}
