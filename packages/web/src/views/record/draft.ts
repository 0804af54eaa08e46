import type { Problem } from '@trowel/client'
import type { RecordInput } from '@trowel/contract/record-writes.js'
import type { Value } from '../../components/fields/value.js'
import type { WholeRecord } from '../../queries/records.js'

/** A row of a plugin table while it is edited; a negative key stands for one that is not stored yet. */
export interface DraftRow {
  readonly key: number
  readonly values: Readonly<Record<string, Value>>
}

/** What a form holds of a record: only what a user touched. */
export interface Draft {
  readonly core: Readonly<Record<string, Value>>
  readonly changedRows: Readonly<Record<string, readonly DraftRow[]>>
  readonly newRows: Readonly<Record<string, readonly DraftRow[]>>
  readonly removedRows: Readonly<Record<string, readonly number[]>>
}

export const emptyDraft: Draft = { core: {}, changedRows: {}, newRows: {}, removedRows: {} }

export const isTouched = (draft: Draft): boolean =>
  Object.keys(draft.core).length > 0 ||
  [draft.changedRows, draft.newRows, draft.removedRows].some((tables) =>
    Object.values(tables).some((rows) => rows.length > 0),
  )

/** A field of the record is changed; back to what was stored means untouched. */
export function withField(draft: Draft, record: WholeRecord, name: string, value: Value): Draft {
  const { [name]: _before, ...others } = draft.core
  const stored = record.core[name]?.val ?? null
  const same = record.metadata.rec_id !== null && String(stored ?? '') === String(value ?? '')
  return { ...draft, core: same ? others : { ...others, [name]: value } }
}

/** A field of the record as if nobody had touched it. */
export function withoutField(draft: Draft, name: string): Draft {
  const { [name]: _before, ...others } = draft.core
  return { ...draft, core: others }
}

export function withNewRow(draft: Draft, table: string, values: DraftRow['values'] = {}): Draft {
  const rows = draft.newRows[table] ?? []
  const key = Math.min(0, ...rows.map((row) => row.key)) - 1
  return { ...draft, newRows: { ...draft.newRows, [table]: [...rows, { key, values }] } }
}

/** A value in a row of a plugin table, stored or new. */
export function withCell(draft: Draft, table: string, key: number, name: string, value: Value): Draft {
  const kind = key < 0 ? 'newRows' : 'changedRows'
  const rows = draft[kind][table] ?? []
  const row = rows.find((one) => one.key === key)
  const next = { key, values: { ...row?.values, [name]: value } }
  const others = row ? rows.map((one) => (one.key === key ? next : one)) : [...rows, next]
  return { ...draft, [kind]: { ...draft[kind], [table]: others } }
}

export function withoutRow(draft: Draft, table: string, key: number): Draft {
  if (key < 0) {
    const rows = (draft.newRows[table] ?? []).filter((row) => row.key !== key)
    return { ...draft, newRows: { ...draft.newRows, [table]: rows } }
  }
  const removed = [...(draft.removedRows[table] ?? []), key]
  return { ...draft, removedRows: { ...draft.removedRows, [table]: removed } }
}

/** Takes the changes of a stored row back, or only that of one field. */
export function withoutRowChange(draft: Draft, table: string, key: number, name?: string): Draft {
  const rows = (draft.changedRows[table] ?? []).flatMap((row) => {
    if (row.key !== key) return [row]
    const values = Object.fromEntries(Object.entries(row.values).filter(([one]) => one !== name))
    return name === undefined || Object.keys(values).length === 0 ? [] : [{ key, values }]
  })
  return { ...draft, changedRows: { ...draft.changedRows, [table]: rows } }
}

/** Takes a removal back. */
export const withRowBack = (draft: Draft, table: string, key: number): Draft => ({
  ...draft,
  removedRows: {
    ...draft.removedRows,
    [table]: (draft.removedRows[table] ?? []).filter((one) => one !== key),
  },
})

/**
 * The rows of a plugin table that are sent and stay, in their order: the service counts them when it says
 * what is wrong.
 */
const keptRows = ({ changedRows, newRows, removedRows }: Draft, table: string): readonly DraftRow[] => [
  ...(changedRows[table] ?? []).filter(({ key }) => !removedRows[table]?.includes(key)),
  ...(newRows[table] ?? []),
]

/**
 * What a refusal says of values that the draft still holds as they were refused. Its `row` is the key of the
 * row, which stays when others are added or removed.
 *
 * @param sent the draft as it was refused
 */
export function standingProblems(
  problems: readonly Problem[],
  recordTable: string,
  sent: Draft,
  now: Draft,
): readonly Problem[] {
  return problems.flatMap((problem) => {
    const { field = '', tb = recordTable, row } = problem
    // Whether a range is right depends on both its ends.
    const names = chronologyEnds.includes(field) && tb === recordTable ? chronologyEnds : [field]
    if (typeof row !== 'number')
      return names.every((name) => sent.core[name] === now.core[name]) ? [problem] : []
    const refused = keptRows(sent, String(tb))[row]
    const held = keptRows(now, String(tb)).find(({ key }) => key === refused?.key)
    return refused && held && refused.values[field] === held.values[field]
      ? [{ ...problem, row: refused.key }]
      : []
  })
}

/** Is the same said of the same values? */
export const isSameProblems = (before: readonly Problem[], now: readonly Problem[]): boolean =>
  before.length === now.length && before.every((one, place) => one === now[place] || isSame(one, now[place]))

const isSame = (one: Problem, other: Problem | undefined): boolean =>
  (['field', 'tb', 'row', 'text'] as const).every((part) => one[part] === other?.[part])

const chronologyEnds: readonly string[] = ['chrono_from', 'chrono_to']

/** What a new record begins with, as far as it is shown: defaults, and the numbers that are proposed. */
export const beginningOf = (
  { core }: WholeRecord,
  proposed: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> => ({
  ...Object.fromEntries(
    Object.entries(core).flatMap(([name, { val }]) => (val === null || val === '' ? [] : [[name, val]])),
  ),
  ...proposed,
})

/** The same as the service takes it. @param beginning of a new record */
export function inputOf(draft: Draft, beginning: Readonly<Record<string, Value>> = {}): RecordInput {
  const { changedRows, newRows, removedRows } = draft
  const core = { ...beginning, ...draft.core }
  const tables = new Set([...Object.keys(changedRows), ...Object.keys(newRows), ...Object.keys(removedRows)])
  const plugins = Object.fromEntries(
    [...tables].map((table) => {
      const kept = keptRows(draft, table).map(({ key, values }) =>
        key < 0 ? { id: null, _isNew: true, fields: values } : { id: key, fields: values },
      )
      return [table, [...kept, ...(removedRows[table] ?? []).map((id) => ({ id, _delete: true }))]]
    }),
  )
  return { core, plugins }
}
