import { journalEntities } from '../../catalogue/system-tables.js'
import { beforeTable, type RowOperation } from '../../storage/journal/journal-tables.js'
import type { StoredData } from './stored-data.js'

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
type Rows = ReadonlyMap<number, Row>

/** What the tables in the journal held right after a set. */
interface Moment {
  readonly set: number
  readonly lastChange: number
  readonly tables: ReadonlyMap<string, Rows>
}

interface ChangeSet {
  readonly id: number
  readonly time: number
  readonly incomplete: number
  readonly first_change: number
  readonly last_change: number
}

interface Change {
  readonly id: number
  readonly set_id: number
  readonly tb: string | null
  readonly row_id: number
  readonly operation: RowOperation
}

interface Counts {
  readonly set_id: number
  readonly tb: string
  readonly created: number
  readonly updated: number
  readonly deleted: number
}

/** Before there was an application. */
const beginning: Moment = { set: 0, lastChange: 0, tables: new Map() }

/**
 * Do the journal and the rows agree? Between writes, the present rows are taken back through the
 * journal, change by change, as simply as can be; what they must become is known from an earlier look.
 */
export class WatchedJournal {
  readonly #data: StoredData
  #earlier = beginning

  constructor(data: StoredData) {
    this.#data = data
  }

  /** What does not fit since the last look, which goes on from here; at first since the beginning. */
  async findContradictions(): Promise<string[]> {
    const { contradictions, now } = await takeBack(this.#data, this.#earlier)
    this.#earlier = now
    return contradictions
  }
}

/** What does not fit in the whole journal, as far as it was not purged. */
export const findContradictions = async (data: StoredData): Promise<string[]> =>
  (await takeBack(data, beginning)).contradictions

async function takeBack(
  data: StoredData,
  earlier: Moment,
): Promise<{ readonly contradictions: string[]; readonly now: Moment }> {
  const tables = await readTables(data)
  const all = await data.rows<ChangeSet>(
    `SELECT id, time, incomplete, first_change, last_change FROM sys_change_sets
      WHERE id > ${earlier.set} OR first_change = 0 ORDER BY id`,
  )
  const purged = all.find(({ first_change }) => first_change === 0)
  const isForgotten = purged !== undefined && purged.id > earlier.set
  const [set, last] = isForgotten ? [purged.id, purged.last_change] : [earlier.set, earlier.lastChange]
  const sets = all.filter(({ id }) => id > set)
  const changes = await data.rows<Change>(
    `SELECT id, set_id, tb, row_id, operation FROM sys_changes WHERE id > ${last} ORDER BY id`,
  )
  const counts = await data.rows<Counts>(
    `SELECT set_id, tb, created, updated, deleted FROM sys_change_counts WHERE set_id > ${set}`,
  )
  const now: Moment = {
    set: sets.at(-1)?.id ?? set,
    lastChange: sets.at(-1)?.last_change ?? last,
    tables: new Map([...tables].map(([name, rows]) => [name, new Map(rows)])),
  }
  const contradictions = [
    ...wrongSets(sets, set, last),
    ...wrongSeals(sets, changes),
    ...wrongCounts(counts, changes),
  ]
  for (const [table, rows] of tables) {
    const images = await data.rows<Row>(`SELECT * FROM ${beforeTable(table)} WHERE id > ${last}`)
    const own = changes.filter(({ tb }) => tb === table)
    contradictions.push(...undoAll(table, rows, own, images))
    const were = earlier.tables.get(table) ?? (isThereAtFirst(table) ? rows : new Map())
    if (!isForgotten) contradictions.push(...differences(table, rows, were))
  }
  return { contradictions, now }
}

/** An application begins with a configuration, and then with its journal. */
const isThereAtFirst = (table: string): boolean => journalEntities[table] === 'configuration'

async function readTables(data: StoredData): Promise<Map<string, Map<number, Row>>> {
  const configured = await data.rows<{ name: string }>('SELECT name FROM sys_cfg_tables ORDER BY id')
  const tables = new Map<string, Map<number, Row>>()
  for (const name of [...Object.keys(journalEntities), ...configured.map((table) => table.name)]) {
    const rows = await data.rows<Row>(`SELECT * FROM ${name}`)
    tables.set(name, new Map(rows.map((row) => [row.id, row])))
  }
  return tables
}

/** Sets follow each other without a gap, and so do the changes in them; time does not go back. */
function wrongSets(sets: readonly ChangeSet[], set: number, last: number): string[] {
  let before = { id: set, time: 0, last_change: last }
  return sets.flatMap((each) => {
    const isNext = each.id === before.id + 1 && each.first_change === before.last_change + 1
    const hasChanges = each.last_change >= each.first_change || each.incomplete === 1
    const isRight = isNext && hasChanges && each.time >= before.time
    const wrong = isRight ? [] : [`set ${JSON.stringify(each)} comes after ${JSON.stringify(before)}`]
    before = each
    return wrong
  })
}

/** Every change belongs to a set, which says so, too. */
function wrongSeals(sets: readonly ChangeSet[], changes: readonly Change[]): string[] {
  const byId = new Map(sets.map((each) => [each.id, each]))
  const used = new Set(changes.map(({ set_id }) => set_id))
  return [
    ...changes
      .filter(({ id, set_id }) => {
        const of = byId.get(set_id)
        return !of || id < of.first_change || id > of.last_change
      })
      .map((change) => `no set has the change ${JSON.stringify(change)}`),
    ...sets
      .filter(({ id, incomplete }) => !used.has(id) && incomplete === 0)
      .map(({ id }) => `set ${id} has no change`),
  ]
}

/** A set counts what became of each row in the end. */
function wrongCounts(counts: readonly Counts[], changes: readonly Change[]): string[] {
  const ends = new Map<string, { readonly of: string; readonly first: RowOperation; last: RowOperation }>()
  for (const { set_id, tb, row_id, operation } of changes) {
    const [of, row] = [`${set_id} ${tb}`, `${set_id} ${tb} ${row_id}`]
    const known = ends.get(row)
    if (known) known.last = operation
    else ends.set(row, { of, first: operation, last: operation })
  }
  const expected = new Map<string, Record<RowOperation, number>>()
  for (const { of, first, last } of ends.values()) {
    const sums = expected.get(of) ?? { created: 0, updated: 0, deleted: 0 }
    if (first !== 'created') sums[last === 'deleted' ? 'deleted' : 'updated'] += 1
    else if (last !== 'deleted') sums.created += 1
    expected.set(of, sums)
  }
  const told = new Map(
    counts.map(({ set_id, tb, created, updated, deleted }) => [
      `${set_id} ${tb}`,
      JSON.stringify({ created, updated, deleted }),
    ]),
  )
  return [...new Set([...expected.keys(), ...told.keys()])].flatMap((of) => {
    const sums = JSON.stringify(expected.get(of) ?? { created: 0, updated: 0, deleted: 0 })
    return told.get(of) === sums ? [] : [`set and table ${of}: ${told.get(of)} in place of ${sums}`]
  })
}

/** Takes the rows back before the changes. @returns the changes that cannot have happened */
function undoAll(
  table: string,
  rows: Map<number, Row>,
  changes: readonly Change[],
  images: readonly Row[],
): string[] {
  const kept = new Map(images.map((image) => [image.id, image]))
  const wrong = changes.toReversed().filter(({ id, row_id, operation }) => {
    const [isThere, image] = [rows.has(row_id), kept.get(id)]
    kept.delete(id)
    if (image) rows.set(row_id, { ...image, id: row_id })
    else rows.delete(row_id)
    return isThere === (operation === 'deleted') || (image === undefined) !== (operation === 'created')
  })
  return [
    ...wrong.map((change) => `cannot be: ${JSON.stringify(change)}`),
    ...[...kept.keys()].map((id) => `${table}: no change has the row before ${id}`),
  ]
}

/** What the rows became, and what they were; columns that are gone do not count. */
function differences(table: string, became: Rows, were: Rows): string[] {
  const isSame = (row: Row | undefined, then: Row | undefined): boolean =>
    row !== undefined &&
    then !== undefined &&
    Object.keys(then).every((column) => !(column in row) || row[column] === then[column])
  return [...new Set([...became.keys(), ...were.keys()])]
    .filter((id) => !isSame(became.get(id), were.get(id)))
    .map((id) => `${table}: ${JSON.stringify(became.get(id))} was ${JSON.stringify(were.get(id))}`)
}
