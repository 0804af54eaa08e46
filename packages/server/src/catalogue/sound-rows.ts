import { isDeletePolicy } from '@trowel/contract/model/delete-policies.js'
import { systemPrefix } from './system-tables.js'

/**
 * What the name of a table or column may look like wherever it came from; the rules for new names are
 * stricter.
 */
export const identifierPattern = '^[A-Za-z_][A-Za-z0-9_]{0,62}$'
const identifier = new RegExp(identifierPattern)

/** Where names begin of what is no table of people, to an engine or to the service. */
export const reservedTablePrefixes: readonly string[] = [systemPrefix, 'sqlite_', 'pg_']

interface Named {
  readonly name: string
}
interface OfTable extends Named {
  readonly table_name: string
}
interface Relating {
  readonly from_tb: string
  readonly from_col: string
  readonly to_tb: string
  readonly to_col: string
  readonly on_delete?: string
  readonly on_update?: string
}
interface Indexing extends Named {
  readonly tb: string
}

/** What is stored of a configuration, row by row. */
export interface StoredRows<
  Table extends Named = Named,
  Field extends OfTable = OfTable,
  Relation extends Relating = Relating,
  Index extends Indexing = Indexing,
> {
  readonly tables: readonly Table[]
  readonly fields: readonly Field[]
  readonly relations: readonly Relation[]
  readonly indexes: readonly Index[]
}

/** A row of the configuration that is not used, and why. */
export type LeftOut =
  | { readonly kind: 'table'; readonly reason: LeftOutReason; readonly table: string }
  | { readonly kind: 'field'; readonly reason: NameProblem; readonly table: string; readonly field: string }
  | { readonly kind: 'relation'; readonly reason: 'invalid'; readonly from: string; readonly to: string }

export type LeftOutReason =
  | NameProblem
  /** It begins like the tables of the service or of an engine. */
  | 'reserved'

type NameProblem =
  /** No engine could take it for a name without harm. */
  | 'invalid'
  /** SQLite takes it for another one that differs in upper and lower case alone. */
  | 'same'

/**
 * The rows of a configuration that can be believed. Its tables may have been written by an earlier version,
 * by hand or by a backup that was tampered with, and everything after this takes their names for names of
 * tables and columns.
 */
export function soundRows<
  Table extends Named,
  Field extends OfTable,
  Relation extends Relating,
  Index extends Indexing,
>(
  stored: StoredRows<Table, Field, Relation, Index>,
): { readonly sound: StoredRows<Table, Field, Relation, Index>; readonly leftOut: readonly LeftOut[] } {
  const leftOut: LeftOut[] = []
  const tableNames = new Set<string>()
  const tables = stored.tables.filter(({ name: table }) => {
    // The service describes its own tables there, too.
    if (table.startsWith(systemPrefix)) return false
    const reason = isReserved(table) ? 'reserved' : nameProblem(table, tableNames)
    if (reason) leftOut.push({ kind: 'table', reason, table })
    return reason === undefined
  })
  const known = new Set(tables.map(({ name }) => name))
  const isTheirs = (table: string): boolean => identifier.test(table) && !isReserved(table)
  const columns = new Map<string, Set<string>>()
  const fields = stored.fields.filter(({ table_name: table, name: field }) => {
    if (!isTheirs(table)) return false
    const taken = columns.get(table) ?? new Set<string>()
    columns.set(table, taken)
    const reason = nameProblem(field, taken)
    if (reason && known.has(table)) leftOut.push({ kind: 'field', reason, table, field })
    return reason === undefined
  })
  const relations = stored.relations.filter((relation) => {
    const { from_tb, from_col, to_tb, to_col, on_delete = 'NO ACTION', on_update = 'NO ACTION' } = relation
    const isSound =
      isTheirs(from_tb) &&
      isTheirs(to_tb) &&
      identifier.test(from_col) &&
      identifier.test(to_col) &&
      isDeletePolicy(on_delete) &&
      isDeletePolicy(on_update)
    if (!isSound)
      leftOut.push({
        kind: 'relation',
        reason: 'invalid',
        from: `${from_tb}.${from_col}`,
        to: `${to_tb}.${to_col}`,
      })
    return isSound
  })
  const indexes = stored.indexes.filter(({ tb }) => isTheirs(tb))
  return { sound: { tables, fields, relations, indexes }, leftOut }
}

const isReserved = (name: string): boolean =>
  reservedTablePrefixes.some((prefix) => name.toLowerCase().startsWith(prefix))

/** @param taken names that came before, in lower case; a sound name is added */
function nameProblem(name: string, taken: Set<string>): NameProblem | undefined {
  if (!identifier.test(name)) return 'invalid'
  const key = name.toLowerCase()
  if (taken.has(key)) return 'same'
  taken.add(key)
  return undefined
}
