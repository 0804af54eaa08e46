import { describeFieldType } from '@trowel/contract/model/field-types.js'
import { type Field, fieldOf, type Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import { type GisColumn, gisColumns, visibleTarget } from '../../geometry/gis-columns.js'
import { parseBox } from '../../geometry/places.js'
import type { RequestScope } from '../../http/scope.js'
import { either, type Message, message } from '../../message.js'
import { anyOf, type Condition, everything } from '../../query/condition.js'
import { parseFilter } from '../../query/filter/parse-filter.js'
import { readColumns } from '../../records/listing/list-plan.js'
import { visibleCondition } from '../../records/rows/search-criteria.js'
import type { Box } from '../../storage/wkt-box.js'
import { readTimeSpan, type TimeSpan } from './time-span.js'

export const defaultLimit = 100
export const maximumLimit = 10_000

export const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'

/** What an address says behind its question mark: columns of the table are among the names. */
export type QueryParameters = Readonly<Record<string, unknown>>

/**
 * What the items of a collection can be asked for besides its columns; the document of the interface has the
 * same list.
 */
export const itemParameters = [
  'limit',
  'bbox',
  'bbox-crs',
  'datetime',
  'after',
  'resultType',
  'as_of',
  'f',
] as const
export type ItemParameter = (typeof itemParameters)[number]

/** The columns that can be asked for by their names: those that no parameter of the standard hides. */
export const queryableColumns = (columns: readonly GisColumn[]): GisColumn[] =>
  columns.filter(({ name }) => !(itemParameters as readonly string[]).includes(name))

/** Where a page goes on: behind this feature, in the order of records and their features. */
export interface Place {
  readonly recordId: number
  readonly geoId: number
}

/** A question for map features with every name resolved: nothing in it can be refused any more. */
export interface ItemsQuery {
  readonly table: Table
  readonly columns: readonly GisColumn[]
  /** What was asked of the records, and which of them the caller may see. */
  readonly condition: Condition
  /** Two where the box crosses the 180th meridian; none when everything is asked for. */
  readonly boxes: readonly Box[]
  readonly limit: number
  readonly after: Place | undefined
  /** Only the number of features. */
  readonly hitsOnly: boolean
  /** Everything that was asked, as it was written, `after` apart: for the address of the next page. */
  readonly asked: Readonly<Record<string, string>>
}

/**
 * @throws `invalid_parameter` also for a parameter that is not known, `invalid_filter`,
 * `not_enough_privilege`
 */
export function readItemsQuery(scope: RequestScope, table: Table, query: QueryParameters): ItemsQuery {
  const columns = gisColumns(readColumns(table, undefined))
  const byName = new Map(queryableColumns(columns).map((column) => [column.name, column]))
  const given = plainParameters(query)
  const conditions: Condition[] = []
  for (const [name, value] of Object.entries(given)) {
    const column = byName.get(name)
    if (column) conditions.push(hasValue(scope, table, column, value))
    else if (!(itemParameters as readonly string[]).includes(name)) throw unknownParameter(name)
  }
  const { limit, bbox, 'bbox-crs': boxSystem, datetime, after, resultType, f } = given
  requireFormat(f)
  const during = datetime === undefined ? undefined : duringSpan(table, readDatetime(datetime))
  if (during) conditions.push(during)
  const { after: _, ...asked } = given
  return {
    table,
    columns,
    condition: visibleCondition(scope, table, { kind: 'and', of: conditions }),
    boxes: bbox === undefined ? [] : readBoxes(bbox),
    limit: limit === undefined ? defaultLimit : readLimit(limit),
    after: after === undefined ? undefined : readPlace(after),
    hitsOnly: readChoice('resultType', resultType, ['results', 'hits']) === 'hits',
    asked: boxSystem === undefined ? asked : requireCrs84(boxSystem, asked),
  }
}

/** @throws `invalid_parameter` for what is no single text */
export function plainParameters(
  query: QueryParameters,
): Readonly<Partial<Record<string, string>>> & Record<string, string> {
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') throw wrong(name, message('may_be_given_once', {}))
  }
  return query as Record<string, string>
}

/**
 * Where nothing can be asked for. The format and a time may stand in every address, because programs add what
 * a person wrote behind the first one to all others.
 *
 * @throws `invalid_parameter`
 */
export function requireNoParameters(query: QueryParameters): void {
  const { f, datetime, ...others } = plainParameters(query)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw unknownParameter(unknown)
  requireFormat(f)
  if (datetime !== undefined) readDatetime(datetime)
}

