import { id, join, keyword, or, type Sql, sql } from '../sql.js'
import type { Transaction } from '../storage.js'
import type { Connection } from './connection.js'
import { foldText } from './folded-text.js'
import { textOf } from './sql-text.js'

/**
 * A text index holds the trigrams of the folded texts of one table. Rows up to its mark are indexed, and
 * triggers keep those exact within the transaction that changes them; later rows cost nothing when they are
 * made and are indexed in the background.
 */

/** Which tables have an index, over which columns, up to which row. */
export const registry = 'sys_text_index'
export const indexName = (table: string): string => `sys_fts_${table}`
/** Columns of the index are numbered: names of users' columns could be words of the search language. */
const indexColumn = (place: number): string => `c${place}`
const beforeEveryRow = '-9223372036854775808'

const literal = (text: string): Sql => keyword(`'${text.replaceAll("'", "''")}'`)
const markOf = (table: string): Sql =>
  sql`(SELECT mark FROM ${id(registry)} WHERE table_name = ${literal(table)})`

export interface TextIndex {
  readonly table: string
  /** In the order of the index. */
  readonly columns: readonly string[]
}

interface RegistryRow {
  readonly table_name: string
  readonly columns: string
}

const hasRegistry = sql`SELECT 1 AS yes FROM sqlite_schema WHERE name = ${registry}`

/** All text indexes, as the connection sees them. */
export function readTextIndexes(connection: Connection): TextIndex[] {
  if (connection.value(textOf(hasRegistry), hasRegistry.values) === undefined) return []
  return connection
    .objects<RegistryRow>(`SELECT table_name, columns FROM ${registry}`, [])
    .map(({ table_name, columns }) => ({ table: table_name, columns: JSON.parse(columns) as string[] }))
}

/** The columns in the text index of a table; `undefined` when it has none. */
export async function textIndexColumns(
  tx: Transaction,
  table: string,
): Promise<readonly string[] | undefined> {
  if (!(await tx.get(hasRegistry))) return undefined
  const row = await tx.get<RegistryRow>(sql`SELECT * FROM ${id(registry)} WHERE table_name = ${table}`)
  return row && (JSON.parse(row.columns) as string[])
}

/** Makes an empty index: no row is in it yet. */
export async function createTextIndex(tx: Transaction, { table, columns }: TextIndex): Promise<void> {
  await tx.run(sql`
    CREATE TABLE IF NOT EXISTS ${id(registry)} (table_name TEXT PRIMARY KEY, columns TEXT NOT NULL, mark INTEGER NOT NULL) STRICT`)
  const index = id(indexName(table))
  const names = columns.map((_, place) => keyword(indexColumn(place)))
  await tx.run(sql`
    CREATE VIRTUAL TABLE ${index} USING fts5(${join(names)}, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`)
  await tx.run(
    sql`INSERT INTO ${index} (${index}, rank) VALUES ('automerge', ${keyword(String(segmentsAtALevel))})`,
  )
  await tx.run(sql`
    INSERT INTO ${id(registry)} (table_name, columns, mark)
    VALUES (${table}, ${JSON.stringify(columns)}, ${keyword(beforeEveryRow)})`)
  const insert = sql`INSERT INTO ${index} (rowid, ${join(names)}) VALUES (new.id, ${join(columns.map((name) => sql`trowel_fold(new.${id(name)})`))});`
  const remove = sql`DELETE FROM ${index} WHERE rowid = old.id;`
  const changed = join(
    ['id', ...columns].map((name) => sql`old.${id(name)} IS NOT new.${id(name)}`),
    ' OR ',
  )
  const watched = join(['id', ...columns].map((name) => id(name)))
  const isIndexed = (row: 'old' | 'new'): Sql => sql`${keyword(row)}.id <= ${markOf(table)}`
  const triggers: readonly (readonly [string, Sql])[] = [
    ['inserted', sql`AFTER INSERT ON ${id(table)} WHEN ${isIndexed('new')} BEGIN ${insert} END`],
    ['deleted', sql`AFTER DELETE ON ${id(table)} WHEN ${isIndexed('old')} BEGIN ${remove} END`],
    [
      'left',
      sql`AFTER UPDATE OF ${watched} ON ${id(table)} WHEN (${changed}) AND ${isIndexed('old')} AND NOT ${isIndexed('new')} BEGIN ${remove} END`,
    ],
    [
      'changed',
      sql`AFTER UPDATE OF ${watched} ON ${id(table)} WHEN (${changed}) AND ${isIndexed('new')} BEGIN ${remove} ${insert} END`,
    ],
  ]
  for (const [event, body] of triggers)
    await tx.run(sql`CREATE TRIGGER ${id(triggerName(table, event))} ${body}`)
}

