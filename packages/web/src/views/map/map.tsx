import { Select } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../components/page.js'
import { Empty } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { TableMap } from './table-map.js'

/** The records of a table on the map. */
export function MapView() {
  const { t } = useTranslation()
  const { app, tables } = useApplication()
  const navigate = useNavigate()
  const { table: wanted } = useSearch({ from: '/app/$app/map' })
  const usable = tables.filter(({ geodata }) => geodata)
  const table = usable.find(({ name }) => name === wanted) ?? usable[0]
  if (!table)
    return (
      <Page title={t('navigation.map')}>
        <Empty icon="map" title={t('map.noTable')}>
          {t('map.noTableText')}
        </Empty>
      </Page>
    )
  const choose = (
    <Select
      w={190}
      aria-label={t('map.table')}
      allowDeselect={false}
      data={usable.map(({ name, label }) => ({ value: name, label }))}
      value={table.name}
      onChange={(name) =>
        name && void navigate({ to: '/app/$app/map', params: { app }, search: { table: name } })
      }
    />
  )
  return <TableMap key={table.name} table={table} chooseTable={usable.length > 1 ? choose : null} />
}
