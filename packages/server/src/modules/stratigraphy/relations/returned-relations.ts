import type { LoopDetail, RelationWarning } from '@trowel/contract/stratigraphy.js'
import type { Table } from '../../../catalogue/catalogue.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import { recordLabel } from '../../../records/rows/record-label.js'
import type { Transaction } from '../../../storage/storage.js'
import type { RelationRow } from '../matrix/harris-matrix.js'
import { loopClosedBy } from '../matrix/loops.js'
import { RelationGraph, type Step } from '../matrix/relation-graph.js'
import { describeLoop } from './loop-words.js'
import { selectDeletion, selectLiveRelations, selectMadeAfter, selectNames } from './store.js'

/** A relation that came back, and the loop that it closes. */
interface ReturnedLoop {
  readonly row: RelationRow
  readonly text: string
  readonly detail: LoopDetail
}

/**
 * The relations that came back and contradict what was stated since they went. What they contradicted before,
 * they may contradict again.
 *
 * @param back that are there again
 * @param later that were stated since
 */
export async function loopsOfReturned(
  tx: Transaction,
  scope: RequestScope,
  table: Table,
  back: ReadonlySet<number>,
  later: ReadonlySet<number>,
): Promise<ReturnedLoop[]> {
  const rows = await selectLiveRelations(tx, table)
  const [before, now] = [new RelationGraph(rows.filter(({ id }) => !later.has(id))), new RelationGraph(rows)]
  const loops: ReturnedLoop[] = []
  for (const row of rows) {
    if (!back.has(row.id)) continue
    const isContradicted = without(before, row, () => loopClosedBy(before, row)) !== undefined
    const loop = isContradicted ? undefined : without(now, row, () => loopClosedBy(now, row))
    if (loop) loops.push({ row, ...describeLoop(await labelsOf(tx, scope, table, loop), loop, row) })
  }
  return loops
}

/**
 * A record that is restored brings its relations along: one that contradicts what was stated since is treated
 * like one that is stated now.
 *
 * @throws `stratigraphic_loop` unless it is forced
 */
export async function checkReturned(
  tx: Transaction,
  scope: RequestScope,
  { table, id }: { readonly table: Table; readonly id: number },
  isForced: boolean,
): Promise<readonly RelationWarning[]> {
  const rows = await selectLiveRelations(tx, table)
  const back = new Set(rows.filter(({ first, second }) => first === id || second === id).map((row) => row.id))
  if (back.size === 0) return []
  const made = await selectMadeAfter(tx, await selectDeletion(tx, table, id))
  const later = new Set([...made].filter((one) => !back.has(one)))
  if (later.size === 0) return []
  const loops = await loopsOfReturned(tx, scope, table, back, later)
  const [first] = loops
  if (first && !isForced) {
    const { text, detail } = first
    throw new AppError('stratigraphic_loop', { ...message('restored_closes_loop', { loop: text }), detail })
  }
  return loops.map(({ text, detail }) => ({ code: 'stratigraphic_loop', text, detail }))
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
