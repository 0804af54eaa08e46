import { fold } from '../../storage/fold.js'
import { and, join, or, type Sql, sql } from '../../storage/sql.js'
import type { Database } from '../../storage/storage.js'

export interface LogRow {
  readonly id: number
  readonly channel: string
  readonly level: number
  readonly message: string
  readonly code: string | null
  /** JSON. */
  readonly facts: string | null
  /** Unix milliseconds. */
  readonly time: number
}

export interface SoughtEvents {
  /** `undefined`: all. */
  readonly level: number | undefined
  readonly minLevel: number | undefined
  /** Part of the message; `''`: all, or those that are told also. */
  readonly text: string
  /** What is found as well. */
  readonly also: readonly TranslatedMatch[]
}

/** Lines of one of these codes whose message has all of these words. */
export interface TranslatedMatch {
  readonly codes: readonly string[]
  readonly words: readonly string[]
}

export interface Page {
  readonly offset: number
  readonly limit: number
}

/** Newest first. */
export async function selectEvents(
  db: Database,
  sought: SoughtEvents,
  { offset, limit }: Page,
): Promise<{ total: number; rows: LogRow[] }> {
  const where = conditionOf(db, sought)
  const [count, rows] = await Promise.all([
    db.scan.get<{ count: number }>(sql`SELECT count(*) AS "count" FROM "sys_log" WHERE ${where}`),
    db.scan.all<LogRow>(sql`
      SELECT "id", "channel", "level", "message", "code", "facts", "time" FROM "sys_log" WHERE ${where}
      ORDER BY "id" DESC LIMIT ${limit} OFFSET ${offset}`),
  ])
  return { total: count?.count ?? 0, rows }
}

function conditionOf({ dialect }: Database, { level, minLevel, text, also }: SoughtEvents): Sql {
  const has = (part: string): Sql => dialect.contains(dialect.fold(sql`"message"`), fold(part))
  const conditions: Sql[] = dialect.interruptible ? [dialect.interruptible] : []
  if (level !== undefined) conditions.push(sql`"level" = ${level}`)
  if (minLevel !== undefined) conditions.push(sql`"level" >= ${minLevel}`)
  const matches = [
    ...(text === '' ? [] : [has(text)]),
    ...also.map(({ codes, words }) => and([sql`"code" IN (${join(codes)})`, ...words.map(has)])),
  ]
  if (matches.length > 0) conditions.push(or(matches))
  return and(conditions)
}

/** @returns how many there were */
export const deleteEventsBefore = (db: Database, moment: number): Promise<number> =>
  db.write((tx) => tx.run(sql`DELETE FROM "sys_log" WHERE "time" < ${moment}`))
