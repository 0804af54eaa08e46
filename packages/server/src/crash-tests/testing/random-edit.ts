import type { ContextState } from './edit-history.js'
import type { Answer, Session } from './session.js'

/**
 * What a user wanted of a context: every text in it is used once in the whole test, so that it can be found
 * again.
 */
export interface Edit {
  readonly context: number
  readonly core?: { readonly notes: string; readonly count_of: number }
  readonly newRow?: { readonly lab: string; readonly litres: number }
  readonly changedRow?: { readonly id: number; readonly lab: string }
  readonly removedRow?: number
}

export interface AnsweredEdit extends Edit {
  /** The state that `If-Match` named. */
  readonly seen: ContextState | undefined
  readonly answer: Answer
}

export const textsOf = ({ core, newRow, changedRow }: Edit): string[] =>
  [core?.notes, newRow?.lab, changedRow?.lab].filter((text) => text !== undefined)

const below = (limit: number): number => Math.floor(Math.random() * limit)
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T

/**
 * Reads a context and changes it in one of many ways, sometimes on condition that it was not changed
 * meanwhile.
 */
export async function editAtRandom(session: Session, context: number, mark: string): Promise<AnsweredEdit> {
  const read = await session.ask('GET', `/api/record/contexts/${context}`)
  const seen = stateOfRecord(read)
  const edit = randomChange(context, Object.keys(seen.samples).map(Number), mark)
  const onCondition = Math.random() < 0.5 && read.etag !== undefined
  const answer = await session.ask(
    'POST',
    `/api/record/contexts/${context}`,
    bodyOf(edit),
    onCondition ? { 'if-match': read.etag ?? '' } : {},
  )
  return { ...edit, seen: onCondition ? seen : undefined, answer }
}

function randomChange(context: number, rows: readonly number[], mark: string): Edit {
  const core = { notes: `${mark} notes`, count_of: below(1000) }
  const newRow = { lab: `${mark} new`, litres: below(100) }
  const changed = rows.length > 0 ? { changedRow: { id: oneOf(rows), lab: `${mark} changed` } } : { newRow }
  const removed = rows.length > 0 ? { removedRow: oneOf(rows) } : { newRow }
  const both =
    rows.length > 1
      ? { changedRow: { id: rows[0] ?? 0, lab: `${mark} changed` }, removedRow: rows[1] ?? 0 }
      : {}
  return {
    context,
    ...oneOf<Omit<Edit, 'context'>>([
      { core },
      { newRow },
      changed,
      removed,
      { core, ...removed },
      { core, newRow, ...both },
    ]),
  }
}

function bodyOf({ core, newRow, changedRow, removedRow }: Edit): object {
  const samples = [
    ...(newRow ? [{ id: null, _isNew: true, fields: newRow }] : []),
    ...(changedRow ? [{ id: changedRow.id, fields: { lab: changedRow.lab } }] : []),
    ...(removedRow === undefined ? [] : [{ id: removedRow, _delete: true }]),
  ]
  return { ...(core ? { core } : {}), plugins: samples.length > 0 ? { samples } : {} }
}

function stateOfRecord({ body }: Answer): ContextState {
  const samples = body.plugins.samples.data.map((row: Record<string, { val: number | string | null }>) => [
    row['id']?.val,
    { lab: row['lab']?.val, litres: row['litres']?.val },
  ])
  return {
    notes: body.core.notes.val,
    count_of: body.core.count_of.val,
    samples: Object.fromEntries(samples),
  }
}

/** What the edit makes of a state. */
export function applyEdit(state: ContextState, edit: AnsweredEdit): ContextState {
  const samples = { ...state.samples }
  const { core, newRow, changedRow, removedRow } = edit
  const row = changedRow && samples[changedRow.id]
  if (changedRow && row) samples[changedRow.id] = { ...row, lab: changedRow.lab }
  if (removedRow !== undefined) delete samples[removedRow]
  if (newRow) samples[edit.answer.body.plugins.samples.inserted[0]] = newRow
  return { ...state, ...core, samples }
}
