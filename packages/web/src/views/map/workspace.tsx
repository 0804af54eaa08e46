import { Alert, Button } from '@mantine/core'
import { privileges } from '@trowel/contract/privileges.js'
import type { Map as MapLibre } from 'maplibre-gl'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { boxAround } from '../../components/map/bounds.js'
import { MapCanvas, showBox } from '../../components/map/map-canvas.js'
import { Page } from '../../components/page.js'
import { Waiting } from '../../components/states.js'
import { type Table, useApplication } from '../../core/application.js'
import { useRightPage } from './background/configured-on-map.js'
import { DrawPanel, type Task } from './drawing/draw-panel.js'
import { useSnap } from './drawing/snapping.js'
import { LayersOnMap } from './layers/layers-on-map.js'
import type { ShownLayer } from './layers/table-on-map.js'
import type { Place } from './layers/use-features.js'
import classes from './map.module.css'
import { viewIn } from './map-address.js'
import { definitionOf, isTableLayer, type TableLayer } from './map-document.js'
import {
  activeLayer,
  useChosen,
  useFailedLayers,
  useFirstView,
  useMapView,
  useShownLayers,
  viewOf,
} from './map-state.js'
import { MapTools } from './map-tools.js'
import { MeasureCard } from './measure/measure-card.js'
import { FeatureCard, type Hit } from './panel/feature-card.js'
import { LayerList } from './panel/layer-list.js'
import { RecordsPanel } from './panel/records-panel.js'
import { SidePanel, useSide } from './panel/side-panel.js'
import { ViewMenu } from './panel/view-menu.js'
import { PrintMap } from './print/print-map.js'
import { MapStatus } from './status/map-status.js'
import { wgs84 } from './status/place-text.js'
import { useProjection } from './status/use-projection.js'
import { useMapDocument } from './use-map-document.js'
import { useMapWork } from './use-map-work.js'
import { type Met, useTouch } from './use-touch.js'

