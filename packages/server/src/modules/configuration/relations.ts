import type { Catalogue, TableIndex, TableRelation } from '../../catalogue/catalogue.js'
import { indexName, relationIndexName } from '../../catalogue/physical-names.js'
import type { ForeignKey, Transaction } from '../../storage/storage.js'
import type { Change } from './change.js'
import { isConnected } from './chrono-path.js'
import {
  countOrphans,
  deleteIndex,
  deleteRelation,
  emptyTextToNull,
  insertIndex,
  insertRelation,
  updateTable,
} from './store.js'

/** How far a stored relation is enforced by the engine. */
export interface Enforcement {
  readonly enforced: boolean
  readonly reason?: 'target_not_unique' | 'type_mismatch' | 'orphans_found'
  readonly orphans: number
}

/** Stores a relation, makes its index, and has the engine enforce it where the stored values allow that. */
export async function addRelation(
  { tx, current }: Change,
  relation: Omit<TableRelation, 'id'>,
): Promise<Enforcement & { readonly id: number }> {
  const catalogue = await current()
  const relationId = await insertRelation(tx, relation)
  await addRelationIndex(tx, catalogue, relation)
  return { id: relationId, ...(await enforce(tx, catalogue, relation)) }
}

async function enforce(
  tx: Transaction,
  catalogue: Catalogue,
  relation: Omit<TableRelation, 'id'>,
): Promise<Enforcement> {
  const { fromTable, fromColumn, toTable, toColumn } = relation
  const type = catalogue.tables.get(fromTable)?.fields.get(fromColumn)?.dbType
  if (!isUniqueTarget(catalogue, toTable, toColumn))
    return { enforced: false, reason: 'target_not_unique', orphans: 0 }
  if (type !== catalogue.tables.get(toTable)?.fields.get(toColumn)?.dbType) {
    return { enforced: false, reason: 'type_mismatch', orphans: 0 }
  }
  const isText = type === 'TEXT' || type === 'TIMESTAMP'
  const orphans = await countOrphans(tx, relation, isText)
  if (orphans > 0) return { enforced: false, reason: 'orphans_found', orphans }
  if (isText) await emptyTextToNull(tx, fromTable, fromColumn)
  await tx.schema.addForeignKey(fromTable, foreignKeyOf(relation))
  return { enforced: true, orphans: 0 }
}

/** A column that no two rows share a value of. */
const isUniqueTarget = (catalogue: Catalogue, table: string, column: string): boolean =>
  column === 'id' ||
  catalogue.indexes.some(
    (index) =>
      index.table === table && index.isUnique && index.columns.length === 1 && index.columns[0] === column,
  )

const policies: readonly ForeignKey['onDelete'][] = ['RESTRICT', 'CASCADE', 'SET NULL', 'NO ACTION']

const policyOf = (text: string): ForeignKey['onDelete'] =>
  policies.find((policy) => policy === text) ?? 'RESTRICT'

export const foreignKeyOf = (relation: Omit<TableRelation, 'id'>): ForeignKey => ({
  column: relation.fromColumn,
  table: relation.toTable,
  target: relation.toColumn,
  onDelete: policyOf(relation.onDelete),
  onUpdate: policyOf(relation.onUpdate),
})

/** The index that serves a relation: made by the service, over its column alone. */
export const relationIndex = (
  catalogue: Catalogue,
  { fromTable, fromColumn }: Pick<TableRelation, 'fromTable' | 'fromColumn'>,
): TableIndex | undefined =>
  catalogue.indexes.find(
    (index) =>
      index.auto &&
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
  await addIndex(tx, { table, name, columns: [fromColumn], isUnique: false, auto: true })
}

/** `name`, or with a number behind it where somebody has an index of that name. */
export function freeIndexName(catalogue: Catalogue, table: string, name: string): string {
  const taken = new Set(catalogue.indexes.filter((index) => index.table === table).map((index) => index.name))
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name.slice(0, 60)}_${number}`
  return free
}

export async function addIndex(tx: Transaction, index: Omit<TableIndex, 'id'>): Promise<number> {
  const indexId = await insertIndex(tx, index)
  await tx.schema.createIndex(indexName(index.table, index.name), index.table, index.columns, index.isUnique)
  return indexId
}

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

/** Empties the chronology paths that go over a relation which is gone. */
export async function clearBrokenPaths({ tx, current }: Change): Promise<void> {
  const now = await current()
  for (const table of now.tables.values()) {
    if (isConnected(table.chronoDensityPath, table.name, now)) continue
    await updateTable(tx, { ...table, chronoDensityPath: [] })
  }
}
