import type { RecordStamp } from '@trowel/contract/record.js'
import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import { type Stamp, selectStamps } from '../../storage/journal/stamps.js'
import { selectUserName } from '../rows/user-names.js'
import type { StoredRow } from './record-store.js'

/**
 * Who made a record and changed it last, and when, as members of `metadata`, JSON text. Of a record from
 * before this was kept it is known who made it, if anything.
 */
export async function readStamps(
  { db }: RequestScope,
  table: Table,
  row: StoredRow,
  recordId: number,
): Promise<string> {
  const { created, changed } = await selectStamps(db.quick, table.name, recordId)
  const creator = typeof row['creator'] === 'number' ? row['creator'] : null
  const maker =
    created.user === null && creator !== null
      ? { ...created, user: creator, user_name: await selectUserName(db.quick, creator) }
      : created
  return `"created":${text(maker)},"last_changed":${text(changed ?? maker)}`
}

const text = ({ set, time, user, user_name }: Stamp): string => {
  const stamp: RecordStamp = { set, time: time === null ? null : wireTime(time), user, user_name }
  return JSON.stringify(stamp)
}