/** The map with its layers, what lies beside it, and what is done on it. */
export function Workspace({ tables }: { tables: readonly Table[] }) {
  const { t, i18n } = useTranslation()
  const { app, frozen } = useApplication()
  const [map, setMap] = useState<MapLibre>()
  const whole = useRef<HTMLDivElement>(null)
  const side = useSide()
  const [shown, onShown] = useShownLayers()
  const [failed, onFailed] = useFailedLayers()
  const found = useMapDocument(tables)
  const { address, document, configured, base, view, change } = found
  const work = useMapWork(map, tables, found, shown, { failed, side })
  const active = activeLayer(document, address.layer)
  const activeTable = active && work.tableOf(active)
  const state = active && shown.get(active.id)
  const chosen = useChosen(app, state, address)
  const { box, placed } = useMapView(
    map,
    address,
    document,
    useCallback((at: string) => change(() => ({ at })), [change]),
  )
  const start = useMemo(() => view && { id: view.id, at: startOf(view.definition) }, [view])
  useFirstView(map, { address, document, shown, chosen, view: start, placed })
  useRightPage(app, configured)

  const drawn = document.layers.filter((layer) => layer.shown)
  const [task, setTask] = useState<Task | undefined>(
    address.draw === 'new' ? { kind: 'new', record: address.record } : undefined,
  )
  const [heap, setHeap] = useState<readonly Met[]>([])
  const turnTo = ({ layer, geoId, recordId }: Met) =>
    change(() => ({ layer, feature: geoId, record: recordId }))
  const pick = (met: readonly Met[]) => {
    setHeap(met)
    const [first] = met
    if (first) turnTo(first)
    else change(() => ({ feature: undefined, record: undefined }))
  }
  const [isMeasuring, setMeasuring] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const ofFeatures = drawn.filter(isTableLayer).map(({ id }) => id)
  const pointer = useTouch(map, task === undefined && !isMeasuring, ofFeatures, pick)
  const snap = useSnap(map, ofFeatures, shown)
  const projection = useProjection(found.epsg)
  const hitOf = (met: Met): Hit => {
    const layer = document.layers.find(({ id }) => id === met.layer)
    return { ...met, ...lookOf(shown.get(met.layer), met), layerName: layer ? work.nameOf(layer) : '' }
  }
  const flyTo = (place: Place) => {
    setHeap([])
    change(() => ({ layer: active?.id, feature: place.geoId, record: place.recordId }))
    side.uncover()
    if (map) showBox(map, place.box)
  }
  const showAll = () => {
    const around = boxAround(
      [...shown.values()].flatMap(({ on }) => (on?.places ?? []).map((one) => one.box)),
    )
    if (map && around) showBox(map, around)
  }
  const marksOf = (layer: TableLayer) => ({
    chosen: layer.id === active?.id ? chosen?.geoId : undefined,
    touched: pointer?.met?.layer === layer.id ? pointer.met.geoId : undefined,
    redrawn: task?.kind === 'change' && layer.id === active?.id ? task.place.geoId : undefined,
  })
  const isWriter = activeTable !== undefined && activeTable.privilege <= privileges.self_writer
  const mayEdit = (state?.on?.canEdit ?? isWriter) && !frozen
  const totals = [...shown.values()].flatMap(({ on }) => on ?? [])
  const total = totals.reduce((sum, on) => sum + on.total, 0)
  const number = total.toLocaleString(i18n.language)
  if (found.isPending)
    return (
      <Page title={t('navigation.map')} fill>
        <Waiting />
      </Page>
    )
  return (
    <Page
      fill
      past={activeTable && { table: activeTable.name }}
      title={t('navigation.map')}
      note={
        <span role="status" className="numbers">
          {totals.length === 0
            ? '\u00a0'
            : totals.some(({ isPart }) => isPart)
              ? t('map.many', { number })
              : t('map.features', { count: total, number })}
        </span>
      }
      actions={
        !task && (
          <>
            <Button
              variant="default"
              leftSection={<Icon name="print" size={16} />}
              disabled={!map}
              onClick={() => setPrinting(true)}
            >
              {t('map.print')}
            </Button>
            {mayEdit && (
              <Button
                leftSection={<Icon name="plus" size={16} />}
                onClick={() => setTask({ kind: 'new', record: address.record })}
              >
                {t('map.add')}
              </Button>
            )}
          </>
        )
      }
    >
      <div className={classes['work']} ref={whole}>
        <div className={classes['stage']}>
          <MapCanvas
            label={t('map.of', { table: activeTable?.label ?? t('navigation.map') })}
            view={viewIn(address)}
            canTurn
            onMap={setMap}
          >
            {map && (
              <MapTools
                {...{ map, whole, isMeasuring }}
                onShowAll={showAll}
                onMeasure={() => setMeasuring(!isMeasuring)}
              />
            )}
            {map && <MapStatus {...{ map, projection, pointer }} />}
            {address.view !== undefined && !view && (
              <Alert className={classes['missing'] ?? ''} title={t('map.viewMissing')}>
                {t('map.viewMissingText')}
              </Alert>
            )}
            {pointer?.met && (
              <span
                className={classes['hint']}
                style={{ left: pointer.x, top: pointer.y }}
                aria-hidden="true"
              >
                {hitOf(pointer.met).name}
              </span>
            )}
            {map && isMeasuring && !task && (
              <div className={classes['above']}>
                <MeasureCard map={map} snap={snap} onClose={() => setMeasuring(false)} />
              </div>
            )}
            {chosen && activeTable && !task && !isMeasuring && (
              <div className={classes['above']}>
                <FeatureCard
                  table={activeTable}
                  place={chosen}
                  properties={state?.on?.properties ?? []}
                  heap={heap.map(hitOf)}
                  mayEdit={mayEdit}
                  onTurn={turnTo}
                  onShow={() => map && showBox(map, chosen.box)}
                  onChange={() => setTask({ kind: 'change', place: chosen })}
                  onClose={() => pick([])}
                />
              </div>
            )}
          </MapCanvas>
          <LayersOnMap {...{ map, work, box, marksOf, onShown, onFailed }} />
        </div>
        <SidePanel
          state={side}
          instead={
            task &&
            map &&
            activeTable && (
              <DrawPanel
                map={map}
                table={activeTable}
                task={task}
                snap={snap}
                onEnd={(record) => {
                  setTask(undefined)
                  change(() => ({
                    draw: undefined,
                    ...(record !== undefined && { record, feature: undefined }),
                  }))
                }}
              />
            )
          }
        >
          {side.side === 'layers' ? (
            <>
              <ViewMenu
                view={view}
                isChanged={found.isChanged}
                definition={() => ({
                  ...definitionOf({ ...document, base }),
                  ...(map && { at: atOf(map) }),
                })}
                onOpen={(id) =>
                  change(() => ({
                    view: id,
                    layers: undefined,
                    base: undefined,
                    table: undefined,
                    layer: undefined,
                    feature: undefined,
                    record: undefined,
                  }))
                }
              />
              <LayerList work={work} />
            </>
          ) : (
            active &&
            activeTable && (
              <RecordsPanel
                key={active.id}
                work={work}
                layer={active}
                table={activeTable}
                box={box}
                chosen={chosen}
                onChoose={flyTo}
              />
            )
          )}
        </SidePanel>
      </div>
      {map && isPrinting && (
        <PrintMap
          from={map}
          work={work}
          projection={projection ?? wgs84}
          title={view?.name ?? activeTable?.label ?? t('navigation.map')}
          onClose={() => setPrinting(false)}
        />
      )}
    </Page>
  )
}

/** What a feature is called, and its colour. */
function lookOf(state: ShownLayer | undefined, { geoId, recordId, label }: Met) {
  const place = state?.on?.byId.get(geoId)
  const { by, colouring, plain } = state?.coloured ?? {}
  return {
    name: place?.name ?? label ?? String(recordId),
    colour:
      (place && by && colouring ? colouring.colour(place.values[by.key] ?? null) : plain) ??
      'var(--line-strong)',
  }
}

const atOf = (map: MapLibre): [number, number, number, number] => {
  const { lng, lat, zoom, bearing } = viewOf(map)
  return [Number(lng.toFixed(6)), Number(lat.toFixed(6)), Number(zoom.toFixed(2)), Number(bearing.toFixed(1))]
}

/** Where a saved map begins. */
function startOf({ at }: { readonly at?: unknown }) {
  return Array.isArray(at) ? viewIn({ at: at.join() }) : undefined
}
