import { type DeletePolicy, isDeletePolicy } from '@trowel/contract/model/delete-policies.js'
import {
  type Catalogue,
  kindOfIndex,
  type TableIndex,
  type TableRelation,
  tableOf,
} from '../../../catalogue/catalogue.js'
import { indexName, relationIndexName } from '../../../catalogue/physical-names.js'
import type { RowWriter } from '../../../records/writing/row-writer.js'
import type { ColumnType, ForeignKey, TableShape, Transaction } from '../../../storage/storage.js'
import type { Change } from '../change.js'
import { isConnected } from '../chrono-path.js'
import {
  countOrphans,
  deleteIndex,
  deleteRelation,
  insertIndex,
  insertRelation,
  selectOrphanIds,
  updateTable,
} from '../store.js'

/** How far a stored relation is enforced by the engine. */
export interface Enforcement {
  readonly enforced: boolean
  readonly reason?: 'column_missing' | 'target_not_unique' | 'type_mismatch' | 'orphans_found'
  readonly orphans: number
  /** Ids of the first rows whose key leads nowhere, ascending. */
  readonly orphanIds: readonly number[]
}

/** Stores a relation, makes its index, and has the engine enforce it where the stored values allow that. */
export async function addRelation(
  { tx, rows, current }: Change,
  relation: Omit<TableRelation, 'id'>,
): Promise<Enforcement & { readonly id: number }> {
  const catalogue = await current()
  const relationId = await insertRelation(tx, relation)
  await addRelationIndex(tx, catalogue, relation)
  return { id: relationId, ...(await enforce(rows, catalogue, relation)) }
}

/** Has the engine enforce a relation that it does not enforce yet, where the stored values allow that. */
export async function enforce(
  rows: RowWriter,
  catalogue: Catalogue,
  relation: Omit<TableRelation, 'id'>,
): Promise<Enforcement> {
  const { tx } = rows
  const { fromTable, fromColumn, toTable, toColumn } = relation
  const type = await columnType(tx, catalogue, fromTable, fromColumn)
  const targetType = await columnType(tx, catalogue, toTable, toColumn)
  if (type === undefined || targetType === undefined) return notEnforced('column_missing')
  if (!(await isUniqueTarget(tx, catalogue, toTable, toColumn))) return notEnforced('target_not_unique')
  if (type !== targetType) return notEnforced('type_mismatch')
  const isText = type === 'TEXT' || type === 'TIMESTAMP'
  const orphans = await countOrphans(tx, relation, isText)
  if (orphans > 0) {
    return notEnforced('orphans_found', orphans, await selectOrphanIds(tx, relation, isText))
  }
  if (isText) await rows.emptyTextToNull(tableOf(catalogue, fromTable), fromColumn)
  await tx.schema.addForeignKey(fromTable, foreignKeyOf(relation))
  return { enforced: true, orphans: 0, orphanIds: [] }
}

const notEnforced = (
  reason: Enforcement['reason'] & string,
  orphans = 0,
  orphanIds: readonly number[] = [],
): Enforcement => ({ enforced: false, reason, orphans, orphanIds })

/** The type of a configured field whose column is really there. */
async function columnType(
  tx: Transaction,
  catalogue: Catalogue,
  table: string,
  column: string,
): Promise<ColumnType | undefined> {
  const field = catalogue.tables.get(table)?.fields.get(column)
  const shape = field && (await tx.schema.shapeOf(table))
  return shape?.columns.some(({ name }) => name === column) ? field?.dbType : undefined
}

/** A column that no two rows share a value of, because an index keeps them apart that is really there. */
async function isUniqueTarget(
  tx: Transaction,
  catalogue: Catalogue,
  table: string,
  column: string,
): Promise<boolean> {
  if (column === 'id') return true
  const wanted = catalogue.indexes.filter(
    (index) =>
      index.table === table && index.isUnique && index.columns.length === 1 && index.columns[0] === column,
  )
  if (wanted.length === 0) return false
  const existing = (await tx.schema.inspect()).get(table)?.indexes ?? []
  return wanted.some((index) => existing.includes(indexName(table, index.name)))
}

/** Does the engine enforce the relation as it is configured? */
export function isEnforced(relation: TableRelation, table: TableShape | undefined): boolean {
  const wanted = foreignKeyOf(relation)
  return (
    table?.foreignKeys.some(
      (key) =>
        key.column === wanted.column &&
        key.table === wanted.table &&
        key.target === wanted.target &&
        key.onDelete === wanted.onDelete &&
        key.onUpdate === wanted.onUpdate,
    ) ?? false
  )
}

/** The policy of that name, in capitals or not; `undefined` when there is none. */
export function policyNamed(text: unknown): DeletePolicy | undefined {
  const name = typeof text === 'string' ? text.trim().replace(/\s+/g, ' ').toUpperCase() : undefined
  return isDeletePolicy(name) ? name : undefined
}

