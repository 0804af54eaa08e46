import type { Pool, PoolClient } from 'pg'
import { storageErrorOf } from './errors.js'
import { sharedSchema } from './functions.js'

/** Lends a connection that looks at the application's schema for the time of `work`. */
export type Lend = <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>

/** A connection that stays lent until it is given back. */
export interface Borrowed {
  readonly client: PoolClient
  readonly giveBack: () => Promise<void>
}

/** Which schema a connection looks at. */
const looksAt = new WeakMap<PoolClient, string>()

/** Lends the connections of a pool that all applications share; one that broke is not used again. */
export const lendFrom =
  (pool: Pool, schemaName: string): Lend =>
  async (work) => {
    let client: PoolClient
    try {
      client = await pool.connect()
    } catch (error) {
      throw storageErrorOf(error)
    }
    let broken: Error | undefined
    try {
      if (looksAt.get(client) !== schemaName) {
        await client.query(`SET search_path TO "${schemaName}", ${sharedSchema}, public`)
        looksAt.set(client, schemaName)
      }
      return await work(client)
    } catch (error) {
      const known = storageErrorOf(error)
      if (isLost(known)) broken = known
      throw known
    } finally {
      client.release(broken)
    }
  }

/** For work that does not end in one call: rows that are taken as their reader wants them, a lock that is held. */
export function borrowFrom(lend: Lend): Promise<Borrowed> {
  return new Promise((resolve, reject) => {
    const lent = lend(
      (client) =>
        new Promise<void>((finish) => {
          resolve({
            client,
            giveBack: () => {
              finish()
              return lent
            },
          })
        }),
    )
    lent.catch(reject)
  })
}

function isLost(error: unknown): error is Error {
  return error instanceof Error && 'problem' in error && error.problem === 'unavailable'
}
