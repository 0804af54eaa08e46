import { type DownloadTicketReply, ticketRoutes } from '@trowel/contract/download-tickets.js'
import { PackageQuery } from '@trowel/contract/geopackage.js'
import { issueTicket, plainAddress, withTicket } from '../../access/download-tickets.js'
import { isAdmin } from '../../access/global-level.js'
import { tableOf } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import { readInput } from '../../http/read-input.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { wireTime } from '../../http/wire-time.js'
import { message } from '../../message.js'
import { requireSeen } from '../files/index.js'

const maxPathLength = 100_000

/**
 * A ticket for one of the `ticketRoutes`. What the caller may do is looked at now, and again when the ticket
 * is used.
 * @throws `parameter_missing`, `invalid_parameter`; `not_enough_privilege`, `unknown_table`,
 *   `record_not_found`
 */
export async function makeTicket(
  services: Services,
  scope: RequestScope,
  given: string,
): Promise<DownloadTicketReply> {
  const { db, principal, now } = scope
  const address = addressOf(given)
  await requireDownload(scope, new URL(address, 'http://localhost'))
  const { ticket, expiresAt } = await issueTicket(services, db, principal, address, now)
  return { status: 'success', url: withTicket(address, ticket), expires_at: wireTime(expiresAt) }
}

function addressOf(given: string): string {
  if (!given.startsWith('/api/') || given.length > maxPathLength) throw notOffered()
  return plainAddress(given)
}

const notOffered = (): AppError =>
  new AppError('invalid_parameter', {
    ...message('parameter_wrong', {
      name: 'path',
      reason: message('must_be_download', { paths: ticketRoutes.join(', ') }),
    }),
    detail: { name: 'path', reason: 'no download' },
  })

/** Whether the caller may fetch what the route gives out, as far as that is known without making it. */
type Check = (scope: RequestScope, name: string, query: URLSearchParams) => unknown

const checks: Readonly<Record<string, Check>> = {
  '/api/backup/:file/download': ({ principal }) => {
    if (!isAdmin(principal)) throw new AppError('not_enough_privilege')
  },
  '/api/records/:tb/export': (scope, table) => requireTable(scope, table),
  '/api/export/gpkg': (scope, _name, query) => {
    const { tb } = readInput(PackageQuery, { tb: [...query.getAll('tb[]'), ...query.getAll('tb')] })
    for (const name of tb) requireTable(scope, name)
  },
  '/api/rs/export': (scope, _name, query) => requireTable(scope, query.get('tb') ?? ''),
  '/api/file/:id/content': (scope, fileId) => requireSeen(scope.db.quick, scope, Number(fileId)),
}

const requireTable = (scope: RequestScope, name: string): void =>
  scope.rights.require('read', tableOf(scope.catalogue, name))

async function requireDownload(scope: RequestScope, { pathname, searchParams }: URL): Promise<void> {
  for (const route of ticketRoutes) {
    const form = new RegExp(`^${route.replace(/:id/, '(\\d+)').replace(/:\w+/, '([\\w.-]+)')}$`)
    const found = form.exec(pathname)
    if (!found) continue
    await checks[route]?.(scope, found[1] ?? '', searchParams)
    return
  }
  throw notOffered()
}
