import type { Table } from '../../../catalogue/catalogue.js'
import type { FieldProblem } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import { recordLabel } from '../../../records/rows/record-label.js'
import type { UndoRule } from '../../../records/undoing/undo-rule.js'
import type { Transaction } from '../../../storage/storage.js'
import type { RelationRow } from '../matrix/harris-matrix.js'
import { loopClosedBy } from '../matrix/loops.js'
import { RelationGraph, type Step } from '../matrix/relation-graph.js'
import { describeLoop } from './loop-words.js'
import { selectMadeAfter, selectNames, selectRelations, selectTablesOfRelations } from './store.js'

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
  const rows = await selectRelations(tx, table)
  const [before, now] = [new RelationGraph(rows.filter(({ id }) => !later.has(id))), new RelationGraph(rows)]
  const problems: FieldProblem[] = []
  for (const row of rows) {
    if (!back.has(row.id)) continue
    const isContradicted = without(before, row, () => loopClosedBy(before, row)) !== undefined
    const loop = isContradicted ? undefined : without(now, row, () => loopClosedBy(now, row))
    if (!loop) continue
    const { text, detail } = describeLoop(await labelsOf(tx, scope, table, loop), loop, row)
    problems.push({
      entity: 'relation',
      table: null,
      id: row.id,
      field: 'relation',
      code: 'stratigraphic_loop',
      ...message('undo_relation_loop', { loop: text }),
      detail,
    })
  }
  return problems
}

function without<T>(graph: RelationGraph, row: RelationRow, search: () => T): T {
  graph.remove(row)
  try {
    return search()
  } finally {
    graph.add(row)
  }
}

async function labelsOf(
  tx: Transaction,
  scope: RequestScope,
  table: Table,
  loop: readonly Step[],
): Promise<ReadonlyMap<number, string>> {
  const names = await selectNames(tx, scope, table, [...new Set(loop.flatMap(({ from, to }) => [from, to]))])
  return new Map(
    names.flatMap(({ id, label, visible }) => (visible === 1 ? [[id, recordLabel(label, id)] as const] : [])),
  )
}
