import { type Table, tableOf } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import type { Reader } from '../../storage/storage.js'
import { type RawRow, selectRows, selectRowsOf } from '../rows/store.js'

/** What hangs from a record, as it is stored: the rows of each part under its `keptAs`. */
export type DependentRows = Readonly<Record<string, readonly RawRow[]>>

/** The state of a record. */
export interface Snapshot {
  readonly core: RawRow
  /** The rows of every plugin table of the record, also where there are none. */
  readonly plugins: Readonly<Record<string, readonly RawRow[]>>
}

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
