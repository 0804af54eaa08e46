import type { ErrorCode } from '@trowel/contract/errors.js'
import { mainTableOf, type Table, tableOf } from '../../catalogue/catalogue.js'
import { AppError, type FieldProblem } from '../../errors.js'
import { asAppError } from '../../http/error-reply.js'
import { isSchemaChange } from '../../http/retry-on-schema-change.js'
import type { RequestScope } from '../../http/scope.js'
import type { Message } from '../../message.js'
import { StorageError } from '../../storage/storage.js'
import { readUnchanged } from '../reading/optimistic-lock.js'
import type { RecordPart } from '../rows/record-part.js'
import { requireEditable } from '../rows/row-access.js'
import { readSnapshots } from '../versions/snapshots.js'
import { changeRows, type RowWriter } from '../writing/row-writer.js'
import { carryOutDeletion } from './carry-out-deletion.js'
import { planDeletion } from './deletion-plan.js'

export interface DeleteOptions {
  /** `If-Match` of the request: the record must still be as that answer showed it. */
  readonly ifMatch?: string | undefined
}

/**
 * Deletes a record with its plugin rows and all that hangs from it, as one transaction that leaves a version
 * from which everything can be restored. The configured relations decide what becomes of records that refer
 * to it. Files stay.
 *
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`, `record_not_found`,
 *   `stale_record`, `in_use`
 */
export async function deleteRecord(
  scope: RequestScope,
  parts: readonly RecordPart[],
  tableName: string,
  recordId: number,
  { ifMatch }: DeleteOptions = {},
): Promise<void> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('edit', table)
  await changeRows(scope, 'form', async (writer) => {
    const { tx } = writer
    await requireEditable(tx, scope, table, recordId)
    if (ifMatch !== undefined) await readUnchanged(tx, scope, table, recordId, ifMatch)
    await deleteEditable(writer, parts, table, recordId)
  })
}

async function deleteEditable(
  writer: RowWriter,
  parts: readonly RecordPart[],
  table: Table,
  recordId: number,
): Promise<void> {
  const plan = await planDeletion(writer.tx, writer.scope, new Map([[table, [recordId]]]))
  await carryOutDeletion(writer, parts, plan)
}

interface FailedDeletion extends Message {
  readonly id: number
  readonly code: ErrorCode
}

export interface DeletedRecords {
  readonly deleted: number
  /** The records that are still there, and why. */
  readonly failed: readonly FailedDeletion[]
}

/**
 * Deletes records one after the other, in one transaction: what fails keeps no other from being deleted.
 *
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege` on every record of the table;
 *   `no_record_deleted` with the reasons when none could be deleted
 */
export async function deleteRecords(
  scope: RequestScope,
  parts: readonly RecordPart[],
  tableName: string,
  ids: readonly number[],
): Promise<DeletedRecords> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('edit', table)
  return changeRows(scope, 'bulk', async (writer) => {
    const failed: FailedDeletion[] = []
    const wanted = new Set(ids)
    for (const id of wanted) {
      try {
        await writer.tx.savepoint(async () => {
          await requireEditable(writer.tx, scope, table, id)
          await deleteEditable(writer, parts, table, id)
        })
      } catch (error) {
        if (isSchemaChange(error) || isUnreachable(error)) throw error
        const { code, said, status } = asAppError(error)
        if (status >= 500)
          scope.log.error({ err: error, table: table.name, record: id }, 'record not deleted')
        failed.push({ id, code, ...said })
      }
    }
    const deleted = wanted.size - failed.length
    if (deleted === 0) throw new AppError('no_record_deleted', { errors: failed.map(asProblem) })
    return { deleted, failed }
  })
}

/** It is no fault of the record, and nothing of the others is deleted either. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof StorageError && error.problem === 'unavailable'

const asProblem = (failure: FailedDeletion): FieldProblem => ({ field: 'ids', ...failure })

/**
 * Removes all plugin rows of a record; the state before stays as a version.
 *
 * @returns how many rows there were
 * @throws as `deleteRecord`
 */
export async function deletePluginRows(
  scope: RequestScope,
  parts: readonly RecordPart[],
  tableName: string,
  recordId: number,
  { ifMatch }: Pick<DeleteOptions, 'ifMatch'> = {},
): Promise<number> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('edit', table)
  return changeRows(scope, 'form', async (writer) => {
    const { tx } = writer
    await requireEditable(tx, scope, table, recordId)
    const before =
      ifMatch === undefined
        ? (await readSnapshots(tx, scope, table, [recordId])).get(recordId)
        : await readUnchanged(tx, scope, table, recordId, ifMatch)
    const rows = Object.entries(before?.plugins ?? {}).filter(([, ofTable]) => ofTable.length > 0)
    const ids = rows.map(([name, ofTable]): [Table, number[]] => [
      tableOf(scope.catalogue, name),
      ofTable.map((row) => Number(row['id'])),
    ])
    await carryOutDeletion(writer, parts, await planDeletion(tx, scope, new Map(ids)))
    return rows.reduce((count, [, ofTable]) => count + ofTable.length, 0)
  })
}
