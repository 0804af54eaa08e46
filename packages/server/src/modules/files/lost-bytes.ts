import type { Reader } from '../../storage/storage.js'
import { binaryName } from './binary-names.js'
import { selectKeptAmong, selectNamesOfChanges, selectOwners } from './pending-binaries-store.js'

/** Those of the changes of files whose bytes from before are not kept any more. */
export async function changesWithoutBytes(
  reader: Reader,
  changeIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (changeIds.length === 0) return new Set()
  const files = await selectNamesOfChanges(reader, changeIds)
  const there = files.length > 0 ? await selectOwners(reader, [...new Set(files.map(({ id }) => id))]) : []
  const names = new Set([...there.map(binaryName), ...(await selectKeptAmong(reader, files.map(binaryName)))])
  return new Set(files.filter((file) => !names.has(binaryName(file))).map(({ change }) => change))
}
