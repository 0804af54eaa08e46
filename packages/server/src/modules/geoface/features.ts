import { Readable } from 'node:stream'
import type { FeaturesMeta, FeaturesQuery } from '@trowel/contract/geoface.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import type { Secrets } from '../../access/secrets.js'
import { geometryTexts } from '../../geometry/geometry-threads.js'
import { asOfText } from '../../http/as-of.js'
import type { RequestScope } from '../../http/scope.js'
import { beginReading } from '../../records/reading/reading.js'
import { layersToDraw } from '../map-layers/index.js'
import { type FeatureCollectionPlan, type FeaturePlan, planFeatures } from './feature-plan.js'
import { firstValue, LookupValues } from './lookup-values.js'
import { type FeatureRow, selectFeatures, streamFeatures, textLength } from './store.js'
import { noteUnreadable } from './unreadable.js'

/** What an ordinary answer has at most: so many features, and so much text of theirs. */
const maxFeatures = 20_000
const maxCharacters = 64 * 1024 * 1024
const few = { most: 1_000, characters: 4 * 1024 * 1024 }

/**
 * The features of a table for a map, with what a map needs to know besides.
 *
 * @returns the JSON text: whole, or piece by piece when all features were asked for
 * @throws `parameter_missing`, `invalid_parameter`, `unknown_table`, `plugin_table_not_allowed`,
 *   `not_enough_privilege`, what a listing throws for its filter, `unknown_field`; `overloaded` while too
 *   many streams are running
 */
export async function readFeatures(
  scope: RequestScope,
  secrets: Secrets,
  query: Decoded<typeof FeaturesQuery>,
): Promise<Buffer | Readable> {
  const plan = planFeatures(scope, query)
  const { limit = maxFeatures, zoom } = query
  const most = limit === 'none' ? undefined : Math.min(limit, maxFeatures)
  const tolerance = zoom === undefined ? 0 : pixelAt(zoom)
  const description = describe(scope, secrets, plan)
  const write = (meta: Description, batches: Batches) =>
    answerText(scope, plan, batches, { meta, most, tolerance })
  if (most !== undefined) {
    const [meta, batches] = await Promise.all([description, firstFeatures(scope, plan, most + 1)])
    return whole(write(meta, batches))
  }
  const meta = await description
  const reading = await beginReading(scope.db, streamFeatures(scope.db, plan, undefined))
  return Readable.from(write(meta, reading)).once('close', () => reading.end())
}

type Description = Omit<FeaturesMeta, 'truncated'>

type Batches = AsyncIterable<readonly FeatureRow[]> | Iterable<readonly FeatureRow[]>

/** What a box shows is mostly little, and read at once; the rest comes batch by batch. */
async function firstFeatures(scope: RequestScope, plan: FeaturePlan, most: number): Promise<Batches> {
  if (!plan.box && most > few.most) return streamFeatures(scope.db, plan, most)
  const rows = await selectFeatures(scope.db, plan, { ...few, most: Math.min(most, few.most) })
  const isAll = rows.length < few.most && textLength(rows) <= few.characters
  return isAll ? [rows] : streamFeatures(scope.db, plan, most)
}

/** The size of a pixel at a zoom, in degrees at the equator: tiles are 512 pixels wide. */
const pixelAt = (zoom: number): number => 360 / (512 * 2 ** zoom)

async function describe(
  scope: RequestScope,
  secrets: Secrets,
  { table, preview, asked }: FeatureCollectionPlan,
): Promise<Description> {
  return {
    tb_id: table.name,
    tb_label: table.label,
    canUserEdit: scope.rights.allows('edit', table),
    layers: await layersToDraw(scope, secrets),
    preview_fields: preview.map(({ key }) => key),
    ...(asked && { fields: asked.map(({ key, field }) => ({ name: field.name, key })) }),
    id_field: table.idField,
    has_fuzzy_date: table.hasFuzzyDate,
  }
}

async function whole(pieces: AsyncIterable<string>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const piece of pieces) parts.push(Buffer.from(piece))
  return Buffer.concat(parts)
}

interface AnswerOptions {
  readonly meta: Description
  /** `undefined`: without end. */
  readonly most: number | undefined
  readonly tolerance: number
}

async function* answerText(
  scope: RequestScope,
  plan: FeaturePlan,
  batches: Batches,
  { meta, most = Number.POSITIVE_INFINITY, tolerance }: AnswerOptions,
): AsyncGenerator<string> {
  const lookups = new LookupValues(scope, plan)
  const keys = plan.properties.map(({ key }) => JSON.stringify(key))
  let [rows, characters, truncated] = [0, 0, false]
  yield '{"status":"success","geojson":{"type":"FeatureCollection","features":['
  for await (const batch of batches) {
    const named = await lookups.named(batch)
    const orders = named.slice(0, most - rows).map((row) => ({ wkt: row[2] as string, tolerance }))
    const unreadable: number[] = []
    let taken = 0
    for await (const geometries of geometryTexts(orders)) {
      if (most < Number.POSITIVE_INFINITY && characters > maxCharacters) break
      const texts: string[] = []
      for (const geometry of geometries) {
        const row = named[taken++] as FeatureRow
        if (geometry === undefined) unreadable.push(row[1] as number)
        else texts.push(featureText(row, geometry, keys))
      }
      if (texts.length === 0) continue
      const text = texts.join(',')
      yield (characters > 0 ? ',' : '') + text
      characters += text.length
    }
    noteUnreadable(scope, plan.table.name, unreadable)
    rows += taken
    truncated = taken < named.length
    if (truncated) break
  }
  yield `]},"meta":${JSON.stringify({ ...meta, truncated } satisfies FeaturesMeta)}${asOfText(scope)}}`
}

function featureText(row: FeatureRow, geometry: string, keys: readonly string[]): string {
  const values = keys.map((key, at) => `,${key}:${JSON.stringify(row[firstValue + at] ?? null)}`)
  return `{"type":"Feature","geometry":${geometry},"properties":{"id":${row[0]},"geo_id":${row[1]}${values.join('')}}}`
}
