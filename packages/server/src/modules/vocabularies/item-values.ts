import { describeFieldType } from '@trowel/contract/model/field-types.js'
import { normaliseValue } from '../../catalogue/field-rules.js'
import type { StoredValue } from '../../catalogue/field-types/field-type.js'
import { Unusable } from '../../catalogue/field-types/field-type.js'
import type { ColumnChange } from '../../records/writing/column-change.js'
import { type Sql, sql } from '../../storage/sql.js'
import type { Dialect } from '../../storage/storage.js'
import type { VocabularyField } from './vocabulary-fields.js'

/** The rows that use an item in one field. */
export type ItemUse = Pick<ColumnChange, 'table' | 'field' | 'applies'>

/** Does a field keep several items in one value? */
export const keepsList = ({ field }: VocabularyField): boolean =>
  field.dbType === 'TEXT' && describeFieldType(field.type).holds === 'list'

/** The value by which a field stands for an item; `undefined` when its column cannot hold it. */
export function storedForm(place: VocabularyField, definition: string): StoredValue | undefined {
  if (keepsList(place)) return definition.includes(';') ? undefined : definition
  const value = normaliseValue(place.field, definition)
  return value instanceof Unusable || value === null ? undefined : value
}

/** `undefined` when no value of the field can mean the item. */
export function useOf(dialect: Dialect, place: VocabularyField, definition: string): ItemUse | undefined {
  const value = storedForm(place, definition)
  if (value === undefined) return undefined
  if (!keepsList(place)) return { ...place, applies: (column) => sql`${column} = ${value}` }
  return { ...place, applies: (column) => dialect.contains(enclosed(column), `;${value};`) }
}

/**
 * What becomes of the values that use the item `from` when it is called `to`; `undefined` when the field
 * cannot hold that.
 */
export function becoming(
  dialect: Dialect,
  place: VocabularyField,
  from: string,
  to: string,
): ColumnChange['becomes'] | undefined {
  const value = storedForm(place, to)
  if (value === undefined) return undefined
  if (!keepsList(place)) return () => sql`${value}`
  // Where the list has the new name already, the old one only goes.
  return (column) => sql`CASE WHEN ${dialect.contains(enclosed(column), `;${to};`)}
    THEN ${replaced(column, `;${from};`, '')} ELSE ${replaced(column, `;${from};`, `;${to};`)} END`
}

/** A list such that each of its items has a `;` on both sides. */
const enclosed = (column: Sql): Sql => sql`(';' || ${column} || ';')`

/**
 * Every item gets two `;` of its own for the time of the replacement: equal neighbours do not share one then.
 */
const replaced = (column: Sql, from: string, to: string): Sql =>
  sql`trim(replace(replace(';' || replace(${column}, ';', ';;') || ';', ${from}, ${to}), ';;', ';'), ';')`
