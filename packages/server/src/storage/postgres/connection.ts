import type { PoolClient, QueryResult } from 'pg'
import type { Sql, SqlValue } from '../sql.js'
import { StorageError } from '../storage.js'
import { weakMemoize } from '../weak-memoize.js'
import { isStalePlan, storageErrorOf } from './errors.js'
import { forgetPlanName, planName } from './plan-names.js'
import { asLostPath, boundTo } from './search-path.js'

const oids = { bool: 16, int8: 20, int2: 21, int4: 23, oid: 26, float4: 700, float8: 701, numeric: 1700 }

const numberOrText = (text: string): number | string => {
  const number = Number(text)
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? text : number
}

const parsers: Readonly<Record<number, (text: string) => SqlValue>> = {
  [oids.bool]: (text) => (text === 't' ? 1 : 0),
  [oids.int8]: numberOrText,
  [oids.int4]: Number,
  [oids.int2]: Number,
  [oids.oid]: Number,
  [oids.float4]: Number,
  [oids.float8]: Number,
  [oids.numeric]: numberOrText,
}

/**
 * Values as both engines give them: numbers as numbers as long as they are exact, truth as 1 and 0,
 * everything else as text.
 */
export const valueTypes = {
  getTypeParser: (oid: number): ((text: string) => SqlValue) => parsers[oid] ?? ((text: string) => text),
}

/** The protocol counts the values of a statement in 16 bits, and the driver does not look. */
const maxValues = 65_535

/**
 * The statement with `$1`, `$2` … in the places of its values.
 *
 * @throws StorageError for more values than there can be
 */
export function textOf(statement: Sql): string {
  if (statement.values.length > maxValues)
    throw new StorageError('too_many_values', `A statement has more than ${maxValues} values.`)
  return joinedText(statement.text)
}

const joinedText = weakMemoize((parts: readonly string[]): string =>
  parts.reduce((before, after, place) => `${before}$${place}${after}`),
)

/**
 * Runs one statement; `prepared` for reads outside a transaction, whose plan the server keeps under a name.
 */
export async function ask(
  client: PoolClient,
  schema: string,
  statement: Sql,
  { prepared, arrays }: { readonly prepared: boolean; readonly arrays?: boolean },
): Promise<QueryResult> {
  const text = prepared ? boundTo(schema, textOf(statement)) : textOf(statement)
  const key = `${schema} ${text}`
  const name = prepared ? planName(client, key) : undefined
  const config = {
    text,
    values: [...statement.values],
    types: valueTypes,
    ...(arrays ? { rowMode: 'array' as const } : {}),
  }
  try {
    return await client.query(name === undefined ? config : { ...config, name })
  } catch (error) {
    if (name === undefined || !isStalePlan(error)) throw storageErrorOf(asLostPath(error, schema))
    forgetPlanName(key)
    try {
      return await client.query(config)
    } catch (again) {
      throw storageErrorOf(asLostPath(again, schema))
    }
  }
}
