import type { PoolClient } from 'pg'
import { id, join, type Sql, type SqlValue, sql } from '../sql.js'
import type { Snapshot } from '../storage.js'
import { textOf, valueTypes } from './connection.js'
import { holdConnection, type WithConnection } from './connection-pool.js'
import { isDeadlock, storageErrorOf } from './errors.js'
import { inspectTables } from './inspect-tables.js'
import { PostgresReader } from './reader.js'
import { searchPathOf } from './search-path.js'
import { readHandmade, readStoredTables } from './stored-tables.js'

const rowsPerFetch = 500

const oneState = (schemaName: string): string =>
  `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL search_path TO ${searchPathOf(schemaName)}`

/** The rows of a query in batches, all of the same state of the tables. */
export async function* streamCursor(
  withConnection: WithConnection,
  schemaName: string,
  query: Sql,
): AsyncGenerator<SqlValue[][]> {
  const { client, release } = await holdConnection(withConnection)
  try {
    await client.query(oneState(schemaName))
    yield* batchesOf(client, query)
  } catch (error) {
    throw storageErrorOf(error)
  } finally {
    await client.query('ROLLBACK').catch(() => undefined)
    await release()
  }
}

/**
 * Several queries of the same state. The tables keep their shape meanwhile, because they are locked against
 * changes of it.
 */
export async function withSnapshot<T>(
  withConnection: WithConnection,
  schemaName: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const { client, release } = await holdConnection(withConnection)
  const reader = new PostgresReader((use) => use(client), schemaName, false)
  try {
    await lockTables(client, reader, schemaName)
    const tables = await readStoredTables(reader, schemaName)
    const handmade = await readHandmade(reader, schemaName)
    return await work({ tables, handmade, stream: (query) => batchesOf(client, query) })
  } catch (error) {
    throw storageErrorOf(error)
  } finally {
    await client.query('ROLLBACK').catch(() => undefined)
    await release()
  }
}

/**
 * A change of several tables that waits for one of them may hold another: then the lock is begun again from
 * the first.
 */
async function lockTables(client: PoolClient, reader: PostgresReader, schemaName: string): Promise<void> {
  for (let tries = 5; ; tries--) {
    await client.query(oneState(schemaName))
    const names = await inspectTables(reader, schemaName)
    if (names.size === 0) return
    const tables = join([...names.keys()].map((name) => id(schemaName, name)))
    try {
      await client.query(textOf(sql`LOCK TABLE ${tables} IN ACCESS SHARE MODE`))
      return
    } catch (error) {
      if (!isDeadlock(error) || tries <= 1) throw error
      await client.query('ROLLBACK')
    }
  }
}

/** Each batch is a statement with a time limit of its own: what is read may take longer as a whole. */
async function* batchesOf(client: PoolClient, query: Sql): AsyncGenerator<SqlValue[][]> {
  try {
    await client.query(`DECLARE batches NO SCROLL CURSOR FOR ${textOf(query)}`, [...query.values])
    for (;;) {
      const { rows } = await client.query<SqlValue[]>({
        text: `FETCH ${rowsPerFetch} FROM batches`,
        rowMode: 'array',
        types: valueTypes,
      })
      if (rows.length > 0) yield rows
      if (rows.length < rowsPerFetch) break
    }
  } catch (error) {
    throw storageErrorOf(error)
  } finally {
    await client.query('CLOSE batches').catch(() => undefined)
  }
}
