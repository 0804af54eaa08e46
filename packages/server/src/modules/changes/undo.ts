import type { JobPhase } from '@trowel/contract/jobs.js'
import type { UndoBody, UndoReply } from '@trowel/contract/undo.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import type { Static } from 'typebox'
import { frozen } from '../../access/levels.js'
import { AppError } from '../../errors.js'
import { renewedScope } from '../../http/renewed-scope.js'
import { isSchemaChange } from '../../http/retry-on-schema-change.js'
import type { RequestScope } from '../../http/scope.js'
import type { PreparedWork } from '../../jobs/prepared-work.js'
import { message } from '../../message.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import type { UndoRule } from '../../records/undoing/undo-rule.js'
import { countTouched, type Undone, undoSets } from '../../records/undoing/undo-sets.js'
import { withRecords } from './conflict-records.js'
import { readChangeSet } from './service.js'
import { countOpen } from './store.js'
import { countsByEntity } from './title.js'
import { visibleChanges } from './visible-changes.js'

type Reply = Static<typeof UndoReply>

/**
 * The undo of change sets, found possible as far as the sets are there for the caller.
 *
 * @throws `not_enough_privilege` while the application is frozen
 * @throws `change_set_not_found` also for a set of which he may see nothing; `not_undoable` for one from
 *   before the journal
 */
export async function prepareUndo(
  scope: RequestScope,
  parts: readonly RecordPart[],
  rules: readonly UndoRule[],
  ids: readonly number[],
  { preview, conflicts, background }: Decoded<typeof UndoBody>,
): Promise<PreparedWork<Reply>> {
  if (scope.application.settings.status === 'frozen') throw frozen()
  for (const id of new Set(ids)) {
    const { isOld } = await readChangeSet(scope, parts, id, { page: 1, perPage: 1 })
    if (isOld)
      throw new AppError('not_undoable', { ...message('undo_before_journal', { set: id }), detail: { id } })
  }
  const isPreview = preview === true
  return {
    total: await countTouched(scope, ids),
    background: background === true,
    // The new set can be read when its transaction has ended: the job ends after it.
    dryRun: true,
    async run({ onProgress, signal }) {
      const onRows = (rows: number): void => onProgress(rows, 'writing' satisfies JobPhase)
      const visible = visibleChanges(scope, parts, { alsoGone: true })
      const undone = await undoSets(scope, parts, rules, {
        ids,
        conflicts: conflicts ?? 'refuse',
        isPreview,
        countSeen: (tx, after, counts) => countOpen(tx, visible, after, counts),
        onProgress: onRows,
        signal,
      })
      return replyOf(scope, parts, isPreview, undone)
    },
  }
}

async function replyOf(
  scope: RequestScope,
  parts: readonly RecordPart[],
  isPreview: boolean,
  { setId, counts, conflicts, kept, hasHidden }: Undone,
): Promise<Reply> {
  return {
    status: 'success',
    preview: isPreview,
    change_set: setId === undefined ? null : await madeSet(scope, parts, setId),
    counts: countsByEntity(scope.catalogue, counts),
    conflicts: await withRecords(scope, parts, conflicts),
    kept,
    ...(hasHidden && { hidden: true }),
  }
}

/**
 * A caller may undo what he may not see afterwards. The undo is stored by now: that a field comes or goes
 * meanwhile is no reason to say anything else.
 */
async function madeSet(
  scope: RequestScope,
  parts: readonly RecordPart[],
  setId: number,
  triesLeft = 3,
): Promise<Reply['change_set']> {
  try {
    return (await readChangeSet(scope, parts, setId, { page: 1, perPage: 1 })).set
  } catch (error) {
    if (error instanceof AppError && error.code === 'change_set_not_found') return null
    if (!isSchemaChange(error) || triesLeft === 0) throw error
    return madeSet(await renewedScope(scope), parts, setId, triesLeft - 1)
  }
}
