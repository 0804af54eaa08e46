import type { Field, Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { compileCondition } from '../../query/compile.js'
import type { Condition } from '../../query/condition.js'
import { labelColumn } from '../../records/rows/record-label.js'
import { id, join, type Sql, sql } from '../../storage/sql.js'

/** Names that no field has. */
const [recordId, recordName] = ['~id', '~name'] as const

/** A row in which something was found: its record, what that is called, and its own values by field. */
export type FoundRow = Readonly<Record<string, string | number | null>> & {
  readonly [recordId]: number
  readonly [recordName]: string | number | null
}

/** Rows that are asked for, with the fields that are read of them. */
interface Wanted {
  readonly condition: Condition
  readonly fields: readonly Field[]
  readonly limit: number
}

/** Rows of a main table, as an index has them: to sort them would be to find all of them first. */
export function selectFound(
  { db }: RequestScope,
  table: Table,
  { condition, fields, limit }: Wanted,
): Promise<FoundRow[]> {
  const { dialect } = db
  const met = compileCondition(condition, 't', { dialect, table })
  return db.scan.all(
    sql`SELECT t."id" AS ${id(recordId)}, ${labelColumn(table, 't')} AS ${id(recordName)}, ${columns(fields)}
      FROM ${id(table.name)} t WHERE ${met}${until(dialect.interruptible)} LIMIT ${limit}`,
  )
}

/** Rows of a plugin table, of those records that `visible` leaves. */
export function selectFoundInPlugin(
  { db }: RequestScope,
  { plugin, table, visible }: { readonly plugin: Table; readonly table: Table; readonly visible: Condition },
  { condition, fields, limit }: Wanted,
): Promise<FoundRow[]> {
  const { dialect } = db
  const met = compileCondition(condition, 't', { dialect, table: plugin })
  const seen = compileCondition(visible, 'r', { dialect, table })
  return db.scan.all(
    sql`SELECT r."id" AS ${id(recordId)}, ${labelColumn(table, 'r')} AS ${id(recordName)}, ${columns(fields)}
      FROM ${id(plugin.name)} t JOIN ${id(table.name)} r ON r."id" = t."id_link"
      WHERE ${met} AND ${seen}${until(dialect.interruptible)} LIMIT ${limit}`,
  )
}

const columns = (fields: readonly Field[]): Sql => join(fields.map(({ name }) => id('t', name)))

const until = (interruptible: Sql | undefined): Sql => (interruptible ? sql` AND ${interruptible}` : sql``)
