import type { Field, Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { compileCondition } from '../../query/compile.js'
import { columnSql } from '../../query/expression/compile-expression.js'
import { labelColumn } from '../../records/rows/record-label.js'
import { andVisible } from '../../records/rows/row-access.js'
import { visibleCondition } from '../../records/rows/search-criteria.js'
import { and, id, join, keyword, or, type Sql, sql } from '../../storage/sql.js'
import { seenFiles } from '../files/index.js'

/** The rows of a table that the caller may see, by id. */
export function rowsQuery(scope: RequestScope, table: Table, columns: readonly Field[]): Sql {
  const { dialect } = scope.db
  const values = join(
    columns.map((field, place) => sql`${columnSql(field, 't', dialect)} AS ${id(`c${place}`)}`),
  )
  const conditions = [
    compileCondition(visibleCondition(scope, table, undefined), 't', { dialect, table }),
    ...(dialect.interruptible ? [dialect.interruptible] : []),
  ]
  return sql`SELECT ${values} FROM ${id(table.name)} t WHERE ${and(conditions)} ORDER BY t."id"`
}

/** Map features of the records that the caller may see: id, id and label of the record, WKT. */
export const featuresQuery = (scope: RequestScope, table: Table): Sql => sql`
  SELECT g."id" AS "id", t."id" AS "record", ${labelColumn(table, 't')} AS "label", g."geometry" AS "wkt"
  FROM ${id('sys_geodata')} g JOIN ${id(table.name)} t ON t."id" = g."id_link"${andVisible(scope, table)}
  WHERE g."table_link" = ${table.name} ORDER BY g."id"`

/** Relations between records that the caller may see: id, and both ends with their labels around the code. */
export const relationsQuery = (scope: RequestScope, table: Table): Sql => sql`
  SELECT r."id" AS "id", a."id" AS "first_id", ${labelColumn(table, 'a')} AS "first", r."relation" AS "relation",
    b."id" AS "second_id", ${labelColumn(table, 'b')} AS "second"
  FROM ${id('sys_rs')} r
  JOIN ${id(table.name)} a ON a."id" = r."first"${andVisible(scope, table, 'a')}
  JOIN ${id(table.name)} b ON b."id" = r."second"${andVisible(scope, table, 'b')}
  WHERE r."tb" = ${table.name} ORDER BY r."id"`

/** Is the record there that two columns of `l` name, and may the caller see it? */
const seenEnd = (scope: RequestScope, tables: readonly Table[], tableColumn: string, idColumn: string): Sql =>
  or(
    tables.map(
      (table) => sql`(${id('l', tableColumn)} = ${table.name} AND EXISTS (
        SELECT 1 FROM ${id(table.name)} t WHERE t."id" = ${id('l', idColumn)}${andVisible(scope, table)}))`,
    ),
  )

/** Links by hand between such records. @param tables that the caller may read */
export const manualLinksQuery = (scope: RequestScope, tables: readonly Table[]): Sql => sql`
  SELECT l."id", l."tb_one", l."id_one", l."tb_two", l."id_two", l."label", l."sort" FROM ${id('sys_userlinks')} l
  WHERE ${seenEnd(scope, tables, 'tb_one', 'id_one')} AND ${seenEnd(scope, tables, 'tb_two', 'id_two')}
  ORDER BY l."id"`

/** The files that the caller may see. */
export const filesQuery = (scope: RequestScope): Sql => sql`
  SELECT f."id", f."binary", f."filename", f."ext", f."description", f."keywords", f."printable", f."size",
    f."sha256", f."width", f."height", f."pixels_per_cm", f."marks"
  FROM ${id('sys_files')} f WHERE ${seenFiles(scope) ?? keyword('1 = 1')} ORDER BY f."id"`

/** Which record has which file. */
export const fileLinksQuery = (scope: RequestScope, tables: readonly Table[]): Sql => sql`
  SELECT l."id", l."file_id", l."table_name", l."record_id", l."sort" FROM ${id('sys_file_links')} l
  WHERE ${seenEnd(scope, tables, 'table_name', 'record_id')} ORDER BY l."id"`

export const vocabulariesQuery: Sql = sql`
  SELECT "voc", "def" FROM ${id('sys_vocabularies')} ORDER BY "voc", "sort", "id"`
