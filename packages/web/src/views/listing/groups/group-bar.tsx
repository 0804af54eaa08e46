import { ActionIcon, Button, Group, Select, Text } from '@mantine/core'
import { maxGroups } from '@trowel/contract/record-groups.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import type { ListingSearch } from '../../../core/listing-address.js'
import type { GroupedBy } from './group-name.js'

type Order = ListingSearch['groups']

const orders = ['asc', 'desc', 'size'] as const

/** By what the list is grouped, in which order, and how all of its groups are folded and opened. */
export function GroupBar({
  by,
  choice,
  order,
  isTruncated,
  onOrder,
  onOpenAll,
  onFoldAll,
  onEnd,
}: {
  by: GroupedBy
  /** By which something else, or nothing, is chosen; in place of its name. */
  choice?: ReactNode
  order: Order
  isTruncated: boolean
  onOrder: (order: Order) => void
  onOpenAll: () => void
  onFoldAll: () => void
  onEnd: () => void
}) {
  const { t, i18n } = useTranslation()
  const { column, part } = by
  return (
    <Group gap="xs" mb="xs" wrap="wrap">
      {choice ?? (
        <Text size="sm">{t(part ? `groups.by_${part}` : 'groups.by', { field: column.label })}</Text>
      )}
      <Select
        size="xs"
        w={170}
        aria-label={t('groups.order')}
        allowDeselect={false}
        data={orders.map((one) => ({ value: one, label: t(`groups.orders.${one}`) }))}
        value={order ?? 'asc'}
        onChange={(chosen) => onOrder(chosen === 'desc' || chosen === 'size' ? chosen : undefined)}
      />
      <Button variant="subtle" size="compact-sm" onClick={onOpenAll}>
        {t('groups.openAll')}
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={onFoldAll}>
        {t('groups.foldAll')}
      </Button>
      {!choice && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('groups.end')} onClick={onEnd}>
          <Icon name="close" size={15} />
        </ActionIcon>
      )}
      {isTruncated && (
        <Text size="xs" c="dimmed" role="status">
          {t('groups.truncated', { max: maxGroups.toLocaleString(i18n.language) })}
        </Text>
      )}
    </Group>
  )
}
