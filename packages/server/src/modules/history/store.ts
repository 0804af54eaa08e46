import type { ChangedEntity } from '@trowel/contract/changes.js'
import { fieldOf, type Table, tableOf } from '../../catalogue/catalogue.js'
import { journalEntities } from '../../catalogue/system-tables.js'
import type { RequestScope } from '../../http/scope.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { andVisible } from '../../records/rows/row-access.js'
import { areOldSeen, isSeenAt } from '../../records/versions/access.js'
import {
  boundsOfSet,
  isRecordTable,
  isThereAt,
  stateOfChange,
} from '../../records/versions/journaled-versions.js'
import { areOldCreationsSeen } from '../../records/versions/old-creations.js'
import { type By, ofPerson } from '../../records/versions/whose-changes.js'
import { changeCounts, changeSets, changes } from '../../storage/journal/journal-tables.js'
import { isNetChange, netOperation, tableOfChange } from '../../storage/journal/net-changes.js'
import { and, id, join, or, type Sql, sql } from '../../storage/sql.js'
import { isVisible, ofTable, type VisibleChanges, visibleChanges } from '../changes/index.js'

/** An entry of the history. */
export interface EntryRow {
  /** A record was changed; records were made; something that hangs from a record was changed. */
  readonly kind: 'version' | 'made' | 'part' | 'old_version' | 'old_made'
  readonly id: number
  readonly tb: string
  /** Of the record; of several the first. */
  readonly rowid: number
  readonly operation: string
  readonly entity: ChangedEntity
  readonly records: number
  readonly userid: number
  readonly user_name: string | null
  /** Unix milliseconds. */
  readonly time: number
  /** The first and the last change of the set; NULL from before the journal. */
  readonly first: number | null
  readonly last: number | null
}

interface Asked {
  readonly scope: RequestScope
  readonly parts: readonly RecordPart[]
  /** The tables of records that are asked for, of those that the caller may read. */
  readonly tables: readonly Table[]
  readonly visible: VisibleChanges
  readonly by: By
  /** Only entries of these sets and times. */
  readonly stretch?: Stretch
}

/**
 * The entries about records that the caller may see in these tables, newest first, and how many there are in
 * all.
 */
export async function selectHistoryPage(
  scope: RequestScope,
  parts: readonly RecordPart[],
  wanted: readonly Table[],
  by: By,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly total: number; readonly rows: readonly EntryRow[] }> {
  const tables = wanted.filter((table) => isRecordTable(table) && scope.rights.visibilityOf(table).readable)
  if (tables.length === 0) return { total: 0, rows: [] }
  const asked: Asked = { scope, parts, tables, visible: visibleChanges(scope, parts), by }
  const stretch = await selectStretch(asked, { limit, offset })
  if (offset >= stretch.total) return { total: stretch.total, rows: [] }
  const entries = join(entriesOf({ ...asked, stretch }), ' UNION ALL ')
  // Of an import the first record is looked for when it is on the page, of a record what became of it.
  const made = sql`FROM ${id(changes)} c WHERE c."id" BETWEEN h."first" AND h."last"
    AND ${tableOfChange} = h."tb" AND c."operation" = 'created'`
  const became = sql`SELECT CASE WHEN ${netOperation(boundsOfSet)} = 'deleted' THEN 'delete'
      WHEN s."origin" = 'restore' THEN 'restore' ELSE 'update' END
    FROM ${id(changes)} c JOIN ${id(changeSets)} s ON s."id" = c."set_id" WHERE c."id" = h."id"`
  const rows = await scope.db.scan.all<EntryRow>(sql`
    SELECT h."kind", h."tb", COALESCE(h."operation", (${became})) AS "operation", h."entity", h."records", h."userid",
      p."name" AS "user_name", h."time", h."first", h."last", COALESCE(h."id", (SELECT min(c."id") ${made})) AS "id",
      COALESCE(h."rowid", (SELECT min(c."row_id") ${made})) AS "rowid"
    FROM (SELECT * FROM (${entries}) e ORDER BY ${newestFirst}, "rank" DESC, "id" DESC
      LIMIT ${limit} OFFSET ${offset - stretch.before}) h
    LEFT JOIN ${id('sys_users')} p ON p."id" = h."userid"
    ORDER BY ${newestFirst}, h."rank" DESC, h."id" DESC`)
  return { total: stretch.total, rows }
}

