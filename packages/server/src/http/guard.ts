import { setTimeout } from 'node:timers/promises'
import { ticketRoutes } from '@trowel/contract/download-tickets.js'
import { guardTable } from '@trowel/contract/guard-table.js'
import type { Guard, RouteGuard } from '@trowel/contract/guards.js'
import { privileges } from '@trowel/contract/privileges.js'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { authenticate, type Identity } from '../access/authenticate.js'
import { isConfirmed } from '../access/confirmations.js'
import { ticketIn, useTicket } from '../access/download-tickets.js'
import { identityOfHolder } from '../access/holder.js'
import { loadRights } from '../access/levels.js'
import type { Action } from '../access/rights.js'
import type { SignedToken } from '../access/signed-claims.js'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import type { RequestScope } from './scope.js'
import type { Services } from './services.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    guard?: RouteGuard
  }
  interface FastifyRequest {
    /** Who asks and where. Only on routes that are not public. */
    scope: RequestScope
    /** On public routes: who asks, when a valid token came along. */
    optionalScope: RequestScope | undefined
  }
}

/** Written after a parameter that is an id: other text than digits is no such route. */
export const digits = '(^\\d+$)'

/** The path of a route without what only the router reads. */
export const plainPath = (url: string): string => url.replaceAll(digits, '')

const rows = new Map(guardTable.map((row) => [`${row.method} ${row.path}`, row]))

/**
 * The level that a guard asks of the global privilege; guards on a table or record are decided by the
 * service.
 */
const globalLevels: Readonly<Record<Guard, number>> = {
  public: Number.POSITIVE_INFINITY,
  enter: privileges.waiting - 1,
  read: privileges.reader,
  create: privileges.self_writer,
  edit: privileges.self_writer,
  edit20: privileges.writer,
  admin: privileges.admin,
  super: privileges.super_admin,
}

/**
 * Puts the one guard before every route: it finds out who asks, refuses, and hands the scope on, before a
 * body is read. A route that has no row in the guard table stops the start.
 */
export function installGuard(server: FastifyInstance, services: Services): void {
  server.decorateRequest('scope')
  server.decorateRequest('optionalScope')
  server.addHook('onRoute', (route) => {
    // What a browser asks beforehand is answered from the list of known origins, before any guard.
    if (route.method !== 'OPTIONS') route.config = { ...route.config, guard: rowOf(route) }
  })
  server.addHook('onRequest', async (request) => {
    const row = request.routeOptions.config.guard
    if (row) await guard(services, request, row)
  })
  // Where the address or the body names the table, it is known only now.
  server.addHook('preValidation', (request, _reply, done) => {
    const row = request.routeOptions.config.guard
    if (row && row.guard !== 'public') {
      requireOnTable(request.scope, row, request.query)
      requireOnTable(request.scope, row, request.body)
    }
    done()
  })
}

function rowOf(route: RouteOptions): RouteGuard {
  const methods = [route.method].flat().filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
  const url = plainPath(route.url)
  // The reference page brings files of its own.
  const path = url.startsWith('/api/docs/') ? '/api/docs' : url
  const method = methods.length === 0 ? 'GET' : methods[0]
  const row = rows.get(`${method} ${path}`)
  if (!row) throw new Error(`The route ${method} ${path} has no row in the guard table.`)
  return row
}

async function guard(services: Services, request: FastifyRequest, row: RouteGuard): Promise<void> {
  const authorization = request.headers.authorization
  const bearer = authorization === undefined ? await ticketBearer(services, request, row) : undefined
  if (row.guard === 'public') {
    if (bearer) request.optionalScope = await scopeOf(services, request, bearer)
    else if (authorization !== undefined)
      request.optionalScope = await optionalScope(services, request, authorization)
    return
  }
  const known = bearer ?? (await authenticateQueued(services, request, row))
  const scope = known && (await scopeOf(services, request, known))
  if (!scope) throw new AppError('unauthenticated')
  request.scope = scope
  const { principal } = scope
  const level = row.on ? globalLevels.enter : globalLevels[row.guard]
  if (principal.privilege > level) throw new AppError('not_enough_privilege')
  if (row.human && principal.kind !== 'user') throw new AppError('session_required')
  if (row.manage && principal.kind === 'key' && !principal.manage) throw notMadeToManage()
  requireOnTable(scope, row, request.params)
  if (row.confirmed && !(await isConfirmed(scope))) throw new AppError('password_confirmation_required')
}

