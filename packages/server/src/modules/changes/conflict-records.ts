import type { UndoReply } from '@trowel/contract/undo.js'
import { entityOf } from '../../catalogue/changed-entity.js'
import type { RequestScope } from '../../http/scope.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { inBatches } from '../../records/rows/row-batches.js'
import type { UndoConflict } from '../../records/undoing/undo-problems.js'
import { recordLabels } from '../../records/versions/versions.js'
import { id, join, type Sql, sql } from '../../storage/sql.js'

/** By their own id rows that hang from a record mean nothing to people: the record is told along. */
export async function withRecords(
  scope: RequestScope,
  parts: readonly RecordPart[],
  conflicts: readonly UndoConflict[],
): Promise<UndoReply['conflicts']> {
  const owners = new Map<UndoConflict, Owner>()
  const kindOf = ({ entity, table }: UndoConflict) => `${entity} ${table}`
  for (const [kind, example] of new Map(conflicts.map((one) => [kindOf(one), one]))) {
    const hanging = hangingTable(scope, parts, example)
    if (!hanging) continue
    const ofKind = conflicts.filter((one) => kindOf(one) === kind)
    const found = await selectOwners(scope, hanging, new Set(ofKind.map((one) => one.id)))
    for (const conflict of ofKind) {
      const owner = found.get(conflict.id)
      if (owner) owners.set(conflict, owner)
    }
  }
  const labelOf = await recordLabels(scope, [...owners.values()])
  return conflicts.map((conflict) => {
    const owner = owners.get(conflict)
    // A record that the caller may not see has no name for him.
    const label = owner ? labelOf(owner.tb, owner.rowid) : null
    return owner && label !== null
      ? { ...conflict, record: { table: owner.tb, id: owner.rowid, label } }
      : conflict
  })
}

/** The record from which a row hangs. */
interface Owner {
  readonly tb: string
  readonly rowid: number
}

interface HangingTable {
  readonly name: string
  /** The name of the record's table, for each row. */
  readonly owner: Sql
  /** The column with the id of the record. */
  readonly record: string
}

/** The table of a row that hangs from a record, and where it names the record; of two the first. */
function hangingTable(
  { catalogue }: RequestScope,
  parts: readonly RecordPart[],
  { entity, table }: UndoConflict,
): HangingTable | undefined {
  const configured = table === null ? undefined : catalogue.tables.get(table)
  if (configured) {
    const { name, parent } = configured
    return parent === undefined ? undefined : { name, owner: sql`${parent}`, record: 'id_link' }
  }
  const attached = parts.find(
    (part) => entityOf(catalogue, part.attachedTable.table) === entity,
  )?.attachedTable
  const end = attached?.ends[0]
  return attached && end && { name: attached.table, owner: id(end.table), record: end.record }
}

/** By the id of the row; rows that are gone are not there. */
async function selectOwners(
  { db }: RequestScope,
  { name, owner, record }: HangingTable,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Owner>> {
  const owners = new Map<number, Owner>()
  for (const some of inBatches(ids)) {
    const rows = await db.quick.all<Owner & { readonly id: number }>(
      sql`SELECT "id" AS "id", ${owner} AS "tb", ${id(record)} AS "rowid" FROM ${id(name)} WHERE "id" IN (${join(some)})`,
    )
    for (const { id: rowId, tb, rowid } of rows) owners.set(rowId, { tb, rowid })
  }
  return owners
}
