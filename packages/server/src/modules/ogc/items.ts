import { Readable } from 'node:stream'
import { AppError } from '../../errors.js'
import { allGeometryTexts, countMeeting } from '../../geometry/geometry-threads.js'
import { type GisColumn, gisColumns, tablesOfLabels } from '../../geometry/gis-columns.js'
import { asOfMember } from '../../http/as-of.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import { addTablesRead } from '../../query/tables-read.js'
import { readColumns } from '../../records/listing/list-plan.js'
import { visibleCondition } from '../../records/rows/search-criteria.js'
import { keyOf, type SqlValue } from '../../storage/sql.js'
import { VersionedCache } from '../../storage/versioned-cache.js'
import { collectionTable } from './collections.js'
import {
  type ItemsQuery,
  type Place,
  placeText,
  type QueryParameters,
  readItemsQuery,
} from './items-query.js'
import { collectionAddress, link } from './links.js'
import { countQuery, type FeatureRow, selectFeature, selectFeatures, streamDoubtful } from './store.js'

/** So many features are read at a time: no statement stays open while a slow client takes them. */
const featuresAtOnce = 500
const searchedAtOnce = 100

/**
 * A page of the map features of a table as a GeoJSON FeatureCollection, written while it is read.
 *
 * @param base where the interface begins
 * @throws what `readItemsQuery` and `collectionTable` throw; all of it before the first byte
 */
export async function listItems(
  scope: RequestScope,
  base: string,
  tableName: string,
  parameters: QueryParameters,
): Promise<Readable> {
  const table = collectionTable(scope, tableName)
  const query = readItemsQuery(scope, table, parameters)
  const matched = await numberMatched(scope, query)
  const features = takeFeatures(scope, query, matched)
  const first = query.hitsOnly ? ({ done: true, value: undefined } as const) : await features.next()
  return Readable.from(pageText(scope, base, query, { matched, first, rest: features }))
}

/** One batch of features, and whether there are more behind it. */
interface Batch {
  readonly features: readonly Feature[]
  readonly more: boolean
}

async function* takeFeatures(scope: RequestScope, query: ItemsQuery, matched: number): AsyncGenerator<Batch> {
  let [after, left] = [query.after, query.limit]
  for (;;) {
    // One more than wanted tells whether there is another page; where a box left out the last ones, others
    // have to be looked for.
    const limit = left === 0 ? searchedAtOnce : Math.min(featuresAtOnce, left + 1)
    const rows = await selectFeatures(scope, query, after, limit, matched)
    const found = await featuresOf(rows, query.boxes)
    const features = found.slice(0, left)
    const more = found.length > left
    left -= features.length
    yield { features, more }
    if (more || rows.length < limit) return
    after = rows.at(-1)
  }
}

/**
 * Rows as features: with boxes only those that share a point with one, without any also those whose shape
 * cannot be read.
 */
async function featuresOf(rows: readonly FeatureRow[], boxes: ItemsQuery['boxes'] = []): Promise<Feature[]> {
  const geometries = await allGeometryTexts(rows.map(({ wkt }) => ({ wkt, boxes })))
  return rows.flatMap(({ geoId, recordId, values }, place) => {
    const geometry = geometries[place]
    if (geometry === undefined && boxes.length > 0) return []
    return [{ geoId, recordId, values, geometry: geometry ?? 'null' }]
  })
}

interface FoundFeatures {
  readonly matched: number
  /** Read before the first byte of the answer, so that a refusal still gets its own status. */
  readonly first: IteratorResult<Batch>
  readonly rest: AsyncGenerator<Batch>
}

async function* pageText(
  scope: RequestScope,
  base: string,
  query: ItemsQuery,
  { matched, first, rest }: FoundFeatures,
): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":['
  let returned = 0
  let [last, more]: [Place | undefined, boolean] = [undefined, false]
  for (let batch = first; !batch.done; batch = await rest.next()) {
    const { features } = batch.value
    const texts = features.map((feature) => featureText(query.columns, feature))
    if (texts.length > 0) yield (returned > 0 ? ',' : '') + texts.join(',')
    returned += texts.length
    last = features.at(-1) ?? last
    more = batch.value.more
  }
  const next = more ? last : undefined
  const facts = {
    numberMatched: matched,
    numberReturned: returned,
    timeStamp: wireTime(scope.now),
    ...asOfMember(scope),
    links: pageLinks(base, query, next),
  }
  yield `],${JSON.stringify(facts).slice(1)}`
}