/**
 * Once more what the guard did when the request came, for answers that wait or go on: rights may be others by
 * then, and the token over. @throws as the guard
 */
export async function guardAgain(services: Services, request: FastifyRequest): Promise<RequestScope> {
  const row = request.routeOptions.config.guard
  if (row) await guard(services, request, row)
  return request.scope
}

const notMadeToManage = (): AppError =>
  new AppError('not_enough_privilege', {
    ...message('key_may_not_manage', {}),
    detail: 'manage',
  })

/**
 * Who would change something while a backup takes the place of everything waits for that, and is looked up in
 * what is there then.
 * @throws `restore_in_progress` when it takes longer, and what `authenticate` throws
 */
async function authenticateQueued(
  services: Services,
  { method, headers: { authorization } }: FastifyRequest,
  row: RouteGuard,
): Promise<Identity | undefined> {
  const known = await authenticate(services, authorization)
  const replacement = method === 'GET' || row.guard === 'read' ? undefined : known?.db.replacement()
  if (!known || !replacement) return known
  const isOver = await Promise.race([
    replacement.then(() => true),
    setTimeout(services.config.limits.restoreWaitMs, false, { ref: false }),
  ])
  if (!isOver) throw new AppError('restore_in_progress')
  await known.application.reload()
  return authenticate(services, authorization)
}

const tableActions: ReadonlySet<string> = new Set<Action>(['read', 'create', 'edit', 'edit20'])

/**
 * Where the path names the table, a caller who may do this on none of its rows is refused before his body is
 * read.
 */
export function requireOnTable(scope: RequestScope, row: RouteGuard, params: unknown): void {
  if (row.on !== 'table' && row.on !== 'record') return
  const name = (params as { readonly tb?: string } | null)?.tb
  const table = name === undefined ? undefined : scope.catalogue.tables.get(name)
  if (table && isTableAction(row.guard)) scope.rights.require(row.guard, table)
}

const isTableAction = (guard: Guard): guard is Action => tableActions.has(guard)

/**
 * Who asks by a ticket in the address, as a browser does that follows a link. @throws `unauthenticated` when
 * it is no good
 */
async function ticketBearer(
  services: Services,
  { method, url }: FastifyRequest,
  { path }: RouteGuard,
): Promise<Identity | undefined> {
  if (method !== 'GET' || !ticketRoutes.includes(path)) return undefined
  const found = ticketIn(url)
  return found && useTicket(services, found.ticket, found.address, new Date())
}

/**
 * The scope of the one who was given a signed address, as he is now; undefined when he may not enter any
 * more.
 * @throws `upgrade_pending`
 */
export async function scopeOfHolder(
  services: Services,
  request: Pick<FastifyRequest, 'id' | 'log'>,
  { app, holder }: Pick<SignedToken<unknown>, 'app' | 'holder'>,
): Promise<RequestScope | undefined> {
  try {
    return await scopeOf(services, request, await identityOfHolder(services, app, holder))
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return undefined
    throw error
  }
}

async function scopeOf(
  { calibration }: Services,
  request: Pick<FastifyRequest, 'id' | 'log'>,
  { application, db, principal }: Identity,
): Promise<RequestScope> {
  const { catalogue } = application
  const rights = await loadRights(application, principal, request.log)
  return {
    requestId: request.id,
    log: request.log,
    now: new Date(),
    application,
    principal,
    rights,
    db,
    catalogue,
    calibration,
  }
}

/** On public routes a token that is not accepted counts as none. */
async function optionalScope(
  services: Services,
  request: FastifyRequest,
  authorization: string,
): Promise<RequestScope | undefined> {
  try {
    const known = await authenticate(services, authorization)
    return known && (await scopeOf(services, request, known))
  } catch (error) {
    if (error instanceof AppError && (error.status < 500 || error.code === 'upgrade_pending'))
      return undefined
    throw error
  }
}
