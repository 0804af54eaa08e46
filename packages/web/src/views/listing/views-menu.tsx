import { Badge, Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Filter } from '@trowel/client'
import { useTranslation } from 'react-i18next'
import { useFilterFields } from '../../components/filter/filter-fields.js'
import { readFilter } from '../../components/filter/read-filter.js'
import { countOf } from '../../components/filter/write-filter.js'
import { Icon } from '../../components/icon.js'
import { OpeningButton } from '../../components/opening-button.js'
import { type Table, useApplication } from '../../core/application.js'
import type { ListingSearch } from '../../core/listing-address.js'

/** The same records seen otherwise. */
export function ViewsMenu({ table, address }: { table: Table; address: ListingSearch }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { q, filter, expert } = address
  const search = { table: table.name, q, filter, expert }
  const views = [
    table.geodata && (['map', 'map'] as const),
    table.rs && (['matrix', 'matrix'] as const),
    table.fuzzy_date && (['timeline', 'timeline'] as const),
    ['charts', 'chart'] as const,
  ].filter((view) => view !== false)
  return (
    <OpeningButton icon="eye" label={t('listing.seeAs')} popup="menu">
      {(button) => (
        <Menu position="bottom-end">
          <Menu.Target>{button}</Menu.Target>
          <Menu.Dropdown>
            {views.map(([path, icon]) => (
              <Menu.Item
                key={path}
                component={Link}
                to={`/app/${app}/${path}`}
                search={search as never}
                leftSection={<Icon name={icon} size={16} />}
              >
                {t(`navigation.${path}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </OpeningButton>
  )
}

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
