import type { Client } from '@trowel/client'
import type { Geometry } from '@trowel/contract/model/geometry.js'

/** Gives each context of the small dig its place, from 15° east and 40° north on, a tenth apart. */
export async function placeContexts({ geoface }: Client): Promise<void> {
  for (const id of [1, 2, 3, 4, 5, 6]) {
    const step = id / 10 - 0.05
    const geometry: Geometry = { type: 'Point', coordinates: [15 + step, 40 + step] }
    await geoface.create({ tb: 'contexts', id, geometry })
  }
}
