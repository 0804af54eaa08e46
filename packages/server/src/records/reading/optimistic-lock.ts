import type { Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import { tagsIn } from '../../http/entity-tags.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import type { Database, Transaction } from '../../storage/storage.js'
import type { RecordPart } from '../rows/record-part.js'
import { selectNewestChange } from '../versions/store.js'
import { readRecord } from './read-record.js'

/**
 * The part of a record's entity tag that changes with the record and its plugin rows, not with what hangs
 * from it.
 */
const stateOf = (etag: string): string | undefined => /^"([^".]+)\./.exec(etag)?.[1]

/**
 * @param ifMatch the entity tags of which one must be that of the record as the transaction sees it; `*` for
 *   any record
 * @throws `stale_record` with `detail` of the newest change: `{userid, user_name, time}`
 */
export async function refuseStale(
  tx: Transaction,
  scope: RequestScope,
  table: Table,
  recordId: number,
  ifMatch: string,
): Promise<void> {
  const tags = tagsIn(ifMatch)
  if (tags.includes('*')) return
  const known = tags.map(stateOf)
  const { etag } = await readRecord(seenBy(tx, scope), [], table.name, recordId, undefined)
  if (known.includes(stateOf(etag))) return
  const newest = await selectNewestChange(tx, table, recordId)
  throw new AppError('stale_record', {
    detail: {
      userid: newest?.userid ?? null,
      user_name: newest?.user_name ?? null,
      time: newest ? wireTime(newest.time) : null,
    },
  })
}

/**
 * The entity tag of a record as the transaction leaves it, for the next save; none when the caller cannot
 * read it any more. Read after the commit it could be that of another caller's change, which the next save
 * would then overwrite unseen.
 */
export async function tagWithin(
  tx: Transaction,
  scope: RequestScope,
  parts: readonly RecordPart[],
  table: Table,
  recordId: number,
): Promise<string | undefined> {
  try {
    return (await readRecord(seenBy(tx, scope), parts, table.name, recordId, undefined)).etag
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/**
 * The same scope, reading what the transaction sees: other writers of the moment are not in `quick` yet, and
 * nothing is remembered.
 */
function seenBy(tx: Transaction, scope: RequestScope): RequestScope {
  const db: Database = Object.create(scope.db, {
    quick: { value: tx },
    scan: { value: tx },
    writeVersion: { value: () => undefined },
    state: { value: () => Promise.resolve(undefined) },
  })
  return { ...scope, db }
}
