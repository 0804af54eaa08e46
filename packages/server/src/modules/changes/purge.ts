import type { PurgeBody, PurgeReply } from '@trowel/contract/purge.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import type { FastifyBaseLogger } from 'fastify'
import type { Static } from 'typebox'
import { nameInLog } from '../../access/principal.js'
import { entityOf } from '../../catalogue/changed-entity.js'
import { writeLog } from '../../catalogue/event-log.js'
import { selectJournalStart } from '../../catalogue/journal-start.js'
import { selectJournaledTables } from '../../catalogue/migrations/0014-journal.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import type { CommittedSet } from '../../storage/journal/change-set-store.js'
import {
  beginAfter,
  countChangesUpTo,
  countSetsUpTo,
  deleteChanges,
  type KeptChanges,
  selectSetBefore,
} from '../../storage/journal/purge-journal.js'
import { deleteStamps, dropUnusedPastSets } from '../../storage/journal/stamps.js'
import type { Database, Transaction } from '../../storage/storage.js'
import { countOldBefore, deleteOldBefore } from './store.js'

type Reply = Static<typeof PurgeReply>

/** Who writes meanwhile waits no longer than for so many changes. */
const deletedAtOnce = 10_000

/**
 * Forgets what was changed before a moment. First the journal begins later, in one transaction; then rows
 * that nobody asks for any more go, some at a time. What a purge leaves that did not come to its end, the
 * next one deletes.
 *
 * @throws `conflict` while another one is under way
 */
export async function purgeJournal(
  scope: RequestScope,
  log: FastifyBaseLogger,
  body: Decoded<typeof PurgeBody>,
): Promise<Reply> {
  const outcome = await scope.db.withLock('journal purge', () => purgeLocked(scope, log, body))
  if (!outcome) throw new AppError('conflict')
  return outcome.done
}

async function purgeLocked(
  scope: RequestScope,
  log: FastifyBaseLogger,
  { before, preview = false }: Decoded<typeof PurgeBody>,
): Promise<Reply> {
  const { db } = scope
  const isPreview = preview === true
  const end = await selectSetBefore(db.quick, before.start)
  const start = await selectJournalStart(db.quick)
  const isLater = end !== undefined && end.id > (start?.set ?? 0)
  const old = await countOldBefore(scope, before.start)
  const sets = old.reduce((total, { n }) => total + n, end ? await countSetsUpTo(db.quick, end) : 0)
  const kept = withOld(end ? await countChangesUpTo(db.scan, end) : [], old)
  const since = isLater ? end.time : start?.time
  const reply: Reply = {
    status: 'success',
    preview: isPreview,
    since: since === undefined ? null : wireTime(since),
    sets,
    changes: kept.reduce((total, { changes }) => total + changes, 0),
    tables: describe(scope, kept),
  }
  if (isPreview || (!end && old.length === 0)) return reply
  if (isLater) await db.write((tx) => beginAfter(tx, end))
  while ((await db.write((tx) => deleteOldBefore(tx, before.start, deletedAtOnce))) > 0);
  if (end) await deleteLeftOver(db, end)
  await writeLog(db, log, 'journal_purged', {
    since: reply.since ?? '',
    sets: reply.sets,
    changes: reply.changes,
    by: nameInLog(scope.principal),
  })
  return reply
}

/** Deletes what belongs to sets after which the journal begins now, a part in each transaction. */
async function deleteLeftOver(db: Database, end: CommittedSet): Promise<void> {
  await inParts(db, (tx, part) => deleteStamps(tx, end.id, part))
  await inParts(db, async (tx, part) => deleteChanges(tx, end, await selectJournaledTables(tx), part))
  await db.write((tx) => dropUnusedPastSets(tx))
}

interface Part {
  /** Rows up to this id are done. */
  readonly after: number
  readonly limit: number
}

/** @param work returns the id up to which it came; `undefined` when it found nothing more */
async function inParts(
  db: Database,
  work: (tx: Transaction, part: Part) => Promise<number | undefined>,
): Promise<void> {
  const workAfter = (after: number): Promise<number | undefined> =>
    db.write((tx) => work(tx, { after, limit: deletedAtOnce }))
  for (let end = await workAfter(0); end !== undefined; end = await workAfter(end));
}

/** Old versions are changes with the state before. */
const withOld = (
  kept: readonly KeptChanges[],
  old: readonly { readonly tb: string; readonly n: number }[],
): readonly KeptChanges[] => {
  const more = new Map(old.map(({ tb, n }) => [tb, n]))
  const none = old.filter(({ tb }) => !kept.some((one) => one.tb === tb))
  return [
    ...kept.map(({ tb, changes, images }) => {
      const n = more.get(tb) ?? 0
      return { tb, changes: changes + n, images: images + n }
    }),
    ...none.map(({ tb, n }) => ({ tb, changes: n, images: n })),
  ]
}

/** Tables of the service by what their rows are; tables that are gone as nothing. */
const describe = ({ catalogue }: RequestScope, kept: readonly KeptChanges[]): Reply['tables'] =>
  kept.map(({ tb, changes, images }) => ({
    entity: entityOf(catalogue, tb) ?? null,
    table: catalogue.tables.has(tb) ? tb : null,
    changes,
    images,
  }))
