import type { ChangeOperation } from '@trowel/contract/changes.js'
import { isSuperAdmin } from '../../access/global-level.js'
import { creatorId } from '../../access/principal.js'
import { type Catalogue, fieldOf, mainTables, type Table } from '../../catalogue/catalogue.js'
import { journalEntities, savedEntities } from '../../catalogue/system-tables.js'
import type { RequestScope } from '../../http/scope.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { andVisible } from '../../records/rows/row-access.js'
import { imageMeets } from '../../records/versions/access.js'
import { beforeTable, changes } from '../../storage/journal/journal-tables.js'
import { netOperation, nextChange, type SetBounds, tableOfChange } from '../../storage/journal/net-changes.js'
import { and, id, join, or, type Sql, sql } from '../../storage/sql.js'
import { seenFiles } from '../files/index.js'

/** Which changes the caller sees, by the rights that he has now. */
export interface VisibleChanges {
  /** The tables of which he sees every change, those of rows that are gone included. */
  readonly whole: ReadonlySet<string>
  /** Tables of which he sees some changes `c`, those that meet the condition. */
  readonly partly: ReadonlyMap<string, (set: SetBounds) => Sql>
}

/**
 * A caller without a row filter sees all changes of a table that he may read. With one he sees those of
 * records that are there and visible now, and that were visible before and after the set. Plugin rows and
 * what hangs from records follow these, from all of their ends.
 *
 * @param alsoGone changes of records that are not there any more as well, where he would see their states
 */
export function visibleChanges(
  scope: RequestScope,
  parts: readonly RecordPart[],
  { alsoGone = false }: { readonly alsoGone?: boolean } = {},
): VisibleChanges {
  const whole = new Set<string>()
  const partly = new Map<string, (set: SetBounds) => Sql>()
  const { tables } = scope.catalogue
  const records = recordsSeen(scope, alsoGone)
  const readsAll = [...tables.values()].every((table) => scope.rights.visibilityOf(table).readable)
  for (const table of tables.values()) {
    const { readable, restriction } = scope.rights.visibilityOf(table)
    const parent = table.isPlugin && table.parent !== undefined ? tables.get(table.parent) : undefined
    if (!readable) continue
    if (!restriction) whole.add(table.name)
    else if (parent) {
      const owner = fieldOf(table, 'id_link').name
      partly.set(table.name, (set) =>
        everyState(table.name, [owner], set, records.seen(parent, id('w', owner), set)),
      )
    } else partly.set(table.name, (set) => records.seen(table, sql`c."row_id"`, set))
  }
  for (const { attachedTable } of parts) {
    const { table, ends } = attachedTable
    if (records.areAllSeen) whole.add(table)
    else {
      const columns = [...new Set(ends.flatMap((end) => [end.table, end.record]))]
      partly.set(table, (set) =>
        everyState(
          table,
          columns,
          set,
          and(ends.map((end) => records.seenByName(id('w', end.table), id('w', end.record), set))),
        ),
      )
    }
  }
  const files = seenFiles(scope)
  if (files) {
    const there = sql`SELECT 1 FROM ${id('sys_files')} f WHERE f."id" = c."row_id"`
    partly.set('sys_files', () => isThere(there, files, alsoGone))
  } else whole.add('sys_files')
  for (const [table, entity] of Object.entries(journalEntities)) {
    if (entity === 'vocabulary_item') whole.add(table)
    if (entity === 'configuration' && isSuperAdmin(scope.principal)) whole.add(table)
    if (savedEntities.has(entity)) {
      const isOwn = sql`w."user_id" = ${creatorId(scope.principal) ?? 0}`
      // What others share may be about a table that is hidden from him, or lead to one.
      const isSeen = readsAll ? sql`${isOwn} OR w."is_global" = 1` : isOwn
      partly.set(table, (set) => everyState(table, ['user_id', 'is_global'], set, isSeen))
    }
    if (entity === 'template') {
      if (records.areAllSeen) whole.add(table)
      else {
        const isReadable = or(
          records.readable.length > 0 ? [sql`w."table_name" IN (${join(records.readable)})`] : [],
        )
        partly.set(table, (set) => everyState(table, ['table_name'], set, isReadable))
      }
    }
  }
  return { whole, partly }
}

/** What the caller sees of the records of main tables. */
function recordsSeen(scope: RequestScope, alsoGone: boolean) {
  const mains = mainTables(scope.catalogue).map((table) => ({ table, ...scope.rights.visibilityOf(table) }))
  const readable = mains.filter((main) => main.readable)
  const whole = readable.filter(({ restriction }) => !restriction).map(({ table }) => table.name)

  /** Is this record of the table visible now, and was it before and after the set? */
  const seen = (table: Table, recordId: Sql, set: SetBounds): Sql => {
    const { restriction } = scope.rights.visibilityOf(table)
    if (!restriction) return sql`1 = 1`
    const firstFrom = (from: Sql): Sql =>
      sql`SELECT min(m."id" + 0) AS "id" FROM ${id(changes)} m
        WHERE m."tb" = ${table.name} AND m."row_id" = ${recordId} AND ${from}`
    const there = sql`SELECT 1 FROM ${id(table.name)} t WHERE t."id" = ${recordId}`
    return sql`(${isThere(there, sql`1 = 1${andVisible(scope, table)}`, alsoGone)} AND NOT EXISTS (
        SELECT 1 FROM (${firstFrom(sql`m."id" + 0 >= ${set.first}`)} UNION ALL ${firstFrom(sql`m."id" + 0 > ${set.last}`)}) h
        JOIN ${id(beforeTable(table.name))} b ON b."id" = h."id" WHERE NOT ${imageMeets(scope, table, restriction)}))`
  }

  /** The same of a record of whichever table. */
  const seenByName = (table: Sql, recordId: Sql, set: SetBounds): Sql =>
    or([
      ...(whole.length > 0 ? [sql`${table} IN (${join(whole)})`] : []),
      ...readable
        .filter(({ restriction }) => restriction)
        .map((main) => sql`(${table} = ${main.table.name} AND ${seen(main.table, recordId, set)})`),
    ])

  return {
    areAllSeen: whole.length === mains.length,
    readable: readable.map(({ table }) => table.name),
    seen,
    seenByName,
  }
}

