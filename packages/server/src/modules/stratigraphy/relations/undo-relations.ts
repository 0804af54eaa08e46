import type { Table } from '../../../catalogue/catalogue.js'
import type { FieldProblem } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import type { UndoRule } from '../../../records/undoing/undo-rule.js'
import type { Transaction } from '../../../storage/storage.js'
import { loopsOfReturned } from './returned-relations.js'
import { selectMadeAfter, selectTablesOfRelations } from './store.js'

/**
 * Relations that come back must not contradict what was stated after the set that is undone. What they
 * contradicted before, they may contradict again.
 */
export const relationsUndo: UndoRule = {
  table: 'sys_rs',
  async written(tx, scope, { set, inserted }, refusals) {
    if (inserted.length === 0) return
    const back = new Set(inserted)
    const later = new Set([...(await selectMadeAfter(tx, set.last))].filter((id) => !back.has(id)))
    if (later.size === 0) return
    const tables = await selectTablesOfRelations(tx, inserted)
    for (const name of new Set(tables.map(({ tb }) => tb))) {
      const table = scope.catalogue.tables.get(name)
      if (table) refusals.add(await findProblems(tx, scope, table, back, later))
    }
  },
}

async function findProblems(
  tx: Transaction,
  scope: RequestScope,
  table: Table,
  back: ReadonlySet<number>,
  later: ReadonlySet<number>,
): Promise<FieldProblem[]> {
  const loops = await loopsOfReturned(tx, scope, table, back, later)
  return loops.map(({ row, text, detail }) => ({
    entity: 'relation',
    table: null,
    id: row.id,
    field: 'relation',
    code: 'stratigraphic_loop',
    ...message('undo_relation_loop', { loop: text }),
    detail,
  }))
}
