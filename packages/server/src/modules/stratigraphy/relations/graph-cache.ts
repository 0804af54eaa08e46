import type { Catalogue, Table } from '../../../catalogue/catalogue.js'
import type { RequestScope } from '../../../http/scope.js'
import type { Reader, Transaction } from '../../../storage/storage.js'
import { weakMemoize } from '../../../storage/weak-memoize.js'
import type { RelationRow } from '../matrix/harris-matrix.js'
import { RelationGraph, type Step } from '../matrix/relation-graph.js'
import {
  selectLastChange,
  selectRelations,
  selectRelationsFrom,
  selectReturned,
  selectStoredIds,
} from './store.js'

/**
 * Relations of one table that were committed at some time: at least all that are still stored, up to the
 * newest of them.
 *
 * That is enough to answer exactly and at the cost of what is found. Relations are added and removed and
 * never changed; ids ascend, and all writers of an application take turns. So what was added since is what
 * has a greater id, or came back by an undo, of which the journal tells; and what was removed since can only
 * show too much: a chain that is found counts when each of its relations is still there.
 *
 * A table takes its relations along when it gets another name. As long as the newest relation cached
 * belongs to the table of that name, it is the same table.
 */
class Memory {
  readonly graph = new RelationGraph([])
  readonly #rows = new Map<number, RelationRow>()
  newest = 0
  /** Up to which change of the journal it follows what came back. */
  seen: number

  constructor(rows: readonly RelationRow[], seen: number) {
    this.seen = seen
    for (const row of rows) this.add(row)
  }

  add(row: RelationRow): void {
    if (this.#rows.has(row.id)) return
    this.#rows.set(row.id, row)
    this.graph.add(row)
    this.newest = Math.max(this.newest, row.id)
  }

  remove({ id }: RelationRow): void {
    const row = this.#rows.get(id)
    if (!row) return
    this.#rows.delete(id)
    this.graph.remove(row)
    if (id !== this.newest) return
    this.newest = 0
    for (const other of this.#rows.keys()) if (other > this.newest) this.newest = other
  }

  /** What is newer among rows by id; `undefined` when they do not show that this is still the same table. */
  newer(rows: readonly RelationRow[], returned: readonly RelationRow[]): readonly RelationRow[] | undefined {
    const place = rows.findIndex(({ id }) => id === this.newest)
    if (place < 0) return undefined
    return [...rows.slice(place + 1), ...returned.filter(({ id }) => !this.#rows.has(id))]
  }
}

const maxTables = 16
const maxTries = 3
/** A change of the configuration, or a backup that takes the place of everything, begins anew. */
const memoriesOf = weakMemoize((_catalogue: Catalogue) => new Map<string, Memory>())

/** Brings what is cached of a table up to date, before a transaction needs it. */
export async function cacheRelations(scope: RequestScope, table: Table): Promise<void> {
  const { db, catalogue } = scope
  const known = memoriesOf(catalogue)
  const before = known.get(table.name)
  const seen = hasJournal(scope) ? await selectLastChange(db.quick) : 0
  if (before) {
    const { newest } = before
    const rows = await selectRelationsFrom(db.quick, table, newest)
    const added = before.newer(rows, await returnedSince(db.quick, scope, table, before))
    if (added) {
      for (const row of added) before.add(row)
      before.seen = Math.max(before.seen, seen)
      known.delete(table.name)
      known.set(table.name, before)
      return
    }
  }
  const memory = new Memory(await selectRelations(db.scan, table), seen)
  known.delete(table.name)
  // Without a relation nothing tells whether it is still the same table.
  if (memory.newest === 0) return
  known.set(table.name, memory)
  if (known.size > maxTables) known.delete(known.keys().next().value as string)
}

const hasJournal = ({ application }: RequestScope): boolean => application.pendingMigrations.length === 0

/** Relations that an undo brought back under their old ids. */
const returnedSince = async (
  reader: Reader,
  scope: RequestScope,
  table: Table,
  { seen, newest }: Memory,
): Promise<readonly RelationRow[]> => (hasJournal(scope) ? selectReturned(reader, table, seen, newest) : [])

/** What a search found, and the newest relation that the transaction saw. */
export interface Search<Found> {
  readonly found: Found
  readonly newest: number
}

/**
 * Searches the relations of a table exactly as the transaction sees them.
 *
 * @param search must not wait for anything; it may be asked twice
 * @param chainOf the steps on which the answer rests; `undefined` when it is that there is no such chain
 */
export async function searchRelations<Found>(
  tx: Transaction,
  scope: RequestScope,
  table: Table,
  search: (graph: RelationGraph) => Found,
  chainOf: (found: Found) => readonly Step[] | undefined,
): Promise<Search<Found>> {
  const known = memoriesOf(scope.catalogue)
  for (let tries = 0; tries < maxTries; tries++) {
    const cached = known.get(table.name)
    if (cached === undefined) break
    const base = cached.newest
    const [rows, returned] = await Promise.all([
      selectRelationsFrom(tx, table, base),
      returnedSince(tx, scope, table, cached),
    ])
    // Meanwhile it may have followed what others did.
    const memory = known.get(table.name)
    const added = memory?.newer(rows, returned)
    if (!memory || !added) continue
    const found = among(memory.graph, added, search)
    const ids = new Set(chainOf(found)?.map(({ relation }) => relation.id))
    const stored = ids.size === 0 ? 0 : (await selectStoredIds(tx, table, [...ids])).length
    if (stored === ids.size) return { found, newest: rows.at(-1)?.id ?? base }
    break
  }
  // Something was removed, or the name belongs to another table: the next request reads it anew, outside of
  // any transaction.
  known.delete(table.name)
  const rows = await selectRelations(tx, table)
  return { found: search(new RelationGraph(rows)), newest: rows.at(-1)?.id ?? 0 }
}

/**
 * Relations that are seen may belong to a transaction that shares its commit with this one and is not on disk
 * yet.
 */
function among<Found>(
  graph: RelationGraph,
  added: readonly RelationRow[],
  search: (graph: RelationGraph) => Found,
): Found {
  for (const row of added) graph.add(row)
  try {
    return search(graph)
  } finally {
    for (const row of added) graph.remove(row)
  }
}

/**
 * Told after the commit of a transaction, so that the next one need not read what this one wrote.
 * @param newest the newest relation that the transaction saw before
 */
export function followAdded(scope: RequestScope, table: Table, newest: number, row: RelationRow): void {
  const memory = memoriesOf(scope.catalogue).get(table.name)
  if (memory?.newest === newest) memory.add(row)
}

/** Told after the commit of a transaction that removed a relation. */
export function followRemoved(scope: RequestScope, table: Table, row: RelationRow): void {
  memoriesOf(scope.catalogue).get(table.name)?.remove(row)
}
