import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import type { RawStatement } from '../raw-statement.js'

/** One instruction of the program that SQLite makes of a statement, as `EXPLAIN` answers it. */
export interface Step {
  readonly opcode: string
  readonly p1: number
  readonly p2: number
}

/**
 * A table or an index that holds secrets: at which places of its rows, and whether a search in it compares
 * them.
 */
interface Keeper {
  readonly places: ReadonlySet<number>
  readonly isIndex: boolean
}

const opens: ReadonlySet<string> = new Set(['OpenRead', 'OpenWrite', 'ReopenIdx'])
/** Compare values of the statement with the rows of an index. */
const compares = /^(Seek(GE|GT|LE|LT)|Idx(GE|GT|LE|LT)|Found|NotFound|NoConflict|IfNoHope)$/

/**
 * Does a program read a column with secrets? SQLite does not ask its authorizer for columns that `USING` and
 * `NATURAL` join by, nor for whole rows that `INSERT INTO a SELECT * FROM b` moves between tables that are
 * alike.
 */
export function readsSecrets(
  db: DatabaseSyncInstance,
  secrets: RawStatement['secrets'],
  program: readonly Step[],
): boolean {
  const keepers = keepersOf(db, secrets)
  const cursors = new Map<number, Keeper[]>()
  for (const { opcode, p1, p2 } of program) {
    const keeper = opens.has(opcode) ? keepers.get(p2) : undefined
    if (keeper) cursors.set(p1, [...(cursors.get(p1) ?? []), keeper])
  }
  return program.some(({ opcode, p1, p2 }) => {
    if (opcode === 'RowCell') return cursors.has(p2)
    const read = cursors.get(p1) ?? []
    if (opcode === 'RowData') return read.length > 0
    return read.some(({ places, isIndex }) =>
      opcode === 'Column' ? places.has(p2) : isIndex && compares.test(opcode),
    )
  })
}

/** By the page where each begins. */
function keepersOf(db: DatabaseSyncInstance, secrets: RawStatement['secrets']): Map<number, Keeper> {
  const keepers = new Map<number, Keeper>()
  const columns = db.prepare(
    `SELECT s.rootpage, s.type = 'index' AS is_index, c.place FROM sqlite_schema s JOIN (
        SELECT ?1 AS object, cid AS place, name FROM pragma_table_info(?1)
        UNION ALL SELECT l.name, i.seqno, i.name FROM pragma_index_list(?1) l JOIN pragma_index_info(l.name) i) c
      ON c.object = s.name COLLATE NOCASE
      WHERE c.name = ?2 COLLATE NOCASE`,
  )
  for (const [table, names] of Object.entries(secrets)) {
    for (const name of names) {
      for (const row of columns.all(table, name)) {
        const { rootpage, is_index: isIndex, place } = row as Record<string, number>
        if (rootpage === undefined || place === undefined) continue
        const places = new Set([...(keepers.get(rootpage)?.places ?? []), place])
        keepers.set(rootpage, { places, isIndex: isIndex === 1 })
      }
    }
  }
  return keepers
}
