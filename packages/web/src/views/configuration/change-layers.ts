import type { MapLayer } from '@trowel/contract/map-layers.js'
import { client } from '../../core/session.js'

type Layers = readonly MapLayer[]

/** What is to become of the layers. */
export interface LayersChange {
  /** A layer that is changed or taken away, as the person saw it: refused where it is another by now. */
  readonly seen?: MapLayer | undefined
  readonly change: (now: Layers) => Layers
}

/** Changes the layers as they are at this moment: what others did to the rest of them stays. */
export async function changeLayers({ seen, change }: LayersChange): Promise<void> {
  const { layers: now } = await client.mapLayers.list()
  const before = seen ? (now.some(({ id }) => id === seen.id) ? replaced(now, seen) : [...now, seen]) : now
  await client.mapLayers.save({ layers: change(now), before })
}

/** @param ids of the layers in their order; others follow */
export const ordered = (ids: readonly string[]): LayersChange => {
  const placeOf = ({ id }: MapLayer) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return { change: (now) => [...now].sort((one, other) => placeOf(one) - placeOf(other)) }
}

export const removed = (seen: MapLayer): LayersChange => ({
  seen,
  change: (now) => now.filter(({ id }) => id !== seen.id),
})

export const broughtBack = (layer: MapLayer, place: number): LayersChange => ({
  change: (now) => [...now.slice(0, place), layer, ...now.slice(place)],
})

/** @param seen what stands there as far as the person knows; nothing of a layer that is new, or gone */
export const saved = (layer: MapLayer, seen: MapLayer | undefined): LayersChange => ({
  seen,
  change: (now) => (seen ? replaced(now, layer) : [...now, layer]),
})

const replaced = (layers: Layers, layer: MapLayer): Layers =>
  layers.map((one) => (one.id === layer.id ? layer : one))
