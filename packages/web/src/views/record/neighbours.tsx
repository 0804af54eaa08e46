import { ActionIcon, Group, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { useApplication } from '../../core/application.js'
import { listingOf } from '../../core/listing-address.js'
import { recordQueries } from '../../queries/records.js'
import type { RecordSearch } from './record-address.js'

/** The record before and the record after, in the listing that this one was opened from. */
export function Neighbours({
  table,
  at,
  search,
  isCompact,
}: {
  table: string
  at: number
  search: RecordSearch
  /** Without the place in the listing. */
  isCompact: boolean
}) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const navigate = useNavigate()
  const listing = listingOf(search)
  const [before, after] = useQueries({
    queries: [at - 1, at + 1].map((place) => recordQueries.at(app, table, listing, place)),
  })
  const total = after?.data?.total ?? before?.data?.total
  const idBefore = before?.data?.data[0]?.id
  const idAfter = after?.data?.data[0]?.id
  const go = (id: number | undefined, place: number) => {
    if (id === undefined) return
    void navigate({
      to: '/app/$app/record/$table/$id',
      params: { app, table, id: String(id) },
      search: { ...search, at: place },
    })
  }
  useHotkeys([
    ['alt + ArrowLeft', () => go(idBefore, at - 1)],
    ['alt + ArrowRight', () => go(idAfter, at + 1)],
  ])
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label={t('record.neighbours')}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('record.before')}
        disabled={idBefore === undefined}
        onClick={() => go(idBefore, at - 1)}
      >
        <Icon name="left" size={16} />
      </ActionIcon>
      {total !== undefined && !isCompact && (
        <Text size="sm" c="dimmed" className="numbers" px={4}>
          {t('record.place', {
            place: (at + 1).toLocaleString(i18n.language),
            total: total.toLocaleString(i18n.language),
          })}
        </Text>
      )}
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('record.after')}
        disabled={idAfter === undefined}
        onClick={() => go(idAfter, at + 1)}
      >
        <Icon name="right" size={16} />
      </ActionIcon>
    </Group>
  )
}
