import { constants } from '@photostructure/sqlite'
import { isWrittenByJournal, journalPrefix } from '../journal/journal-tables.js'
import type { RawStatement } from '../raw-statement.js'
import { boxIndexPrefix } from './box-index.js'
import { indexName, registry } from './text-index-tables.js'

/** What SQLite said of a statement while it compiled it. */
export interface Compiled {
  writes: boolean
  /** Tables that lose or change columns, or go. */
  readonly reshapes: Set<string>
  readonly changes: Set<string>
  readonly reads: Set<string>
  isShape: boolean
  /** A table of the service that the statement would change. */
  fixed: string | undefined
}

export const newlyCompiled = (): Compiled => ({
  writes: false,
  reshapes: new Set(),
  changes: new Set(),
  reads: new Set(),
  isShape: false,
  fixed: undefined,
})

const of = constants
/** Actions that change rows. */
const rowActions = new Set([of.SQLITE_INSERT, of.SQLITE_UPDATE, of.SQLITE_DELETE])
/** Actions that change the shape of a table, and which of their two names is the table's. */
const shapeActions = new Map<number, 'first' | 'second'>([
  [of.SQLITE_CREATE_TABLE, 'first'],
  [of.SQLITE_DROP_TABLE, 'first'],
  [of.SQLITE_ALTER_TABLE, 'second'],
  [of.SQLITE_CREATE_INDEX, 'second'],
  [of.SQLITE_DROP_INDEX, 'second'],
])
/** Actions that are part of others, or only look. */
const harmless = new Set([
  of.SQLITE_SELECT,
  of.SQLITE_READ,
  of.SQLITE_FUNCTION,
  of.SQLITE_RECURSIVE,
  of.SQLITE_REINDEX,
])

/** Pragmas that only read, with or without an argument; and those that only read when they have none. */
const readingPragmas = new Set([
  'table_info',
  'table_xinfo',
  'table_list',
  'index_list',
  'index_info',
  'index_xinfo',
  'foreign_key_list',
  'foreign_key_check',
  'integrity_check',
  'quick_check',
  'collation_list',
  'function_list',
  'compile_options',
  'data_version',
])
const pragmasWithoutArgument = new Set([
  'page_count',
  'page_size',
  'freelist_count',
  'encoding',
  'user_version',
  'schema_version',
  'journal_mode',
])
const schemaTables = /^sqlite_(temp_)?(master|schema)$/
/** What SQLite keeps for itself and shows nothing of people's values. */
const readableOwnTables = /^sqlite_((temp_)?(master|schema)|sequence|stat1)$/
const shadowTable = /^sys_(fts_.+_(data|idx|content|docsize|config)|box_.+_(node|rowid|parent))$/
/** Where the names of indexes begin that their own triggers keep, and those of the triggers. */
const keptByTriggers = [indexName(''), boxIndexPrefix]

/**
 * The authorizer of a statement: SQLite asks it for everything that the statement, its triggers and its
 * functions would do. Nothing is decided by the words of the text.
 */
export function authorizer(statement: RawStatement, compiled: () => Compiled) {
  const { fixedPrefix } = statement
  const secrets = new Map(
    Object.entries(statement.secrets).map(([table, columns]) => [table, new Set(columns)]),
  )
  const mayRead = (table: string, column: string): boolean => {
    compiled().reads.add(table)
    if (table.startsWith('sqlite_')) return readableOwnTables.test(table)
    return !secrets.get(table)?.has(column)
  }
  const mayChangeRows = (table: string, trigger: string): boolean => {
    compiled().changes.add(table)
    // Direct changes of these are refused by SQLite itself.
    if (schemaTables.test(table) || shadowTable.test(table)) return true
    if (table.startsWith('sqlite_')) return compiled().isShape
    if (isWrittenByJournal(table) && trigger.startsWith(journalPrefix)) return true
    const prefix =
      table === registry ? indexName('') : keptByTriggers.find((start) => table.startsWith(start))
    if (prefix !== undefined && trigger.startsWith(prefix)) return true
    return !refusesFixed(table)
  }
  const refusesFixed = (table: string): boolean => {
    if (!table.startsWith(fixedPrefix)) return false
    compiled().fixed ??= table
    return true
  }
  const mayReshape = (table: string): boolean => {
    compiled().isShape = true
    compiled().reshapes.add(table)
    return !refusesFixed(table) && !table.startsWith('sqlite_')
  }
  const mayAsk = (pragma: string, argument: string): boolean =>
    readingPragmas.has(pragma) || (pragmasWithoutArgument.has(pragma) && argument === '')

  const allows = (
    action: number,
    first: string,
    second: string,
    database: string,
    trigger: string,
  ): boolean => {
    if (
      database === 'temp' &&
      action !== of.SQLITE_READ &&
      !(schemaTables.test(first) && rowActions.has(action))
    )
      return false
    if (action === of.SQLITE_READ) return mayRead(first, second)
    if (action === of.SQLITE_PRAGMA) return mayAsk(first, second)
    // They go with their table; by themselves they stay.
    if (action === of.SQLITE_DROP_TRIGGER) return compiled().reshapes.has(second)
    if (harmless.has(action))
      return action !== of.SQLITE_FUNCTION || !['load_extension', 'fts3_tokenizer'].includes(second)
    if (rowActions.has(action)) {
      compiled().writes = true
      return mayChangeRows(first, trigger)
    }
    const table = shapeActions.get(action)
    if (table === undefined) return false
    compiled().writes = true
    return mayReshape(table === 'first' ? first : second)
  }
  return (action: number, ...names: (string | null)[]): number => {
    const [first = '', second = '', database = '', trigger = ''] = names.map(
      (name) => name?.toLowerCase() ?? '',
    )
    return allows(action, first, second, database, trigger) ? of.SQLITE_OK : of.SQLITE_DENY
  }
}
