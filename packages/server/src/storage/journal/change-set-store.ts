import { id, join, sql } from '../sql.js'
import type { Reader } from '../storage.js'
import { changeCounts, changeSets, changes } from './journal-tables.js'

/** A set of changes: when it was committed, and the last change up to its end. */
export interface CommittedSet {
  readonly id: number
  /** Unix milliseconds. */
  readonly time: number
  readonly last: number
}

const columns = sql`"id", "time", "last_change" AS last`

export const selectSet = (reader: Reader, setId: number): Promise<CommittedSet | undefined> =>
  reader.get(sql`SELECT ${columns} FROM ${id(changeSets)} WHERE "id" = ${setId}`)

/** The last set that was committed up to this time. */
export const selectSetUpTo = (reader: Reader, time: number): Promise<CommittedSet | undefined> =>
  reader.get(
    sql`SELECT ${columns} FROM ${id(changeSets)} WHERE "time" <= ${time} ORDER BY "time" DESC, "id" DESC LIMIT 1`,
  )

/** The set up to which the journal was purged: only the state right after it is known. */
export const selectPurgedSet = (reader: Reader): Promise<CommittedSet | undefined> =>
  reader.get(
    sql`SELECT ${columns} FROM (SELECT * FROM ${id(changeSets)} ORDER BY "id" LIMIT 1) s WHERE "first_change" = 0`,
  )

/** The number of the newest set; 0 when there is none. */
export async function selectNewestSetId(reader: Reader): Promise<number> {
  const row = await reader.get<{ newest: number | null }>(
    sql`SELECT max("id") AS newest FROM ${id(changeSets)}`,
  )
  return row?.newest ?? 0
}

/** The number of the set that the open transaction will be; nothing while it has changed nothing. */
export async function selectOpenSet(tx: Reader): Promise<number | undefined> {
  const row = await tx.get<{ id: number }>(sql`
    SELECT "set_id" AS id FROM ${id(changes)} WHERE "id" = (SELECT max("id") FROM ${id(changes)})
      AND "set_id" > coalesce((SELECT max("id") FROM ${id(changeSets)}), 0)`)
  return row?.id
}

/** How far the journal goes. */
export interface JournalEnd {
  /** The id of the newest change; 0 when there is none. */
  readonly newest: number
  /**
   * That of the newest change of a set. What another program wrote past the service comes after it, and
   * belongs to the set that comes next.
   */
  readonly sealed: number
  /** The newest set that was purged; 0 while none was. */
  readonly purged: number
}

export async function selectJournalEnd(reader: Reader): Promise<JournalEnd> {
  const row = await reader.get<{ newest: number | null; sealed: number | null; purged: number | null }>(
    sql`SELECT (SELECT max("id") FROM ${id(changes)}) AS newest,
      (SELECT "last_change" FROM ${id(changeSets)} ORDER BY "id" DESC LIMIT 1) AS sealed,
      (SELECT CASE WHEN "first_change" = 0 THEN "id" END FROM ${id(changeSets)} ORDER BY "id" LIMIT 1) AS purged`,
  )
  return { newest: row?.newest ?? 0, sealed: row?.sealed ?? 0, purged: row?.purged ?? 0 }
}

/** Those of the tables that were changed after a set. */
export async function selectTablesChangedSince(
  reader: Reader,
  tables: readonly string[],
  setId: number,
  { newest, sealed }: JournalEnd,
): Promise<ReadonlySet<string>> {
  const names = join(
    tables.map((table) => sql`SELECT ${table} AS "tb"`),
    ' UNION ALL ',
  )
  const changed = await reader.all<{ tb: string }>(sql`
    SELECT n."tb" FROM (${names}) n
      WHERE EXISTS (SELECT 1 FROM ${id(changeCounts)} c WHERE c."tb" = n."tb" AND c."set_id" > ${setId})`)
  const unsealed =
    newest > sealed
      ? await reader.all<{ tb: string }>(
          sql`SELECT DISTINCT coalesce("tb", '') AS "tb" FROM ${id(changes)} WHERE "id" > ${sealed}`,
        )
      : []
  return new Set([...changed, ...unsealed].map(({ tb }) => tb))
}

/** Tables that were changed after a set in a way that is not known. */
export async function selectTablesChangedUnseen(reader: Reader, setId: number): Promise<ReadonlySet<string>> {
  const rows = await reader.all<{ tb: string }>(sql`
    SELECT DISTINCT "tb" FROM ${id(changeCounts)}
      WHERE "set_id" IN (SELECT "id" FROM ${id(changeSets)} WHERE "id" > ${setId} AND "incomplete" = 1)`)
  return new Set(rows.map(({ tb }) => tb))
}
