import type { TileQuery } from '@trowel/contract/geoface.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { boundedThreads } from '../../bounded-threads.js'
import { fieldOf } from '../../catalogue/catalogue.js'
import type { Box, Near } from '../../geometry/places.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { lookupTarget } from '../../records/rows/lookup-labels.js'
import { recordLabel } from '../../records/rows/record-label.js'
import type { Database } from '../../storage/storage.js'
import { VersionedCache } from '../../storage/versioned-cache.js'
import { type FeaturePlan, planTile } from './feature-plan.js'
import { firstValue, LookupValues } from './lookup-values.js'
import { type MadeTile, makeTile, type TileFeature, type TileTask } from './make-tile.js'
import {
  countNear,
  type FeatureRow,
  keyOf,
  lastGeometry,
  selectNear,
  tablesRead,
  textLength,
} from './store.js'
import { boxOfTile, type TilePlace } from './tile-place.js'
import { noteUnreadable } from './unreadable.js'

/** What a tile has at most: so many features, so much text of theirs. */
const maxFeatures = 4_096
/** Where there are more, about so many stay: enough to show where things lie. */
const thinnedFeatures = 1_024
const maxCharacters = 16 * 1024 * 1024
/** So many features, where a guess says it, need no counting any more. */
const surelyTooMany = 4 * maxFeatures
/** How many ids a guess looks up, and how many of them must lie in the tile for it to say something. */
const sampled = 512
const fewCaught = 16

export interface Tile {
  readonly bytes: Uint8Array
  /** Of so many features one is in the tile; 1: all of them. */
  readonly oneOf: number
  /** Is something left out beyond that? */
  readonly truncated: boolean
}

/**
 * Tiles of what lies far and wide, which everybody opens first: as many of each application, and none that is
 * large.
 */
const wideTiles = new VersionedCache<Tile>(64, ({ bytes }) => bytes.length <= 256 * 1024, true)

/**
 * The features of a table in one tile of the web map, in a layer with the name of the table. Where there are
 * more than a tile can hold, those stay whose id is a multiple of a power of two, so that the same ones
 * always stay and more come with every zoom.
 *
 * @param limitMs how long drawing may take
 * @throws what `planTile` throws; `overloaded`
 */
export async function readTile(
  scope: RequestScope,
  tableName: string,
  place: TilePlace,
  query: Decoded<typeof TileQuery>,
  limitMs: number,
): Promise<Tile> {
  const plan = planTile(scope, tableName, query)
  const box = boxOfTile(place)
  const near = await thinOut(scope, plan, box)
  const draw = async (): Promise<Tile> => {
    const { rows, truncated } = await readRows(scope, plan, near)
    const order = { place, layer: plan.table.name, features: features(plan, rows) }
    const { bytes, unreadable } = await drawTile(order, limitMs)
    noteUnreadable(scope, plan.table.name, unreadable)
    return { bytes, oneOf: near.oneOf, truncated }
  }
  // What a record of another table is called, other people may not read.
  if (near.oneOf === 1 || plan.properties.some(({ field }) => lookupTarget(scope, field))) return draw()
  return wideTiles.get(scope.db, tablesRead(plan), JSON.stringify([place, ...keyOf(scope.db, plan)]), draw)
}

/** Those of a tile that stay: all when a tile can hold them. */
async function thinOut({ db }: RequestScope, plan: FeaturePlan, box: Box): Promise<Near> {
  const all = { box, oneOf: 1 }
  const last = await lastGeometry(db)
  if (last <= maxFeatures) return all
  const guess = await guessNear(db, plan, box, last)
  if (guess <= surelyTooMany && (await countNear(db, plan, all, maxFeatures + 1)) <= maxFeatures) return all
  const there = guess > maxFeatures ? guess : await countNear(db, plan, all)
  const oneOf = 2 ** Math.ceil(Math.log2(there / thinnedFeatures))
  return last / oneOf < there / 4 ? { box, oneOf, last } : { box, oneOf }
}

/**
 * About how many features of a plan lie in a box, estimated from a sample of ids; 0 when it catches too few
 * to tell.
 */
async function guessNear(db: Database, plan: FeaturePlan, box: Box, last: number): Promise<number> {
  const oneOf = 2 ** Math.ceil(Math.log2(last / sampled))
  const caught = await countNear(db, plan, { box, oneOf, last })
  return caught < fewCaught ? 0 : caught * oneOf
}

async function readRows(
  scope: RequestScope,
  plan: FeaturePlan,
  near: Near,
): Promise<{ readonly rows: readonly FeatureRow[]; readonly truncated: boolean }> {
  const label = fieldOf(plan.table, plan.table.idField)
  const limits = { most: maxFeatures + 1, characters: maxCharacters }
  const read = await selectNear(scope.db, plan, { near, label }, limits)
  const truncated = read.length > maxFeatures || textLength(read) > maxCharacters
  return { rows: await new LookupValues(scope, plan).named(read.slice(0, maxFeatures)), truncated }
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

/** So much text is drawn faster than it is brought to a thread. */
const littleText = 64 * 1024

const drawInThread = boundedThreads<TileTask, MadeTile>({
  worker: new URL('./tile-worker.js', import.meta.url),
  maxThreads: 2,
  maxWaiting: 64,
  mebibytes: 512,
  refusal: message('tiles_being_drawn', {}),
})

/**
 * Draws a tile, in a thread where it is much work.
 *
 * @throws `overloaded` when it takes longer than `limitMs`, needs too much memory, or too many tiles wait
 *   already
 */
async function drawTile(order: TileTask, limitMs: number): Promise<MadeTile> {
  let text = 0
  for (const { wkt } of order.features) text += wkt.length
  return text <= littleText ? makeTile(order) : drawInThread(order, limitMs)
}
