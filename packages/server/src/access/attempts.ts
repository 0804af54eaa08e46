import { isIPv6 } from 'node:net'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import { join, sql } from '../storage/sql.js'
import type { Database } from '../storage/storage.js'
import { memoizeByDatabase } from '../storage/weak-memoize.js'
import { ifThereIsRoom } from './optional-write.js'

/** How often something may fail within a sliding window of time. */
export interface AttemptLimit {
  /** What is counted, e.g. `login mira@valle.example`. */
  readonly key: string
  readonly limit: number
  /** At most an hour. */
  readonly windowMs: number
}

/**
 * An attempt counts from the moment it begins, so that many at once cannot slip through; a successful one is
 * forgotten.
 */
export interface Attempt {
  forget(): Promise<void>
}

const hour = 3_600_000

/**
 * The network whose attempts are counted together: an IPv4 address, or the first 64 bits of an IPv6 address.
 * A site is given at least that many IPv6 addresses (RFC 6177).
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address
  const [head = [], tail = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  const groups = [...head, ...zeros, ...tail].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/**
 * Begins an attempt that counts under each of `limits` in the application's database, so that all nodes see
 * it.
 * @throws `too_many_attempts` with `Retry-After`
 */
export async function beginAttempt(
  db: Database,
  limits: readonly AttemptLimit[],
  now: Date,
): Promise<Attempt> {
  const at = now.getTime()
  const refuseBefore = async (id: number): Promise<void> => {
    for (const { key, limit, windowMs } of limits) {
      const rows = await db.quick.all<{ at: number }>(sql`
        SELECT "at" FROM "sys_attempts" WHERE "key" = ${key} AND "at" > ${at - windowMs} AND "id" < ${id}
        ORDER BY "at"`)
      refuseBeyond(
        rows.map((row) => row.at),
        limit,
        windowMs,
        at,
      )
    }
  }
  await refuseBefore(Number.MAX_SAFE_INTEGER)
  const ids = await ifThereIsRoom(() =>
    db.write(async (tx) => {
      await tx.run(sql`DELETE FROM "sys_attempts" WHERE "at" < ${at - hour}`)
      return tx.insertMany(
        'sys_attempts',
        ['key', 'at'],
        limits.map(({ key }) => [key, at]),
      )
    }),
  )
  if (!ids) return beginInMemory(db, limits, now)
  const forget = async (): Promise<void> => {
    await ifThereIsRoom(() =>
      db.write((tx) => tx.run(sql`DELETE FROM "sys_attempts" WHERE "id" IN (${join(ids)})`)),
    )
  }
  try {
    // Others may have begun at the same moment, on this node or another: the first to come goes first.
    await refuseBefore(Math.min(...ids))
  } catch (error) {
    await forget()
    throw error
  }
  return { forget }
}

/** What each application counts while its disk is full. */
const memoryOf = memoizeByDatabase((_db: Database) => new AttemptMemory())

/** @throws `too_many_attempts` with `Retry-After` */
async function beginInMemory(db: Database, limits: readonly AttemptLimit[], now: Date): Promise<Attempt> {
  const memory = memoryOf(db)
  const begun: Attempt[] = []
  const forget = async (): Promise<void> => {
    for (const attempt of begun) await attempt.forget()
  }
  try {
    for (const limit of limits) begun.push(memory.begin(limit, now))
  } catch (error) {
    await forget()
    throw error
  }
  return { forget }
}

/** What was counted under this key counts no more. */
export const forgetAttempts = (db: Database, key: string): Promise<number> =>
  db.write((tx) => tx.run(sql`DELETE FROM "sys_attempts" WHERE "key" = ${key}`))

/** Counts in the memory of this process: for what belongs to no application, or to all of them. */
export class AttemptMemory {
  readonly #times = new Map<string, number[]>()

  /** @throws `too_many_attempts` with `Retry-After` */
  begin({ key, limit, windowMs }: AttemptLimit, now: Date): Attempt {
    const at = now.getTime()
    const times = this.#times.get(key) ?? []
    while ((times[0] ?? at) <= at - windowMs) times.shift()
    refuseBeyond(times, limit, windowMs, at)
    times.push(at)
    this.#times.delete(key)
    this.#times.set(key, times)
    this.#dropOldest()
    return {
      forget: async () => {
        const index = times.indexOf(at)
        if (index >= 0) times.splice(index, 1)
      },
    }
  }

  #dropOldest(): void {
    for (const key of this.#times.keys()) {
      if (this.#times.size <= 50_000) return
      this.#times.delete(key)
    }
  }
}

/** @param times of what counts already, ascending */
function refuseBeyond(times: readonly number[], limit: number, windowMs: number, now: number): void {
  if (times.length < limit) return
  const free = times[times.length - limit] ?? now
  const seconds = Math.max(1, Math.ceil((free + windowMs - now) / 1000))
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  throw new AppError('too_many_attempts', {
    ...message('attempts_wait', { wait }),
    headers: { 'retry-after': String(seconds) },
  })
}