function pageLinks(base: string, query: ItemsQuery, next: Place | undefined): object[] {
  const collection = collectionAddress(base, query.table.name)
  const page = (after: Place | undefined): string => {
    const parameters = new URLSearchParams(query.asked)
    if (after) parameters.set('after', placeText(after))
    return `${collection}/items${parameters.size === 0 ? '' : `?${parameters}`}`
  }
  return [
    link(page(query.after), 'self', 'geojson'),
    ...(next ? [link(page(next), 'next', 'geojson')] : []),
    link(collection, 'collection', 'json'),
  ]
}

const totals = new VersionedCache<number>(1000, () => true, true)

/** How many features match, exactly: where a box tells too little, the geometry itself is looked at. */
function numberMatched(scope: RequestScope, query: ItemsQuery): Promise<number> {
  const { db } = scope
  const count = countQuery(scope, query)
  const tables = new Set(['sys_geodata', query.table.name, ...tablesOfLabels(query.columns)])
  for (const table of tables) {
    const known = scope.catalogue.tables.get(table)
    const hidden = known && scope.rights.visibilityOf(known).restriction
    if (hidden) addTablesRead(hidden, tables)
  }
  addTablesRead(query.condition, tables)
  const key = keyOf(count)
  return totals.get(db, [...tables], key, async () => {
    const row = await db.scan.get<{ n: number }>(count)
    return (row?.n ?? 0) - (query.boxes.length === 0 ? 0 : await countStrays(scope, query))
  })
}

/** Features whose box meets the one asked for while they themselves do not. */
async function countStrays(scope: RequestScope, query: ItemsQuery): Promise<number> {
  let strays = 0
  for await (const rows of streamDoubtful(scope, query)) {
    const meeting = await countMeeting({ wkts: rows.map(([wkt]) => String(wkt)), boxes: query.boxes })
    strays += rows.length - meeting
  }
  return strays
}

/**
 * One map feature.
 *
 * @throws `geodata_not_found` also for one whose record the caller may not see, and what `collectionTable`
 *   throws
 */
export async function readItem(
  scope: RequestScope,
  base: string,
  tableName: string,
  geoId: number,
): Promise<string> {
  const table = collectionTable(scope, tableName)
  const columns = gisColumns(readColumns(table, undefined))
  const condition = visibleCondition(scope, table, undefined)
  const row = await selectFeature(scope, { table, columns, condition }, geoId)
  if (!row) throw new AppError('geodata_not_found')
  const [feature] = await featuresOf([row])
  const collection = collectionAddress(base, table.name)
  const state = scope.asOf ? `?as_of=${scope.asOf.id}` : ''
  const links = [
    link(`${collection}/items/${geoId}${state}`, 'self', 'geojson'),
    link(collection, 'collection', 'json'),
  ]
  return featureText(columns, feature as Feature, { ...asOfMember(scope), links })
}

/** A map feature as it was read: its own id, and the values of its record in the order of the columns. */
interface Feature {
  readonly geoId: number
  readonly recordId: number
  /** JSON text. */
  readonly geometry: string
  readonly values: readonly SqlValue[]
}

/** A GeoJSON feature (RFC 7946, 3.2). @param more further members, as the text of an object */
function featureText(columns: readonly GisColumn[], feature: Feature, more: object = {}): string {
  const properties = columns.map(
    ({ name }, index) => `${JSON.stringify(name)}:${valueText(feature.values[index] ?? null)}`,
  )
  const rest = JSON.stringify(more).slice(1, -1)
  return `{"type":"Feature","id":${feature.geoId},"geometry":${feature.geometry},"properties":{${properties.join(',')}}${rest === '' ? '' : `,${rest}`}}`
}

const valueText = (value: SqlValue): string =>
  typeof value === 'bigint' ? value.toString() : JSON.stringify(value)
