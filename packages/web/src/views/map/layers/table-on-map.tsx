import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useMemo, useRef } from 'react'
import { arrange } from '../../../components/map/base-style.js'
import type { Box } from '../../../components/map/bounds.js'
import {
  drawFeatures,
  type FeatureDress,
  type FeatureSource,
  paintFeatures,
  removeFeatures,
  setFeatureState,
} from '../../../components/map/feature-layers.js'
import { useMapColours } from '../../../components/map/map-canvas.js'
import type { Table } from '../../../core/application.js'
import { listingOf } from '../../../core/listing-address.js'
import type { AsOf } from '../../../core/past.js'
import type { TableLayer } from '../map-document.js'
import { type MapField, useMapFields } from './map-fields.js'
import { type Coloured, useColouring } from './use-colouring.js'
import {
  keyOn,
  labelOn,
  type OnTheMap,
  type Place,
  sourceOf,
  useFeatures,
  usePlacesIn,
} from './use-features.js'
import { withinYears } from './use-years.js'

/** What is known of a layer while it is on the map. */
export interface ShownLayer {
  readonly on: OnTheMap | undefined
  /** Are these what was asked for, and not those of before? */
  readonly isSettled: boolean
  readonly error: unknown
  readonly retry: () => void
  readonly fields: readonly MapField[]
  readonly coloured: Coloured
  /** Features in view, when not all of them are here. */
  readonly inView: readonly Place[] | undefined
  /** Beyond those of the preview. */
  readonly further: readonly string[]
}

/** How features of a layer stand out, by their ids. */
export interface Marks {
  readonly chosen: number | undefined
  readonly touched: number | undefined
  readonly redrawn: number | undefined
}

/** The features of a table on the map, for as long as this stands. It draws nothing on the page. */
export function TableOnMap({
  app,
  map,
  layer,
  table,
  asOf,
  box,
  marks,
  stack,
  onShown,
}: {
  app: string
  /** What is known of the features is reported before the map stands, too. */
  map: MapLibre | undefined
  layer: TableLayer
  table: Table
  asOf: AsOf | undefined
  /** What the map shows. */
  box: Box | undefined
  marks: Marks
  /** The ids of all layers, the topmost first. */
  stack: { readonly current: readonly string[] }
  onShown: (id: string, shown: ShownLayer | undefined) => void
}) {
  const { id, narrowed, years, labels, clusters, opacity } = layer
  const { q, filter, expert } = narrowed
  const colours = useMapColours()
  const colouring = useStable(layer.colouring)
  const selection = useStable(
    listingOf({
      q,
      expert,
      filter: withinYears(filter, q || expert ? undefined : years),
      ...(asOf !== undefined && { as_of: asOf }),
    }),
  )
  const { fields, isKnown } = useMapFields(app, table)
  const further = useFurther(table, fields, [colouring?.by === 'field' ? colouring.field : undefined, labels])
  const {
    query,
    shown: on,
    isSettled,
  } = useFeatures(app, {
    table: table.name,
    preview: table.preview,
    selection,
    fields,
    further,
    isReady: isKnown,
  })
  const coloured = useColouring(on, colouring, colours, table)
  const inView = usePlacesIn(app, on, { selection, further }, box)
  const { error, refetch } = query
  useEffect(() => {
    const failed = on ? undefined : error
    const retry = () => void refetch()
    onShown(id, { on, isSettled, error: failed, retry, fields, coloured, inView, further })
  }, [onShown, id, on, isSettled, error, refetch, fields, coloured, inView, further])
  useEffect(() => () => onShown(id, undefined), [onShown, id])

  const labelled = labels ? on?.properties.find(({ name }) => name === labels) : undefined
  const { by, colour, all } = coloured
  const source = useMemo(
    () =>
      on &&
      sourceOf(
        on,
        [by, labelled].filter((property) => property !== undefined),
      ),
    [on, by, labelled],
  )
  const label = !on || labels === null ? undefined : labelled ? keyOn(on, labelled) : labelOn(on)
  const dress = useMemo(
    (): FeatureDress => ({ colour, colours, opacity, label, clusters: clusters ? all : undefined }),
    [colour, colours, opacity, label, clusters, all],
  )
  useDrawn(map, id, source, dress, stack)
  useMark(map, id, source, marks.chosen, 'chosen')
  useMark(map, id, source, marks.touched, 'touched')
  useMark(map, id, source, marks.redrawn, 'redrawn')
  return null
}

/** The value of before, as long as it says the same: what is made of it need not be made again. */
function useStable<Value>(value: Value): Value {
  const kept = useRef(value)
  if (JSON.stringify(kept.current) !== JSON.stringify(value)) kept.current = value
  return kept.current
}

/** Fields beyond the preview that features shall carry, those of them that the table has. */
function useFurther(
  table: Table,
  fields: readonly MapField[],
  wanted: readonly (string | null | undefined)[],
): readonly string[] {
  const names = wanted.filter(
    (name): name is string =>
      typeof name === 'string' &&
      !table.preview.includes(name) &&
      fields.some((field) => field.name === name),
  )
  return useStable([...new Set(names)].sort())
}

/** Draws features, and again only what changes about them. */
function useDrawn(
  map: MapLibre | undefined,
  id: string,
  source: FeatureSource | undefined,
  dress: FeatureDress,
  stack: { readonly current: readonly string[] },
): void {
  const latest = useRef(dress)
  latest.current = dress
  // What sources are made of: these cannot be painted over.
  const made = JSON.stringify([dress.label, dress.clusters, dress.clusters && dress.colour])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says what has changed
  useEffect(() => {
    if (!map || !source) return
    drawFeatures(map, id, source, latest.current)
    arrange(map, stack.current)
  }, [map, id, source, made, stack])
  useEffect(() => {
    if (map && source) paintFeatures(map, id, source, dress)
  }, [map, id, source, dress])
  useEffect(
    () => () => {
      if (map && isThere(map)) removeFeatures(map, id)
    },
    [map, id],
  )
}

/** The map may be gone, with everything on it. */
const isThere = (map: MapLibre): boolean => map.getCanvas().isConnected

/** Marks one feature. @param state how it stands for as long as it is this one */
function useMark(
  map: MapLibre | undefined,
  id: string,
  source: FeatureSource | undefined,
  geoId: number | undefined,
  state: keyof Marks,
): void {
  useEffect(() => {
    if (!map || !source || geoId === undefined) return
    setFeatureState(map, id, source, geoId, { [state]: true })
    return () => {
      if (isThere(map)) setFeatureState(map, id, source, geoId, { [state]: false })
    }
  }, [map, id, source, geoId, state])
}
