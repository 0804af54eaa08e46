import { physicalName } from '../physical-name.js'
import { id, sql } from '../sql.js'
import type {
  ColumnDefinition,
  ColumnType,
  ForeignKey,
  IndexKind,
  PhysicalTables,
  SchemaEditor,
  StoredTable,
  TableShape,
  Transaction,
} from '../storage.js'
import { beforeTable, changeCounts, changes } from './journal-tables.js'
import { hangingFrom, stampedBy, stamps, stampUnknown } from './stamps.js'

/** A column of a journaled table. */
export interface JournaledColumn {
  readonly name: string
  readonly type: ColumnType
  /** As it is kept: text, since its type was another one once. */
  readonly isKeptAsText: boolean
}

/** The triggers of an engine that write the journal. */
export interface JournalTriggers {
  /** Makes what all of them use, anew. */
  prepare(): Promise<void>
  /** @param columns all but `id` */
  make(table: string, columns: readonly JournaledColumn[]): Promise<void>
  /** Nothing happens when the table has none. */
  drop(table: string): Promise<void>
}

/** Changes to the shape of tables, without the journal. */
export type PlainSchemaEditor = Omit<SchemaEditor, 'journal' | 'unjournaled'>

/** Where the rows of a table name the record to which they belong. */
const ownerColumn = 'id_link'
const ownerIndex = (table: string): string => physicalName(beforeTable(table), '__', ownerColumn)

/**
 * The rows that a record once had are found without a look at those of all others.
 * @param columns those of the kept rows
 */
export async function makeOwnerIndex(
  tables: Pick<SchemaEditor, 'createIndex' | 'dropIndex'>,
  table: string,
  columns: readonly { readonly name: string }[],
): Promise<void> {
  if (!columns.some(({ name }) => name === ownerColumn)) return
  await tables.dropIndex(ownerIndex(table))
  await tables.createIndex(ownerIndex(table), beforeTable(table), [ownerColumn], 'whole')
}

/** Keeps the journal of a table in step with the table's shape. */
export class JournaledSchemaEditor implements SchemaEditor {
  readonly #tables: PlainSchemaEditor
  readonly #triggers: JournalTriggers
  readonly #tx: Pick<Transaction, 'run'>

  constructor(tables: PlainSchemaEditor, triggers: JournalTriggers, tx: Pick<Transaction, 'run'>) {
    this.#tables = tables
    this.#triggers = triggers
    this.#tx = tx
  }