const triggerName = (table: string, event: string): string => `${indexName(table)}_${event}`

/** Nothing happens when the table has none. */
export async function dropTextIndex(tx: Transaction, table: string): Promise<void> {
  if (!(await textIndexColumns(tx, table))) return
  for (const event of ['inserted', 'deleted', 'left', 'changed']) {
    await tx.run(sql`DROP TRIGGER IF EXISTS ${id(triggerName(table, event))}`)
  }
  await tx.run(sql`DROP TABLE ${id(indexName(table))}`)
  await tx.run(sql`DELETE FROM ${id(registry)} WHERE table_name = ${table}`)
}

/** Takes every row out of the index; all of them are above its mark then, and triggers leave them alone. */
export async function emptyTextIndex(tx: Transaction, table: string): Promise<void> {
  if (!(await textIndexColumns(tx, table))) return
  const index = id(indexName(table))
  await tx.run(sql`INSERT INTO ${index} (${index}) VALUES ('delete-all')`)
  await tx.run(sql`UPDATE ${id(registry)} SET mark = ${keyword(beforeEveryRow)} WHERE table_name = ${table}`)
}

const rowsAtATime = 32

/**
 * The index is written in segments of several levels, and so many of one level are merged while rows are
 * written: by itself the engine would merge four of them, which costs a third of the time. What is left is
 * merged afterwards. https://sqlite.org/fts5.html#the_automerge_configuration_option
 */
const segmentsAtALevel = 12
const pagesAtATime = 64

/**
 * Indexes rows above the mark, until `isOver` says to stop.
 * @returns whether every row is indexed now
 */
export function indexRows(
  connection: Connection,
  { table, columns }: TextIndex,
  isOver: () => boolean,
): boolean {
  const next = sql`FROM ${id(table)} WHERE id > ${markOf(table)} ORDER BY id LIMIT ${keyword(String(rowsAtATime))}`
  const insert = textOf(sql`
    INSERT INTO ${id(indexName(table))} (rowid, ${join(columns.map((_, place) => keyword(indexColumn(place))))})
    SELECT id, ${join(columns.map((name) => sql`trowel_fold(${id(name)})`))} ${next}`)
  const advance = textOf(sql`
    UPDATE ${id(registry)} SET mark = coalesce((SELECT max(id) FROM (SELECT id ${next})), mark)
    WHERE table_name = ${literal(table)}`)
  for (;;) {
    const { changes } = connection.run(insert)
    connection.run(advance)
    if (changes < rowsAtATime) return true
    if (isOver()) return false
  }
}

/**
 * Merges what lies in many segments, which searches would look through one by one, until `isOver` says to
 * stop.
 * @returns whether nothing is left to merge
 */
export function mergeSegments(connection: Connection, table: string, isOver: () => boolean): boolean {
  const index = id(indexName(table))
  const merge = textOf(sql`
    INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${keyword(String(pagesAtATime))})`)
  const changes = () => Number(connection.value('SELECT total_changes()'))
  for (;;) {
    const before = changes()
    connection.run(merge)
    // The engine's own sign that there was nothing to do: https://sqlite.org/fts5.html#the_merge_command
    if (changes() - before < 2) return true
    if (isOver()) return false
  }
}

/** How many rows are not indexed yet, counted up to `limit`. */
export const rowsAboveMark = (table: string, limit: number): Sql =>
  sql`SELECT count(*) AS n FROM (SELECT 1 FROM ${id(table)} WHERE id > ${markOf(table)} LIMIT ${keyword(String(limit))})`

/**
 * The ids of the rows in whose `columns` the folded text occurs, ascending: those of the index, then those
 * above its mark, which are read.
 */
export function searchOf(index: TextIndex, columns: readonly string[], folded: string): Sql {
  const phrase = `"${folded.replaceAll('"', '""')}"`
  const places = columns.map((name) => index.columns.indexOf(name))
  const within =
    new Set(places).size === index.columns.length ? '' : `{${places.map(indexColumn).join(' ')}} : `
  const name = id(indexName(index.table))
  const scanned = or(columns.map((column) => sql`instr(${foldText(id(column))}, ${folded}) > 0`))
  return sql`SELECT rowid AS id FROM ${name} WHERE ${name} MATCH ${within + phrase}
    UNION ALL SELECT id FROM ${id(index.table)} WHERE id > ${markOf(index.table)} AND ${scanned}`
}
