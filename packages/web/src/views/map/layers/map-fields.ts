import { useQuery } from '@tanstack/react-query'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { SearchField } from '@trowel/contract/search.js'
import type { Table } from '../../../core/application.js'
import { searchQueries } from '../../../queries/search.js'

/** A field of the table, of which a map can tell something. */
export interface MapField {
  readonly name: string
  readonly label: string
  readonly type: string
  /** A measure: numbers that name a record are none. */
  readonly isNumber: boolean
}

const none: readonly MapField[] = []

/** The fields of a table itself, in their order; `isKnown` as soon as the service has said which. */
export function useMapFields(
  app: string,
  { name: table, id_field: idField }: Pick<Table, 'name' | 'id_field'>,
): { readonly fields: readonly MapField[]; readonly isKnown: boolean } {
  const { data, isPending } = useQuery({
    ...searchQueries.config(app, table),
    select: ({ fields }) => fieldsOf(table, idField, fields),
  })
  return { fields: data ?? none, isKnown: !isPending }
}

export function fieldsOf(
  table: string,
  idField: string,
  fields: readonly SearchField[],
): readonly MapField[] {
  const own = `${table}:`
  return fields
    .filter(({ value }) => value.startsWith(own) && value !== `${own}id`)
    .map(({ value, label, type, db_type, ref_tb, is_unique: isUnique }) => ({
      name: value.slice(own.length),
      label,
      type,
      isNumber:
        (db_type === 'INTEGER' || db_type === 'FLOAT') &&
        ref_tb === undefined &&
        !isUnique &&
        value !== `${own}${idField}` &&
        describeFieldType(type).holds !== 'answer',
    }))
}
