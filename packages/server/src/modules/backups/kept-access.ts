import { privileges } from '@trowel/contract/privileges.js'
import { loadSettings } from '../../catalogue/app-settings.js'
import type { BackupSchedule } from '../../catalogue/application.js'
import { message } from '../../message.js'
import { selectNewestSetId } from '../../storage/journal/change-set-store.js'
import { changeSets } from '../../storage/journal/journal-tables.js'
import type { SqlValue } from '../../storage/sql.js'
import type { StoredTable, Transaction } from '../../storage/storage.js'
import { binaryName } from '../files/index.js'
import { corrupt } from './backup-problem.js'
import {
  insertRows,
  type PersonRow,
  revokeKey,
  selectActiveKeys,
  selectAll,
  selectFiles,
  selectPersons,
  updatePerson,
} from './store.js'
import { transientTables } from './transient-tables.js'

/**
 * What a restore does not take back: who may do what now, what is going on, and which numbers were handed
 * out.
 */
export interface KeptAccess {
  readonly persons: readonly PersonRow[]
  readonly activeKeys: ReadonlySet<string>
  readonly rows: ReadonlyMap<string, readonly Record<string, SqlValue>[]>
  /** By table: the highest id that was ever handed out. */
  readonly lastIds: ReadonlyMap<string, number>
  /** Backups go on as they are scheduled. */
  readonly backupSchedule: BackupSchedule | null
  /** The number of the newest change set; 0 when there is none. */
  readonly newestSet: number
}

/** Password confirmations end with the sessions that they belong to. */
const carried = transientTables.filter((name) => name !== 'sys_confirmations')

/** As it is before the restore begins. */
export async function readKeptAccess(before: Transaction): Promise<KeptAccess> {
  const rows = new Map<string, readonly Record<string, SqlValue>[]>()
  for (const name of carried) rows.set(name, await selectAll(before, name))
  const lastIds = new Map((await before.schema.describe()).map(({ name, lastId }) => [name, lastId]))
  return {
    persons: await selectPersons(before),
    activeKeys: new Set((await selectActiveKeys(before)).map((key) => key.key_hash)),
    rows,
    lastIds,
    backupSchedule: (await loadSettings(before)).backupSchedule,
    newestSet: lastIds.has(changeSets) ? await selectNewestSetId(before) : 0,
  }
}

/**
 * Persons as they are after a restore: everybody has to log in again, levels are those of just before, and
 * who was deleted since comes back without rights. Where no account could do everything then, those who could
 * in the backup can again.
 *
 * @param lastId the highest id of a person that was ever handed out here
 */
export function personsAfterRestore(
  restored: readonly PersonRow[],
  before: readonly PersonRow[],
  lastId: number,
): PersonRow[] {
  const known = new Map(before.map((person) => [person.id, person]))
  const persons = restored.map((person) => {
    const present = known.get(person.id)
    return {
      ...person,
      privilege: levelAfterRestore(person, present, person.id <= lastId),
      token_version: Math.max(person.token_version, present?.token_version ?? 0) + 1,
    }
  })
  if (persons.some(isSuper)) return persons
  const supers = new Set(restored.filter(isSuper).map(({ id }) => id))
  return persons.map((person) =>
    supers.has(person.id) ? { ...person, privilege: privileges.super_admin } : person,
  )
}

/** Under the same number but another address it may be another user: then the smaller power counts. */
function levelAfterRestore(restored: PersonRow, present: PersonRow | undefined, wasKnown: boolean): number {
  if (!present) return wasKnown ? privileges.waiting : restored.privilege
  return present.email === restored.email
    ? present.privilege
    : Math.max(present.privilege, restored.privilege)
}

const isSuper = ({ privilege }: PersonRow): boolean => privilege === privileges.super_admin

/** @throws BackupProblem when no account in it may do everything */
export async function keepAccess(restored: Transaction, kept: KeptAccess, now: number): Promise<void> {
  const { lastIds } = kept
  const persons = personsAfterRestore(
    await selectPersons(restored),
    kept.persons,
    lastIds.get('sys_users') ?? 0,
  )
  if (!persons.some(isSuper)) throw corrupt(message('backup_without_administrator', {}))
  for (const person of persons) await updatePerson(restored, person)
  for (const key of await selectActiveKeys(restored)) {
    if (!kept.activeKeys.has(key.key_hash)) await revokeKey(restored, key.id, now)
  }
  const tables = await restored.schema.describe()
  for (const { name } of tables) await restored.schema.keepIdsAbove(name, lastIds.get(name) ?? 0)
  for (const name of carried) {
    const table = tables.find((each) => each.name === name)
    if (table) await carryRows(restored, table, kept.rows.get(name) ?? [])
  }
}

/** Bytes that a file of the backup calls its own are no longer on their way. */
async function carryRows(
  tx: Transaction,
  table: StoredTable,
  rows: readonly Record<string, SqlValue>[],
): Promise<void> {
  const owned =
    table.name === 'sys_file_transit' ? new Set((await selectFiles(tx)).map(binaryName)) : undefined
  const carriedRows = rows.filter(({ name }) => !owned?.has(String(name)))
  await insertRows(
    tx,
    table,
    carriedRows.map((row) => table.columns.map(({ name }) => row[name] ?? null)),
  )
}
