import type { Table } from '../../catalogue/catalogue.js'
import type { Database, Transaction } from '../../storage/storage.js'
import type { RelationRow } from './harris-matrix.js'
import { RelationGraph } from './relation-graph.js'
import { type RelationStamp, selectRelations, selectRelationsAfter, selectStamp } from './store.js'

/** The relations of one table as they were at some moment, all of them committed. */
interface Memory {
  stamp: RelationStamp
  readonly rows: Map<number, RelationRow>
  readonly graph: RelationGraph
}

const mostTables = 16
const memories = new WeakMap<Database, Map<string, Memory>>()

/**
 * Reads the relations of a table once, before a transaction that needs them, so that the transaction has to read no more than what
 * was added since.
 */
export async function rememberRelations(db: Database, table: Table): Promise<void> {
  const known = memoriesOf(db)
  const memory = known.get(table.name)
  if (memory) {
    known.delete(table.name)
    known.set(table.name, memory)
    return
  }
  const read = memoryOf(await selectRelations(db.scan, table))
  known.set(table.name, read)
  if (known.size > mostTables) known.delete(known.keys().next().value as string)
}

/**
 * Lets `look` see the relations of a table exactly as the transaction sees them. `look` must not wait for anything.
 *
 * Relations are added and removed and never changed, their ids are not used again, and all writers of an application take turns.
 * So a set of relations that lacks nothing newer is known by its newest id and its size: with the same newest id it can only have
 * lost some, and then it is smaller. Whole tables change their name together with all of their relations.
 */
export async function withRelations<T>(
  tx: Transaction,
  db: Database,
  table: Table,
  look: (graph: RelationGraph) => T,
): Promise<{ readonly seen: T; readonly stamp: RelationStamp }> {
  const stamp = await selectStamp(tx, table)
  const base = memoriesOf(db).get(table.name)?.stamp
  const added = base && base.newest < stamp.newest ? await selectRelationsAfter(tx, table, base.newest) : []
  const memory = memoriesOf(db).get(table.name)
  // Both may have changed while the transaction was asked.
  if (base && memory && isSame(memory.stamp, base) && base.count + added.length === stamp.count) {
    for (const row of added) memory.graph.add(row)
    try {
      return { seen: look(memory.graph), stamp }
    } finally {
      // They may be of a transaction that shares its commit with this one and is not on disk yet.
      for (const row of added) memory.graph.remove(row)
    }
  }
  // Something was removed: by the next time it is read anew, outside of any transaction.
  memoriesOf(db).delete(table.name)
  return { seen: look(new RelationGraph(await selectRelations(tx, table))), stamp }
}

/**
 * Told after the commit of a transaction, so that the next one need not read again what this one did.
 * @param stamp what the transaction saw before
 */
export function followChange(
  db: Database,
  table: Table,
  stamp: RelationStamp,
  change: { readonly added?: RelationRow; readonly removed?: RelationRow },
): void {
  const memory = memoriesOf(db).get(table.name)
  // A memory of another moment stays as it is: right for that moment.
  if (!memory || !isSame(memory.stamp, stamp)) return
  if (change.added) {
    memory.rows.set(change.added.id, change.added)
    memory.graph.add(change.added)
  }
  if (change.removed) {
    memory.rows.delete(change.removed.id)
    memory.graph.remove(change.removed)
  }
  memory.stamp = change.removed
    ? stampOf(memory.rows)
    : { newest: Math.max(stamp.newest, change.added?.id ?? 0), count: memory.rows.size }
}

function memoriesOf(db: Database): Map<string, Memory> {
  let known = memories.get(db)
  if (!known) {
    known = new Map()
    memories.set(db, known)
  }
  return known
}

function memoryOf(relations: readonly RelationRow[]): Memory {
  const rows = new Map(relations.map((row) => [row.id, row]))
  return { stamp: stampOf(rows), rows, graph: new RelationGraph(relations) }
}

function stampOf(rows: ReadonlyMap<number, RelationRow>): RelationStamp {
  let newest = 0
  for (const id of rows.keys()) if (id > newest) newest = id
  return { newest, count: rows.size }
}

const isSame = (a: RelationStamp, b: RelationStamp): boolean => a.newest === b.newest && a.count === b.count
