import { fold } from '../../storage/fold.js'
import { and, type Sql, sql } from '../../storage/sql.js'
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
  /** Part of the message; `''`: all. */
  readonly text: string
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

function conditionOf({ dialect }: Database, { level, minLevel, text }: SoughtEvents): Sql {
  const conditions: Sql[] = dialect.stoppable ? [dialect.stoppable] : []
  if (level !== undefined) conditions.push(sql`"level" = ${level}`)
  if (minLevel !== undefined) conditions.push(sql`"level" >= ${minLevel}`)
  if (text !== '') conditions.push(dialect.contains(dialect.fold(sql`"message"`), fold(text)))
  return and(conditions)
}

/** @returns how many there were */
export const deleteEventsBefore = (db: Database, moment: number): Promise<number> =>
  db.write((tx) => tx.run(sql`DELETE FROM "sys_log" WHERE "time" < ${moment}`))
