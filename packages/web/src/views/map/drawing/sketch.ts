import type { Geometry, Position } from '@trowel/contract/model/geometry.js'
import type { Map as MapLibre } from 'maplibre-gl'
import {
  geometryOf,
  holesOf,
  partsOf,
  type Shape,
  shapeOf,
} from '../../../components/map/coordinates-text.js'

/** A drawing under way on a map. */
export interface Sketch {
  /** From now on, a click draws this. */
  draw(shape: Shape): void
  /** Puts a geometry there to be changed, in place of what was drawn. */
  load(geometry: Geometry): void
  undo(): void
  /** Takes the drawing away. */
  stop(): void
}

export interface Drawn {
  /** What is finished so far. */
  readonly geometry: Geometry | undefined
  /** The same with what is being drawn at this moment, up to the pointer. */
  readonly underWay: Geometry | undefined
  readonly canUndo: boolean
}

const modeOf = { point: 'point', line: 'linestring', area: 'polygon' } as const
const typeOf = { point: 'Point', line: 'LineString', area: 'Polygon' } as const
/** Decimals of degrees that the library works with: less than a millimetre. */
const decimals = 9

/** The corner that takes the pointer, if one is near. @param at pixels from the corner of the map */
export type Snap = (at: { readonly x: number; readonly y: number }) => Position | undefined

/** Begins to draw; the library comes when the first person does. @param onDrawn called after every change */
export async function beginSketch(
  map: MapLibre,
  {
    colour,
    isSingle,
    snap,
  }: {
    colour: `#${string}`
    /** Does a new drawing take the place of the one before? */
    isSingle: boolean
    snap: Snap
  },
  onDrawn: (drawn: Drawn) => void,
): Promise<Sketch> {
  const [library, { TerraDrawMapLibreGLAdapter }] = await Promise.all([
    import('terra-draw'),
    import('terra-draw-maplibre-gl-adapter'),
  ])
  const line = { lineStringColor: colour, lineStringWidth: 3 }
  const area = { fillColor: colour, outlineColor: colour, fillOpacity: 0.25, outlineWidth: 3 }
  const point = { pointColor: colour, pointWidth: 6 }
  const snapping = {
    toCoordinate: true,
    toCustom({ containerX, containerY }: { containerX: number; containerY: number }) {
      const corner = snap({ x: containerX, y: containerY })
      return corner && rounded(corner)
    },
  }
  const movable = {
    draggable: true,
    coordinates: { midpoints: true, draggable: true, deletable: true, snappable: snapping },
  }
  const tool = new library.TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: decimals }),
    modes: [
      new library.TerraDrawPointMode({ styles: point }),
      new library.TerraDrawLineStringMode({ styles: line, snapping }),
      new library.TerraDrawPolygonMode({ styles: area, snapping }),
      new library.TerraDrawSelectMode({
        flags: {
          point: { feature: { draggable: true } },
          linestring: { feature: movable },
          polygon: { feature: movable },
        },
        styles: { selectedLineStringColor: colour, selectedPolygonColor: colour, selectedPointColor: colour },
      }),
    ],
    undoRedo: {
      modeLevel: new library.TerraDrawModeUndoRedo(),
      sessionLevel: new library.TerraDrawSessionUndoRedo(),
    },
  })
  let shape: Shape = 'point'
  /** Of the areas that were loaded, which can be taken away one by one; they are kept, and not drawn. */
  let holes: ReadonlyMap<unknown, ReturnType<typeof holesOf>[number]> = new Map()

  // Points that only show where a line may end are of its mode, too.
  const drawn = () =>
    tool
      .getSnapshot()
      .filter(
        ({ properties, geometry }) => properties['mode'] === modeOf[shape] && geometry.type === typeOf[shape],
      )
  const collected = (features: ReturnType<typeof drawn>) =>
    geometryOf(
      shape,
      features.map(({ geometry }): readonly Position[] => {
        if (geometry.type === 'Point') return [pair(geometry.coordinates)]
        return (geometry.type === 'LineString' ? geometry.coordinates : (geometry.coordinates[0] ?? [])).map(
          pair,
        )
      }),
      features.map(({ id }) => holes.get(id) ?? []),
    )
  const notify = () => {
    const features = drawn()
    const older = isSingle ? features.slice(0, -1) : []
    if (older.length > 0) {
      // Which comes back here.
      tool.removeFeatures(older.flatMap(({ id }) => id ?? []))
      return
    }
    const finished = features.filter(({ properties }) => !properties['currentlyDrawing'])
    onDrawn({ geometry: collected(finished), underWay: collected(features), canUndo: tool.canUndo() })
  }
  tool.start()
  tool.on('change', notify)
  tool.on('history', notify)
  return {
    draw(wanted) {
      if (isSingle || wanted !== shape) tool.clear()
      shape = wanted
      tool.setMode(modeOf[wanted])
      notify()
    },
    load(geometry) {
      tool.setMode('select')
      tool.clear()
      shape = shapeOf(geometry)
      const features = partsOf(geometry).map((part) => ({
        type: 'Feature' as const,
        id: tool.getFeatureId(),
        properties: { mode: modeOf[shape] },
        geometry: simple(shape, part),
      }))
      const own = holesOf(geometry)
      holes = new Map(features.map(({ id }, place) => [id, own[place] ?? []]))
      const refused = tool.addFeatures(features).find(({ valid }) => !valid)
      if (refused) throw new Error(refused.reason ?? 'The shape cannot be changed here.')
      tool.clearUndoRedoHistory()
      const [first] = features
      if (first) tool.selectFeature(first.id)
      notify()
    },
    undo() {
      tool.undo()
      notify()
    },
    stop() {
      tool.off('change', notify)
      tool.off('history', notify)
      tool.stop()
    },
  }
}

const pair = ([x = 0, y = 0]: readonly number[]): Position => [x, y]
const rounded = (position: Position): [number, number] => [
  Number(position[0].toFixed(decimals)),
  Number(position[1].toFixed(decimals)),
]

function simple(shape: Shape, part: readonly Position[]) {
  const coordinates = part.map(rounded)
  if (shape === 'line') return { type: 'LineString' as const, coordinates }
  if (shape === 'area') return { type: 'Polygon' as const, coordinates: [coordinates] }
  return { type: 'Point' as const, coordinates: coordinates[0] ?? [0, 0] }
}
