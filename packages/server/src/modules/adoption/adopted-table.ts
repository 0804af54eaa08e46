import { pairIndexes, systemIndexName } from '../../catalogue/migrations/0001-initial.js'
import { systemTables } from '../../catalogue/system-tables.js'
import type { ColumnDefinition, StoredTable } from '../../storage/storage.js'
import type { Adoption } from './adoption.js'
import type { TableNotes } from './report.js'
import { integerOf, noteUnkeepable, textOf, type Values } from './source-rows.js'
import type { SourceColumn, SourceRow } from './sources/source.js'

/** A table of the new application. */
export interface AdoptedTable {
  readonly name: string
  /** `id` among them. */
  readonly columns: readonly ColumnDefinition[]
  /** Read once, from its beginning to its end. */
  rows(): AsyncIterable<Values>
  /** What is known of the table once its rows were read. */
  rest(): Promise<Pick<StoredTable, 'foreignKeys' | 'indexes' | 'lastId'>>
}

/** Makes a row of a table of the service of one of the old service; `undefined`: it is left out. */
export type RowConverter = (row: SourceRow, id: number) => Values | undefined | Promise<Values | undefined>

export interface Conversion {
  /** Tables of the old and of this service. */
  readonly from: string
  readonly to: string
  /** Columns that have another name here, or that nothing here needs. */
  readonly otherColumns?: readonly string[]
  /** Looks at what the rows depend on, before the first of them. */
  begin(adoption: Adoption, notes: TableNotes): RowConverter | Promise<RowConverter>
}

/** A table of the service, out of one of the old service. */
export function convertedTable(
  adoption: Adoption,
  { from, to, otherColumns = [], begin }: Conversion,
): AdoptedTable {
  const { source, report } = adoption
  const notes = report.table(from)
  let maxId = 0
  return systemTable(to, {
    async *rows() {
      const columns = await source.columns(from)
      if (!columns) return
      /** Columns that nothing here is made of, and how many values each has. */
      const unknown = new Map(unknownIn(columns, to, otherColumns).map((name) => [name, 0]))
      const convert = await begin(adoption, notes)
      for await (const row of source.rows(from)) {
        notes.read++
        noteUnkeepable(row, notes)
        for (const [column, count] of unknown) if (textOf(row[column]) !== '') unknown.set(column, count + 1)
        const id = integerOf(row['id'])
        const values = id !== undefined && id > 0 ? await convert(row, id) : notes.leaveOut(0, 'it has no id')
        if (!values || id === undefined) continue
        notes.adopted++
        maxId = Math.max(maxId, id)
        yield { ...values, id }
      }
      for (const [column, count] of unknown)
        if (count > 0)
          report.notAdopted.push({
            what: `${from}.${column}`,
            why: `this service has no such column; values: ${count}`,
          })
    },
    lastId: async () => Math.max(maxId, ((await source.nextId(from)) ?? 1) - 1),
  })
}

/** What an installation has beyond the columns of the old service. */
function unknownIn(
  columns: readonly SourceColumn[],
  to: string,
  otherColumns: readonly string[],
): readonly string[] {
  const own = systemTables.find(({ name }) => name === to)?.columns ?? []
  const known = new Set(['id', ...own.map(({ name }) => name), ...otherColumns])
  return columns.flatMap(({ name }) => (known.has(name) ? [] : [name]))
}

/** A table of the service whose rows are known when they are asked for. */
export function knownTable(name: string, known: () => readonly Values[]): AdoptedTable {
  let lastId = 0
  return systemTable(name, {
    async *rows() {
      const rows = [...known()].sort((one, other) => Number(one['id']) - Number(other['id']))
      lastId = Number(rows.at(-1)?.['id'] ?? 0)
      yield* rows
    },
    lastId: async () => lastId,
  })
}

function systemTable(
  name: string,
  { rows, lastId }: Pick<AdoptedTable, 'rows'> & { lastId(): Promise<number> },
): AdoptedTable {
  const table = systemTables.find((one) => one.name === name)
  if (!table) throw new Error(`There is no table ${name}.`)
  const { columns, foreignKeys, indexes } = table
  return {
    name,
    columns: withId(columns),
    rows,
    rest: async () => ({
      foreignKeys,
      indexes: [
        ...indexes.map((index) => ({ ...index, name: systemIndexName(name, index.columns) })),
        ...Object.entries(pairIndexes)
          .filter(([, pair]) => pair.table === name)
          .map(([pair]) => ({ name: pair, columns: [], unique: true })),
      ],
      lastId: await lastId(),
    }),
  }
}

export const withId = (columns: readonly ColumnDefinition[]): readonly ColumnDefinition[] => [
  { name: 'id', type: 'INTEGER', notNull: true },
  ...columns,
]
