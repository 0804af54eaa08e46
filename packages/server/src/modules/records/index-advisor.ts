import type { Application } from '../../catalogue/application.js'
import { addAutomaticIndex } from '../../catalogue/automatic-index.js'
import type { RequestScope } from '../../http/scope.js'
import { equalityColumns } from '../../query/compile.js'
import { columnsForIndex, type ListPlan } from './list-plan.js'
import { isEverything } from './list-store.js'

/** A page that took longer was slow … */
const slowMs = 2
/** … and so often slow, its kind of question deserves an index. */
const oftenEnough = 8
/** Fewer records are searched through faster than anybody notices. */
const smallTable = 5000

const slowQuestions = new WeakMap<Application, Map<string, number>>()

/**
 * Learns from the questions that are really asked: when pages with the same kind of filter and order were slow several times,
 * the index that answers them is made in the background.
 */
export function learnFromPage(scope: RequestScope, plan: ListPlan, total: number, ms: number): void {
  if (ms < slowMs) return
  const columns = helpfulIndex(scope, plan, total)
  if (!columns) return
  const questions = slowQuestions.get(scope.application) ?? new Map<string, number>()
  slowQuestions.set(scope.application, questions)
  const key = `${plan.table.name} ${columns.join(' ')}`
  const times = (questions.get(key) ?? 0) + 1
  questions.set(key, times)
  if (times !== oftenEnough) return
  const { application, log } = scope
  void addAutomaticIndex(application, plan.table.name, columns)
    .then((made) => {
      if (made)
        log.info({ app: application.name, table: plan.table.name, columns }, 'index made for a slow question')
    })
    .catch((error: unknown) =>
      log.error({ err: error, app: application.name, columns }, 'index could not be made'),
    )
}

/** The columns compared for equality, then the one that orders; nothing where an index would not carry the whole question. */
function helpfulIndex(scope: RequestScope, plan: ListPlan, total: number): readonly string[] | undefined {
  const all = isEverything(plan.condition)
  if (all && total < smallTable) return undefined
  const equal = all ? [] : equalityColumns(plan.condition)
  if (!equal || equal.length > 3) return undefined
  return columnsForIndex(scope.db, plan, equal)
}
