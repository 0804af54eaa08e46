import type { ClientBase } from 'pg'
import { StorageError } from '../storage.js'
import { sharedSchema } from './shared-schema.js'

/**
 * An application's tables are named without their schema, which the search path of the session adds.
 * Transactions set it for themselves. Single reads do not, because that would cost them time: each of them
 * names a type that stands in this application's schema alone, so that PostgreSQL refuses it where the
 * session looks at another one. Naming it costs nothing when it is carried out.
 */

/** What the search path of a session or transaction is set to. */
export const searchPathOf = (schemaName: string): string => `"${schemaName}", ${sharedSchema}, public`

const markerOf = (schemaName: string): string => `here_is_${schemaName}`

/** Makes the type that says which schema this is. @param within the schema's name at this moment */
export const markerScript = (schemaName: string, within = schemaName): string =>
  `CREATE TYPE "${within}"."${markerOf(schemaName)}" AS ENUM ()`

/** Schemas that another version of the service made have none. */
export async function makeMarker(client: ClientBase, schemaName: string): Promise<void> {
  const { rows } = await client.query<{ has: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM pg_type WHERE typname = $1 AND typnamespace = $2::regnamespace) AS has',
    [markerOf(schemaName), schemaName],
  )
  if (rows[0]?.has) return
  await client.query(
    `DO $$ BEGIN ${markerScript(schemaName)}; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
  )
}

const hasOwnQueries = /^\s*WITH\s+(RECURSIVE\s+)?/i

/** The read, which fails where the session looks at another schema. */
export function boundTo(schemaName: string, read: string): string {
  const marker = `trowel_here AS (SELECT NULL::"${markerOf(schemaName)}")`
  const start = hasOwnQueries.exec(read)
  if (!start) return `WITH ${marker} ${read}`
  return `${start[0]}${marker}, ${read.slice(start[0].length)}`
}

/** @returns the error itself, unless it says that the session looks at another schema */
export function asLostPath(error: unknown, schemaName: string): unknown {
  if (!(error instanceof Error) || !error.message.includes(markerOf(schemaName))) return error
  return new StorageError(
    'unavailable',
    `A connection no longer looks at ${schemaName}. Does a pooler between the service and PostgreSQL not keep sessions?`,
    { cause: error },
  )
}
