import { fieldOf } from '../../catalogue/catalogue.js'
import type { QueryParameters } from '../../http/query-parameters.js'
import type { RequestScope } from '../../http/scope.js'
import { Remembered } from '../../storage/remembered.js'
import type { Box } from '../geo/places.js'
import { lookupTarget } from '../records/lookup-labels.js'
import { recordLabel } from '../records/record-label.js'
import { type FeaturePlan, planTile } from './feature-plan.js'
import { firstValue, LookupValues } from './lookup-values.js'
import type { TileFeature } from './make-tile.js'
import {
  countGeometries,
  countNear,
  type FeatureRow,
  keyOf,
  selectThinned,
  tablesRead,
  textLength,
} from './store.js'
import { boxOfTile, type TilePlace } from './tile-place.js'
import { drawTile } from './tile-threads.js'
import { noteUnreadable } from './unreadable.js'

/** What a tile has at most: so many features, so much text of theirs. */
const mostFeatures = 4_096
/** Where there are more, about so many stay: enough to show where things lie. */
const thinnedFeatures = 2_048
const mostCharacters = 16 * 1024 * 1024
const nearlyAll = 0.9

export interface Tile {
  readonly bytes: Uint8Array
  /** Of so many features one is in the tile; 1: all of them. */
  readonly oneOf: number
  /** Is something left out beyond that? */
  readonly truncated: boolean
}

/** Tiles of what lies far and wide, which everybody opens first: as many of each application, and none that is large. */
const wideTiles = new Remembered<Tile>(64, ({ bytes }) => bytes.length <= 256 * 1024)

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
  const thinning = await thinOut(scope, plan, box)
  const draw = async (): Promise<Tile> => {
    const { rows, truncated } = await readRows(scope, plan, thinning)
    const order = { place, layer: plan.table.name, features: features(plan, rows) }
    const { bytes, unreadable } = await drawTile(order, limitMs)
    noteUnreadable(scope, plan.table.name, unreadable)
    return { bytes, oneOf: thinning.oneOf, truncated }
  }
  // What a record of another table is called, other people may not read.
  if (thinning.oneOf === 1 || plan.properties.some(({ field }) => lookupTarget(scope, field))) return draw()
  return wideTiles.get(scope.db, tablesRead(plan), JSON.stringify([place, ...keyOf(scope.db, plan)]), draw)
}

interface Thinning {
  /** Of so many features one stays. */
  readonly oneOf: number
  /** Where they are looked for: everywhere when nearly all lie in the tile, which takes less than asking each where it lies. */
  readonly box: Box | undefined
}

async function thinOut({ db }: RequestScope, plan: FeaturePlan, box: Box): Promise<Thinning> {
  const there = await countNear(db, plan, box)
  if (there <= mostFeatures) return { oneOf: 1, box }
  const all = await countGeometries(db, plan.table.name)
  return {
    oneOf: 2 ** Math.ceil(Math.log2(there / thinnedFeatures)),
    box: there > all * nearlyAll ? undefined : box,
  }
}

async function readRows(
  scope: RequestScope,
  plan: FeaturePlan,
  thinning: Thinning,
): Promise<{ readonly rows: readonly FeatureRow[]; readonly truncated: boolean }> {
  const label = fieldOf(plan.table, plan.table.idField)
  const portion = { most: mostFeatures + 1, characters: mostCharacters }
  const read = await selectThinned(scope.db, plan, { ...thinning, label }, portion)
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
