import type { Table } from '../../../catalogue/catalogue.js'
import { AppError } from '../../../errors.js'
import { message } from '../../../message.js'
import { type RowAccess, readRowAccess } from '../../../records/rows/row-access.js'
import type { RowWriter } from '../../../records/writing/row-writer.js'

/** Must the records be the caller's to change no matter who made them, or are his own enough? */
export type Editable = keyof Pick<RowAccess, 'editable' | 'editableByLevel'>

/**
 * Every one of the records has to be there, and has to be the caller's to change.
 *
 * @throws `record_not_found`, `not_enough_privilege`, each with `detail: {tb, ids}` of all that are meant
 */
export async function requireAllEditable(
  { tx, scope }: RowWriter,
  editable: Editable,
  table: Table,
  ids: readonly number[],
): Promise<void> {
  const known = await readRowAccess(tx, scope, table, ids)
  const missing = ids.filter((recordId) => !known.has(recordId))
  if (missing.length > 0) {
    throw new AppError('record_not_found', {
      ...message('table_has_no_record', { table: table.label, records: missing.join(', ') }),
      detail: { tb: table.name, ids: missing },
    })
  }
  const foreign = ids.filter((recordId) => !known.get(recordId)?.[editable])
  if (foreign.length > 0) {
    throw new AppError('not_enough_privilege', {
      ...message('record_not_changeable_here', { records: foreign.join(', '), table: table.label }),
      detail: { tb: table.name, ids: foreign },
    })
  }
}

/**
 * The records as they are now must be ones that the caller may change. @throws `outside_row_filter` with
 * `detail: {tb, ids}`
 */
export async function refuseMovedOutside(
  { tx, scope }: RowWriter,
  editable: Editable,
  table: Table,
  ids: readonly number[],
): Promise<void> {
  if (!scope.rights.levelsOn(table).filter) return
  const known = await readRowAccess(tx, scope, table, ids)
  const outside = ids.filter((recordId) => !known.get(recordId)?.[editable])
  if (outside.length > 0)
    throw new AppError('outside_row_filter', { detail: { tb: table.name, ids: outside } })
}
