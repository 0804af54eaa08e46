import { creatorId } from '../../../access/principal.js'
import { mainTableOf, storedFields } from '../../../catalogue/catalogue.js'
import { normaliseValue } from '../../../catalogue/field-rules.js'
import type { RequestScope } from '../../../http/scope.js'
import { requireReadable } from '../../../records/rows/row-access.js'
import { selectRows } from '../../../records/rows/store.js'
import { Numbering, numberedFields } from '../../../records/writing/numbering.js'
import { changeRows } from '../../../records/writing/row-writer.js'
import { conflictsAsProblems, refuseOutside } from '../../../records/writing/write.js'

/**
 * Makes a copy of a record, fields only, whose creator is the caller. Values that ought to be unique are
 * copied too, but for numbers of a pattern: people are sent to the copy to correct them.
 *
 * @returns the id of the copy
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`, `record_not_found`;
 *   `validation_failed` when a unique index is in the way; `outside_row_filter` when the copy would not be
 *   one that the caller may make
 */
export async function duplicateRecord(
  scope: RequestScope,
  tableName: string,
  recordId: number,
): Promise<number> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('create', table)
  return conflictsAsProblems(scope, table, () =>
    changeRows(scope, 'duplicate', async (writer) => {
      const { tx } = writer
      const { id } = await requireReadable(tx, scope, table, recordId)
      const { id: _id, ...values } = (await selectRows(tx, table, [id])).get(id) ?? {}
      const fields = [...storedFields(table).values()]
      const { given } = await new Numbering(tx, scope, table).complete(
        new Map(fields.map((field) => [field.name, normaliseValue(field, values[field.name])])),
        new Set(numberedFields(table).map(({ name }) => name)),
      )
      const creator = creatorId(scope.principal)
      const copyId = await writer.createRow(table, { ...values, ...given, creator })
      await refuseOutside(tx, scope, table, copyId)
      return copyId
    }),
  )
}
