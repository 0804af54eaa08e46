import type { Table } from '../../catalogue/catalogue.js'
import type { Condition } from '../../query/condition.js'
import { id, type Sql, sql } from '../../storage/sql.js'
import type { Database } from '../../storage/storage.js'
import type { ListPlan } from './list-plan.js'

/** The directory of pages notes the id at every so many places. */
export const directoryStep = 1024

/**
 * Numbers that cost a walk through a table are kept with the write version of every table they depend on,
 * and are exact: the first write to one of these tables makes them worthless. Where the engine cannot promise to see
 * every write, nothing is kept.
 */
class Remembered<Value> {
  private readonly entries = new Map<string, { readonly versions: string; readonly value: Promise<Value> }>()

  constructor(private readonly capacity: number) {}

  async get(
    db: Database,
    tables: readonly string[],
    key: string,
    find: () => Promise<Value>,
  ): Promise<Value> {
    const versions = versionsOf(db, tables)
    if (versions === undefined) return find()
    const hit = this.entries.get(key)
    if (hit?.versions === versions) return hit.value
    // Those who ask meanwhile wait for the same walk.
    const value = find()
    this.entries.delete(key)
    this.entries.set(key, { versions, value })
    if (this.entries.size > this.capacity) this.entries.delete(this.entries.keys().next().value as string)
    try {
      return await value
    } catch (error) {
      if (this.entries.get(key)?.value === value) this.entries.delete(key)
      throw error
    }
  }
}

function versionsOf(db: Database, tables: readonly string[]): string | undefined {
  let versions = ''
  for (const table of tables) {
    const version = db.writeVersion(table)
    if (version === undefined) return undefined
    versions += `${version},`
  }
  return versions
}

const totals = new WeakMap<Database, Remembered<number>>()
const directories = new WeakMap<Database, Remembered<readonly number[]>>()

function memoryOf<Value>(
  memories: WeakMap<Database, Remembered<Value>>,
  db: Database,
  capacity: number,
): Remembered<Value> {
  let memory = memories.get(db)
  if (!memory) {
    memory = new Remembered(capacity)
    memories.set(db, memory)
  }
  return memory
}

/** The number of records that a plan's condition leaves. */
export function rememberedTotal(db: Database, plan: ListPlan, count: Sql): Promise<number> {
  const key = `${count.text.join('?')}\u0000${count.values.join('\u0000')}`
  const tables = tablesOf(plan.condition, new Set([plan.table.name]))
  return memoryOf(totals, db, 5000).get(db, [...tables], key, async () => {
    const row = await db.scan.get<{ n: number }>(count)
    return row?.n ?? 0
  })
}

/** The id at every 1,024th place of the table in id order; `undefined` where the engine could not keep it. */
export async function pageStarts(db: Database, table: Table): Promise<readonly number[] | undefined> {
  if (db.writeVersion(table.name) === undefined) return undefined
  return memoryOf(directories, db, 20).get(db, [table.name], table.name, async () => {
    const rows = await db.scan.all<{ id: number }>(
      sql`SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM ${id(table.name)}) numbered
        WHERE place % ${directoryStep} = 0 ORDER BY id`,
    )
    return rows.map((row) => row.id)
  })
}

/** Every table whose rows decide whether a record meets the condition. */
function tablesOf(condition: Condition, tables: Set<string>): Set<string> {
  switch (condition.kind) {
    case 'and':
    case 'or':
      for (const part of condition.of) tablesOf(part, tables)
      break
    case 'unless':
      tablesOf(condition.of, tables)
      break
    case 'related':
      tables.add(condition.table.name)
      tablesOf(condition.where, tables)
      if (condition.restriction) tablesOf(condition.restriction, tables)
      break
    default:
  }
  return tables
}
