import type { FieldSchema } from '@trowel/contract/record.js'
import type { Value } from '../../components/fields/value.js'
import type { WholeRecord } from '../../queries/records.js'
import { type Draft, withField, withNewRow, withoutRowChange, withRowBack } from './draft.js'

/** What one side left: a value of a field, or a whole row, changed or removed. */
export type Left = { readonly field: FieldSchema; readonly value: Value } | 'changed' | 'removed'

/** Something that two people left differently. */
export interface Clash {
  readonly key: string
  /** What the field is called; none where it is about a whole row. */
  readonly field?: string
  /** Of a row: its plugin table, and its place there. */
  readonly row?: { readonly table: string; readonly number: number }
  readonly mine: Left
  readonly theirs: Left
  /** The draft as it is sent when theirs shall stand. */
  readonly giveWay: (draft: Draft) => Draft
  /** The draft as it is sent when mine shall stand; as it is where nothing is said. */
  readonly insist?: (draft: Draft) => Draft
}

type Row = WholeRecord['plugins'][string]['data'][number]

const same = (one: unknown, other: unknown): boolean => String(one ?? '') === String(other ?? '')

/**
 * What a draft and another person changed differently since `before` was read; what only one of them changed
 * is no clash.
 *
 * @param now the record as the other person left it
 */
export function clashesOf(before: WholeRecord, now: WholeRecord, draft: Draft): Clash[] {
  const ofFields = clashesIn(before.schema.fields, before.core, now.core, draft.core).map(
    (clash): Clash => ({
      ...clash,
      key: clash.name,
      giveWay: (now) => withField(now, before, clash.name, before.core[clash.name]?.val ?? null),
    }),
  )
  const ofRows = Object.values(before.schema.plugins).flatMap((plugin) => {
    const rowsNow = new Map((now.plugins[plugin.tb_id]?.data ?? []).map((row) => [idOf(row), row]))
    return (before.plugins[plugin.tb_id]?.data ?? []).flatMap((row, place) =>
      clashesOfRow(plugin, row, rowsNow.get(idOf(row)), draft).map((clash) => ({
        ...clash,
        row: { table: plugin.label, number: place + 1 },
      })),
    )
  })
  return [...ofFields, ...ofRows]
}

const idOf = (row: Row): number => Number(row['id']?.val)

function clashesIn(
  fields: readonly FieldSchema[],
  before: Row,
  now: Row,
  mine: Readonly<Record<string, Value>>,
) {
  return fields.flatMap((field) => {
    const { name, label } = field
    const theirs = now[name]?.val ?? null
    if (!(name in mine) || same(theirs, before[name]?.val) || same(theirs, mine[name])) return []
    return [
      { name, field: label, mine: { field, value: mine[name] ?? null }, theirs: { field, value: theirs } },
    ]
  })
}

function clashesOfRow(
  { tb_id: table, fields }: WholeRecord['schema']['plugins'][string],
  before: Row,
  now: Row | undefined,
  draft: Draft,
): Clash[] {
  const id = idOf(before)
  if (draft.removedRows[table]?.includes(id)) {
    if (!now || fields.every(({ name }) => same(now[name]?.val, before[name]?.val))) return []
    const giveWay = (draft: Draft) => withRowBack(draft, table, id)
    return [{ key: `${table}.${id}`, mine: 'removed', theirs: 'changed', giveWay }]
  }
  const mine = draft.changedRows[table]?.find(({ key }) => key === id)?.values
  if (!mine) return []
  if (!now) {
    const giveWay = (draft: Draft) => withoutRowChange(draft, table, id)
    const whole = Object.fromEntries(
      fields
        .filter(({ name, readonly }) => name !== 'id' && name !== 'id_link' && !readonly)
        .map(({ name }) => [name, name in mine ? (mine[name] ?? null) : (before[name]?.val ?? null)]),
    )
    const insist = (draft: Draft) => withNewRow(giveWay(draft), table, whole)
    return [{ key: `${table}.${id}`, mine: 'changed', theirs: 'removed', giveWay, insist }]
  }
  return clashesIn(fields, before, now, mine).map((clash) => ({
    ...clash,
    key: `${table}.${id}.${clash.name}`,
    giveWay: (draft) => withoutRowChange(draft, table, id, clash.name),
  }))
}

/** Rows whose removal was asked for here, and that another user removed as well. */
export function withoutLostRows(now: WholeRecord, draft: Draft): Draft {
  return Object.entries(draft.removedRows).reduce((next, [table, ids]) => {
    const known = new Set((now.plugins[table]?.data ?? []).map(idOf))
    return ids.filter((id) => !known.has(id)).reduce((one, id) => withRowBack(one, table, id), next)
  }, draft)
}
