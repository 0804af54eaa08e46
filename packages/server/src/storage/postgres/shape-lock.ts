import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'

/**
 * Held by what changes the shape of an application's tables, and by what makes indexes in the background.
 * Making an index takes minutes, and waits for every transaction that began before it: one that would change
 * the same table then could never end.
 */
const lockClass = 8530

const keysOf = (schemaName: string): string => `${lockClass}, hashtext('${schemaName}')`

/**
 * Takes the lock until the transaction ends. An index that is being made gives way, and is begun again later.
 */
export async function lockShape(client: ClientBase, schemaName: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${keysOf(schemaName)}) AS taken`,
    )
    if (rows[0]?.taken) return
    // The lock is not waited for: a statement that waits is one that the index waits for.
    await client.query(
      `SELECT pg_cancel_backend(pid) FROM pg_locks
        WHERE locktype = 'advisory' AND classid = ${lockClass} AND objid = hashtext('${schemaName}')::oid AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    await sleep(20)
  }
}

/**
 * @returns whether nothing else changes shapes or makes indexes; the lock is held until the connection ends
 */
export async function tryToLockShape(client: ClientBase, schemaName: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `SELECT pg_try_advisory_lock(${keysOf(schemaName)}) AS taken`,
  )
  return rows[0]?.taken === true
}
