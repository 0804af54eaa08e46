import type { Field, Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import type { Condition } from '../../query/condition.js'
import { addTablesRead } from '../../query/tables-read.js'
import { fold } from '../../storage/fold.js'
import { keyOf } from '../../storage/sql.js'
import { VersionedCache } from '../../storage/versioned-cache.js'
import { selectValues, valuesQuery } from './distinct-values-store.js'

/** So many values of a field are kept; a field that has more is asked again for every text. */
const maxCached = 1000

const cachedValues = new VersionedCache<readonly (string | number)[]>(100)

/** Which of the values are wanted. */
export interface Wanted {
  /** Only values that contain it, ignoring case; `''` for all of them. */
  readonly text: string
  /** At most so many; all of them when `undefined`. */
  readonly limit: number | undefined
}

/**
 * The values that a field has in the records that the caller may see: each once, none empty, in the order of
 * the column. A field with few values is read once and then answered from memory until a user writes to its
 * table, so that a list of suggestions can follow every key.
 *
 * @throws `not_enough_privilege`
 */
export async function distinctValues(
  scope: RequestScope,
  table: Table,
  field: Field,
  { text, limit }: Wanted,
): Promise<readonly (string | number)[]> {
  scope.rights.require('read', table)
  const { db } = scope
  const { restriction } = scope.rights.visibilityOf(table)
  const filled = joined([compare(field, '_nempty', true), restriction])
  const select = (): Promise<(string | number)[]> => {
    const condition = text === '' ? filled : joined([filled, compare(field, '_icontains', text)])
    return selectValues(db, valuesQuery(db, table, field, condition, limit))
  }
  const tables = [...addTablesRead(filled, new Set([table.name]))]
  const isCacheable = tables.every((name) => db.writeVersion(name) !== undefined)
  if (!isCacheable) return select()
  const query = valuesQuery(db, table, field, filled, maxCached + 1)
  const key = keyOf(query)
  const first = await cachedValues.get(db, tables, key, () => selectValues(db, query))
  if (first.length > maxCached) {
    return text === '' && limit !== undefined && limit <= maxCached ? first.slice(0, limit) : select()
  }
  const sought = fold(text)
  const found = text === '' ? first : first.filter((value) => fold(String(value)).includes(sought))
  return found.slice(0, limit)
}

const compare = (field: Field, operator: '_nempty' | '_icontains', value: string | true): Condition => ({
  kind: 'compare',
  field,
  operator,
  value,
})

const joined = (parts: readonly (Condition | undefined)[]): Condition => ({
  kind: 'and',
  of: parts.filter((part) => part !== undefined),
})
