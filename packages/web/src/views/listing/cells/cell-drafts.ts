import { ApiError, NetworkError, type Problem } from '@trowel/client'
import type { CellEditBody } from '@trowel/contract/cell-edit.js'
import { isObject } from '@trowel/contract/json.js'
import type { Value } from '../../../components/fields/value.js'
import { problemText, sentenceOf } from '../../../components/refusal.js'

/** What a user put into a cell, until the list has it. */
export interface Draft {
  readonly id: number
  readonly field: string
  readonly value: Value
  /** Does the value name a record by what people call it? */
  readonly isLabel: boolean
  /** What a user reads meanwhile. */
  readonly text: string
  /** What stood there; nothing where that is not known. */
  readonly before: unknown
  readonly isSaving: boolean
  /** Why it was not saved. */
  readonly problem?: string | undefined
}

export type NewCell = Omit<Draft, 'isSaving' | 'problem'>

/** By the record and the field. */
export type Drafts = ReadonlyMap<number, ReadonlyMap<string, Draft>>

export const noDrafts: Drafts = new Map()

export const draftsIn = (drafts: Drafts): Draft[] =>
  [...drafts.values()].flatMap((ofRow) => [...ofRow.values()])

/** The same drafts but for these; one without a draft is taken away. */
export function withDrafts(drafts: Drafts, changed: readonly Draft[], gone: readonly Draft[] = []): Drafts {
  const next = new Map(drafts)
  for (const draft of gone) {
    const ofRow = next.get(draft.id)
    if (ofRow?.get(draft.field) !== draft) continue
    const rest = new Map(ofRow)
    rest.delete(draft.field)
    if (rest.size > 0) next.set(draft.id, rest)
    else next.delete(draft.id)
  }
  for (const draft of changed) next.set(draft.id, new Map(next.get(draft.id)).set(draft.field, draft))
  return next
}

/**
 * What is to be sent when a user writes cells: these, with those that were refused before, since a set is
 * saved as a whole.
 */
export function draftsToSend(drafts: Drafts, cells: readonly NewCell[]): Draft[] {
  const written = cells.map((cell): Draft => {
    const earlier = drafts.get(cell.id)?.get(cell.field)
    const before = !earlier ? cell.before : earlier.isSaving ? savedValue(earlier) : earlier.before
    return { ...cell, before, isSaving: true }
  })
  const isWritten = new Set(cells.map(({ id, field }) => `${id} ${field}`))
  const refused = draftsIn(drafts)
    .filter((draft) => !draft.isSaving && !isWritten.has(`${draft.id} ${draft.field}`))
    .map((draft) => ({ ...draft, isSaving: true, problem: undefined }))
  return [...refused, ...written]
}

/** What the cell will hold once it is saved; nothing where only the service knows. */
const savedValue = ({ value, isLabel }: Draft): unknown => (isLabel ? undefined : value)

export function bodyOf(drafts: readonly Draft[]): CellEditBody {
  const records = new Map<
    number,
    { id: number } & Record<'core' | 'labels' | 'before', Record<string, unknown>>
  >()
  for (const { id, field, value, isLabel, before } of drafts) {
    const record = records.get(id) ?? { id, core: {}, labels: {}, before: {} }
    record[isLabel ? 'labels' : 'core'][field] = value
    if (before !== undefined) record.before[field] = before
    records.set(id, record)
  }
  return { records: [...records.values()] }
}

/**
 * The drafts that were refused, each with what is wrong with it. A cell that somebody else wrote meanwhile is
 * known from now on: who saves again wants his own value.
 *
 * @param changedTo words for a cell that holds another value now
 */
export function refusedDrafts(
  sent: readonly Draft[],
  error: unknown,
  changedTo: (value: unknown) => string,
): Draft[] {
  const problems = error instanceof ApiError ? error.errors : []
  const changed = changedCells(error)
  return sent.map((draft): Draft => {
    const problem = problems.find((one) => isAbout(one, draft))
    const now = changed.find(({ id, field }) => id === draft.id && field === draft.field)
    return {
      ...draft,
      isSaving: false,
      before: now ? now.value : draft.before,
      problem: now ? changedTo(now.value) : problem && problemText(problem),
    }
  })
}

const isAbout = (problem: Problem, { id, field }: Draft): boolean =>
  problem.field === field && (problem['record'] === id || problem['record'] === undefined)

function changedCells(error: unknown): { id: number; field: string; value: unknown }[] {
  if (!(error instanceof ApiError) || error.code !== 'stale_record' || !isObject(error.detail)) return []
  const cells: unknown = error.detail['cells']
  if (!Array.isArray(cells)) return []
  return cells.flatMap((cell: unknown) =>
    isObject(cell)
      ? [{ id: Number(cell['id']), field: String(cell['field']), value: cell['value'] ?? null }]
      : [],
  )
}

/** Why nothing was saved, where no cell says it. */
export const reasonOf = (error: unknown): string | undefined =>
  error instanceof NetworkError || !(error instanceof ApiError) || error.errors.length === 0
    ? sentenceOf(error)
    : undefined
