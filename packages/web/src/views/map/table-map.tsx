import { Button, Checkbox, Popover, Radio, Stack, Text } from '@mantine/core'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { Map as MapLibre } from 'maplibre-gl'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { boxAround } from '../../components/map/bounds.js'
import { MapCanvas, showBox, useMapColours } from '../../components/map/map-canvas.js'
import { Page } from '../../components/page.js'
import { Failed } from '../../components/states.js'
import { type Table, useApplication } from '../../core/application.js'
import { listingOf } from '../../core/listing-address.js'
import type { BackgroundLayer } from './background/background-layers.js'
import {
  type Background,
  nameOf,
  useBackground,
  useDrawnBackground,
  useLayers,
  useRightPage,
} from './background/use-background.js'
import { DrawPanel, type Task } from './drawing/draw-panel.js'
import { FeatureCard } from './feature-card.js'
import classes from './map.module.css'
import { type MapSearch, viewIn, yearsIn } from './map-address.js'
import { useMapFields } from './map-fields.js'
import { useChosen, useDrawnFeatures, useMapView, useMarked } from './map-state.js'
import { MapTools } from './map-tools.js'
import { SidePanel } from './side-panel.js'
import { useColouring } from './use-colouring.js'
import { type OnTheMap, type Place, sourceOf, useFeatures, usePlacesIn } from './use-features.js'
import { type Met, useTouch } from './use-touch.js'
import { withinYears } from './use-years.js'

