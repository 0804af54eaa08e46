import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { id, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'
import { labelColumn } from '../records/record-label.js'
import { andVisible } from '../records/row-access.js'
import type { RelationRow } from './harris-matrix.js'

interface LabelledRelationRow extends RelationRow {
  readonly firstLabel: string | number | null
  readonly secondLabel: string | number | null
}

/** The relations in which a record is first or second, by id; those whose other end the caller cannot see are left out. */
export async function selectRelationsOf(
  scope: RequestScope,
  table: Table,
  recordId: number,
): Promise<LabelledRelationRow[]> {
  const records = id(table.name)
  return scope.db.quick.all<LabelledRelationRow>(sql`
    SELECT r."id", r."first", r."second", r."relation",
      ${labelColumn(table, 'a')} AS "firstLabel", ${labelColumn(table, 'b')} AS "secondLabel"
    FROM ${id('sys_rs')} r
    JOIN ${records} a ON a."id" = r."first"${andVisible(scope, table, 'a')}
    JOIN ${records} b ON b."id" = r."second"${andVisible(scope, table, 'b')}
    WHERE r."tb" = ${table.name} AND (r."first" = ${recordId} OR r."second" = ${recordId})
    ORDER BY r."id"`)
}

/** The same relation between the same records, written from either end. */
export async function selectSameRelation(
  reader: Reader,
  table: Table,
  { first, second, relation }: Omit<RelationRow, 'id'>,
  inverse: number,
): Promise<number | undefined> {
  const row = await reader.get<{ id: number }>(sql`
    SELECT "id" FROM ${id('sys_rs')}
    WHERE "tb" = ${table.name}
      AND (("first" = ${first} AND "second" = ${second} AND "relation" = ${relation})
        OR ("first" = ${second} AND "second" = ${first} AND "relation" = ${inverse}))`)
  return row?.id
}

export const insertRelation = (
  tx: Transaction,
  table: Table,
  { first, second, relation }: Omit<RelationRow, 'id'>,
): Promise<number> => tx.insert('sys_rs', { tb: table.name, first, second, relation })