const requireFormat = (f: string | undefined): unknown => readChoice('f', f, ['json'])

function hasValue(scope: RequestScope, table: Table, column: GisColumn, value: string): Condition {
  if (column.shows === 'label') {
    const target = visibleTarget(scope, column.field)
    return target ? { kind: 'label', field: column.field, ...target, label: value } : anyOf([])
  }
  const context = { table, catalogue: scope.catalogue, visibilityOf: scope.rights.visibilityOf }
  const condition = parseFilter({ [column.field.name]: { _eq: value } }, context)
  return condition ?? everything
}

function readDatetime(text: string): TimeSpan {
  const span = readTimeSpan(text)
  if (span) return span
  throw wrong('datetime', message('must_be_datetime', {}))
}

/** Across the 180th meridian two boxes meet. */
function readBoxes(text: string): Box[] {
  const [west, south, east, north] = parseBox(text)
  if (west <= east) return [[west, south, east, north]]
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ]
}

function readLimit(text: string): number {
  const limit = /^\d{1,15}$/.test(text) ? Number(text) : 0
  if (limit < 1) throw wrong('limit', message('must_be_count', {}))
  return Math.min(limit, maximumLimit)
}

function readPlace(text: string): Place {
  const [, recordId, geoId] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? []
  if (recordId === undefined) throw wrong('after', message('must_be_from_link', {}))
  return { recordId: Number(recordId), geoId: Number(geoId) }
}

/** How a place is written in the address of the next page. */
export const placeText = ({ recordId, geoId }: Place): string => `${recordId}.${geoId}`

function readChoice(name: string, value: string | undefined, choices: readonly string[]): string | undefined {
  if (value === undefined || choices.includes(value)) return value
  throw wrong(name, message('must_be', { value: either(choices.map((choice) => `"${choice}"`)) }))
}

function requireCrs84<T>(system: string, asked: T): T {
  if (system === crs84) return asked
  throw wrong('bbox-crs', message('must_be_or_absent', { value: crs84 }))
}

const unknownParameter = (name: string): AppError =>
  new AppError('invalid_parameter', {
    ...message('no_parameter_of_address', { name }),
    detail: { name, reason: 'unknown parameter' },
  })

const wrong = (name: string, reason: Message): AppError =>
  new AppError('invalid_parameter', {
    ...message('parameter_wrong', { name, reason }),
    detail: { name, reason: reason.text },
  })

/** Before and after every year that a record can have. */
const farthestYear = 2_000_000_000

/** What comes behind every text that begins with the day. */
const endOfDay = (day: string): string => `${day}~`

/** The fields of a table that hold days of the calendar. */
const dayFields = (table: Table): Field[] =>
  [...table.fields.values()].filter(({ type }) => describeFieldType(type).holds === 'day')

/**
 * The records of a span of time: their dating shares a year with it, or one of their dates lies in it.
 * Records without any date are of every time (OGC 17-069r4, requirement 25 C).
 *
 * @returns `undefined` when the table has nothing that could be dated: every record meets it
 */
function duringSpan(table: Table, span: TimeSpan): Condition | undefined {
  const days = dayFields(table)
  const [dated, undated]: [Condition[], Condition[]] = [[], []]
  if (table.hasFuzzyDate) {
    const [from, to] = [fieldOf(table, 'chrono_from'), fieldOf(table, 'chrono_to')]
    const years = [span.from?.year ?? -farthestYear, span.to?.year ?? farthestYear]
    dated.push({ kind: 'compare', field: from, operator: '_chrono_overlap', value: years })
    undated.push(isNull(from), isNull(to))
  }
  for (const field of days) {
    const within = betweenDays(field, span)
    if (within) dated.push(within)
    undated.push({ kind: 'compare', field, operator: '_empty', value: true })
  }
  if (undated.length === 0) return undefined
  return { kind: 'or', of: [...dated, { kind: 'and', of: undated }] }
}

const isNull = (field: Field): Condition => ({ kind: 'compare', field, operator: '_null', value: true })

/** `undefined` where the span lies outside of the years that dates have. */
function betweenDays(field: Field, { from, to }: TimeSpan): Condition | undefined {
  if ((to && to.year < 1) || (from && from.year > 9999)) return undefined
  const low = from?.day ?? '0001-01-01'
  const high = to?.day ?? '9999-12-31'
  return { kind: 'compare', field, operator: '_between', value: [low, endOfDay(high)] }
}
