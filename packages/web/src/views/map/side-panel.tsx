import { Anchor, Stack, Text, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip } from '../../components/chip.js'
import { FastSearch } from '../../components/fast-search.js'
import { FilterChips } from '../../components/filter/filter-chips.js'
import { type Box, meets } from '../../components/map/bounds.js'
import { Empty, Waiting } from '../../components/states.js'
import { type Table, useApplication } from '../../core/application.js'
import { isNarrowed } from '../../core/listing-address.js'
import { ColourBy } from './colour-by.js'
import type { Colouring } from './colouring.js'
import { type MapSearch, yearsIn } from './map-address.js'
import type { MapField } from './map-fields.js'
import { PlaceList } from './place-list.js'
import classes from './side-panel.module.css'
import type { OnTheMap, Place, Property } from './use-features.js'
import { YearSlider } from './year-slider.js'

/** Beside the map: what is on it, in which colours, and each feature that is in view. */
export function SidePanel({
  table,
  address,
  shown,
  fields,
  inView,
  box,
  chosen,
  by,
  colouring,
  onChange,
  onChoose,
}: {
  table: Table
  address: MapSearch
  shown: OnTheMap | undefined
  fields: readonly MapField[]
  /** Features in view, when not all of them are here. */
  inView: readonly Place[] | undefined
  box: Box | undefined
  chosen: Place | undefined
  by: Property | undefined
  colouring: Colouring | undefined
  onChange: (to: Partial<MapSearch>) => void
  onChoose: (place: Place) => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { q, filter, expert } = address
  const places = useInView(shown, inView, box)
  const isPart = isNarrowed(address) || yearsIn(address) !== undefined
  return (
    <>
      <div className={classes['head']}>
        <FastSearch
          text={q ?? ''}
          width="100%"
          onSearch={(text) => onChange({ q: text, filter: undefined, expert: undefined, years: undefined })}
        />
        {filter && (
          <div className="whole">
            <FilterChips table={table.name} filter={filter} onChange={(rest) => onChange({ filter: rest })} />
          </div>
        )}
        {expert && (
          <div className="whole">
            <Chip removeLabel={t('expert.remove')} onRemove={() => onChange({ expert: undefined })}>
              {t('expert.title')}: <code>{expert}</code>
            </Chip>
          </div>
        )}
        {shown && (
          <ColourBy
            fields={fields}
            wanted={address.by}
            by={by}
            colouring={colouring}
            readOf={shown.isPart ? shown.places.length : undefined}
            onChoose={(name) => onChange({ by: name })}
          />
        )}
        {!q && !expert && (
          <YearSlider
            app={app}
            table={table}
            years={yearsIn(address)}
            onYears={(years) => onChange({ years: years?.join(',') })}
          />
        )}
      </div>
      {!shown ? (
        <Waiting lines={8} />
      ) : shown.places.length === 0 ? (
        <Empty icon="pin" title={isPart ? t('map.nothingFound') : t('map.empty')}>
          {isPart ? (
            <UnstyledButton
              c="clay"
              onClick={() =>
                onChange({ q: undefined, filter: undefined, expert: undefined, years: undefined })
              }
            >
              {t('listing.showAll')}
            </UnstyledButton>
          ) : (
            <EmptyMap table={table} />
          )}
        </Empty>
      ) : (
        <PlaceList
          places={places}
          total={shown.places.length}
          isPart={shown.isPart}
          properties={shown.properties}
          chosen={chosen}
          colourOf={(place) => (by && colouring ? colouring.colour(place.values[by.key] ?? null) : undefined)}
          onChoose={onChoose}
        />
      )}
    </>
  )
}

/** The features in a box, by name. */
function useInView(
  shown: OnTheMap | undefined,
  some: readonly Place[] | undefined,
  box: Box | undefined,
): readonly Place[] {
  const { i18n } = useTranslation()
  const sorted = useMemo(() => {
    const { compare } = new Intl.Collator(i18n.language, { numeric: true })
    return [...(some ?? shown?.places ?? [])].sort((a, b) => compare(a.name, b.name))
  }, [some, shown, i18n.language])
  return useMemo(() => (box ? sorted.filter((place) => meets(place.box, box)) : sorted), [sorted, box])
}

/** How places come onto an empty map, and a background below them. */
function EmptyMap({ table }: { table: Table }) {
  const { t } = useTranslation()
  const { app, mayAct, frozen } = useApplication()
  if (frozen || table.privilege > privileges.self_writer) return null
  return (
    <Stack gap="xs">
      <span>{t('map.emptyText')}</span>
      {table.privilege <= privileges.writer && (
        <Anchor
          size="sm"
          renderRoot={(props: object) => (
            <Link {...props} to="/app/$app/import" params={{ app }} search={{ table: table.name }} />
          )}
        >
          {t('map.importPlaces')}
        </Anchor>
      )}
      {mayAct(privileges.super_admin) && (
        <>
          <Text size="sm">{t('map.backgroundText')}</Text>
          <Anchor
            size="sm"
            renderRoot={(props: object) => (
              <Link {...props} to="/app/$app/configuration" params={{ app }} search={{ part: 'map' }} />
            )}
          >
            {t('map.chooseBackground')}
          </Anchor>
        </>
      )}
    </Stack>
  )
}
