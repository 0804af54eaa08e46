import type { Sql } from '../sql.js'
import type { Reader } from '../storage.js'
import { type Connection, toObject, toObjects } from './connection.js'
import { storageErrorOf } from './errors.js'
import type { ReaderPool } from './reader-pool.js'
import type { Query } from './reader-protocol.js'
import { jsonRowsOf, jsonTextOf, textOf } from './sql-text.js'

/** Reads on the accepting thread, which answers nobody else meanwhile: for statements known to be short. */
export function quickReader(connection: Connection, limitMs: number): Reader {
  const answer = <T>(read: () => T): T => {
    try {
      return connection.within(limitMs, read)
    } catch (error) {
      throw storageErrorOf(error)
    }
  }
  return {
    all: async <Row>(query: Sql) => answer(() => connection.objects<Row>(textOf(query), query.values)),
    get: async <Row>(query: Sql) => answer(() => connection.object<Row>(textOf(query), query.values)),
    json: async (query, columns) =>
      answer(() =>
        jsonRowsOf(connection.firstRow(jsonTextOf(textOf(query), columns), query.values), columns),
      ),
  }
}

/** Reads in the threads of the pool. @param asked the query as it is sent to a thread */
export function scanReader(readers: ReaderPool, asked: (query: Sql) => Query): Reader {
  const rowsOf = (query: Sql) => readers.ask({ do: 'all', ...asked(query) })
  return {
    all: async <Row>(query: Sql) => toObjects<Row>(await rowsOf(query)),
    get: async <Row>(query: Sql) => {
      const { names, rows } = await rowsOf(query)
      return rows[0] && (toObject(names, rows[0]) as Row)
    },
    json: async (query, columns) =>
      jsonRowsOf(await readers.ask({ do: 'json', columns, ...asked(query) }), columns),
  }
}
