import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { loadRights } from '../access/levels.js'
import { AppError } from '../errors.js'
import { StorageError } from '../storage/storage.js'
import { requireOnTable } from './guard.js'

/**
 * Between the moment in which a request gets its scope and that in which its statements run, somebody may rename a table or
 * delete a field. A request that fails on that is answered anew, once, with the configuration as it is then: its
 * transaction was undone, so nothing happens twice.
 */
export function answerAnewAfterChange(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    const { handler } = route
    const answer: RouteHandlerMethod = function (request, reply) {
      const first: unknown = handler.call(this, request, reply)
      if (!(first instanceof Promise)) return first
      return first.catch(async (error: unknown) => {
        if (error instanceof AppError || isReplaced(error) || reply.sent || !(await hasNewScope(request)))
          throw error
        request.log.info('the configuration changed meanwhile: answered anew')
        return handler.call(this, request, reply)
      })
    }
    route.handler = answer
  })
}

/** A backup took the place of everything, and with it every session ended: whoever asks must show again who he is. */
const isReplaced = (error: unknown): boolean => error instanceof StorageError && error.problem === 'replacing'

/** Gives the request a scope with the present configuration. @returns false when that is the one it had */
async function hasNewScope(request: FastifyRequest): Promise<boolean> {
  const { scope } = request
  // The body of an upload was read already and cannot be read again.
  const isUpload = request.headers['content-type']?.startsWith('multipart/') === true
  if (scope === undefined || isUpload) return false
  const { application, principal } = scope
  await application.reload()
  const { catalogue } = application
  if (catalogue === scope.catalogue) return false
  request.scope = { ...scope, catalogue, rights: await loadRights(application, principal, request.log) }
  const row = request.routeOptions.config.guard
  if (row) requireOnTable(request.scope, row, request.params)
  return true
}
