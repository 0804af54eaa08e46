import type { RelationEntry } from '@trowel/contract/stratigraphy.js'
import { recordLabel } from '../../records/rows/record-label.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { hangingFrom } from '../../storage/journal/stamps.js'
import { selectRelationsOf } from './relations/store.js'

export { addRelation } from './relations/relations.js'

/**
 * The section `rs` of a record: every stratigraphic relation in which it is first or second, keyed by the
 * relation's id.
 */
export const stratigraphyPart: RecordPart = {
  section: 'rs',
  empty: {},
  keptAs: 'rs',
  attachedTable: { table: 'sys_rs', ends: hangingFrom.sys_rs },
  appliesTo: (table) => table.hasStratigraphy,
  async read(scope, table, recordId) {
    const relations = await selectRelationsOf(scope, table, recordId)
    const entries: Record<string, RelationEntry> = {}
    for (const { id, first, second, relation, firstLabel, secondLabel } of relations) {
      entries[id] = {
        id,
        first,
        second,
        first_label: recordLabel(firstLabel, first),
        second_label: recordLabel(secondLabel, second),
        relation,
      }
    }
    return entries
  },
}
