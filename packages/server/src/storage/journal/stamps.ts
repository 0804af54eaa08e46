import { id, join, keyword, type Sql, type SqlValue, sql } from '../sql.js'
import type { Dialect, Transaction } from '../storage.js'
import { changeSets, nextSet } from './journal-tables.js'

/**
 * Who made each record and changed it last, and when: what lists sort and filter by without a walk through
 * the journal, and what is still known when the journal was purged.
 *
 * - `sys_stamps`: a stamp says which set made a record (`created_set`) and which changed it (`set_id`), and
 *   holds from that set on until another one (`until_set`). Triggers write it together with the journal. So
 *   the stamps of any moment are those that held then.
 * - `sys_past_sets`: time and user of sets that the journal does not have: purged ones, and those of changes
 *   from before there was a journal, which are numbered below 0 in the order of their times.
 */
export const stamps = 'sys_stamps'
export const pastSets = 'sys_past_sets'

/** `until_set` of stamps that hold now. */
export const stillHolds = Number.MAX_SAFE_INTEGER
/** Stands for an unknown set; below every other id. */
export const unknownSet = Number.MIN_SAFE_INTEGER

/** Columns that name a record: its table and its id. */
export interface RecordEnd {
  /** The column with the name of the table. */
  readonly table: string
  /** The column with the id of the record. */
  readonly record: string
}

/** What hangs from records, and the records whose stamp changes with a row of it. */
export const hangingFrom = {
  sys_rs: [
    { table: 'tb', record: 'first' },
    { table: 'tb', record: 'second' },
  ],
  sys_userlinks: [
    { table: 'tb_one', record: 'id_one' },
    { table: 'tb_two', record: 'id_two' },
  ],
  sys_geodata: [{ table: 'table_link', record: 'id_link' }],
  sys_refman_links: [{ table: 'tb', record: 'record_id' }],
  sys_file_links: [{ table: 'table_name', record: 'record_id' }],
} as const satisfies Readonly<Record<string, readonly RecordEnd[]>>

/** Which records get a stamp with a change of a row. */
export type Stamped =
  /** The row is the record. */
  | { readonly kind: 'itself' }
  /** The record of which it is a row of a plugin table. */
  | { readonly kind: 'owner' }
  | { readonly kind: 'ends'; readonly ends: readonly RecordEnd[] }
  | { readonly kind: 'none' }

const ownerColumn = 'id_link'

/** @param columns names of all its columns */
export function stampedBy(table: string, columns: readonly string[]): Stamped {
  const ends = new Map<string, readonly RecordEnd[]>(Object.entries(hangingFrom)).get(table)
  if (ends) return { kind: 'ends', ends }
  if (table.startsWith('sys_')) return { kind: 'none' }
  return columns.includes(ownerColumn) ? { kind: 'owner' } : { kind: 'itself' }
}

/** The table whose records have the rows of a plugin table. @param table a literal */
export const ownerOf = (table: string): string =>
  `(SELECT "to_tb" FROM "sys_cfg_relations" WHERE "from_tb" = ${table} AND "from_col" = '${ownerColumn}')`

/** The columns of a new stamp, and its values for a record that the open transaction makes. */
export const stampColumns = '("tb", "record_id", "set_id", "until_set", "created_set")'
export const madeNow = (table: string, record: string): string =>
  `${table}, ${record}, ${nextSet}, ${stillHolds}, ${nextSet}`

/**
 * Is it the stamp that a change in the open transaction replaces? Looked up by the record: the sum keeps an
 * engine from walking through the sets instead.
 *
 * @param records a condition on `record_id`
 */
export const isReplaced = (table: string, records: string): string =>
  `"tb" = ${table} AND "record_id" ${records} AND "until_set" = ${stillHolds} AND "set_id" + 0 < ${nextSet}`

const holdsNow = (alias: string): Sql => sql`${id(alias, 'until_set')} = ${stillHolds}`

/** Gives a stamp to the rows of a table that have none, as when it is put in the journal with its rows. */
export const stampUnknown = (tx: Pick<Transaction, 'run'>, table: string): Promise<number> =>
  tx.run(sql`
    INSERT INTO ${id(stamps)} ${keyword(stampColumns)}
    SELECT n."name", t."id", ${unknownSet}, ${stillHolds}, ${unknownSet}
    FROM ${id(table)} t CROSS JOIN (SELECT CAST(${table} AS TEXT) AS "name") n
    WHERE NOT EXISTS (SELECT 1 FROM ${id(stamps)} s
      WHERE s."tb" = ${table} AND s."record_id" = t."id" AND ${holdsNow('s')})`)

