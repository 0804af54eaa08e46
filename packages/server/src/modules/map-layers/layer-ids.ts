import { createHash } from 'node:crypto'
import type { MapLayer } from '@trowel/contract/map-layers.js'

type Unnamed = Omit<MapLayer, 'id'> & Partial<Pick<MapLayer, 'id'>>

/**
 * Layers by whose ids map views find them, each id once. Clients that know of no ids send none: a layer that
 * shows the same, or is called the same, as one before keeps the id of that one.
 *
 * @param before the layers that these replace
 */
export function withIds(layers: readonly Unnamed[], before: readonly MapLayer[] = []): MapLayer[] {
  const taken = new Set(layers.flatMap(({ id }) => id || []))
  const free = (id: string | undefined) => (id !== undefined && !taken.has(id) ? id : undefined)
  const seen = new Set<string>()
  return layers.map((layer) => {
    if (layer.id && !seen.has(layer.id)) {
      seen.add(layer.id)
      return { ...layer, id: layer.id }
    }
    const same = before.find((one) => showsSame(one, layer) && free(one.id))
    const namesake = before.find((one) => one.label !== '' && one.label === layer.label && free(one.id))
    const id = free(same?.id) ?? free(namesake?.id) ?? newId(layer, taken)
    taken.add(id)
    return { ...layer, id }
  })
}

const showsSame = (one: Unnamed, other: Unnamed): boolean =>
  one.type === other.type && one.path === other.path && one.wmslayers === other.wmslayers

/** Made of what the layer shows, so that it is the same for as long as none is stored. */
function newId({ type, path, wmslayers }: Unnamed, taken: ReadonlySet<string>): string {
  for (let tries = 0; ; tries++) {
    const text = [type, path, wmslayers, tries].join('\n')
    const id = createHash('sha256').update(text).digest('hex').slice(0, 8)
    if (!taken.has(id)) return id
  }
}
