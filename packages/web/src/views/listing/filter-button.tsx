import { Badge, Button } from '@mantine/core'
import type { Filter } from '@trowel/client'
import { useTranslation } from 'react-i18next'
import { useFilterFields } from '../../components/filter/filter-fields.js'
import { readFilter } from '../../components/filter/read-filter.js'
import { countOf } from '../../components/filter/write-filter.js'
import { Icon } from '../../components/icon.js'

/** Opens the filter; says how many conditions it has. */
export function FilterButton({
  table,
  filter,
  open,
  onClick,
}: {
  table: string
  filter: Filter | undefined
  open: boolean
  onClick: () => void
}) {
  const { t } = useTranslation()
  return (
    <Button
      variant={open ? 'light' : 'default'}
      px="sm"
      leftSection={<Icon name="filter" size={16} />}
      rightSection={filter && <Count table={table} filter={filter} />}
      aria-expanded={open}
      onClick={onClick}
    >
      {t('filter.title')}
    </Button>
  )
}

function Count({ table, filter }: { table: string; filter: Filter }) {
  const { fields, isReady } = useFilterFields(table)
  if (!isReady) return null
  return (
    <Badge size="sm" circle variant="filled">
      {countOf(readFilter(filter, fields))}
    </Badge>
  )
}
