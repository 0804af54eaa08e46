import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { labelColumn } from '../../records/rows/record-label.js'
import { andVisible } from '../../records/rows/row-access.js'
import { id, join, keyword, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'

/** One end of a link. */
export interface LinkEnd {
  readonly table: string
  readonly id: number
}

export interface ManualLinkRow {
  readonly id: number
  readonly tableOne: string
  readonly idOne: number
  readonly tableTwo: string
  readonly idTwo: number
  readonly sort: number | null
  readonly label: string | null
}

const columns = keyword(
  '"id", "tb_one" AS "tableOne", "id_one" AS "idOne", "tb_two" AS "tableTwo", "id_two" AS "idTwo", "sort", "label"',
)

/** The links that have the record at either end, by id. */
export const selectLinksOf = (reader: Reader, { table, id: recordId }: LinkEnd): Promise<ManualLinkRow[]> =>
  reader.all<ManualLinkRow>(sql`
    SELECT ${columns} FROM ${id('sys_userlinks')}
    WHERE ("tb_one" = ${table} AND "id_one" = ${recordId}) OR ("tb_two" = ${table} AND "id_two" = ${recordId})
    ORDER BY "id"`)

export interface LabelRow extends LinkEnd {
  readonly label: string | null
}

/**
 * What the records are called that exist and that the caller can see, of any number of tables in one
 * statement.
 */
export async function selectLabels(
  reader: Reader,
  scope: RequestScope,
  ends: ReadonlyMap<Table, readonly number[]>,
): Promise<LabelRow[]> {
  const { dialect } = scope.db
  const selects = [...ends].map(([table, ids]) => {
    const type = table.fields.get(table.idField)?.dbType ?? 'INTEGER'
    const label = type === 'TEXT' ? labelColumn(table, 't') : dialect.asText(labelColumn(table, 't'), type)
    return sql`SELECT CAST(${table.name} AS TEXT) AS "table", t."id" AS "id", ${label} AS "label" FROM ${id(table.name)} t
      WHERE t."id" IN (${join(ids)})${andVisible(scope, table)}`
  })
  return selects.length === 0 ? [] : reader.all<LabelRow>(join(selects, ' UNION ALL '))
}

/** Is the pair linked already, in whichever direction? */
export async function selectPair(reader: Reader, one: LinkEnd, two: LinkEnd): Promise<number | undefined> {
  const row = await reader.get<{ id: number }>(sql`
    SELECT "id" FROM ${id('sys_userlinks')}
    WHERE ("tb_one" = ${one.table} AND "id_one" = ${one.id} AND "tb_two" = ${two.table} AND "id_two" = ${two.id})
      OR ("tb_one" = ${two.table} AND "id_one" = ${two.id} AND "tb_two" = ${one.table} AND "id_two" = ${one.id})`)
  return row?.id
}

export const insertLink = (
  tx: Transaction,
  one: LinkEnd,
  two: LinkEnd,
  label: string | null,
): Promise<number> =>
  tx.insert('sys_userlinks', {
    tb_one: one.table,
    id_one: one.id,
    tb_two: two.table,
    id_two: two.id,
    sort: null,
    label,
  })

export const selectLink = (reader: Reader, linkId: number): Promise<ManualLinkRow | undefined> =>
  reader.get<ManualLinkRow>(sql`SELECT ${columns} FROM ${id('sys_userlinks')} WHERE "id" = ${linkId}`)

export const deleteLink = (tx: Transaction, linkId: number): Promise<number> =>
  tx.run(sql`DELETE FROM ${id('sys_userlinks')} WHERE "id" = ${linkId}`)
