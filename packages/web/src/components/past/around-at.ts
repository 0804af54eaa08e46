import type { ChangeTimesReply } from '@trowel/contract/changes.js'
import type { AsOf } from '../../core/past.js'

/**
 * The sets around one, as the service would tell them; `undefined` where marks stand for several sets, or
 * have not this one.
 */
export function aroundAt(known: ChangeTimesReply, asOf: AsOf | undefined): ChangeTimesReply | undefined {
  const { times, total } = known
  const place = times.findIndex(({ id }) => id === asOf)
  const at = times[place]
  if (!at || times.length < total) return undefined
  const around = { state: at, previous: times[place - 1] ?? null, at, next: times[place + 1] ?? null }
  return { ...known, times: [], around }
}
