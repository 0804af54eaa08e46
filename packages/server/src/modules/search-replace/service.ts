import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { ReplaceBody } from '@trowel/contract/search-replace.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { type Field, fieldOf, type Table, tableOf } from '../../catalogue/catalogue.js'
import { isWritable } from '../../catalogue/field-rules.js'
import { isOwned } from '../../catalogue/plugin-owned-fields.js'
import { AppError } from '../../errors.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import {
  changeColumns,
  countRows,
  readyColumns,
  refuseColumnChanges,
} from '../../records/writing/column-change.js'
import { changeRows } from '../../records/writing/row-writer.js'
import { replacement, selectExamples } from './store.js'

const maxExamples = 5

/** How many rows change, and, of a preview, the first values. */
export interface Replaced {
  readonly affected: number
  readonly examples?: { before: string; after: string | null }[]
}

interface Named {
  readonly name: string
  readonly label: string
}

const named = ({ name, label }: Named): Named => ({ name, label: label || name })

/** Main and plugin tables, in configuration order. */
export const listReplaceTables = ({ catalogue }: RequestScope): Named[] =>
  [...catalogue.tables.values()].map(named)

/** The fields that hold what people wrote, in configuration order. @throws `unknown_table` */
export const listReplaceFields = ({ catalogue }: RequestScope, tableName: string): Named[] => {
  const table = tableOf(catalogue, tableName)
  return [...table.fields.values()].filter((field) => isReplaceable(table, field)).map(named)
}

/**
 * What a switch of the table keeps in order by itself, and keys of other records, are not text to be worked
 * on.
 */
const isReplaceable = (table: Table, field: Field): boolean =>
  describeFieldType(field.type).takesAnyText &&
  field.dbType === 'TEXT' &&
  isWritable(field) &&
  field.idFromTable === undefined &&
  !isOwned(table, field.name)

/**
 * Replaces every occurrence of a text in the values of one field, letter by letter as it stands. A value of
 * which nothing is left becomes empty. One transaction; each record that changes keeps a version, the record
 * of a plugin row too.
 *
 * @returns the number of rows changed; with `preview`, that would be, and examples
 * @throws `unknown_table`, `unknown_field`, `not_enough_privilege`
 *   while the application is frozen; `conflict` when a value would stand twice where it may stand once, or
 *   when records are joined to others by these values
 */
export async function searchAndReplace(
  scope: RequestScope,
  { tb, fld, search, replace = '', preview = false }: Decoded<typeof ReplaceBody>,
): Promise<Replaced> {
  const table = tableOf(scope.catalogue, tb)
  const field = fieldOf(table, fld)
  if (!isReplaceable(table, field)) {
    throw new AppError('unknown_field', {
      ...message('text_not_replaceable', { field: field.label || field.name }),
      detail: { table: table.name, field: field.name },
    })
  }
  scope.rights.require('edit20', table)
  if (search === replace) return { affected: 0, ...(preview && { examples: [] }) }
  const change = { table, field, ...replacement(scope.db.dialect, search, replace) }
  if (preview) {
    await refuseColumnChanges(scope.db.scan, scope, [change])
    const [affected, examples] = await Promise.all([
      countRows(scope.db.scan, scope, change),
      selectExamples(scope.db.scan, scope.db.dialect, change, maxExamples),
    ])
    return { affected, examples }
  }
  await readyColumns(scope, [change])
  const [affected = 0] = await changeRows(scope, 'replace', (writer) => changeColumns(writer, [change]))
  if (affected > 0) {
    await noteEvent(scope, 'text_replaced', { rows: affected, table: table.name, field: field.name })
  }
  return { affected }
}
