import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Change, ChangeSet } from '@trowel/contract/changes.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { useApplication } from '../../core/application.js'
import type { AsOf } from '../../core/past.js'
import { historyQueries } from '../../queries/history.js'

/** Leads to what a set changed, as it was right before it and right after it. */
export function SeenThen({ set, changes }: { set: ChangeSet; changes: readonly Change[] }) {
  const { t } = useTranslation()
  const { app, table: tableOf } = useApplication()
  const { data } = useQuery(historyQueries.around(app, {}, set.id))
  const table = set.record?.table ?? changes.map((change) => change.table).find(Boolean)
  const before = data && (data.around?.previous?.id ?? data.since)
  if (!table || !tableOf(table)) return null
  // Where the record was not there its table says so.
  const { created = 0, deleted = 0 } = set.counts['record'] ?? {}
  const address = (isThere: boolean) =>
    set.record && isThere ? `/app/${app}/record/${table}/${set.record.id}` : `/app/${app}/records/${table}`
  return (
    <Group gap="xs">
      {before !== undefined && before !== null && (
        <Seen to={address(created === 0)} asOf={before}>
          {t('past.seeBefore')}
        </Seen>
      )}
      <Seen to={address(deleted === 0)} asOf={set.id}>
        {t('past.seeAfter')}
      </Seen>
    </Group>
  )
}

const Seen = ({ to, asOf, children }: { to: string; asOf: AsOf; children: string }) => (
  <Button
    size="compact-sm"
    variant="default"
    component={Link}
    to={to}
    search={{ as_of: asOf } as never}
    leftSection={<Icon name="history" size={14} />}
  >
    {children}
  </Button>
)
