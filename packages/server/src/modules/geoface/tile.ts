import { fieldOf } from '../../catalogue/catalogue.js'
import type { QueryParameters } from '../../http/query-parameters.js'
import type { RequestScope } from '../../http/scope.js'
import type { Box } from '../geo/places.js'
import { recordLabel } from '../records/record-label.js'
import { type FeaturePlan, planTile } from './feature-plan.js'
import { firstValue, LookupValues } from './lookup-values.js'
import type { TileFeature } from './make-tile.js'
import { countGeometries, countNear, type FeatureRow, selectThinned, textLength } from './store.js'
import { boxOfTile, type TilePlace } from './tile-place.js'
import { drawTile } from './tile-threads.js'
import { noteUnreadable } from './unreadable.js'

/** What a tile has at most: so many features, so much text of theirs. */
const mostFeatures = 4_096
/** Where there are more, about so many stay: enough to show where things lie. */
const thinnedFeatures = 2_048
const mostCharacters = 16 * 1024 * 1024

export interface Tile {
  readonly bytes: Uint8Array
  /** Of so many features one is in the tile; 1: all of them. */
  readonly oneOf: number
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
  const plan = planTile(scope, tableName, query)
  const box = boxOfTile(place)
  const oneOf = await thinning(scope, plan, box)
  const { rows, truncated } = await readRows(scope, plan, box, oneOf)
  const { bytes, unreadable } = await drawTile(
    { place, layer: plan.table.name, features: features(plan, rows) },
    limitMs,
  )
  noteUnreadable(scope, plan.table.name, unreadable)
  return { bytes, oneOf, truncated }
}

async function thinning({ db }: RequestScope, plan: FeaturePlan, box: Box): Promise<number> {
  const all = await countGeometries(db, plan.table.name)
  const there = all <= mostFeatures ? all : Math.min(all, await countNear(db, plan, box))
  return there <= mostFeatures ? 1 : 2 ** Math.ceil(Math.log2(there / thinnedFeatures))
}

async function readRows(
  scope: RequestScope,
  plan: FeaturePlan,
  box: Box,
  oneOf: number,
): Promise<{ readonly rows: readonly FeatureRow[]; readonly truncated: boolean }> {
  const label = fieldOf(plan.table, plan.table.idField)
  const portion = { most: mostFeatures + 1, characters: mostCharacters }
  const read = await selectThinned(scope.db, plan, { box, label, oneOf }, portion)
  const truncated = read.length > mostFeatures || textLength(read) > mostCharacters
  return { rows: await new LookupValues(scope, plan).named(read.slice(0, mostFeatures)), truncated }
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