/**
 * Records that the open transaction brought back under their ids were made when they were made first.
 */
export const keepCreations = (tx: Pick<Transaction, 'run'>, table: string): Promise<number> => {
  const earlier = sql`FROM ${id(stamps)} e WHERE e."tb" = ${table} AND e."record_id" = ${id(stamps, 'record_id')}
    AND e."until_set" < ${stillHolds}`
  return tx.run(sql`
    UPDATE ${id(stamps)} SET "created_set" = (SELECT e."created_set" ${earlier} ORDER BY e."until_set" DESC, e."id" DESC LIMIT 1)
    WHERE "tb" = ${table} AND ${holdsNow(stamps)} AND "set_id" = ${keyword(nextSet)}
      AND "created_set" = ${keyword(nextSet)} AND EXISTS (SELECT 1 ${earlier})`)
}

/**
 * Before the journal forgets sets: who made them, and when, stays known as long as a stamp names them.
 */
export async function keepPastSets(tx: Pick<Transaction, 'run'>, before: number): Promise<void> {
  await tx.run(sql`INSERT INTO ${id(pastSets)} ("id", "time", "user_id")
    SELECT s."id", s."time", ${userOf('s')} FROM ${id(changeSets)} s WHERE s."id" < ${before}`)
}

/**
 * Deletes stamps that held no longer after a set, but for the last one of each record.
 *
 * @param after those up to this one were looked at already
 * @returns the last that was looked at; `undefined` when none is left
 */
