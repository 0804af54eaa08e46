import { ChangeSetParams } from '@trowel/contract/changes.js'
import { JobStartedReply } from '@trowel/contract/jobs.js'
import { UndoBody, UndoReply, UndoSeveralBody } from '@trowel/contract/undo.js'
import { Type } from 'typebox'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import type { Jobs } from '../../jobs/leased-work.js'
import { runOrStart } from '../../jobs/prepared-work.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import type { UndoRule } from '../../records/undoing/undo-rule.js'
import { prepareUndo } from './undo.js'

const kind = 'undo'

/** Takes back what transactions changed. */
export const undoRoutes =
  (jobs: Jobs, parts: readonly RecordPart[], rules: readonly UndoRule[]): Routes =>
  async (server) => {
    const tags = ['history']
    const response = { 200: Type.Union([UndoReply, JobStartedReply]) }

    server.post(
      `/api/change-set/:id${digits}/undo`,
      {
        schema: {
          tags,
          summary: 'Undo a change set, as a change set of its own; undoing that is redo',
          params: ChangeSetParams,
          body: UndoBody,
          response,
        },
      },
      async ({ scope, params, body }) =>
        runOrStart(jobs, scope, kind, await prepareUndo(scope, parts, rules, [params.id], body), asIs),
    )

    server.post(
      '/api/change-sets/undo',
      {
        schema: {
          tags,
          summary: 'Undo several change sets in one transaction, the newest first',
          body: UndoSeveralBody,
          response,
        },
      },
      async ({ scope, body }) =>
        runOrStart(jobs, scope, kind, await prepareUndo(scope, parts, rules, body.ids, body), asIs),
    )
  }

const asIs = <T>(reply: T): T => reply
