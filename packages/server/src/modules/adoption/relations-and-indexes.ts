import { isDeletePolicy, usualPolicies } from '@trowel/contract/model/delete-policies.js'
import type { Field } from '../../catalogue/catalogue.js'
import { parseJson, stringsOf } from '../../catalogue/json-text.js'
import { relationIndexName } from '../../catalogue/physical-names.js'
import { identifierPattern } from '../../catalogue/sound-rows.js'
import type { Naming } from './old-settings.js'
import type { Reference } from './references.js'
import type { TableNotes } from './report.js'
import { idOf, isOn, rowsOf, textOf, type Values } from './source-rows.js'
import type { SourceDatabase, SourceValue } from './sources/source.js'

/** The fields of each table, by their names. */
type FieldsByTable = ReadonlyMap<string, ReadonlyMap<string, Field>>

export interface Relation extends Reference {
  readonly id: number
  readonly onDelete: string
  readonly onUpdate: string
}

/** Relations whose two ends are configured, the first of each column. */
export async function readRelations(
  source: SourceDatabase,
  notes: TableNotes,
  naming: Naming,
  fields: FieldsByTable,
): Promise<Relation[]> {
  const relations: Relation[] = []
  for (const row of await rowsOf(source, notes)) {
    const relation: Relation = {
      id: idOf(row),
      table: naming(row['from_tb']),
      column: textOf(row['from_col']),
      toTable: naming(row['to_tb']),
      toColumn: textOf(row['to_col']) || 'id',
      onDelete: policyOf(row['on_delete'], usualPolicies.onDelete),
      onUpdate: policyOf(row['on_update'], usualPolicies.onUpdate),
    }
    const { id, table, column, toTable, toColumn } = relation
    const isTwice = relations.some((one) => one.table === table && one.column === column)
    if (!fields.get(table)?.has(column) || !fields.get(toTable)?.has(toColumn))
      notes.leaveOut(id, 'an end of it is gone')
    else if (isTwice) notes.leaveOut(id, 'its column has a relation already')
    else relations.push(relation)
  }
  notes.adopted = relations.length
  return relations
}

function policyOf(value: SourceValue | undefined, usual: string): string {
  const policy = textOf(value).trim().toUpperCase()
  return isDeletePolicy(policy) ? policy : usual
}

export const relationRow = (relation: Relation): Values => ({
  id: relation.id,
  from_tb: relation.table,
  from_col: relation.column,
  to_tb: relation.toTable,
  to_col: relation.toColumn,
  on_delete: relation.onDelete,
  on_update: relation.onUpdate,
})

/** An index that is configured; whether the rows allow it shows when they are read. */
export interface WantedIndex {
  readonly id: number
  readonly table: string
  readonly name: string
  readonly columns: readonly string[]
  readonly isUnique: boolean
  readonly auto: boolean
}

/** Those of people, and those that the service makes of itself for relations. */
export async function readIndexes(
  source: SourceDatabase,
  notes: TableNotes,
  naming: Naming,
  fields: FieldsByTable,
  relations: readonly Relation[],
): Promise<WantedIndex[]> {
  const indexes: WantedIndex[] = []
  for (const row of await rowsOf(source, notes)) {
    const id = idOf(row)
    const [table, name] = [naming(row['tb']), textOf(row['name'])]
    const columns = [...new Set(stringsOf(parseJson(textOf(row['columns']))))]
    const own = fields.get(table)
    const isTwice = indexes.some((one) => one.table === table && one.name === name)
    if (!own) notes.leaveOut(id, 'its table is gone')
    else if (columns.length === 0 || !columns.every((column) => own.has(column)))
      notes.leaveOut(id, 'its column is gone')
    else if (isTwice || !identifier.test(name)) notes.leaveOut(id, 'its name is not possible')
    else indexes.push({ id, table, name, columns, isUnique: isOn(row['is_unique']), auto: false })
  }
  let lastId = indexes.reduce((max, { id }) => Math.max(max, id), 0)
  for (const { table, column } of relations) {
    const name = relationIndexName(table, column)
    if (indexes.some((one) => one.table === table && one.name === name)) continue
    indexes.push({ id: ++lastId, table, name, columns: [column], isUnique: false, auto: true })
  }
  return indexes
}

const identifier = new RegExp(identifierPattern)

export const indexRow = ({ id, table, name, columns, isUnique, auto }: WantedIndex): Values => ({
  id,
  tb: table,
  name,
  columns: JSON.stringify(columns),
  is_unique: isUnique ? 1 : 0,
  auto: auto ? 1 : 0,
})
