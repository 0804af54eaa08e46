import type { RelationEntry } from '@trowel/contract/stratigraphy.js'
import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { recordLabel } from '../../records/rows/record-label.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { hangingFrom } from '../../storage/journal/stamps.js'
import type { Sequence } from './matrix/next-below.js'
import { computeMatrix } from './matrix.js'
import { checkReturned } from './relations/returned-relations.js'
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
  checkReturned,
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

/**
 * Which of some units are newer than which, by all relations of their table that the caller may see.
 *
 * @param table with stratigraphic relations
 * @param units ids
 * @throws `not_enough_privilege`, `overloaded`
 */
export async function sequenceOf(
  scope: RequestScope,
  table: Table,
  units: readonly number[],
  limitMs: number,
): Promise<Sequence> {
  const query = { tb: table.name }
  const bytes = await computeMatrix(scope, { job: 'sequence', options: { units }, query, limitMs })
  return JSON.parse(new TextDecoder().decode(bytes)) as Sequence
}
