import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { arrange } from '../../../components/map/base-style.js'
import type { Box } from '../../../components/map/bounds.js'
import { useMapColours } from '../../../components/map/map-canvas.js'
import { useApplication } from '../../../core/application.js'
import { useAsOf } from '../../../core/past.js'
import { ConfiguredOnMap } from '../background/configured-on-map.js'
import type { TableLayer } from '../map-document.js'
import type { MapWork } from '../panel/map-work.js'
import { type Marks, type ShownLayer, TableOnMap } from './table-on-map.js'

const noMarks: Marks = { chosen: undefined, touched: undefined, redrawn: undefined }

const ignore = () => {}

/** The layers that are shown, in their order, and the base below them. They draw nothing on the page. */
export function LayersOnMap({
  map,
  work: { document, configured, base, tableOf },
  box,
  marksOf = () => noMarks,
  onShown,
  onFailed = ignore,
}: {
  /** What features are, and what their colours mean, is known before the map stands. */
  map: MapLibre | undefined
  work: Pick<MapWork, 'document' | 'configured' | 'base' | 'tableOf'>
  /** What the map shows. */
  box?: Box | undefined
  marksOf?: (layer: TableLayer) => Marks
  onShown: (id: string, shown: ShownLayer | undefined) => void
  onFailed?: (id: string, hasFailed: boolean) => void
}) {
  const { app } = useApplication()
  const asOf = useAsOf()
  const colours = useMapColours()
  const drawn = document.layers.filter((layer) => layer.shown)
  const stack = useRef<readonly string[]>([])
  stack.current = drawn.map(({ id }) => id)
  const order = stack.current.join()
  useEffect(() => {
    if (map) arrange(map, order.split(','))
  }, [map, order])
  const configuredOnMap = (id: string | null, opacity: number) => {
    const layer = configured.find((one) => one.id === id)
    return map && layer && <ConfiguredOnMap key={id} {...{ map, layer, opacity, colours, stack, onFailed }} />
  }
  return (
    <>
      {drawn.map((layer) => {
        if (layer.kind === 'configured') return configuredOnMap(layer.id, layer.opacity)
        const table = tableOf(layer)
        return (
          table && (
            <TableOnMap
              key={`${layer.id} ${table.name}`}
              {...{ app, map, layer, table, asOf, box, stack, onShown }}
              marks={marksOf(layer)}
            />
          )
        )
      })}
      {configuredOnMap(base, 1)}
    </>
  )
}