export async function deleteStamps(
  tx: Transaction,
  set: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number | undefined> {
  const past = sql`SELECT "id" FROM ${id(stamps)} WHERE "id" > ${after} AND "until_set" <= ${set} ORDER BY "id" LIMIT ${limit}`
  const end = await tx.get<{ id: number | null }>(sql`SELECT max(p."id") AS "id" FROM (${past}) p`)
  if (typeof end?.id !== 'number') return undefined
  await tx.run(sql`DELETE FROM ${id(stamps)} WHERE "id" > ${after} AND "id" <= ${end.id} AND "until_set" <= ${set}
    AND EXISTS (SELECT 1 FROM ${id(stamps)} n WHERE n."tb" = ${id(stamps, 'tb')}
      AND n."record_id" = ${id(stamps, 'record_id')} AND n."until_set" > ${id(stamps, 'until_set')})`)
  return end.id
}

export const dropUnusedPastSets = (tx: Pick<Transaction, 'run'>): Promise<number> =>
  tx.run(sql`DELETE FROM ${id(pastSets)} WHERE "id" NOT IN (SELECT "set_id" FROM ${id(stamps)})
    AND "id" NOT IN (SELECT "created_set" FROM ${id(stamps)})`)

/** The stamps that held right after a set. */
export const stampsAsOf = (schemaName: string, set: number): Sql => sql`
  SELECT "id", "tb", "record_id", "set_id", ${stillHolds} AS "until_set", "created_set"
  FROM ${id(schemaName, stamps)} WHERE "set_id" <= ${set} AND "until_set" > ${set}`

/** The user who made a set; 0 for an API key, NULL when unknown. */
const userOf = (alias: string): Sql =>
  sql`CASE WHEN ${id(alias, 'user_id')} > 0 OR ${id(alias, 'key_id')} IS NOT NULL THEN ${id(alias, 'user_id')} END`

/** What a stamp tells. */
export type StampEvent = 'created' | 'changed'
export type StampFact = 'at' | 'by' | 'name'

/** A column of a listing that is no column of its table. */
export interface StampColumn {
  readonly table: string
  readonly event: StampEvent
  /** `at`: the time as text; `by`: the user's id, 0 for an API key; `name`: his name. */
  readonly fact: StampFact
}

/** The tables that decide what a column holds, besides that of its records. */
export const stampTables: readonly string[] = [stamps, 'sys_users']

const setColumns = { created: 'created_set', changed: 'set_id' } as const

/** Names that no column, table or other part of a statement has. */
const [stamp, set, person, first] = ['~stamp', '~set', '~person', '~first'] as const

/** The number of the set, which rises with its time. */
export const stampOrder = ({ event }: Pick<StampColumn, 'event'>): Sql => id(stamp, setColumns[event])

/** The id of the record. */
export const stampedRecord: Sql = id(stamp, 'record_id')

/** To stand after the table `t` in FROM: the stamps of its rows, of which each has one. */
export const joinStamps = (table: string): Sql =>
  sql`JOIN ${id(stamps)} ${id(stamp)} ON ${id(stamp, 'tb')} = ${table} AND ${holdsNow(stamp)}
    AND ${id(stamp, 'record_id')} = t."id"`

/** The ids of all records of a table that have a stamp, as a query that can be given an order. */
export const stampedRecords = (table: string): Sql =>
  sql`SELECT ${stampedRecord} AS "id" FROM ${id(stamps)} ${id(stamp)} WHERE ${id(stamp, 'tb')} = ${table} AND ${holdsNow(stamp)}`

/** The column for the row of this alias. */
export function stampSql(column: StampColumn, alias: string, dialect: Pick<Dialect, 'momentText'>): Sql {
  const known = (table: string, value: Sql): Sql =>
    sql`(SELECT ${value} FROM ${id(table)} ${id(set)} WHERE ${id(set, 'id')} = ${stampOrder(column)})`
  const stored = (now: Sql, past: Sql): Sql =>
    sql`COALESCE(${known(changeSets, now)}, ${known(pastSets, past)})`
  const ofRow = sql`FROM ${id(stamps)} ${id(stamp)} WHERE ${id(stamp, 'tb')} = ${column.table}
    AND ${id(stamp, 'record_id')} = ${id(alias, 'id')} AND ${holdsNow(stamp)}`
  switch (column.fact) {
    case 'at':
      return sql`(SELECT ${dialect.momentText(stored(id(set, 'time'), id(set, 'time')))} ${ofRow})`
    case 'by': {
      const user = stored(userOf(set), id(set, 'user_id'))
      const maker = sql`COALESCE(${user}, ${id(alias, 'creator')})`
      // The set that made the record counts as made, not as changed.
      const isMade = sql`${id(stamp, 'set_id')} = ${id(stamp, 'created_set')}`
      const changer = sql`CASE WHEN ${isMade} THEN ${maker} ELSE ${user} END`
      return sql`(SELECT ${column.event === 'created' ? maker : changer} ${ofRow})`
    }
    case 'name': {
      const user = stampSql({ ...column, fact: 'by' }, alias, dialect)
      return sql`(SELECT ${id(person, 'name')} FROM "sys_users" ${id(person)} WHERE ${id(person, 'id')} = ${user})`
    }
  }
}

/** Moments in unix milliseconds; without both: any that is known. */
export interface Span {
  readonly from?: number
  /** Not itself. */
  readonly until?: number
}

/**
 * Were the rows made or changed then? Answered out of the order of the sets, without looking at the time of
 * each record.
 */
export function stampedWithin(column: StampColumn, alias: string, { from, until }: Span): Sql {
  const order = stampOrder(column)
  const least = from === undefined ? sql`${order} > ${unknownSet}` : sql`${order} >= ${firstSetFrom(from)}`
  const most = until === undefined ? keyword('') : sql` AND ${order} < ${firstSetFrom(until)}`
  return sql`${id(alias, 'id')} IN (SELECT ${id(stamp, 'record_id')} FROM ${id(stamps)} ${id(stamp)}
    WHERE ${id(stamp, 'tb')} = ${column.table} AND ${holdsNow(stamp)} AND ${least}${most})`
}

/**
 * Were the rows made or changed by such users? The sets of these users are found once, not the user of each
 * record.
 *
 * @param isSuch a condition that is not met where the user is unknown
 */
export function stampedBySuch({ table, event }: StampColumn, alias: string, isSuch: (user: Sql) => Sql): Sql {
  const setsOf = (isWanted: (user: Sql) => Sql): Sql =>
    sql`(SELECT ${id(set, 'id')} FROM ${id(changeSets)} ${id(set)} WHERE ${isWanted(userOf(set))}
      UNION ALL SELECT ${id(set, 'id')} FROM ${id(pastSets)} ${id(set)} WHERE ${isWanted(id(set, 'user_id'))})`
  const number = id(stamp, setColumns[event])
  const isMade = sql`${id(stamp, 'set_id')} = ${id(stamp, 'created_set')}`
  const byCreator =
    event === 'created' ? isSuch(id(alias, 'creator')) : sql`${isMade} AND ${isSuch(id(alias, 'creator'))}`
  return sql`EXISTS (SELECT 1 FROM ${id(stamps)} ${id(stamp)}
    WHERE ${id(stamp, 'tb')} = ${table} AND ${id(stamp, 'record_id')} = ${id(alias, 'id')} AND ${holdsNow(stamp)}
      AND (${number} IN ${setsOf(isSuch)}
        OR (${byCreator} AND ${number} NOT IN ${setsOf((user) => sql`${user} IS NOT NULL`)})))`
}

const firstSetFrom = (time: number): Sql => {
  const firstIn = (table: string): Sql =>
    sql`SELECT * FROM (SELECT "id" FROM ${id(table)} WHERE "time" >= ${time} ORDER BY "time", "id" LIMIT 1) ${id(set)}`
  return sql`(SELECT COALESCE(min(${id(first, 'id')}), ${stillHolds})
    FROM (${firstIn(pastSets)} UNION ALL ${firstIn(changeSets)}) ${id(first)})`
}

/** Who did something to a record, and when. */
export interface Stamp {
  /** NULL where the journal does not have it any more. */
  readonly set: number | null
  /** Unix milliseconds; NULL when unknown. */
  readonly time: number | null
  /** 0 for an API key, NULL when unknown. */
  readonly user: number | null
  readonly user_name: string | null
}

/** Of a known set, of one that the journal forgot, and their user: the names that stand for their tables. */
const sources = {
  created: { number: 'created_set', kept: '~made', past: '~made long ago', person: '~maker' },
  changed: { number: 'set_id', kept: '~changed', past: '~changed long ago', person: '~changer' },
} as const

const factOf = (event: StampEvent, fact: keyof Stamp): string => `~${event} ${fact}`
/** Was the record changed since it was made? */
const wasChanged = '~was changed'

const userIn = (event: StampEvent): Sql => {
  const { kept, past } = sources[event]
  return sql`coalesce(${userOf(kept)}, ${id(past, 'user_id')})`
}

/** Columns with the stamps of a record `t`, for `stampsIn`. They come from the tables of `joinStampsOf`. */
export function stampsOfRecord(): Sql {
  const columns = (['created', 'changed'] as const).map((event) => {
    const { kept, past, person: user } = sources[event]
    return sql`${id(kept, 'id')} AS ${id(factOf(event, 'set'))},
      coalesce(${id(kept, 'time')}, ${id(past, 'time')}) AS ${id(factOf(event, 'time'))},
      ${userIn(event)} AS ${id(factOf(event, 'user'))}, ${id(user, 'name')} AS ${id(factOf(event, 'user_name'))}`
  })
  const isChanged = sql`${id(stamp, 'set_id')} <> ${id(stamp, 'created_set')}`
  return join([...columns, sql`CASE WHEN ${isChanged} THEN 1 END AS ${id(wasChanged)}`])
}

/**
 * To stand after the table `t` in FROM: each of its rows has one stamp, or none.
 *
 * @param creator the user who made it, for a record of which nothing else is known
 */
export function joinStampsOf(table: string, creator: Sql): Sql {
  const joined = (['created', 'changed'] as const).map((event) => {
    const { number, kept, past, person: user } = sources[event]
    const userId = event === 'created' ? sql`coalesce(${userIn(event)}, ${creator})` : userIn(event)
    return sql`LEFT JOIN ${id(changeSets)} ${id(kept)} ON ${id(kept, 'id')} = ${id(stamp, number)}
      LEFT JOIN ${id(pastSets)} ${id(past)} ON ${id(past, 'id')} = ${id(stamp, number)}
      LEFT JOIN "sys_users" ${id(user)} ON ${id(user, 'id')} = ${userId}`
  })
  return sql`LEFT JOIN ${id(stamps)} ${id(stamp)} ON ${id(stamp, 'tb')} = ${table}
    AND ${id(stamp, 'record_id')} = t."id" AND ${holdsNow(stamp)} ${join(joined, ' ')}`
}

/**
 * Who made a record and who changed it last, if it was changed.
 *
 * @param creator the user who made it, for a record of which nothing else is known
 */
export function stampsIn(
  row: Readonly<Record<string, SqlValue>>,
  creator: number | null,
): { readonly created: Stamp; readonly changed: Stamp | undefined } {
  const numberOf = (event: StampEvent, fact: keyof Stamp): number | null => {
    const value = row[factOf(event, fact)]
    return typeof value === 'number' ? value : null
  }
  const of = (event: StampEvent): Stamp => {
    const name = row[factOf(event, 'user_name')]
    return {
      set: numberOf(event, 'set'),
      time: numberOf(event, 'time'),
      user: numberOf(event, 'user') ?? (event === 'created' ? creator : null),
      user_name: typeof name === 'string' ? name : null,
    }
  }
  return { created: of('created'), changed: row[wasChanged] === 1 ? of('changed') : undefined }
}
