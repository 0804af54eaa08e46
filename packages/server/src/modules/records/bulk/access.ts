import type { Table } from '../../../catalogue/catalogue.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { readRowAccess } from '../../../records/rows/row-access.js'
import type { Transaction } from '../../../storage/storage.js'

/**
 * Every one of the records has to be there, and has to be the caller's to change no matter who made it.
 *
 * @throws `record_not_found`, `not_enough_privilege`, each with `detail: {tb, ids}` of all that are meant
 */
export async function requireAllEditable(
  tx: Transaction,
  scope: RequestScope,
  table: Table,
  ids: readonly number[],
): Promise<void> {
  const known = await readRowAccess(tx, scope, table, ids)
  const missing = ids.filter((recordId) => !known.has(recordId))
  if (missing.length > 0) {
    throw new AppError('record_not_found', {
      text: `The table "${table.label}" has no record ${missing.join(', ')}.`,
      detail: { tb: table.name, ids: missing },
    })
  }
  const foreign = ids.filter((recordId) => !known.get(recordId)?.editableByLevel)
  if (foreign.length > 0) {
    throw new AppError('not_enough_privilege', {
      text: `You may not change record ${foreign.join(', ')} of the table "${table.label}".`,
      detail: { tb: table.name, ids: foreign },
    })
  }
}

/**
 * The records as they are now must be ones that the caller may change. @throws `outside_row_filter` with
 * `detail: {tb, ids}`
 */
export async function refuseMovedOutside(
  tx: Transaction,
  scope: RequestScope,
  table: Table,
  ids: readonly number[],
): Promise<void> {
  if (!scope.rights.levelsOn(table).filter) return
  const known = await readRowAccess(tx, scope, table, ids)
  const outside = ids.filter((recordId) => !known.get(recordId)?.editableByLevel)
  if (outside.length > 0)
    throw new AppError('outside_row_filter', { detail: { tb: table.name, ids: outside } })
}
