import { ActionIcon, Button, Drawer, Group, Select, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { SearchField } from '@trowel/contract/search.js'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUndoKeys } from '../../../components/changes/use-undo-keys.js'
import { FastSearch } from '../../../components/fast-search.js'
import { FilterBuilder } from '../../../components/filter/filter-builder.js'
import { Icon } from '../../../components/icon.js'
import { layoutIn } from '../../../components/list-layout.js'
import { Page } from '../../../components/page.js'
import { Empty } from '../../../components/states.js'
import { type Table, useApplication } from '../../../core/application.js'
import { lazyPart } from '../../../core/lazy-part.js'
import { isNarrowed, type ListingSearch, listingOf, narrowedTo } from '../../../core/listing-address.js'
import { recordQueries } from '../../../queries/records.js'
import { AskedFor } from '../asked-for.js'
import { BeginTable } from '../begin-table.js'
import { columnsOf } from '../columns.js'
import { ExpertSearch } from '../expert-search.js'
import { ExportMenu } from '../export-menu.js'
import { GroupChoice } from '../groups/group-choice.js'
import { LayoutSwitch } from '../layout-switch.js'
import { SearchMenu } from '../search-menu.js'
import { SelectionBar, toggled } from '../selection-bar.js'
import { ViewsMenu } from '../views-menu.js'
import { CardList } from './card-list.js'
import classes from './cards.module.css'

const Gallery = lazyPart(() => import('../gallery/gallery.js'))

/** So many fields a card has besides what its record is called. */
const maxFields = 3

