import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import type { SearchField } from '@trowel/contract/search.js'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUndoKeys } from '../../components/changes/use-undo-keys.js'
import { FastSearch } from '../../components/fast-search.js'
import { FilterBuilder } from '../../components/filter/filter-builder.js'
import { Icon } from '../../components/icon.js'
import { Page } from '../../components/page.js'
import { Empty, Loaded, NoSuchPage } from '../../components/states.js'
import { useNarrow } from '../../components/use-narrow.js'
import { type Table, useApplication } from '../../core/application.js'
import { lazyPart } from '../../core/lazy-part.js'
import { isNarrowed, type ListingSearch, listingOf, narrowedTo } from '../../core/listing-address.js'
import { recordQueries } from '../../queries/records.js'
import { searchQueries } from '../../queries/search.js'
import { AskedFor } from './asked-for.js'
import { BeginTable } from './begin-table.js'
import { ColumnChooser } from './column-chooser.js'
import { type Column, captionColumns, columnsOf, listingWith } from './columns.js'
import { ExpertSearch } from './expert-search.js'
import { ExportMenu } from './export-menu.js'
import { Panel } from './panel.js'
import { RecordGrid } from './record-grid.js'
import { SearchMenu } from './search-menu.js'
import { SelectionBar, toggled } from './selection-bar.js'
import { useListLayout } from './use-list-layout.js'
import { ViewTabs } from './view-tabs.js'
import { FilterButton, ViewsMenu } from './views-menu.js'

const CardListing = lazyPart(() => import('./cards/card-listing.js'))
const Gallery = lazyPart(() => import('./gallery/gallery.js'))

/** The records of a table. */
export function Listing() {
  const { table: name } = useParams({ from: '/app/$app/records/$table' })
  const { app, table: tableOf } = useApplication()
  const table = tableOf(name)
  const config = useQuery({ ...searchQueries.config(app, name), enabled: table !== undefined })
  const Records = useNarrow() ? CardListing : GridListing
  if (!table) return <NoSuchPage />
  return (
    <Loaded query={config}>{({ fields }) => <Records key={name} table={table} fields={fields} />}</Loaded>
  )
}

function GridListing({ table, fields }: { table: Table; fields: readonly SearchField[] }) {
  const { t, i18n } = useTranslation()
  const { app, frozen } = useApplication()
  const navigate = useNavigate()
  const address = useSearch({ from: '/app/$app/records/$table' })
  const all = useMemo(
    () => columnsOf(t, table.name, table.id_field, fields),
    [t, table.name, table.id_field, fields],
  )
  const [tool, setTool] = useState<'filter' | 'expert'>()
  const [begun, begin] = useState<string>()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  useUndoKeys()
  const go = (search: ListingSearch, replace = false) =>
    void navigate({ to: '/app/$app/records/$table', params: { app, table: table.name }, search, replace })
  const layout = useListLayout({ app, table: table.name, preview: table.preview }, all, address, (search) =>
    go(search, true),
  )
  const { columns } = layout
  const listing = useMemo(() => listingWith(address, all, columns), [address, all, columns])
  const { data: { total, can_add: canAdd } = {} } = useQuery(recordQueries.page(app, table.name, listing, 1))
  const narrow = (search: ListingSearch, replace = false) => go(narrowedTo(address, search), replace)
  const toggle = useCallback((id: number) => setSelected((before) => toggled(before, id)), [])
  const captions = useMemo(() => captionColumns(all, columns), [all, columns])
  const empty = isNarrowed(address) ? (
    <Empty icon="search" title={t('listing.nothingFound')}>
      <Button variant="default" size="xs" mt="sm" onClick={() => narrow({})}>
        {t('listing.showAll')}
      </Button>
    </Empty>
  ) : (
    <Empty icon="table" title={t('listing.empty')}>
      {canAdd && <BeginTable table={table} />}
    </Empty>
  )
  const filterBy = ({ name, isOfRecord, type }: Column) => {
    begin(isOfRecord && type === 'person' ? `${name}.name` : name)
    setTool('filter')
  }

  return (
    <Page
      fill
      past={{ table: table.name }}
      thing={{ kind: 'table', tb: table.name, label: table.label }}
      title={table.label}
      note={
        <span className="numbers" role="status">
          {total === undefined
            ? '\u00a0'
            : t(isNarrowed(address) ? 'listing.found' : 'listing.records', {
                count: total,
                number: total.toLocaleString(i18n.language),
              })}
        </span>
      }
      actions={
        <>
          <FastSearch text={address.q ?? ''} onSearch={(q) => narrow({ q })} />
          <FilterButton
            table={table.name}
            filter={address.filter}
            open={tool === 'filter'}
            onClick={() => {
              begin(undefined)
              setTool(tool === 'filter' ? undefined : 'filter')
            }}
          />
          <SearchMenu table={table} address={address} hasTabs onExpert={() => setTool('expert')} onRun={go} />
          <ColumnChooser
            all={all}
            chosen={columns}
            onChoose={(names) => layout.change({ columns: names ?? undefined })}
            isUsual={layout.isUsual}
          />
          <ExportMenu
            table={table}
            listing={listingOf(address)}
            all={all}
            shown={columns}
            group={address.group}
            total={total}
          />
          <ViewsMenu table={table} address={address} />
          {(canAdd ?? table.privilege <= privileges.self_writer) && !frozen && (
            <Button
              px="sm"
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
      <ViewTabs table={table} address={address} go={go} />
      <AskedFor
        table={table.name}
        address={address}
        tool={tool}
        onChange={go}
        onExpert={() => setTool('expert')}
      />
      {tool === 'filter' && (
        <Panel
          title={t('filter.title')}
          onClose={() => setTool(undefined)}
          actions={
            address.filter && (
              <Button variant="subtle" size="compact-sm" onClick={() => narrow({})}>
                {t('filter.clear')}
              </Button>
            )
          }
        >
          <FilterBuilder
            key={begun}
            table={table.name}
            filter={address.filter}
            begun={begun}
            // What is refined step by step is one step back.
            onChange={(filter) => narrow({ filter }, address.filter !== undefined)}
          />
        </Panel>
      )}
      {tool === 'expert' && (
        <ExpertSearch
          key={address.expert ?? ''}
          table={table.name}
          columns={all}
          text={address.expert ?? ''}
          onSearch={(expert) => narrow({ expert })}
          onClose={() => setTool(undefined)}
        />
      )}
      {address.show === 'gallery' ? (
        <Gallery
          table={table}
          all={all}
          columns={captions}
          listing={listing}
          search={address}
          go={go}
          selected={selected}
          isChoosing={false}
          onToggle={toggle}
          empty={empty}
        />
      ) : (
        <RecordGrid
          app={app}
          table={table.name}
          name={table.label}
          all={all}
          layout={layout}
          listing={listing}
          address={address}
          go={go}
          onFilter={filterBy}
          selected={selected}
          onSelect={setSelected}
          isEditable={table.privilege <= privileges.self_writer && !frozen}
          empty={empty}
        />
      )}
      {selected.size > 0 && (
        <SelectionBar
          table={table}
          listing={listingOf(address)}
          all={all}
          columns={columns}
          group={address.group}
          total={total ?? 0}
          selected={selected}
          onSelect={setSelected}
        />
      )}
    </Page>
  )
}
