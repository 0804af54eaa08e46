import { fieldOf } from '../../catalogue/catalogue.js'
import type { QueryParameters } from '../../http/query-parameters.js'
import type { RequestScope } from '../../http/scope.js'
import { recordLabel } from '../records/record-label.js'
import { type FeaturePlan, planTile } from './feature-plan.js'
import { firstValue, LookupValues } from './lookup-values.js'
import type { TileFeature } from './make-tile.js'
import { countGeometries, countInBox, type FeatureRow, streamThinned } from './store.js'
import { boxOfTile, type TilePlace } from './tile-place.js'
import { drawTile } from './tile-threads.js'
import { noteUnreadable } from './unreadable.js'

/** What a tile has at most: so many features, so much text of theirs. */
const mostFeatures = 4_096
const mostCharacters = 16 * 1024 * 1024

export interface Tile {
  readonly bytes: Uint8Array
  /** Of so many features one is in the tile; 1: all of them. */
  readonly ofSoMany: number
  /** Is something left out beyond that? */
  readonly truncated: boolean
}

/**
 * The features of a table in one tile of the web map, in a layer with the name of the table. Where there are more than a tile can
 * hold, those stay whose id is a multiple of a power of two, so that the same ones always stay and more come with every zoom.
 *
 * @param limitMs how long drawing may take
 * @throws what `planTile` throws; `overloaded`
 */
export async function readTile(
  scope: RequestScope,
  tableName: string,
  place: TilePlace,
  query: QueryParameters,
  limitMs: number,
): Promise<Tile> {
  const plan = planTile(scope, tableName, query, boxOfTile(place))
  const ofSoMany = await thinning(scope, plan)
  const { rows, truncated } = await readRows(scope, plan, ofSoMany)
  const { bytes, unreadable } = await drawTile(
    { place, layer: plan.table.name, features: features(plan, rows) },
    limitMs,
  )
  noteUnreadable(scope, plan.table.name, unreadable)
  return { bytes, ofSoMany, truncated }
}

async function thinning({ db }: RequestScope, plan: FeaturePlan): Promise<number> {
  const all = await countGeometries(db, plan.table.name)
  const there = all <= mostFeatures ? all : Math.min(all, await countInBox(db, plan))
  return there <= mostFeatures ? 1 : 2 ** Math.ceil(Math.log2(there / mostFeatures))
}

async function readRows(
  scope: RequestScope,
  plan: FeaturePlan,
  ofSoMany: number,
): Promise<{ readonly rows: readonly FeatureRow[]; readonly truncated: boolean }> {
  const lookups = new LookupValues(scope, plan)
  const rows: FeatureRow[] = []
  let characters = 0
  const label = fieldOf(plan.table, plan.table.idField)
  // A multiple of ids need not be a fair sample: there may be somewhat more of them.
  const most = mostFeatures * 2
  for await (const batch of streamThinned(scope.db, plan, label, ofSoMany, most + 1)) {
    for (const row of await lookups.named(batch)) {
      if (rows.length === most || characters > mostCharacters) return { rows, truncated: true }
      rows.push(row)
      characters += String(row[2]).length
    }
  }
  return { rows, truncated: false }
}

const features = ({ properties }: FeaturePlan, rows: readonly FeatureRow[]): TileFeature[] =>
  rows.map((row) => {
    const [recordId, geoId, wkt] = row as [number, number, string]
    const label = row[firstValue + properties.length] as string | number | null
    const shown: Record<string, string | number> = {}
    for (const [at, { key }] of properties.entries()) {
      const value = row[firstValue + at]
      if (typeof value === 'string' || typeof value === 'number') shown[key] = value
    }
    return {
      geoId,
      wkt,
      properties: { ...shown, id: recordId, geo_id: geoId, label: recordLabel(label, recordId) },
    }
  })
