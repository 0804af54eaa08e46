import { Button, Menu, Select, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip } from '../../../components/chip.js'
import { FastSearch } from '../../../components/fast-search.js'
import { FilterChips } from '../../../components/filter/filter-chips.js'
import { Icon } from '../../../components/icon.js'
import { type Box, meets } from '../../../components/map/bounds.js'
import { addressOf } from '../../../components/saved-search.js'
import { Empty, Failed, Waiting } from '../../../components/states.js'
import { type Table, useApplication } from '../../../core/application.js'
import { type SavedSearch, searchQueries } from '../../../queries/search.js'
import type { ShownLayer } from '../layers/table-on-map.js'
import type { OnTheMap, Place } from '../layers/use-features.js'
import { everything, isPart, isTableLayer, type TableLayer } from '../map-document.js'
import type { MapWork } from './map-work.js'
import { NoFeatures } from './no-features.js'
import { PlaceList } from './place-list.js'
import classes from './side-panel.module.css'
import { YearSlider } from './year-slider.js'

/** Which records of the layer at hand are on the map, and each of those in view. */
export function RecordsPanel({
  work,
  layer,
  table,
  box,
  chosen,
  onChoose,
}: {
  work: MapWork
  layer: TableLayer
  table: Table
  /** What the map shows. */
  box: Box | undefined
  chosen: Place | undefined
  onChoose: (place: Place) => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { narrowed, years, search } = layer
  const { q, filter, expert } = narrowed
  const state = work.shown.get(layer.id)
  const change = (part: Partial<TableLayer>) =>
    work.changeLayer(layer.id, (one) => (one.kind === 'table' ? { ...one, ...part } : one))
  const others = work.document.layers.filter(isTableLayer)
  return (
    <>
      <div className={classes['head']}>
        {others.length > 1 && (
          <Select
            aria-label={t('map.layer')}
            allowDeselect={false}
            data={others.map((one) => ({ value: one.id, label: work.nameOf(one) }))}
            value={layer.id}
            onChange={(id) => id && work.activate(id)}
          />
        )}
        <div className={classes['search']}>
          <FastSearch
            key={layer.id}
            text={q ?? ''}
            width="100%"
            onSearch={(text) => change({ ...everything, narrowed: { q: text } })}
          />
          <SearchChoice
            table={table}
            onChoose={(saved) => {
              const { q: words, filter: conditions, expert: written } = addressOf(saved)
              change({
                narrowed: { q: words, filter: conditions, expert: written },
                search: saved.name,
                years: undefined,
              })
            }}
          />
        </div>
        {search !== undefined && (
          <Chip removeLabel={t('map.dropSearch', { name: search })} onRemove={() => change(everything)}>
            {search}
          </Chip>
        )}
        {search === undefined && filter && (
          <FilterChips
            table={table.name}
            filter={filter}
            onChange={(rest) => change({ narrowed: { filter: rest } })}
          />
        )}
        {search === undefined && expert && (
          <Chip removeLabel={t('expert.remove')} onRemove={() => change(everything)}>
            {t('expert.title')}: <code>{expert}</code>
          </Chip>
        )}
        {!q && !expert && (
          <YearSlider
            app={app}
            table={table}
            years={years}
            onYears={(chosenYears) => change({ years: chosenYears })}
          />
        )}
      </div>
      {!layer.shown ? (
        <Empty icon="eye" title={t('map.hidden')}>
          <UnstyledButton c="clay" onClick={() => work.show(layer, true)}>
            {t('map.showLayer')}
          </UnstyledButton>
        </Empty>
      ) : (
        <InView
          state={state}
          box={box}
          chosen={chosen}
          onChoose={onChoose}
          isPart={isPart(layer)}
          onAll={() => change(everything)}
          table={table}
        />
      )}
    </>
  )
}

function InView({
  state,
  box,
  chosen,
  isPart: isSome,
  table,
  onChoose,
  onAll,
}: {
  state: ShownLayer | undefined
  box: Box | undefined
  chosen: Place | undefined
  isPart: boolean
  table: Table
  onChoose: (place: Place) => void
  onAll: () => void
}) {
  const on = state?.on
  const places = usePlaces(on, state?.inView, box)
  if (state?.error) return <Failed error={state.error} retry={state.retry} />
  if (!state || !on) return <Waiting lines={8} />
  if (on.total === 0) return <NoFeatures table={table} onAll={isSome ? onAll : undefined} />
  const { by, colouring, plain } = state.coloured
  return (
    <PlaceList
      places={places}
      total={on.total}
      isPart={on.isPart}
      properties={on.properties}
      chosen={chosen}
      colourOf={(place) => (by && colouring ? colouring.colour(place.values[by.key] ?? null) : plain)}
      onChoose={onChoose}
    />
  )
}

/** The features in a box, by name. */
function usePlaces(
  on: OnTheMap | undefined,
  some: readonly Place[] | undefined,
  box: Box | undefined,
): readonly Place[] {
  const { i18n } = useTranslation()
  const sorted = useMemo(() => {
    const { compare } = new Intl.Collator(i18n.language, { numeric: true })
    return [...(some ?? on?.places ?? [])].sort((a, b) => compare(a.name, b.name))
  }, [some, on, i18n.language])
  return useMemo(() => (box ? sorted.filter((place) => meets(place.box, box)) : sorted), [sorted, box])
}

/** The searches of a table that this person saved, and those that others share. */
function SearchChoice({ table, onChoose }: { table: Table; onChoose: (saved: SavedSearch) => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...searchQueries.saved(app), enabled: isOpen })
  const ofTable = (data ?? []).filter(({ tb }) => tb === table.name)
  return (
    <Menu position="bottom-end" width={260} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Button variant="default" px="xs" aria-label={t('searches.title')} title={t('searches.title')}>
          <Icon name="bookmark" size={16} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('searches.title')}</Menu.Label>
        {ofTable.map((saved) => (
          <Menu.Item key={saved.id} onClick={() => onChoose(saved)}>
            {saved.name}
          </Menu.Item>
        ))}
        {data && ofTable.length === 0 && (
          <Text size="sm" c="dimmed" px="sm" py={4}>
            {t('map.noSearches', { table: table.label })}
          </Text>
        )}
        <Menu.Divider />
        <Menu.Item
          renderRoot={(props: object) => (
            <Link {...props} to="/app/$app/records/$table" params={{ app, table: table.name }} />
          )}
        >
          {t('map.filterInList')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