/** Sets, and times from before the journal, among which the entries of a page are. */
interface Stretch {
  readonly total: number
  /** How many entries come before it. */
  readonly before: number
  readonly firstSet: number | null
  readonly lastSet: number | null
  /** Unix milliseconds. */
  readonly firstTime: number | null
  readonly lastTime: number | null
  /** The ids of the first and the last change of these sets. */
  readonly firstChange: number
  readonly lastChange: number
  /** Did these sets change each row once? Then no change is looked up for another of its row. */
  readonly isPlain: boolean
}

const newestFirst = sql`"era" DESC, "moment" DESC`

/** Counts the entries of each set, so that those of all sets need not be put in order for a page. */
async function selectStretch(
  asked: Asked,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Stretch> {
  const counted = join([...countedRecords(asked), ...partsOfEntries(asked).map(countedBySet)], ' UNION ALL ')
  const of = (era: number): Sql => sql`CASE WHEN r."era" = ${era} THEN r."moment" END`
  const { scan } = asked.scope.db
  const found = await scan.get<Omit<Stretch, 'firstChange' | 'lastChange' | 'isPlain'>>(sql`
    WITH "~sets" AS (SELECT "era", "moment", CAST(sum("n") AS BIGINT) AS "n" FROM (${counted}) g GROUP BY "era", "moment"),
      "~run" AS (SELECT "era", "moment", "n", CAST(sum("n") OVER (ORDER BY ${newestFirst}) AS BIGINT) AS "upto" FROM "~sets")
    SELECT CAST((SELECT coalesce(sum("n"), 0) FROM "~sets") AS BIGINT) AS "total", min(r."upto" - r."n") AS "before",
      min(${of(1)}) AS "firstSet", max(${of(1)}) AS "lastSet", min(${of(0)}) AS "firstTime", max(${of(0)}) AS "lastTime"
    FROM "~run" r WHERE r."upto" > ${offset} AND r."upto" - r."n" < ${offset + limit}`)
  const { firstSet = null, lastSet = null } = found ?? {}
  const changed = await scan.get<{ first: number | null; last: number | null; rows: number | null }>(sql`
    SELECT (SELECT "first_change" FROM ${id(changeSets)} WHERE "id" = ${firstSet}) AS "first",
      (SELECT "last_change" FROM ${id(changeSets)} WHERE "id" = ${lastSet}) AS "last",
      (SELECT CAST(sum("created" + "updated" + "deleted") AS BIGINT) FROM ${id(changeCounts)}
        WHERE "set_id" BETWEEN ${firstSet} AND ${lastSet}) AS "rows"`)
  const [firstChange, lastChange] = [changed?.first ?? 1, changed?.last ?? 0]
  const isPlain = changed?.rows === lastChange - firstChange + 1
  const nothing = { total: 0, before: 0, firstSet, lastSet, firstTime: null, lastTime: null }
  return { ...(found ?? nothing), firstChange, lastChange, isPlain }
}

const countedBySet = (entries: Sql): Sql =>
  sql`SELECT e."era", e."moment", count(*) AS "n" FROM (${entries}) e GROUP BY e."era", e."moment"`

/** Of tables of which the caller sees every record the journal has counted how many each set changed. */
function countedRecords(asked: Asked): Sql[] {
  const { scope, tables } = asked
  const isWhole = (table: Table): boolean => scope.rights.visibilityOf(table).restriction === undefined
  const whole = tables.filter(isWhole).map(({ name }) => name)
  const some = tables.filter((table) => !isWhole(table))
  const where = and([...common(asked), sql`n."tb" IN (${join(whole)})`, sql`n."updated" + n."deleted" > 0`])
  return [
    ...(whole.length > 0
      ? [
          sql`SELECT 1 AS "era", s."id" AS "moment", n."updated" + n."deleted" AS "n"
            FROM ${id(changeCounts)} n JOIN ${id(changeSets)} s ON s."id" = n."set_id" WHERE ${where}`,
        ]
      : []),
    ...(some.length > 0 ? [countedBySet(changedRecords({ ...asked, tables: some }))] : []),
  ]
}

const entriesOf = (asked: Asked): Sql[] => [changedRecords(asked), ...partsOfEntries(asked)]

/** All but those of records that were changed themselves. */
const partsOfEntries = (asked: Asked): Sql[] => [
  ...changedPluginRows(asked),
  madeRecords(asked),
  ...changedParts(asked),
  ...changedFiles(asked),
  oldVersions(asked),
  oldCreations(asked),
]

/** Which records that were made in a set the caller sees now. */
export async function selectMadeAndSeen(
  scope: RequestScope,
  table: Table,
  { first, last }: Pick<EntryRow, 'first' | 'last'>,
): Promise<{ readonly records: number; readonly rowid: number | null } | undefined> {
  return scope.db.scan.get(sql`
    SELECT count(*) AS "records", min(t."id") AS "rowid" ${madeAndSeen(scope, table, sql`${first}`, sql`${last}`)}`)
}

const madeAndSeen = (scope: RequestScope, table: Table, first: Sql, last: Sql): Sql =>
  sql`FROM ${id(changes)} c JOIN ${id(table.name)} t ON t."id" = c."row_id"
    WHERE c."id" BETWEEN ${first} AND ${last} AND ${tableOfChange} = ${table.name}
      AND c."operation" = 'created'${andVisible(scope, table)}`

const textOf = (value: string): Sql => sql`CAST(${value} AS TEXT)`

/** The columns of an entry of the set `s`; entries of one moment are in the order of `rank`, last first. */
const entryOfSet = (
  rank: number,
  entry: Record<'kind' | 'id' | 'tb' | 'rowid' | 'operation' | 'entity' | 'records', Sql>,
): Sql =>
  sql`1 AS "era", s."id" AS "moment", CAST(${rank} AS BIGINT) AS "rank", ${entry.kind} AS "kind", ${entry.id} AS "id",
    ${entry.tb} AS "tb", ${entry.rowid} AS "rowid", ${entry.operation} AS "operation", ${entry.entity} AS "entity",
    ${entry.records} AS "records", s."user_id" AS "userid", s."time", s."first_change" AS "first", s."last_change" AS "last"`

/** Changes `c` with their sets `s`, found in this order. */
const changesWithSets = sql`FROM ${id(changes)} c CROSS JOIN ${id(changeSets)} s`

/** Those that are asked for of changes of tables: one for each row that a set changed in the end. */
const netChanges = (asked: Asked, isOfTables: Sql): Sql[] => {
  const { stretch } = asked
  return [
    isOfTables,
    sql`s."id" = c."set_id"`,
    ...(stretch ? [sql`c."id" BETWEEN ${stretch.firstChange} AND ${stretch.lastChange}`] : []),
    ...common(asked),
    ...(stretch?.isPlain ? [] : [isNetChange(boundsOfSet)]),
  ]
}
const isOf = (table: string): Sql => sql`c."tb" = ${table}`

const common = ({ scope, by, stretch }: Asked): Sql[] => [
  ...(stretch ? [sql`s."id" BETWEEN ${stretch.firstSet ?? 1} AND ${stretch.lastSet ?? 0}`] : []),
  ...ofPerson(scope, by, sql`s."user_id"`),
  sql`s."first_change" > 0`,
  ...stopping(scope),
]

const stopping = ({ db }: RequestScope): Sql[] => (db.dialect.interruptible ? [db.dialect.interruptible] : [])

function changedRecords(asked: Asked): Sql {
  const { scope, tables } = asked
  const ofTables = tables.map((table) =>
    and([isOf(table.name), ...isSeenAt(scope, table, sql`c."row_id"`, boundsOfSet.first)]),
  )
  const entry = entryOfSet(3, {
    kind: textOf('version'),
    id: sql`c."id"`,
    tb: sql`c."tb"`,
    rowid: sql`c."row_id"`,
    // Looked up for those on the page alone.
    operation: sql`CAST(NULL AS TEXT)`,
    entity: textOf('record'),
    records: sql`1`,
  })
  const where = and([...netChanges(asked, or(ofTables)), sql`c."operation" <> 'created'`])
  return sql`SELECT ${entry} ${changesWithSets} WHERE ${where}`
}

/** Records that stayed as they were while their rows in plugin tables changed. */
function changedPluginRows(asked: Asked): Sql[] {
  const { scope } = asked
  return asked.tables
    .filter((table) => table.plugins.length > 0)
    .map((table) => {
      const owned = table.plugins.map((name) => {
        const owner = stateOfChange(name, fieldOf(tableOf(scope.catalogue, name), 'id_link').name)
        const where = and(netChanges(asked, isOf(name)))
        return sql`SELECT c."id", s."id" AS "set_id", ${owner} AS "rowid" ${changesWithSets} WHERE ${where}`
      })
      const heads = sql`SELECT min(o."id") AS "id", o."set_id", o."rowid" FROM (${join(owned, ' UNION ALL ')}) o
        GROUP BY o."set_id", o."rowid"`
      const entry = entryOfSet(3, {
        kind: textOf('version'),
        id: sql`v."id"`,
        tb: textOf(table.name),
        rowid: sql`v."rowid"`,
        operation: sql`CASE WHEN s."origin" = 'restore' THEN 'restore' ELSE 'update' END`,
        entity: textOf('record'),
        records: sql`1`,
      })
      const where = and([
        sql`NOT EXISTS (SELECT 1 FROM ${id(changes)} m WHERE m."tb" = ${table.name} AND m."row_id" = v."rowid"
          AND m."id" BETWEEN s."first_change" AND s."last_change")`,
        isThereAt(table, sql`v."rowid"`, boundsOfSet.first),
        ...isSeenAt(scope, table, sql`v."rowid"`, boundsOfSet.first),
      ])
      return sql`SELECT ${entry} FROM (${heads}) v JOIN ${id(changeSets)} s ON s."id" = v."set_id" WHERE ${where}`
    })
}

/** All records of a table that a set made are one entry. */
function madeRecords(asked: Asked): Sql {
  const { scope, tables } = asked
  const seen = tables.map((table) => {
    const isAnySeen = scope.rights.visibilityOf(table).restriction
      ? [sql`EXISTS (SELECT 1 ${madeAndSeen(scope, table, boundsOfSet.first, boundsOfSet.last)})`]
      : []
    return and([sql`n."tb" = ${table.name}`, ...isAnySeen])
  })
  const entry = entryOfSet(2, {
    kind: textOf('made'),
    id: sql`CAST(NULL AS BIGINT)`,
    tb: sql`n."tb"`,
    rowid: sql`CAST(NULL AS BIGINT)`,
    operation: sql`CASE WHEN s."origin" IN ('restore', 'undo') THEN 'restore' ELSE 'insert' END`,
    entity: textOf('record'),
    records: sql`n."created"`,
  })
  const where = and([...common(asked), sql`n."created" > 0`, or(seen)])
  return sql`SELECT ${entry} FROM ${id(changeCounts)} n JOIN ${id(changeSets)} s ON s."id" = n."set_id" WHERE ${where}`
}

/**
 * Relations, links, map features and citations: one entry for the record from which they hang, of two the
 * first. What comes and goes with a record belongs to the entry of the record.
 */
const changedParts = (asked: Asked): Sql[] =>
  asked.parts.map(({ attachedTable: { table, ends } }) => {
    const own = ends.map((end) => ({
      tb: stateOfChange(table, end.table),
      rowid: stateOfChange(table, end.record),
    }))
    const isSeen = isVisible(ofTable(asked.visible, table), boundsOfSet)
    const columns = own.map(
      ({ tb, rowid }, k) => sql`${tb} AS ${id(`tb${k}`)}, ${rowid} AS ${id(`rowid${k}`)}`,
    )
    const rows = sql`SELECT c."id", s."id" AS "set_id", ${join(columns)} ${changesWithSets}
      WHERE ${and([...netChanges(asked, isOf(table)), isSeen])}`
    const heads = sql`SELECT min(o."id") AS "id", o."set_id", o."tb0" AS "tb", o."rowid0" AS "rowid" FROM (${rows}) o
      JOIN ${id(changeSets)} s ON s."id" = o."set_id"
      WHERE ${and(own.map((_, k) => stays(id('o', `tb${k}`), id('o', `rowid${k}`))))}
      GROUP BY o."set_id", o."tb0", o."rowid0"`
    return entriesOfParts(asked, table, heads)
  })

/** A file that is described anew or whose bytes are replaced: an entry for the first record that has it. */
function changedFiles(asked: Asked): Sql[] {
  const table = 'sys_files'
  const where = and([
    ...netChanges(asked, isOf(table)),
    sql`c."operation" = 'updated'`,
    isVisible(ofTable(asked.visible, table), boundsOfSet),
  ])
  const heads = sql`SELECT c."id", s."id" AS "set_id", l."table_name" AS "tb", l."record_id" AS "rowid" ${changesWithSets}
    JOIN ${id('sys_file_links')} l ON l."id" = (SELECT min(f."id") FROM ${id('sys_file_links')} f WHERE f."file_id" = c."row_id")
    WHERE ${where}`
  return [entriesOfParts(asked, table, heads)]
}

function entriesOfParts({ scope, tables }: Asked, table: string, heads: Sql): Sql {
  const entry = entryOfSet(1, {
    kind: textOf('part'),
    id: sql`v."id"`,
    tb: sql`v."tb"`,
    rowid: sql`v."rowid"`,
    operation: textOf('update'),
    entity: textOf(journalEntities[table] ?? ''),
    records: sql`1`,
  })
  const isAsked = or(
    tables.map((one) => {
      const { restriction } = scope.rights.visibilityOf(one)
      const isSeen = restriction
        ? [sql`EXISTS (SELECT 1 FROM ${id(one.name)} t WHERE t."id" = v."rowid"${andVisible(scope, one)})`]
        : []
      return and([sql`v."tb" = ${one.name}`, ...isSeen])
    }),
  )
  return sql`SELECT ${entry} FROM (${heads}) v JOIN ${id(changeSets)} s ON s."id" = v."set_id" WHERE ${isAsked}`
}

/** Was the record neither made nor deleted in the set `s`? */
const stays = (tb: Sql, rowid: Sql): Sql =>
  sql`NOT EXISTS (SELECT 1 FROM ${id(changes)} m WHERE m."tb" = ${tb} AND m."row_id" = ${rowid}
    AND m."id" BETWEEN s."first_change" AND s."last_change" AND m."operation" <> 'updated')`

/** The columns of an entry from before the journal, whose moment is its time. */
const oldEntry = (rank: number, kind: EntryRow['kind'], of: string, rowid: string, records: Sql): Sql =>
  sql`0 AS "era", ${id(of, 'time')} AS "moment", CAST(${rank} AS BIGINT) AS "rank", ${textOf(kind)} AS "kind",
    ${id(of, 'id')} AS "id", ${id(of, 'tb')} AS "tb", ${id(of, rowid)} AS "rowid", ${id(of, 'operation')} AS "operation",
    ${textOf('record')} AS "entity", ${records} AS "records", ${id(of, 'userid')} AS "userid", ${id(of, 'time')} AS "time",
    CAST(NULL AS BIGINT) AS "first", CAST(NULL AS BIGINT) AS "last"`

/** @param time the column with the time of an entry from before the journal */
const inTime = (stretch: Stretch | undefined, time: Sql): Sql[] =>
  stretch ? [sql`${time} BETWEEN ${stretch.firstTime ?? 1} AND ${stretch.lastTime ?? 0}`] : []

function oldVersions({ scope, tables, by, stretch }: Asked): Sql {
  const where = and([
    ...inTime(stretch, sql`v."time"`),
    ...ofPerson(scope, by, sql`v."userid"`),
    areOldSeen(scope, tables),
    ...stopping(scope),
  ])
  return sql`SELECT ${oldEntry(3, 'old_version', 'v', 'rowid', sql`1`)} FROM ${id('sys_versions')} v WHERE ${where}`
}

function oldCreations({ scope, tables, by, stretch }: Asked): Sql {
  const where = and([
    ...inTime(stretch, sql`c."time"`),
    ...ofPerson(scope, by, sql`c."userid"`),
    areOldCreationsSeen(scope, tables),
    ...stopping(scope),
  ])
  return sql`SELECT ${oldEntry(2, 'old_made', 'c', 'first_id', sql`c."records"`)} FROM ${id('sys_creations')} c WHERE ${where}`
}
