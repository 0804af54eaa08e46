import { mayChangeLoose } from '../../access/global-level.js'
import { frozen } from '../../access/levels.js'
import { mainTables, type Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { compileCondition } from '../../query/compile.js'
import { addTablesRead } from '../../query/tables-read.js'
import { andVisible } from '../../records/rows/row-access.js'
import { and, id, join, or, type Sql, sql } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'
import { type FileRow, selectFile, selectRecordsOfFile, selectTablesOfFile } from './store.js'

/** The links `l` to records that the caller can see; `undefined` when he sees all records. */
export function seenLinks(scope: RequestScope): Sql | undefined {
  const tables = mainTables(scope.catalogue)
  const visible = tables.map((table) => ({ table, ...scope.rights.visibilityOf(table) }))
  if (visible.every(({ readable, restriction }) => readable && !restriction)) return undefined
  const readable = visible.filter((each) => each.readable)
  const whole = readable.filter(({ restriction }) => !restriction).map(({ table }) => table.name)
  const partly = readable.filter(({ restriction }) => restriction).map(({ table }) => table)
  return or([
    ...(whole.length > 0 ? [sql`l."table_name" IN (${join(whole)})`] : []),
    ...partly.map((table) => seenRecord(scope, table)),
  ])
}

const seenRecord = (scope: RequestScope, table: Table): Sql =>
  sql`(l."table_name" = ${table.name} AND EXISTS (
    SELECT 1 FROM ${id(table.name)} t WHERE t."id" = l."record_id"${andVisible(scope, table)}))`

/** Files without a link. */
export const orphan = sql`NOT EXISTS (SELECT 1 FROM ${id('sys_file_links')} l WHERE l."file_id" = f."id")`

/**
 * The files `f` that the caller sees: orphans, and those of which he sees a record; `undefined` for all of
 * them.
 */
export function seenFiles(scope: RequestScope): Sql | undefined {
  const links = seenLinks(scope)
  if (!links) return undefined
  const shown = sql`EXISTS (SELECT 1 FROM ${id('sys_file_links')} l WHERE ${and([sql`l."file_id" = f."id"`, links])})`
  return or([orphan, shown])
}

/** The tables whose rows decide which files `seenFiles` leaves. */
export function tablesBehindFiles(scope: RequestScope): ReadonlySet<string> {
  const tables = new Set(['sys_files', 'sys_file_links'])
  for (const table of mainTables(scope.catalogue)) {
    const { restriction } = scope.rights.visibilityOf(table)
    if (restriction) addTablesRead(restriction, tables.add(table.name))
  }
  return tables
}

/** @throws `record_not_found`, also for a file that the caller does not see */
export async function requireSeen(reader: Reader, scope: RequestScope, fileId: number): Promise<FileRow> {
  const file = Number.isSafeInteger(fileId) ? await selectFile(reader, fileId, seenFiles(scope)) : undefined
  if (!file) throw fileNotFound()
  return file
}

/**
 * A file may be changed by those who may change every record that it belongs to, the ones that they cannot
 * see included: other bytes would change all of them. The maker of a file counts like the maker of its
 * records.
 *
 * @throws `record_not_found`, `not_enough_privilege`
 */
export async function requireEditableFile(
  reader: Reader,
  scope: RequestScope,
  fileId: number,
): Promise<FileRow> {
  const file = await requireSeen(reader, scope, fileId)
  if (scope.application.settings.status === 'frozen') throw frozen()
  const tables = await selectTablesOfFile(reader, fileId)
  const isAllowed =
    tables.length === 0
      ? mayChangeOrphan(scope, file)
      : (await Promise.all(tables.map((name) => mayChangeIn(reader, scope, file, name)))).every(Boolean)
  if (!isAllowed) {
    throw new AppError('not_enough_privilege', message('file_not_changeable', {}))
  }
  return file
}

const mayChangeOrphan = ({ principal }: RequestScope, { creator }: FileRow): boolean =>
  mayChangeLoose(principal, creator)

async function mayChangeIn(
  reader: Reader,
  scope: RequestScope,
  file: FileRow,
  tableName: string,
): Promise<boolean> {
  const table = scope.catalogue.tables.get(tableName)
  if (!table) return mayChangeOrphan(scope, file)
  const { filter } = scope.rights.levelsOn(table)
  const inside = filter ? compileCondition(filter, 't', { dialect: scope.db.dialect, table }) : sql`1 = 1`
  const records = await selectRecordsOfFile(reader, table, file.id, inside)
  return records.every((record) => {
    const insideFilter = record.inside === 1
    return [record.creator, file.creator].some((creator) =>
      scope.rights.mayEdit(table, { creator, insideFilter }),
    )
  })
}

export const fileNotFound = (): AppError => new AppError('record_not_found', message('no_such_file_here', {}))
