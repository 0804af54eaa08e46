import type { AskedState } from '@trowel/contract/as-of.js'
import {
  type ChangeTime,
  type ChangeTimesQuery,
  type ChangeTimesReply,
  maxChangeTimes,
} from '@trowel/contract/changes.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { selectJournalStart } from '../../catalogue/journal-start.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { selectSet, selectSetUpTo } from '../../storage/journal/change-set-store.js'
import type { Sql } from '../../storage/sql.js'
import { isAboutRecord } from './change-store.js'
import { isSeen, type SetTime, selectSetsBeside, selectSetTimes, selectSpan } from './store.js'
import { soughtOf, visibleChanges } from './visible-changes.js'

/** When what the caller may see was changed: marks for a line of time, and the sets around a state. */
export async function readChangeTimes(
  scope: RequestScope,
  parts: readonly RecordPart[],
  { table, record, at, most = maxChangeTimes }: Decoded<typeof ChangeTimesQuery>,
): Promise<ChangeTimesReply> {
  const start = await selectJournalStart(scope.db.quick)
  const reply = { status: 'success' as const, since: start ? wireTime(start.time) : null }
  const visible = visibleChanges(scope, parts)
  const name = record?.table ?? table
  const known = name === undefined ? undefined : scope.catalogue.tables.get(name)
  if (name !== undefined && !known)
    return { ...reply, total: 0, times: [], ...(at && { around: await readAround(scope, undefined, at) }) }
  const where = !known
    ? isSeen(scope, visible)
    : record
      ? isAboutRecord(scope, visible, parts, { table: known, recordId: record.id })
      : isSeen(scope, soughtOf(visible, { tables: [known.name] }, scope.catalogue, parts))
  const { total, first, last } = await selectSpan(scope, where)
  const marks = Math.min(Math.max(most, 0), maxChangeTimes)
  // As many sets as marks may all be of different times, and all of one.
  const stretch = total <= marks ? 1 : Math.floor((last - first) / Math.max(marks, 1)) + 1
  const times = marks > 0 && total > 0 ? await selectSetTimes(scope, where, { first, stretch }) : []
  return {
    ...reply,
    total,
    times: times.map(({ count, ...set }) => ({ ...timeOf(set), count })),
    ...(at && { around: await readAround(scope, where, at) }),
  }
}

async function readAround(
  scope: RequestScope,
  where: Sql | undefined,
  asked: AskedState,
): Promise<NonNullable<ChangeTimesReply['around']>> {
  const { quick } = scope.db
  const state = 'set' in asked ? await selectSet(quick, asked.set) : await selectSetUpTo(quick, asked.time)
  const set = 'set' in asked ? asked.set : (state?.id ?? 0)
  const [at, previous] = where ? await selectSetsBeside(scope, where, 'up to', set, 2) : []
  const [next] = where ? await selectSetsBeside(scope, where, 'after', set, 1) : []
  return { state: timeOf(state), previous: timeOf(previous), at: timeOf(at), next: timeOf(next) }
}

function timeOf(set: SetTime): ChangeTime
function timeOf(set: SetTime | undefined): ChangeTime | null
function timeOf(set: SetTime | undefined): ChangeTime | null {
  return set ? { id: set.id, time: wireTime(set.time) } : null
}
