import { creatorId } from '../../access/principal.js'
import { type Table, tableOf } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import type { Reader, Transaction } from '../../storage/storage.js'
import { selectRows, selectRowsOf } from '../rows/store.js'
import { insertVersions, type NewVersion, type Snapshot } from './store.js'

export type { Snapshot } from './store.js'

/** The records with these ids as they are stored, each with all of its plugin rows. */
export async function readSnapshots(
  reader: Reader,
  scope: RequestScope,
  table: Table,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Snapshot>> {
  const [cores, ...rowsByPlugin] = await Promise.all([
    selectRows(reader, table, ids),
    ...table.plugins.map((name) => selectRowsOf(reader, tableOf(scope.catalogue, name), ids)),
  ])
  const snapshots = new Map<number, Snapshot>()
  for (const [recordId, core] of cores) {
    const rows = table.plugins.map((name, place) => [name, rowsByPlugin[place]?.get(recordId) ?? []] as const)
    snapshots.set(recordId, { core, plugins: Object.fromEntries(rows) })
  }
  return snapshots
}

/**
 * Keeps the states of records before an operation, in the name of the caller: of no user (0) for an API key.
 */
export async function keepVersions(
  tx: Transaction,
  scope: RequestScope,
  table: Table,
  states: readonly { readonly recordId: number; readonly before: Snapshot }[],
  operation: NewVersion['operation'] = 'update',
): Promise<void> {
  const versions = states.map((state) => ({ ...state, table: table.name, operation }))
  await insertVersions(tx, creatorId(scope.principal) ?? 0, scope.now.getTime(), versions)
}
