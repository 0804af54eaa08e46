import { useQuery } from '@tanstack/react-query'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { SearchField } from '@trowel/contract/search.js'
import { searchQueries } from '../../../queries/search.js'

/** A field of the table, of which a map can tell something. */
export interface MapField {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly isNumber: boolean
}

const none: readonly MapField[] = []

/** The fields of a table itself, in their order; `isKnown` as soon as the service has said which. */
export function useMapFields(
  app: string,
  table: string,
): { readonly fields: readonly MapField[]; readonly isKnown: boolean } {
  const { data, isPending } = useQuery({
    ...searchQueries.config(app, table),
    select: ({ fields }) => fieldsOf(table, fields),
  })
  return { fields: data ?? none, isKnown: !isPending }
}

function fieldsOf(table: string, fields: readonly SearchField[]): readonly MapField[] {
  const own = `${table}:`
  return fields
    .filter(({ value }) => value.startsWith(own) && value !== `${own}id`)
    .map(({ value, label, type, db_type, ref_tb }) => ({
      name: value.slice(own.length),
      label,
      type,
      isNumber:
        (db_type === 'INTEGER' || db_type === 'FLOAT') &&
        ref_tb === undefined &&
        describeFieldType(type).holds !== 'answer',
    }))
}
