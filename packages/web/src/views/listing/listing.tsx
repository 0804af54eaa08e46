import { Button, Menu, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../app/application.js'
import { isNarrowed, type ListingSearch, listingOf } from '../../app/listing-address.js'
import { Icon } from '../../parts/icon.js'
import { Page } from '../../parts/page.js'
import { Empty, Loaded, NoSuchPage } from '../../parts/states.js'
import { places } from '../../places.js'
import { ColumnChooser } from './column-chooser.js'
import { columnsOf, searchConfig, useChosenColumns } from './columns.js'
import { ExportMenu } from './export-menu.js'
import { RecordGrid } from './record-grid.js'

/** The records of a table. */
export function Listing() {
  const { table: name } = useParams({ from: '/app/$app/records/$table' })
  const { app, table: tableOf } = useApplication()
  const config = useQuery(searchConfig(app, name))
  const table = tableOf(name)
  if (!table) return <NoSuchPage />
  return (
    <Loaded query={config}>{({ fields }) => <Records key={name} table={table} fields={fields} />}</Loaded>
  )
}

type Table = NonNullable<ReturnType<ReturnType<typeof useApplication>['table']>>

function Records({ table, fields }: { table: Table; fields: Parameters<typeof columnsOf>[1] }) {
  const { t, i18n } = useTranslation()
  const { app, frozen } = useApplication()
  const navigate = useNavigate()
  const address = useSearch({ from: '/app/$app/records/$table' })
  const all = useMemo(() => columnsOf(table.name, fields), [table.name, fields])
  const { columns, choose, isUsual } = useChosenColumns(app, table.name, all, table.preview)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [{ total, canAdd }, setFound] = useState<{ total: number | undefined; canAdd: boolean }>({
    total: undefined,
    canAdd: false,
  })
  const told = useCallback(
    (now: number | undefined, add: boolean) => setFound({ total: now, canAdd: add }),
    [],
  )

  const names = ['id', ...columns.map((column) => column.name)]
  const listing = { ...listingOf(address), columns: names }
  const go = (search: ListingSearch, replace = false) =>
    void navigate({ to: '/app/$app/records/$table', params: { app, table: table.name }, search, replace })
  const sortBy = (field: string) =>
    go(
      address.sort !== field
        ? { ...address, sort: field, dir: undefined }
        : address.dir === undefined
          ? { ...address, dir: 'desc' }
          : { ...address, sort: undefined, dir: undefined },
    )

  return (
    <Page
      fill
      title={table.label}
      note={
        <span className="numbers" role="status">
          {total === undefined
            ? ' '
            : t(isNarrowed(address) ? 'listing.found' : 'listing.records', {
                count: total,
                number: total.toLocaleString(i18n.language),
              })}
        </span>
      }
      actions={
        <>
          <FastSearch
            text={address.q ?? ''}
            onSearch={(q) => go({ ...address, q, filter: undefined, expert: undefined })}
          />
          <ColumnChooser all={all} chosen={columns} onChoose={choose} isUsual={isUsual} />
          <ExportMenu table={table} listing={listingOf(address)} />
          <Views table={table} address={address} />
          {canAdd && !frozen && (
            <Button
              component={Link}
              to={`/app/${app}/record/${table.name}/new`}
              leftSection={<Icon name="plus" size={16} />}
            >
              {t('listing.new')}
            </Button>
          )}
        </>
      }
    >
      <RecordGrid
        app={app}
        table={table.name}
        name={table.label}
        columns={columns}
        listing={listing}
        search={address}
        selected={selected}
        onSelect={setSelected}
        onSort={sortBy}
        onTotal={told}
        empty={
          isNarrowed(address) ? (
            <Empty icon="search" title={t('listing.nothingFound')}>
              <Button variant="default" size="xs" mt="sm" onClick={() => go({})}>
                {t('listing.showAll')}
              </Button>
            </Empty>
          ) : (
            <Empty icon="table" title={t('listing.empty')}>
              {canAdd ? t('listing.emptyText') : null}
            </Empty>
          )
        }
      />
    </Page>
  )
}

/** Searches while somebody types, as soon as he pauses. */
function FastSearch({ text, onSearch }: { text: string; onSearch: (text: string | undefined) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(text)
  const search = useDebouncedCallback((wanted: string) => onSearch(wanted === '' ? undefined : wanted), 250)
  useEffect(() => setTyped(text), [text])
  return (
    <TextInput
      type="search"
      w={220}
      aria-label={t('listing.search')}
      placeholder={t('listing.search')}
      leftSection={<Icon name="search" size={15} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value.trim())
      }}
    />
  )
}

/** The same records seen otherwise. */
function Views({ table, address }: { table: Table; address: ListingSearch }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { q, filter, expert } = address
  const search = { table: table.name, q, filter, expert }
  const views = [
    table.geodata && (['map', 'map'] as const),
    table.rs && (['matrix', 'matrix'] as const),
    table.fuzzy_date && (['timeline', 'timeline'] as const),
    ['charts', 'chart'] as const,
  ]
    .filter((view) => view !== false)
    .filter(([path]) => places.some((place) => place.path === path))
  if (views.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="eye" size={16} />}>
          {t('listing.seeAs')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {views.map(([place, icon]) => (
          <Menu.Item
            key={place}
            component={Link}
            to={`/app/${app}/${place}`}
            search={search as never}
            leftSection={<Icon name={icon} size={16} />}
          >
            {t(`places.${place}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
