import { Readable } from 'node:stream'
import {
  ChangeSetParams,
  ChangeSetQuery,
  ChangeSetReply,
  ChangeSetsQuery,
  ChangeSetsReply,
  ChangeTimesQuery,
  ChangeTimesReply,
  FollowQuery,
  FollowReply,
  lastEventHeader,
  maxChangesOnPage,
  maxSetsFollowed,
  maxWaitSeconds,
  StreamHeaders,
  StreamQuery,
} from '@trowel/contract/changes.js'
import { abortOnDisconnect } from '../../http/abort-on-disconnect.js'
import { digits, guardAgain } from '../../http/guard.js'
import { inputReader, type Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { joinFollowers, newestSet, streamSets, waitForSets, whileTaken } from './follow.js'
import { between, pageOf } from './page.js'
import { listChangeSets, readChangeSet } from './service.js'
import { readChangeTimes } from './times.js'

/** What each transaction changed. */
export const changeRoutes =
  (services: Services, parts: readonly RecordPart[]): Routes =>
  async (server) => {
    const tags = ['history']

    server.get(
      '/api/change-sets',
      {
        schema: {
          tags,
          summary: 'What one changed oneself, transaction by transaction; for administrators all of it',
          querystring: ChangeSetsQuery,
          response: { 200: ChangeSetsReply },
        },
      },
      async ({ scope, query }) => {
        const page = pageOf(query, 200, 50)
        const { total, sets } = await listChangeSets(scope, parts, query, page)
        return {
          status: 'success' as const,
          total,
          page: page.page,
          per_page: page.perPage,
          data: [...sets],
        }
      },
    )

    server.get(
      `/api/change-set/:id${digits}`,
      {
        schema: {
          tags,
          summary: 'One transaction: each row that it changed, before and after',
          params: ChangeSetParams,
          querystring: ChangeSetQuery,
          response: { 200: ChangeSetReply },
        },
      },
      async ({ scope, params, query }) => {
        const page = pageOf(query, maxChangesOnPage, 100)
        const { set, total, changes } = await readChangeSet(scope, parts, params.id, page)
        return {
          status: 'success' as const,
          change_set: set,
          total,
          page: page.page,
          per_page: page.perPage,
          changes: [...changes],
        }
      },
    )

    server.get(
      '/api/changes',
      {
        schema: {
          tags,
          summary:
            'Change sets after one, as soon as there are any: what anybody changed of what one may see',
          querystring: FollowQuery,
          response: { 200: FollowReply },
        },
      },
      async (request, reply) => {
        const { after, limit = maxSetsFollowed, wait = 0 } = request.query
        const { sets, last, more } = await waitForSets({
          parts,
          after: Math.max(0, after ?? (await newestSet(request.scope))),
          limit: between(1, limit, maxSetsFollowed),
          waitMs: between(0, wait, maxWaitSeconds) * 1000,
          signal: AbortSignal.any([abortOnDisconnect(reply), server.stopping]),
          scope: request.scope,
          renewScope: () => guardAgain(services, request),
        })
        reply.header('cache-control', 'no-store')
        return { status: 'success' as const, data: [...sets], last, more }
      },
    )

    server.get(
      '/api/changes/times',
      {
        schema: {
          tags,
          summary: 'When what one may see was changed, for a line of time, and the sets around a state',
          querystring: ChangeTimesQuery,
          response: { 200: ChangeTimesReply },
        },
      },
      ({ scope, query }) => readChangeTimes(scope, parts, query),
    )

    server.get(
      '/api/changes/stream',
      {
        schema: {
          tags,
          summary:
            'The same as server-sent events (`text/event-stream`); `Last-Event-ID` goes on without a gap',
          querystring: StreamQuery,
        },
        config: { headers: StreamHeaders },
      },
      async (request, reply) => {
        const { scope, query, headers } = request
        const resumed = readHeaders({ 'Last-Event-ID': headers[lastEventHeader] })
        const after = resumed['Last-Event-ID'] ?? query.after ?? (await newestSet(scope))
        reply.type('text/event-stream; charset=utf-8')
        reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no')
        // It would never end.
        if (request.method === 'HEAD') return reply.send('')
        reply.raw.once('close', joinFollowers(scope))
        const events = streamSets({
          parts,
          after: Math.max(0, after),
          signal: AbortSignal.any([abortOnDisconnect(reply), server.stopping]),
          scope,
          renewScope: () => guardAgain(services, request),
        })
        const taken = whileTaken(events, services.config.limits.bodyStallMs, () => reply.raw.destroy())
        return reply.send(Readable.from(taken, { objectMode: false }))
      },
    )
  }

const readHeaders = inputReader(StreamHeaders)
