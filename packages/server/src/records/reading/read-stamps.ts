import type { RecordStamp } from '@trowel/contract/record.js'
import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import { type Stamp, selectStamps } from '../../storage/journal/stamps.js'
import { selectUserName } from '../rows/user-names.js'
import { newestChangeOf } from '../versions/newest-change.js'
import type { StoredRow } from './record-store.js'

export interface ReadStamps {
  /** Who made a record and changed it last, and when, as members of `metadata`, JSON text. */
  readonly members: string
  /** The newest change of the record or of its plugin rows; 0 when the journal has none. */
  readonly newest: number
}

/** Of a record from before this was kept it is known who made it, if anything. */
export async function readStamps(
  scope: RequestScope,
  table: Table,
  row: StoredRow,
  recordId: number,
): Promise<ReadStamps> {
  const { db } = scope
  const newest = newestChangeOf(scope, table, recordId)
  const { created, changed, number } = await selectStamps(db.quick, table.name, recordId, newest)
  const creator = typeof row['creator'] === 'number' ? row['creator'] : null
  const maker =
    created.user === null && creator !== null
      ? { ...created, user: creator, user_name: await selectUserName(db.quick, creator) }
      : created
  return { members: `"created":${text(maker)},"last_changed":${text(changed ?? maker)}`, newest: number }
}

const text = ({ set, time, user, user_name }: Stamp): string => {
  const stamp: RecordStamp = { set, time: time === null ? null : wireTime(time), user, user_name }
  return JSON.stringify(stamp)
}