/** Is a row there that meets this? With `alsoGone` also: or is it gone? */
const isThere = (row: Sql, meets: Sql, alsoGone: boolean): Sql =>
  alsoGone ? sql`(NOT EXISTS (${row}) OR EXISTS (${row} AND ${meets}))` : sql`EXISTS (${row} AND ${meets})`

/** Do the states `w` of the row of `c` before and after the set, as far as there are any, meet this? */
function everyState(table: string, columns: readonly string[], set: SetBounds, meets: Sql): Sql {
  const of = (alias: string): Sql => join(columns.map((column) => id(alias, column)))
  const images = id(beforeTable(table))
  return sql`NOT EXISTS (SELECT 1 FROM (
      SELECT ${of('i')} FROM ${images} i WHERE i."id" = c."id"
      UNION ALL SELECT ${of('i')} FROM ${images} i WHERE i."id" = ${nextChange(set)}
      UNION ALL SELECT ${of('t')} FROM ${id(table)} t WHERE t."id" = c."row_id" AND ${nextChange(set)} IS NULL
    ) w WHERE NOT COALESCE((${meets}), FALSE))`
}

/** The changes `c` of a set that the caller sees, in those of the tables that are asked for. */
export function isVisible({ whole, partly }: VisibleChanges, set: SetBounds): Sql {
  return or([
    ...(whole.size > 0 ? [sql`${tableOfChange} IN (${join([...whole])})`] : []),
    ...isPartlyVisible(partly, set),
  ])
}

export const isPartlyVisible = (partly: VisibleChanges['partly'], set: SetBounds): Sql[] =>
  [...partly].map(([table, condition]) => sql`(${tableOfChange} = ${table} AND ${condition(set)})`)

/** Of these changes only those of one table. */
export const ofTable = ({ whole, partly }: VisibleChanges, table: string): VisibleChanges => ({
  whole: new Set([...whole].filter((name) => name === table)),
  partly: new Map([...partly].filter(([name]) => name === table)),
})

/** Filters of a list of changes; each one left out lets everything through. */
export interface SoughtChanges {
  /** Names of tables: their records, with plugin rows and what hangs from them. */
  readonly tables?: readonly string[] | undefined
  readonly operations?: readonly ChangeOperation[] | undefined
}

/** Of these changes only those that are wanted. */
export function soughtOf(
  visible: VisibleChanges,
  { tables, operations }: SoughtChanges,
  catalogue: Catalogue,
  parts: readonly RecordPart[],
): VisibleChanges {
  const ofTables = tables ? inTables(visible, tables, catalogue, parts) : visible
  if (!operations) return ofTables
  const isWanted = (set: SetBounds): Sql => sql`${netOperation(set)} IN (${join(operations)})`
  return narrowed(ofTables, (_table, seen) => (set) => and([isWanted(set), ...(seen ? [seen(set)] : [])]))
}

function inTables(
  visible: VisibleChanges,
  tables: readonly string[],
  catalogue: Catalogue,
  parts: readonly RecordPart[],
): VisibleChanges {
  const names = new Set(tables.flatMap((name) => [name, ...(catalogue.tables.get(name)?.plugins ?? [])]))
  const attached = new Map(parts.map(({ attachedTable }) => [attachedTable.table, attachedTable.ends]))
  const chosen: VisibleChanges = {
    whole: new Set([...visible.whole].filter((table) => names.has(table))),
    partly: new Map([...visible.partly].filter(([table]) => names.has(table))),
  }
  if (tables.length === 0) return chosen
  const hanging = narrowed(visible, (table, seen) => {
    const columns = [...new Set(attached.get(table)?.map((end) => end.table))]
    const isOfThem = or(columns.map((column) => sql`${id('w', column)} IN (${join(tables)})`))
    return (set) => and([everyState(table, columns, set, isOfThem), ...(seen ? [seen(set)] : [])])
  })
  const partly = [...hanging.partly].filter(([table]) => attached.has(table))
  return { whole: chosen.whole, partly: new Map([...chosen.partly, ...partly]) }
}

type SeenChanges = (set: SetBounds) => Sql

/** Each table with another condition, which may hold the one that it had. */
const narrowed = (
  { whole, partly }: VisibleChanges,
  narrow: (table: string, seen: SeenChanges | undefined) => SeenChanges,
): VisibleChanges => ({
  whole: new Set(),
  partly: new Map([
    ...[...whole].map((table) => [table, narrow(table, undefined)] as const),
    ...[...partly].map(([table, seen]) => [table, narrow(table, seen)] as const),
  ]),
})