export const foreignKeyOf = (relation: Omit<TableRelation, 'id'>): ForeignKey => ({
  column: relation.fromColumn,
  table: relation.toTable,
  target: relation.toColumn,
  onDelete: policyNamed(relation.onDelete) ?? 'RESTRICT',
  onUpdate: policyNamed(relation.onUpdate) ?? 'RESTRICT',
})

/** The index that serves a relation: made by the service, over its column alone. */
export const relationIndex = (
  catalogue: Catalogue,
  { fromTable, fromColumn }: Pick<TableRelation, 'fromTable' | 'fromColumn'>,
): TableIndex | undefined =>
  catalogue.indexes.find(
    (index) =>
      index.auto &&
      !index.isPrefix &&
      index.table === fromTable &&
      index.columns.length === 1 &&
      index.columns[0] === fromColumn,
  )

async function addRelationIndex(
  tx: Transaction,
  catalogue: Catalogue,
  relation: Omit<TableRelation, 'id'>,
): Promise<void> {
  if (relationIndex(catalogue, relation)) return
  const { fromTable: table, fromColumn } = relation
  const name = freeIndexName(catalogue, table, relationIndexName(table, fromColumn))
  await addIndex(tx, { table, name, columns: [fromColumn], isUnique: false, auto: true, isPrefix: false })
}

/** `name`, or with a number behind it where a user has an index of that name. */
export function freeIndexName(catalogue: Catalogue, table: string, name: string): string {
  const taken = new Set(catalogue.indexes.filter((index) => index.table === table).map((index) => index.name))
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name.slice(0, 60)}_${number}`
  return free
}

/** Notes an index in the configuration and makes it. */
export async function addIndex(tx: Transaction, index: Omit<TableIndex, 'id'>): Promise<number> {
  const indexId = await insertIndex(tx, index)
  const { table, name, columns } = index
  await tx.schema.createIndex(indexName(table, name), table, columns, kindOfIndex(index))
  return indexId
}

/** The opposite of `addIndex`. */
export async function dropIndex(tx: Transaction, index: TableIndex): Promise<void> {
  await tx.schema.dropIndex(indexName(index.table, index.name))
  await deleteIndex(tx, index.id)
}

/** Removes a relation with its constraint and its index; the values stay. */
export async function removeRelation({ tx, current }: Change, relation: TableRelation): Promise<void> {
  await dropForeignKey(tx, relation.fromTable, relation.fromColumn)
  const index = relationIndex(await current(), relation)
  if (index) await dropIndex(tx, index)
  await deleteRelation(tx, relation.id)
}

/** Drops the constraint on a column where the engine has one. */
export async function dropForeignKey(tx: Transaction, table: string, column: string): Promise<void> {
  const shape = await tx.schema.shapeOf(table)
  if (shape?.foreignKeys.some((key) => key.column === column)) await tx.schema.dropForeignKey(table, column)
}

/**
 * Takes away the constraints that lean on unique values of `table` other than its ids: an engine may hold on
 * to the very index that one was made with.
 *
 * @returns the ids of their relations, for `enforceAgain`
 */
export async function releaseUniqueValues(
  { tx, catalogue }: Change,
  table: string,
): Promise<ReadonlySet<number>> {
  const released = new Set<number>()
  for (const relation of catalogue.relations) {
    if (relation.toTable !== table || relation.toColumn === 'id') continue
    if (!isEnforced(relation, await tx.schema.shapeOf(relation.fromTable))) continue
    await tx.schema.dropForeignKey(relation.fromTable, relation.fromColumn)
    released.add(relation.id)
  }
  return released
}

/** Makes the constraints of these relations again, under the names that their tables and columns have now. */
export async function enforceAgain({ tx, current }: Change, relationIds: ReadonlySet<number>): Promise<void> {
  if (relationIds.size === 0) return
  for (const relation of (await current()).relations) {
    if (relationIds.has(relation.id))
      await tx.schema.addForeignKey(relation.fromTable, foreignKeyOf(relation))
  }
}

/** Empties the chronology paths that go over a relation which is gone. */
export async function clearBrokenPaths({ tx, current }: Change): Promise<void> {
  const now = await current()
  for (const table of now.tables.values()) {
    if (isConnected(table.chronoDensityPath, table.name, now)) continue
    await updateTable(tx, { ...table, chronoDensityPath: [] })
  }
}

/** Both ends of a relation, as people read them. */
export const endsOf = ({
  fromTable,
  fromColumn,
  toTable,
  toColumn,
}: Omit<TableRelation, 'id' | 'onDelete' | 'onUpdate'>) => ({
  from: `${fromTable}.${fromColumn}`,
  to: `${toTable}.${toColumn}`,
})