  async journal(
    tables: readonly string[],
    { anew = false }: { readonly anew?: boolean } = {},
  ): Promise<void> {
    if (tables.length === 0) return
    const physical = await this.#tables.inspect()
    if (!physical.has(changes)) throw new Error('The tables of the journal are missing.')
    await this.#triggers.prepare()
    for (const table of tables) {
      const [shape, kept] = [physical.get(table), physical.get(beforeTable(table))]
      if (!shape || (kept && !anew)) continue
      if (!kept) {
        await this.#passOver(table)
        await this.#makeBefore(table, shape)
      }
      await this.#followShape(table, shape, kept ?? shape)
      if (!physical.has(stamps) || !isStamped(table, shape)) continue
      // Those of another table that had the name once.
      if (!kept) await this.#tx.run(sql`DELETE FROM ${id(stamps)} WHERE "tb" = ${table}`)
      await stampUnknown(this.#tx, table)
    }
  }

  async unjournaled(table: string, work: (tables: readonly string[]) => Promise<void>): Promise<void> {
    if (!(await this.#isJournaled(table))) return work([table])
    await this.#triggers.drop(table)
    await work([table, beforeTable(table)])
    await this.#follow(table)
  }

  createTable(
    table: string,
    columns: readonly ColumnDefinition[],
    foreignKeys: readonly ForeignKey[],
  ): Promise<void> {
    return this.#tables.createTable(table, columns, foreignKeys)
  }

  async dropTable(table: string): Promise<void> {
    if (await this.#isJournaled(table)) {
      await this.#triggers.drop(table)
      await this.#tables.dropTable(beforeTable(table))
      await this.#tx.run(sql`DELETE FROM ${id(stamps)} WHERE "tb" = ${table}`)
    }
    await this.#tables.dropTable(table)
  }

  async renameTable(from: string, to: string): Promise<void> {
    await this.#passOver(to)
    await this.#renameInHangingRows(from, to)
    if (!(await this.#isJournaled(from))) return this.#tables.renameTable(from, to)
    await this.#triggers.drop(from)
    await this.#tables.renameTable(from, to)
    await this.#tables.renameTable(beforeTable(from), beforeTable(to))
    await this.#tables.dropIndex(ownerIndex(from))
    await makeOwnerIndex(this.#tables, to, (await this.#shape(beforeTable(to))).columns)
    for (const kept of [changes, changeCounts, stamps])
      await this.#tx.run(sql`UPDATE ${id(kept)} SET "tb" = ${to} WHERE "tb" = ${from}`)
    await this.#follow(to)
  }

  addColumns(table: string, ...columns: readonly ColumnDefinition[]): Promise<void> {
    return this.#change(table, () => this.#tables.addColumns(table, ...columns))
  }

  dropColumn(table: string, column: string): Promise<void> {
    return this.#change(table, () => this.#tables.dropColumn(table, column), {
      column,
      change: (before) => this.#tables.dropColumn(before, column),
    })
  }

  renameColumn(table: string, from: string, to: string): Promise<void> {
    return this.#change(table, () => this.#tables.renameColumn(table, from, to), {
      column: from,
      change: (before) => this.#tables.renameColumn(before, from, to),
    })
  }

  changeColumnType(table: string, column: string, type: ColumnType): Promise<void> {
    return this.#change(table, () => this.#tables.changeColumnType(table, column, type))
  }

  addForeignKey(table: string, key: ForeignKey): Promise<void> {
    return this.#tables.addForeignKey(table, key)
  }

  dropForeignKey(table: string, column: string): Promise<void> {
    return this.#tables.dropForeignKey(table, column)
  }

  createIndex(name: string, table: string, columns: readonly string[], kind: IndexKind): Promise<void> {
    return this.#tables.createIndex(name, table, columns, kind)
  }

  dropIndex(name: string): Promise<void> {
    return this.#tables.dropIndex(name)
  }

  indexBoxes(table: string, column: string): Promise<void> {
    return this.#tables.indexBoxes(table, column)
  }

  keepIdsAbove(table: string, lastId: number): Promise<void> {
    return this.#tables.keepIdsAbove(table, lastId)
  }

  shapeOf(table: string): Promise<TableShape | undefined> {
    return this.#tables.shapeOf(table)
  }

  describe(): Promise<StoredTable[]> {
    return this.#tables.describe()
  }

  inspect(): Promise<PhysicalTables> {
    return this.#tables.inspect()
  }

  async #renameInHangingRows(from: string, to: string): Promise<void> {
    for (const [hanging, ends] of Object.entries(hangingFrom)) {
      if ((await this.#tables.shapeOf(hanging)) === undefined) continue
      await this.unjournaled(hanging, async (tables) => {
        for (const [table, { table: column }] of tables.flatMap((one) =>
          ends.map((end) => [one, end] as const),
        ))
          await this.#tx.run(sql`UPDATE ${id(table)} SET ${id(column)} = ${to} WHERE ${id(column)} = ${from}`)
      })
    }
  }

  /**
   * A table that was deleted may have had the name. Its rows had ids that those of another one have now: what
   * the journal knows of them stays under a name that no table has.
   */
  async #passOver(name: string): Promise<void> {
    if (name.startsWith('sys_') || (await this.#tables.shapeOf(changes)) === undefined) return
    const former = `~${name}`
    const renamed: [table: string, column: string][] = [
      [changes, 'tb'],
      [changeCounts, 'tb'],
    ]
    for (const [hanging, ends] of Object.entries(hangingFrom)) {
      const before = beforeTable(hanging)
      if ((await this.#tables.shapeOf(before)) === undefined) continue
      for (const { table: column } of ends) renamed.push([before, column])
    }
    for (const [table, column] of renamed)
      await this.#tx.run(sql`UPDATE ${id(table)} SET ${id(column)} = ${former} WHERE ${id(column)} = ${name}`)
  }

  async #isJournaled(table: string): Promise<boolean> {
    return (await this.#tables.shapeOf(beforeTable(table))) !== undefined
  }

  /**
   * @param kept the same change to the kept values of a column, which are there unless another program
   *   changed the shape of the table
   */
  async #change(
    table: string,
    change: () => Promise<void>,
    kept?: { readonly column: string; change(before: string): Promise<void> },
  ): Promise<void> {
    const before = beforeTable(table)
    const keptShape = await this.#tables.shapeOf(before)
    if (!keptShape) return change()
    await this.#triggers.drop(table)
    await change()
    const isKept = keptShape.columns.some(({ name }) => name === kept?.column)
    if (kept && isKept) {
      await kept.change(before)
      await this.#follow(table)
    } else {
      await this.#followShape(table, await this.#shape(table), keptShape)
    }
  }

  /** Makes the table of the kept rows, with every column of the table, any of which may be empty there. */
  async #makeBefore(table: string, { columns }: TableShape): Promise<void> {
    const kept = columns.map(({ name, type }) => ({ name, type }))
    await this.#tables.createTable(beforeTable(table), kept, [])
    await makeOwnerIndex(this.#tables, table, kept)
  }

  /**
   * Every column of the table is kept from now on. One whose type is another than that of its kept values is
   * kept as text, which any value can become.
   */
  async #follow(table: string): Promise<void> {
    await this.#followShape(table, await this.#shape(table), await this.#shape(beforeTable(table)))
  }

  async #followShape(table: string, shape: TableShape, keptShape: TableShape): Promise<void> {
    const before = beforeTable(table)
    const kept = new Map(keptShape.columns.map(({ name, type }) => [name, type]))
    const missing = shape.columns.filter(({ name }) => name !== 'id' && !kept.has(name))
    if (missing.length > 0)
      await this.#tables.addColumns(before, ...missing.map(({ name, type }) => ({ name, type })))
    const columns: JournaledColumn[] = []
    for (const { name, type } of shape.columns) {
      if (name === 'id') continue
      const keptType = kept.get(name)
      const isKeptAsText = keptType !== undefined && keptType !== type
      if (isKeptAsText && keptType !== 'TEXT') await this.#tables.changeColumnType(before, name, 'TEXT')
      columns.push({ name, type, isKeptAsText })
    }
    if (!kept.has(ownerColumn)) await makeOwnerIndex(this.#tables, table, columns)
    await this.#triggers.drop(table)
    await this.#triggers.make(table, columns)
  }

  async #shape(table: string): Promise<TableShape> {
    const shape = await this.#tables.shapeOf(table)
    if (!shape) throw new Error(`There is no table "${table}".`)
    return shape
  }
}

const isStamped = (table: string, { columns }: TableShape): boolean =>
  stampedBy(
    table,
    columns.map(({ name }) => name),
  ).kind === 'itself'
