import type { Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import { tagsIn } from '../../http/entity-tags.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import type { Reader, Transaction } from '../../storage/storage.js'
import type { RecordPart } from '../rows/record-part.js'
import { selectNewestChangeId, selectNewestChangeOf } from '../versions/newest-change.js'
import { readSnapshots, type Snapshot } from '../versions/snapshots.js'
import { readRecord } from './read-record.js'
import { recordVersion } from './record-version.js'

/**
 * The part of an entity tag that changes with the record and its plugin rows, not with what hangs from it.
 */
const versionIn = (etag: string): string | undefined => /^"([^".]+)\./.exec(etag)?.[1]

async function readState(reader: Reader, scope: RequestScope, table: Table, recordId: number) {
  const [snapshots, newest] = await Promise.all([
    readSnapshots(reader, scope, table, [recordId]),
    selectNewestChangeId(reader, scope, table, recordId),
  ])
  const snapshot = snapshots.get(recordId)
  if (!snapshot) throw new AppError('record_not_found')
  return { snapshot, version: recordVersion(scope.catalogue, table, newest, snapshot) }
}

/**
 * The record as the transaction finds it, which must still be as an answer showed it.
 *
 * @param ifMatch the entity tags of which one must be that of the record; `*` for any record
 * @throws `stale_record` with `detail` of the newest change: `{userid, user_name, time}`; `record_not_found`
 */
export async function readUnchanged(
  tx: Transaction,
  scope: RequestScope,
  table: Table,
  recordId: number,
  ifMatch: string,
): Promise<Snapshot> {
  const { snapshot, version } = await readState(tx, scope, table, recordId)
  const tags = tagsIn(ifMatch)
  if (tags.includes('*') || tags.map(versionIn).includes(version)) return snapshot
  const change = await selectNewestChangeOf(tx, scope, table, recordId)
  throw new AppError('stale_record', {
    detail: {
      userid: change?.userid ?? null,
      user_name: change?.user_name ?? null,
      time: change ? wireTime(change.time) : null,
    },
  })
}

/** The version of a record as the transaction leaves it. */
export const versionWithin = async (
  tx: Transaction,
  scope: RequestScope,
  table: Table,
  recordId: number,
): Promise<string> => (await readState(tx, scope, table, recordId)).version

/**
 * The entity tag of a record after it was saved: none when the caller cannot read it.
 *
 * @param version as the transaction left it. The rest of the tag is that of the answer as it is now: where
 *   another caller changed the record meanwhile, the tag fits neither answer, and the next save is refused.
 */
export async function tagAfterSave(
  scope: RequestScope,
  parts: readonly RecordPart[],
  table: Table,
  recordId: number,
  version: string,
): Promise<string | undefined> {
  try {
    const { rest } = await readRecord(scope, parts, table.name, recordId, undefined)
    return `"${version}.${rest}"`
  } catch (error) {
    if (error instanceof AppError) return undefined
    // What is stored is not refused because it could not be read again: the version is enough for the next
    // save.
    scope.log.warn({ err: error, table: table.name, record: recordId }, 'a saved record could not be read')
    return `"${version}.0"`
  }
}