export function TableMap({ table, chooseTable }: { table: Table; chooseTable: ReactNode }) {
  const { t, i18n } = useTranslation()
  const { app, frozen } = useApplication()
  const navigate = useNavigate({ from: '/app/$app/map' })
  const router = useRouter()
  const address = useSearch({ from: '/app/$app/map' })
  const [map, setMap] = useState<MapLibre>()
  const colours = useMapColours()
  const whole = useRef<HTMLDivElement>(null)
  const change = useCallback(
    (to: Partial<MapSearch>, replace = true) => {
      // A user who is on the way elsewhere is not called back by a map that comes to rest.
      if (router.latestLocation.pathname !== `/app/${app}/map`) return
      void navigate({
        to: '.',
        search: (before) => ({ ...before, table: table.name, ...to }),
        replace,
        resetScroll: false,
      })
    },
    [navigate, router, app, table.name],
  )

  const { q, filter, expert, years, as_of } = address
  const selection = useMemo(
    () =>
      listingOf({
        q,
        expert,
        as_of,
        filter: withinYears(filter, q || expert ? undefined : yearsIn({ years })),
      }),
    [q, filter, expert, years, as_of],
  )
  const { fields, isKnown } = useMapFields(app, table.name)
  const further = fields.find(({ name }) => name === address.by && !table.preview.includes(name))?.name
  const { query, shown, isSettled } = useFeatures(app, {
    table: table.name,
    preview: table.preview,
    selection,
    fields,
    further,
    isReady: isKnown,
  })
  const box = useMapView(
    map,
    useCallback((at: string) => change({ at }), [change]),
  )
  const some = usePlacesIn(app, shown, { selection, further }, box)
  const chosen = useChosen(app, shown, address, further)
  const { by, colouring, paint } = useColouring(shown, address.by, colours)
  const source = useMemo(() => shown && sourceOf(shown, by), [shown, by])

  const layers = useLayers(app)
  const background = useBackground(app, layers)
  const failed = useDrawnBackground(map, layers, background.isShown, colours)
  useRightPage(app, layers)

  const [task, setTask] = useState<Task | undefined>(
    address.draw === 'new' ? { kind: 'new', record: address.record } : undefined,
  )
  const [heap, setHeap] = useState<readonly Met[]>([])
  const pick = (met: readonly Met[]) => {
    setHeap(met)
    change({ feature: met[0]?.geoId, record: met[0]?.recordId })
  }
  const pointer = useTouch(map, task === undefined, pick)
  useDrawnFeatures(map, source, paint)
  useMarked(map, source, chosen?.geoId, 'chosen')
  useMarked(map, source, pointer?.met?.geoId, 'touched')
  useMarked(map, source, task?.kind === 'change' ? task.place.geoId : undefined, 'redrawn')

  const flyTo = (place: Place) => {
    setHeap([])
    change({ feature: place.geoId, record: place.recordId })
    if (map) showBox(map, place.box)
  }
  const showAll = useCallback(
    (animate = true) => {
      const around = boxAround((shown?.places ?? []).map((place) => place.box))
      if (map && around) showBox(map, around, animate)
    },
    [map, shown],
  )
  useFirstView(map, isSettled ? shown : undefined, address, chosen, showAll)

  const total = shown?.places.length
  const mayEdit = shown?.canEdit === true && !frozen
  const touched = pointer?.met && shown?.byId.get(pointer.met.geoId)
  return (
    <Page
      fill
      past={{ table: table.name }}
      title={t('navigation.map')}
      note={
        <span role="status" className="numbers">
          {total === undefined
            ? ' '
            : shown?.isPart
              ? t('map.many', { number: total.toLocaleString(i18n.language) })
              : t('map.features', { count: total, number: total.toLocaleString(i18n.language) })}
        </span>
      }
      actions={
        <>
          {chooseTable}
          <LayerSwitch background={background} failed={failed} />
          {mayEdit && !task && (
            <Button
              leftSection={<Icon name="plus" size={16} />}
              onClick={() => setTask({ kind: 'new', record: address.record })}
            >
              {t('map.add')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes['work']} ref={whole}>
        <div className={classes['stage']}>
          <MapCanvas label={t('map.of', { table: table.label })} view={viewIn(address)} onMap={setMap}>
            {map && <MapTools map={map} whole={whole} onShowAll={showAll} />}
            {pointer && (
              <span className={`${classes['coordinates']} numbers`} aria-hidden="true">
                {pointer.lat.toFixed(6)}, {pointer.lng.toFixed(6)}
              </span>
            )}
            {pointer && touched && (
              <span
                className={classes['hint']}
                style={{ left: pointer.x, top: pointer.y }}
                aria-hidden="true"
              >
                {touched.name}
              </span>
            )}
            {chosen && !task && (
              <div className={classes['above']}>
                <FeatureCard
                  table={table}
                  place={chosen}
                  properties={shown?.properties ?? []}
                  heap={heap}
                  mayEdit={mayEdit}
                  onTurn={(met) => change({ feature: met.geoId, record: met.recordId })}
                  onShow={() => map && showBox(map, chosen.box)}
                  onChange={() => setTask({ kind: 'change', place: chosen })}
                  onClose={() => pick([])}
                />
              </div>
            )}
          </MapCanvas>
        </div>
        <aside className={classes['side']} aria-label={t('map.side')}>
          {query.isError && !shown && <Failed error={query.error} retry={() => void query.refetch()} />}
          {task && map ? (
            <DrawPanel
              map={map}
              table={table}
              task={task}
              onEnd={(record) => {
                setTask(undefined)
                change({ draw: undefined, ...(record !== undefined && { record, feature: undefined }) })
              }}
            />
          ) : (
            <SidePanel
              table={table}
              address={address}
              shown={shown}
              fields={fields}
              inView={some}
              box={box}
              chosen={chosen}
              by={by}
              colouring={colouring}
              onChange={change}
              onChoose={flyTo}
            />
          )}
        </aside>
      </div>
    </Page>
  )
}

/**
 * Where the map begins: as the address says; at the record that a user came from; or with everything. Later
 * searches are shown whole.
 */
function useFirstView(
  map: MapLibre | undefined,
  shown: OnTheMap | undefined,
  address: MapSearch,
  chosen: Place | undefined,
  showAll: (animate: boolean) => void,
): void {
  const known = useRef<OnTheMap['selection']>(undefined)
  const isPlaced = useRef(viewIn(address) !== undefined)
  useEffect(() => {
    if (!map || !shown || known.current === shown.selection) return
    const isFirst = known.current === undefined
    if (isFirst && address.record !== undefined && !chosen && shown.isPart) return
    known.current = shown.selection
    if (isFirst && isPlaced.current) return
    if (isFirst && chosen) showBox(map, chosen.box, false)
    else showAll(false)
  }, [map, shown, address, chosen, showAll])
}

/** Which of the configured layers lie below and above. */
function LayerSwitch({ background, failed }: { background: Background; failed: ReadonlySet<string> }) {
  const { t } = useTranslation()
  const { bases, overlays, base, isShown, chooseBase, toggle } = background
  if (bases.length + overlays.length === 0) return null
  const problem = (layer: BackgroundLayer) =>
    isShown(layer) && failed.has(nameOf(layer)) ? t('map.layerFailed') : undefined
  return (
    <Popover position="bottom-end" withinPortal={false} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="layers" size={16} />}>
          {t('map.layers')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown miw={240} maw={340}>
        <Stack gap="md">
          {bases.length > 0 && (
            <Radio.Group
              label={t('map.base')}
              value={base ? String(bases.indexOf(base)) : ''}
              onChange={(place) => chooseBase(place === '' ? undefined : bases[Number(place)])}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="" label={t('map.plain')} />
                {bases.map((layer, place) => (
                  <Radio key={place} value={String(place)} label={nameOf(layer)} error={problem(layer)} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          {overlays.length > 0 && (
            <Stack gap="xs" role="group" aria-label={t('map.overlays')}>
              <Text size="sm" fw={600}>
                {t('map.overlays')}
              </Text>
              {overlays.map((layer, place) => (
                <Checkbox
                  key={place}
                  label={nameOf(layer)}
                  checked={isShown(layer)}
                  error={problem(layer)}
                  onChange={() => toggle(layer)}
                />
              ))}
            </Stack>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
