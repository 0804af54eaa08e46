import type {
  ChangeSetQuery,
  ChangeSetReply,
  ChangeSetsQuery,
  ChangeSetsReply,
  ChangeTimesQuery,
  ChangeTimesReply,
  FollowQuery,
  FollowReply,
  RecordChangesQuery,
  RecordChangesReply,
} from '@trowel/contract/changes.js'
import type { HistoryQuery, HistoryReply } from '@trowel/contract/history.js'
import type { PurgeBody, PurgeReply } from '@trowel/contract/purge.js'
import type { UndoBody, UndoReply, UndoSeveralBody } from '@trowel/contract/undo.js'
import type {
  DeletedQuery,
  DeletedRecordsReply,
  RestoreBody,
  RestoredReply,
  VersionQuery,
  VersionReply,
  VersionsReply,
} from '@trowel/contract/versions.js'
import { type FollowOptions, follow } from '../follow.js'
import type { CallOptions, Transport } from '../transport.js'
import type { Outcome } from './jobs.js'

/** What records were before they were changed or deleted. */
export const historyOf = ({ send, fetch }: Transport) => ({
  /**
   * Changes, newest first. @param query `user`, for administrators: `*`, an id or part of a name; one's own
   * by default
   */
  list: (query: HistoryQuery = {}, options?: CallOptions) =>
    send<typeof HistoryReply>('GET /api/history', [], { query, ...options }),

  /**
   * Change sets, newest first: what each transaction changed. @param query `user` as for `list`; `table`,
   * `record` (`table:id`), `origin`, `from`, `to`
   */
  changeSets: (query: ChangeSetsQuery = {}, options?: CallOptions) =>
    send<typeof ChangeSetsReply>('GET /api/change-sets', [], { query, ...options }),

  /** A change set with a page of its changes: each row before and after. */
  changeSet: (id: number, query: ChangeSetQuery = {}, options?: CallOptions) =>
    send<typeof ChangeSetReply>('GET /api/change-set/:id', [id], { query, ...options }),

  /**
   * Takes back what a change set did, as a set of its own: undoing that one does it again.
   *
   * @param body `preview`: nothing is stored; `conflicts`: `keep` or `overwrite` what was changed again later
   * @throws `undo_conflict`, `undo_refused`: `errors` has the rows
   */
  undo: <const Body extends UndoBody>(id: number, body?: Body, options?: CallOptions) =>
    send<Outcome<Body, typeof UndoReply>>('POST /api/change-set/:id/undo', [id], {
      body: body ?? {},
      ...options,
    }),

  /** The same of several sets in one transaction, the newest first. */
  undoSeveral: <const Body extends UndoSeveralBody>(body: Body, options?: CallOptions) =>
    send<Outcome<Body, typeof UndoReply>>('POST /api/change-sets/undo', [], { body, ...options }),

  /**
   * Forgets what was changed before a moment; the password has to be confirmed. @param body `preview`:
   * nothing is deleted
   */
  purge: (body: PurgeBody, options?: CallOptions) =>
    send<typeof PurgeReply>('POST /api/change-sets/purge', [], { body, ...options }),

  /**
   * The change sets that follow a known one, oldest first, as far as the caller may see them.
   *
   * @param query `after`: `last` of the answer before; `wait`: how many seconds to wait for a set
   */
  changesAfter: (query: FollowQuery = {}, options?: CallOptions) =>
    send<typeof FollowReply>('GET /api/changes', [], { query, ...options }),

  /**
   * When something was changed, for a line of time. @param query `table`, `record` (`table:id`); `at`: also
   * the sets around a state; `most`: how many marks, 0 for none
   */
  changeTimes: (query: ChangeTimesQuery = {}, options?: CallOptions) =>
    send<typeof ChangeTimesReply>('GET /api/changes/times', [], { query, ...options }),

  /**
   * Change sets as they are committed, without end, after one or from now on. It connects again when the
   * connection breaks, and goes on where it was.
   *
   * @throws ApiError when the service refuses, the reason of the signal when it is given up
   */
  follow: (options?: FollowOptions) => follow(fetch, options),

  /** Every change of a record and of what hangs from it, newest first. */
  changesOf: (tb: string, id: number, query: RecordChangesQuery = {}, options?: CallOptions) =>
    send<typeof RecordChangesReply>('GET /api/record/:tb/:id/changes', [tb, id], { query, ...options }),

  /** The versions of a record, newest first. */
  versions: (tb: string, id: number, options?: CallOptions) =>
    send<typeof VersionsReply>('GET /api/record/:tb/:id/versions', [tb, id], options),

  /**
   * A version. @param query `diff`: what differs from the record as it is now, or what the operation itself
   * changed
   */
  version: (id: number, query: VersionQuery = {}, options?: CallOptions) =>
    send<typeof VersionReply>('GET /api/version/:id', [id], { query, ...options }),

  /**
   * Makes a record what it was, or brings it back. @param body which fields and plugin tables; all fields, no
   * plugin tables by default
   */
  restore: (id: number, body: RestoreBody = {}, options?: CallOptions) =>
    send<typeof RestoredReply>('POST /api/version/:id/restore', [id], { body, ...options }),

  /** Records of a table that were deleted, newest first. */
  deleted: (tb: string, query: DeletedQuery = {}, options?: CallOptions) =>
    send<typeof DeletedRecordsReply>('GET /api/record/:tb/deleted', [tb], { query, ...options }),
})
