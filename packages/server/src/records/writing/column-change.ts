import type { Table } from '../../catalogue/catalogue.js'
import { isUnique } from '../../catalogue/field-rules.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { type Reader, StorageError, type Transaction } from '../../storage/storage.js'
import { calculateForColumn, emptiedWith } from '../radiocarbon/service.js'
import { type ColumnChange, countChanging, selectNewValues, selectRepeated } from './column-change-store.js'
import type { RowWriter } from './row-writer.js'

export type { ColumnChange } from './column-change-store.js'

/**
 * In how many rows a rule would change or find a value. May be asked of `scope.db.scan` or of a transaction.
 */
export const countRows = (
  reader: Reader,
  { db }: RequestScope,
  rule: Omit<ColumnChange, 'becomes'>,
): Promise<number> => countChanging(reader, db.dialect, rule)

/**
 * Changes the values of whole columns, in any number of records, within one transaction. Rules
 * of fields other than uniqueness do not count.
 *
 * @returns how many rows each of the changes changed, in their order
 * @throws `not_enough_privilege`, also while the application is frozen; `conflict` when a value would stand
 *   twice where it may stand once, or when other tables refer to it
 */
export async function changeColumns(writer: RowWriter, changes: readonly ColumnChange[]): Promise<number[]> {
  const { tx, scope } = writer
  await refuseColumnChanges(tx, scope, changes)
  await remakeTextIndexes(tx, scope, changes)
  const marker = `\u{F8FF}${scope.requestId}\u{F8FF}`
  const counts: number[] = []
  for (const change of changes) {
    const { table, field } = change
    const isKey =
      field.dbType === 'TEXT' && uniqueIndexes(scope, table).some((key) => key.includes(field.name))
    try {
      counts.push(await writer.updateColumn(change, isKey ? marker : undefined))
    } catch (error) {
      throw asConflict(error, change)
    }
  }
  return counts
}

/**
 * What takes long and needs no transaction, before `changeColumns`: the calibrated ranges of dates whose
 * curve changes. Rows that others write meanwhile are calculated in the transaction.
 */
export async function readyColumns(scope: RequestScope, changes: readonly ColumnChange[]): Promise<void> {
  for (const change of changes) {
    const { table, field } = change
    if (emptiedWith(table, new Set([field.name])).length === 0) continue
    await calculateForColumn(scope, table, field.name, (last, limit) =>
      selectNewValues(scope.db.scan, change, last, limit),
    )
  }
}

/** From so many rows on it is quicker to make the text index of a table anew than to let it follow. */
const veryManyRows = 10_000

async function remakeTextIndexes(
  tx: Transaction,
  scope: RequestScope,
  changes: readonly ColumnChange[],
): Promise<void> {
  const rows = new Map<Table, number>()
  for (const change of changes) {
    rows.set(change.table, (rows.get(change.table) ?? 0) + (await countRows(tx, scope, change)))
  }
  for (const [table, count] of rows) if (count >= veryManyRows) await tx.remakeTextIndex(table.name)
}

/** What `changeColumns` would refuse, without changing anything. @throws as `changeColumns` */
export async function refuseColumnChanges(
  reader: Reader,
  scope: RequestScope,
  changes: readonly ColumnChange[],
): Promise<void> {
  for (const table of new Set(changes.map((change) => change.table))) {
    scope.rights.require('edit20', table)
    const names = changes.filter((change) => change.table === table).map(({ field }) => field.name)
    const fields = [...table.fields.values()].filter(isUnique).map((field) => [field.name])
    for (const key of [...fields, ...uniqueIndexes(scope, table)]) {
      if (!key.some((name) => names.includes(name))) continue
      const repeated = await selectRepeated(reader, scope.db.dialect, table, key, changes)
      if (!repeated) continue
      throw new AppError('conflict', {
        ...message('rows_would_repeat', {
          table: table.label,
          values: JSON.stringify(repeated.join(' / ')),
          fields: key.join(', '),
        }),
        detail: { tb: table.name, fields: key, value: repeated.length === 1 ? repeated[0] : repeated },
      })
    }
  }
}

const uniqueIndexes = ({ catalogue }: RequestScope, table: Table): (readonly string[])[] =>
  catalogue.indexes
    .filter((index) => index.isUnique && index.table === table.name)
    .map(({ columns }) => columns)

function asConflict(error: unknown, { table, field }: ColumnChange): unknown {
  if (!(error instanceof StorageError)) return error
  const reason = {
    unique: message('value_would_repeat', {}),
    foreign_key: message('records_joined_by_values', {}),
  }[error.problem as 'unique' | 'foreign_key']
  if (reason === undefined) return error
  return new AppError('conflict', {
    ...message('column_not_changed', { field: field.label || field.name, table: table.label, reason }),
    detail: { tb: table.name, fields: [field.name] },
    cause: error,
  })
}
