import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '@trowel/contract/json.js'
import { AppError } from './errors.js'
import { message } from './message.js'

interface States {
  /** What the caller saw; without it nothing is compared. */
  readonly before: JsonObject | undefined
  /** As it is stored. */
  readonly now: JsonObject
  /** As the change would leave it. */
  readonly after: JsonObject
}

/**
 * Refuses a change that would overwrite what another person has changed since the caller looked. What is
 * there already as it is sent is no loss: a change that is sent twice is done once.
 *
 * @param names the properties that are compared; those that `before` names
 * @throws `stale_record`, whose `detail.now` has the properties that are something else by now
 */
export function refuseLostChange(
  { before, now, after }: States,
  names: Iterable<string> = Object.keys(before ?? {}),
): void {
  if (!before) return
  const changed = [...new Set(names)].filter(
    (name) => !isSame(now[name], before[name]) && !isSame(now[name], after[name]),
  )
  if (changed.length === 0) return
  throw new AppError('stale_record', {
    ...message('changed_meanwhile', { names: changed.join(', ') }),
    detail: { now: Object.fromEntries(changed.map((name) => [name, now[name] ?? null])) },
  })
}

/**
 * The same for an order. What came or went meanwhile is no other order of the rest.
 *
 * @param name under which the request sends the order, and `detail.now` has it
 * @throws `stale_record`
 */
export function refuseLostOrder<One extends string | number>(
  {
    before,
    now,
    after,
  }: {
    readonly before: readonly One[] | undefined
    readonly now: readonly One[]
    readonly after: readonly One[]
  },
  name: string,
): void {
  if (!before) return
  const [seen, there] = [new Set(before), new Set(now)]
  const isOther = !isDeepStrictEqual(
    now.filter((one) => seen.has(one)),
    before.filter((one) => there.has(one)),
  )
  if (isOther && !isDeepStrictEqual(now, after))
    throw new AppError('stale_record', {
      ...message('order_changed_meanwhile', {}),
      detail: { now: { [name]: now } },
    })
}

const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(orUnset(one), orUnset(other))

/** Answers leave out what is not set, or say so in one of these ways. */
const orUnset = (value: unknown): unknown =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)
    ? undefined
    : value