/** The records of a table on a phone or a tablet: cards, one search, all else behind three dots. */
export default function CardListing({ table, fields }: { table: Table; fields: readonly SearchField[] }) {
  const { t, i18n } = useTranslation()
  const { app, frozen } = useApplication()
  const navigate = useNavigate()
  const address = useSearch({ from: '/app/$app/records/$table' })
  const [tool, setTool] = useState<'filter' | 'expert' | 'more'>()
  const [isChoosing, choosing] = useDisclosure(false)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  useUndoKeys()
  const all = useMemo(
    () => columnsOf(t, table.name, table.id_field, fields),
    [t, table.name, table.id_field, fields],
  )
  const shown = layoutIn(address)?.columns
  const chosen = (shown ?? table.preview).join()
  const columns = useMemo(() => {
    const names = new Set([table.id_field, ...chosen.split(',')])
    return [...names]
      .flatMap((name) => all.find((column) => column.name === name) ?? [])
      .slice(0, maxFields + 1)
  }, [all, table.id_field, chosen])
  const listing = useMemo(
    () => ({
      ...listingOf(address),
      columns: ['id', ...columns.map(({ name }) => name)],
      pictures: true,
    }),
    [address, columns],
  )
  const { data: { total, can_add: canAdd } = {} } = useQuery(recordQueries.page(app, table.name, listing, 1))

  const go = (search: ListingSearch, replace = false) =>
    void navigate({ to: '/app/$app/records/$table', params: { app, table: table.name }, search, replace })
  const narrow = (search: ListingSearch, replace = false) => go(narrowedTo(address, search), replace)
  const { open: choose, close: endChoosing } = choosing
  const select = useCallback(
    (ids: ReadonlySet<number>) => {
      setSelected(ids)
      if (ids.size === 0) endChoosing()
    },
    [endChoosing],
  )
  const toggle = useCallback(
    (id: number) => {
      choose()
      setSelected((before) => toggled(before, id))
    },
    [choose],
  )
  const closeTool = () => setTool(undefined)
  const wordsFor = (key: 'listing.found' | 'listing.records') =>
    total === undefined ? '\u00a0' : t(key, { count: total, number: total.toLocaleString(i18n.language) })

  const list = {
    columns,
    listing,
    search: address,
    selected,
    isChoosing,
    onToggle: toggle,
    empty: isNarrowed(address) ? (
      <Empty icon="search" title={t('listing.nothingFound')}>
        <Button variant="default" mt="sm" onClick={() => narrow({})}>
          {t('listing.showAll')}
        </Button>
      </Empty>
    ) : (
      <Empty icon="table" title={t('listing.empty')}>
        {canAdd && <BeginTable table={table} />}
      </Empty>
    ),
  }

  return (
    <Page
      fill
      past={address.as_of === undefined ? undefined : { table: table.name }}
      title={table.label}
      thing={{ kind: 'table', tb: table.name, label: table.label }}
      note={
        <span className="numbers" role="status">
          {wordsFor(isNarrowed(address) ? 'listing.found' : 'listing.records')}
        </span>
      }
    >
      <div className={classes['search']}>
        <FastSearch text={address.q ?? ''} width="auto" onSearch={(q) => narrow({ q })} />
        <ActionIcon
          variant={address.filter ? 'light' : 'default'}
          size="input-sm"
          aria-label={t('filter.title')}
          onClick={() => setTool('filter')}
        >
          <Icon name="filter" size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t('record.more')}
          onClick={() => setTool('more')}
        >
          <Icon name="more" size={18} />
        </ActionIcon>
      </div>
      <AskedFor
        table={table.name}
        address={address}
        tool={undefined}
        onChange={go}
        onExpert={() => setTool('expert')}
      />
      {address.show === 'gallery' ? (
        <Gallery {...list} table={table} all={all} go={go} />
      ) : (
        <CardList {...list} app={app} table={table.name} name={table.label} />
      )}
      {isChoosing ? (
        <SelectionBar
          table={table}
          listing={listingOf(address)}
          all={all}
          columns={columns}
          group={address.group}
          total={total ?? 0}
          selected={selected}
          onSelect={select}
        />
      ) : (
        canAdd &&
        !frozen && (
          <ActionIcon
            className={classes['new'] ?? ''}
            size={56}
            radius="xl"
            aria-label={t('listing.new')}
            renderRoot={(props: object) => (
              <Link
                {...props}
                to="/app/$app/record/$table/$id"
                params={{ app, table: table.name, id: 'new' }}
              />
            )}
          >
            <Icon name="plus" size={24} />
          </ActionIcon>
        )
      )}
      <Sheet title={t('filter.title')} isOpen={tool === 'filter'} onClose={closeTool}>
        <FilterBuilder
          table={table.name}
          filter={address.filter}
          // What is refined step by step is one step back.
          onChange={(filter) => narrow({ filter }, address.filter !== undefined)}
        />
        <div className={classes['end']}>
          {address.filter && (
            <Button variant="default" onClick={() => narrow({})}>
              {t('filter.clear')}
            </Button>
          )}
          <Button onClick={closeTool}>{t('cards.show', { found: wordsFor('listing.records') })}</Button>
        </div>
      </Sheet>
      <Sheet title={t('searches.expert')} isOpen={tool === 'expert'} onClose={closeTool}>
        <ExpertSearch
          key={address.expert ?? ''}
          table={table.name}
          columns={all}
          text={address.expert ?? ''}
          onSearch={(expert) => {
            closeTool()
            narrow({ expert })
          }}
          onClose={closeTool}
        />
      </Sheet>
      <Sheet title={table.label} isOpen={tool === 'more'} onClose={closeTool}>
        <Stack className={classes['sheet'] ?? ''} gap="sm">
          <LayoutSwitch
            address={address}
            onChange={(search) => {
              closeTool()
              go(search)
            }}
          />
          <Group grow align="end" wrap="nowrap">
            <Select
              label={t('cards.sortBy')}
              placeholder={t('cards.usual')}
              clearable
              data={all.map(({ name, label }) => ({ value: name, label }))}
              value={address.sort ?? null}
              onChange={(sort) =>
                go({ ...address, sort: sort ?? undefined, dir: undefined, also: undefined })
              }
            />
            <Select
              label={t('cards.order')}
              allowDeselect={false}
              disabled={address.sort === undefined}
              data={[
                { value: 'asc', label: t('cards.ascending') },
                { value: 'desc', label: t('cards.descending') },
              ]}
              value={address.dir ?? 'asc'}
              onChange={(dir) => go({ ...address, dir: dir === 'desc' ? 'desc' : undefined })}
            />
          </Group>
          {address.show === 'gallery' && (
            <GroupChoice
              label={t('groups.choose')}
              all={all}
              group={address.group}
              onGroup={(group) => {
                closeTool()
                go({ ...address, group, groups: undefined })
              }}
            />
          )}
          <SearchMenu
            table={table}
            address={address}
            onExpert={() => setTool('expert')}
            onRun={(search) => {
              closeTool()
              go(search)
            }}
          />
          <ViewsMenu table={table} address={address} />
          <ExportMenu
            table={table}
            listing={listingOf(address)}
            all={all}
            shown={columns}
            group={address.group}
            total={total}
          />
          <Button
            variant="default"
            leftSection={<Icon name="bulk" size={16} />}
            onClick={() => {
              closeTool()
              choose()
            }}
          >
            {t('cards.select')}
          </Button>
          <Button
            variant="default"
            leftSection={<Icon name="history" size={16} />}
            onClick={() => {
              closeTool()
              go({ ...address, as_of: new Date().toISOString() })
            }}
          >
            {t('past.open')}
          </Button>
        </Stack>
      </Sheet>
    </Page>
  )
}

/** Something that comes up from the lower edge, where the thumb is. */
function Sheet({
  title,
  isOpen,
  onClose,
  children,
}: {
  title: string
  isOpen: boolean
  onClose: () => void
  children: React.ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Drawer
      position="bottom"
      size="auto"
      opened={isOpen}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('states.close') }}
      classNames={{ content: classes['paper'] ?? '' }}
      // As high as what it holds.
      styles={{ inner: { alignItems: 'flex-end' }, content: { height: 'auto' } }}
    >
      {children}
    </Drawer>
  )
}
