import { Readable } from 'node:stream'
import type { Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { compileCondition } from '../../query/compile.js'
import { id, join, type SqlValue, sql } from '../../storage/sql.js'
import { type ListPlan, planList } from './list-plan.js'
import { jsonColumns, orderOf } from './list-store.js'
import type { ListParameters } from './restriction.js'

export interface ExportedFile {
  readonly name: string
  readonly contentType: string
  /** Begins to read: what can fail fails here, before the first byte. */
  open(): Promise<Readable>
}

/** One way to write the rows: what stands before, between and after them. */
interface Format {
  readonly contentType: string
  start(plan: ListPlan, bom: boolean): string
  rows(plan: ListPlan, rows: readonly SqlValue[][], first: boolean): string
  readonly end: string
}

const formats: Readonly<Record<string, Format>> = {
  csv: {
    contentType: 'text/csv; charset=utf-8',
    start: (plan, bom) =>
      `${bom ? '\uFEFF' : ''}${plan.columns.map((field) => csvCell(field.name)).join(',')}\n`,
    rows: (_plan, rows) => rows.map((row) => `${row.map(csvCell).join(',')}\n`).join(''),
    end: '',
  },
  json: {
    contentType: 'application/json; charset=utf-8',
    start: ({ table, restriction: { kind, query } }) =>
      `{"metadata":${JSON.stringify({ table: table.name, filter: kind, query })},"data":[`,
    rows: (plan, rows, first) => `${first ? '' : ','}${rows.map((row) => objectText(plan, row)).join(',')}`,
    end: ']}',
  },
  ndjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    start: () => '',
    rows: (plan, rows) => rows.map((row) => `${objectText(plan, row)}\n`).join(''),
    end: '',
  },
}

/**
 * Every record of a listing as a file, written row by row with constant memory.
 *
 * @throws what a listing throws; `invalid_parameter` for a `qt` that is unknown
 */
export function exportRecords(scope: RequestScope, table: Table, query: ListParameters): ExportedFile {
  const plan = planList(scope, table, { ...fromAddressOfClient(query), page: 1, per_page: 1 }, {})
  const asked = typeof query['format'] === 'string' ? query['format'] : 'csv'
  const extension = Object.hasOwn(formats, asked) ? asked : 'csv'
  const format = formats[extension] as Format
  const time = scope.now.toISOString().replace(/[-:]/g, '').replace('T', '_').slice(0, 15)
  return {
    name: `${table.name}_${time}.${extension}`,
    contentType: format.contentType,
    open: async () => Readable.from(await begin(write(scope, plan, format, query['bom'] === '1'))),
  }
}

/** The address bar of existing clients says `qt` and `q` where the listing says `search_type` and its text. */
function fromAddressOfClient(query: ListParameters): ListParameters {
  const { qt, q, ...rest } = query
  if (qt === undefined || qt === '' || rest['filter'] !== undefined) return rest
  switch (qt) {
    case 'fast':
      return { ...rest, search_type: 'fast', search: q }
    case 'expert':
      return { ...rest, search_type: 'sqlExpert', querytext: q }
    case 'filter':
      return { ...rest, filter: q }
    case 'advanced':
      return { ...rest, filter: advancedFilter(q) }
    default:
      throw new AppError('invalid_parameter', {
        text: '"qt" must be fast, expert, filter or advanced.',
        detail: { name: 'qt', reason: 'unknown value' },
      })
  }
}

function advancedFilter(q: unknown): unknown {
  try {
    const state: unknown = JSON.parse(String(q))
    if (typeof state === 'object' && state !== null && 'filter' in state) return state.filter
  } catch {
    // Told below, with what was expected.
  }
  throw new AppError('invalid_parameter', {
    text: '"q" must be JSON with a key "filter".',
    detail: { name: 'q', reason: 'no filter in it' },
  })
}

async function* write(
  scope: RequestScope,
  plan: ListPlan,
  format: Format,
  bom: boolean,
): AsyncGenerator<string> {
  const { dialect } = scope.db
  const where = compileCondition(plan.condition, 't', { dialect, table: plan.table })
  const columns = join(plan.columns.map((field) => id('t', field.name)))
  const query = sql`SELECT ${columns} FROM ${id(plan.table.name)} t
    WHERE ${dialect.stoppable ? sql`${where} AND ${dialect.stoppable}` : where} ORDER BY ${orderOf(plan, 't')}`
  let text = format.start(plan, bom)
  let first = true
  for await (const rows of scope.db.stream(query, jsonColumns(plan.columns))) {
    if (rows.length > 0) {
      yield text + format.rows(plan, rows, first)
      text = ''
      first = false
    }
  }
  yield text + format.end
}

/** Takes the first piece, so that a query which fails does so before anything was sent. */
async function begin(pieces: AsyncGenerator<string>): Promise<AsyncIterable<string>> {
  const first = await pieces.next()
  return (async function* () {
    try {
      if (!first.done) yield first.value
      yield* pieces
    } finally {
      await pieces.return(undefined)
    }
  })()
}

const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

/** A cell that a spreadsheet program would take for a formula is made a text by an apostrophe. */
function csvCell(value: SqlValue): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) && !plainNumber.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function objectText(plan: ListPlan, row: readonly SqlValue[]): string {
  let text = '{'
  plan.columns.forEach((field, index) => {
    text += `${index === 0 ? '' : ','}${JSON.stringify(field.name)}:${JSON.stringify(row[index] ?? null)}`
  })
  return `${text}}`
}
