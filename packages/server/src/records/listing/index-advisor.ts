import type { Application } from '../../catalogue/application.js'
import { addAutomaticIndex, type HelpfulIndex } from '../../catalogue/automatic-index.js'
import type { RequestScope } from '../../http/scope.js'
import { equalityColumns } from '../../query/compile.js'
import { isEverything } from '../../query/condition.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import { indexFor, type ListPlan } from './list-plan.js'

/** A page that took longer was slow … */
const slowMs = 2
/** … and so often slow, its kind of question deserves an index. */
const oftenEnough = 8
/** Fewer records are searched through faster than anybody notices. */
const smallTable = 5000

/** So many kinds of questions are kept; the one that was not asked for longest goes first. */
const maxKinds = 500

/** A kind of question that was slow: its filters, its order, how often, how long. */
export interface SlowQuestion {
  readonly table: string
  /** Of the index that answers it. */
  readonly columns: readonly string[]
  readonly times: number
  readonly totalMs: number
  readonly slowestMs: number
}

const slowQuestions = weakMemoize((_application: Application) => new Map<string, SlowQuestion>())

/** The questions that were slow since the application was opened here, those first that cost most time. */
export const slowQuestionsOf = (application: Application): SlowQuestion[] =>
  [...slowQuestions(application).values()].sort((a, b) => b.totalMs - a.totalMs)

/**
 * Learns from the questions that are really asked: when pages with the same kind of filter and order were
 * slow several times, the index that answers them is made in the background.
 */
export function learnFromPage(scope: RequestScope, plan: ListPlan, total: number, ms: number): void {
  if (ms < slowMs) return
  const helpful = helpfulIndex(scope, plan, total)
  if (!helpful) return
  const { columns } = helpful
  const { times } = noteQuestion(scope.application, plan.table.name, columns, ms)
  if (times !== oftenEnough) return
  const { application, log } = scope
  void addAutomaticIndex(application, plan.table.name, helpful)
    .then((made) => {
      if (made)
        log.info({ app: application.name, table: plan.table.name, columns }, 'index made for a slow question')
    })
    .catch((error: unknown) =>
      log.error({ err: error, app: application.name, columns }, 'index could not be made'),
    )
}

function noteQuestion(
  application: Application,
  table: string,
  columns: readonly string[],
  ms: number,
): SlowQuestion {
  const questions = slowQuestions(application)
  const key = `${table} ${columns.join(' ')}`
  const before = questions.get(key)
  const question = {
    table,
    columns,
    times: (before?.times ?? 0) + 1,
    totalMs: (before?.totalMs ?? 0) + ms,
    slowestMs: Math.max(before?.slowestMs ?? 0, ms),
  }
  questions.delete(key)
  questions.set(key, question)
  if (questions.size > maxKinds) questions.delete(questions.keys().next().value as string)
  return question
}

/**
 * Over the columns compared for equality, then those that order; nothing where none carries the whole
 * question.
 */
function helpfulIndex(scope: RequestScope, plan: ListPlan, total: number): HelpfulIndex | undefined {
  const all = isEverything(plan.condition)
  if (all && total < smallTable) return undefined
  const equal = all ? [] : equalityColumns(plan.condition)
  if (!equal || equal.length > 3) return undefined
  return indexFor(scope.db.dialect, plan, equal)
}
