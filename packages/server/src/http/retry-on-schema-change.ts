import { setTimeout as sleep } from 'node:timers/promises'
import { changeSetHeader } from '@trowel/contract/changes.js'
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import { type CommitWatch, StorageError } from '../storage/storage.js'
import { watchCommits } from '../storage/watch-commits.js'
import { scopeAsOf } from './as-of.js'
import { authorOf } from './change-author.js'
import { requireOnTable } from './guard.js'
import { renewedScope } from './renewed-scope.js'

/** The waits before each further attempt. */
const pausesMs = [0, 100, 400]

/**
 * Between the moment in which a request gets its scope and that in which its statements run, a table may be
 * renamed or a field deleted. A request that fails on that is carried out again with the configuration as it
 * is then, a few times at the most, and only while nothing of it is stored: what is committed once is never
 * written a second time.
 */
export function retryOnSchemaChange(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    const { handler } = route
    const answer: RouteHandlerMethod = function (request, reply) {
      const watch: CommitWatch = {
        hasCommitted: false,
        author: authorOf(request),
        onChangeSet: (id) => reply.header(changeSetHeader, id),
      }
      watchScopes(request, watch)
      const changesBefore = request.scope?.application.changes
      const attempt = (): unknown => handler.call(this, request, reply)

      const retry = async (error: unknown, retries = 0): Promise<unknown> => {
        if (watch.hasCommitted) throw afterCommit(error)
        if (!isSchemaChange(error) || reply.sent || !isRepeatable(request)) throw error
        const pauseMs = pausesMs[retries]
        if (pauseMs === undefined) throw atLast(error, request, changesBefore)
        await sleep(pauseMs)
        await renewScope(request)
        watchScopes(request, watch)
        request.log.info({ err: error }, 'the configuration changed meanwhile: the request is tried again')
        try {
          return await attempt()
        } catch (next) {
          return retry(next, retries + 1)
        }
      }

      const first = attempt()
      return first instanceof Promise ? first.catch(retry) : first
    }
    route.handler = answer
  })
}

/** What the request writes is noted in `watch` from now on. One that only reads may be tried again freely. */
function watchScopes(request: FastifyRequest, watch: CommitWatch): void {
  const { scope, optionalScope, method } = request
  if (method === 'GET' || method === 'HEAD') return
  if (scope) request.scope = { ...scope, db: watchCommits(scope.db, watch) }
  if (optionalScope) request.optionalScope = { ...optionalScope, db: watchCommits(optionalScope.db, watch) }
}

/** Did a statement fail because the tables are others than it was made for? */
export const isSchemaChange = (error: unknown): boolean =>
  error instanceof StorageError && error.problem === 'schema_changed'

/** The body of an upload was read already and cannot be read again. */
const isRepeatable = ({ scope, headers }: FastifyRequest): boolean =>
  scope !== undefined && !headers['content-type']?.startsWith('multipart/')

/**
 * A refusal says what it means; other errors would say that nothing is stored, which is not so here. Where
 * the storage failed, it is no fault of the service.
 */
const afterCommit = (error: unknown): unknown =>
  error instanceof AppError
    ? error
    : new AppError(error instanceof StorageError ? 'overloaded' : 'internal_error', {
        ...message('stored_but_answer_failed', {}),
        ...(error instanceof StorageError && { detail: 'outcome_unknown' }),
        cause: error,
      })

/**
 * Where nothing was changed all the while, a later attempt does not help either: the tables differ from the
 * configuration.
 */
const atLast = (error: unknown, { scope }: FastifyRequest, changesBefore: number | undefined): unknown =>
  scope.application.changes === changesBefore ? new AppError('internal_error', { cause: error }) : error

/** Gives the request a scope with the present configuration. */
async function renewScope(request: FastifyRequest): Promise<void> {
  request.scope = await renewedScope(request.scope)
  const { asOf } = request.scope
  if (asOf) request.scope = await scopeAsOf(request.scope, asOf, true)
  const row = request.routeOptions.config.guard
  if (row) requireOnTable(request.scope, row, request.params)
}
