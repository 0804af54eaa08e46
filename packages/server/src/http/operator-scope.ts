import { randomUUID } from 'node:crypto'
import { doers } from '@trowel/contract/doers.js'
import { privileges } from '@trowel/contract/privileges.js'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { OperatorPrincipal } from '../access/principal.js'
import type { Rights, TableLevels } from '../access/rights.js'
import type { Application } from '../catalogue/application.js'
import { openLog } from '../log.js'
import { weakMemoize } from '../storage/weak-memoize.js'
import type { RequestScope } from './scope.js'
import type { Services } from './services.js'

const everywhere: TableLevels = {
  inside: privileges.super_admin,
  outside: privileges.super_admin,
  filter: undefined,
}

const allRights: Rights = {
  levelsOn: () => everywhere,
  levelOn: () => privileges.super_admin,
  allows: () => true,
  require: () => {},
  visibilityOf: () => ({ readable: true, restriction: undefined }),
  mayEdit: () => true,
}

const operator: OperatorPrincipal = {
  kind: 'operator',
  name: doers.command_line,
  privilege: privileges.super_admin,
}

/**
 * Warnings belong to the person at the command line; the usual reports of a running service do not, unless he
 * asks for more.
 */
const logOf = weakMemoize(
  ({ config: { logLevel } }: Services): FastifyBaseLogger =>
    openLog(logLevel === 'info' ? 'warn' : logLevel, pino.destination(2)),
)

/**
 * The scope of a person at the command line of the machine that runs the service. He can read and write the
 * database's files anyway, so nothing is refused him. The scope holds the configuration of this moment: make
 * a new one after changing it.
 */
export function operatorScope(services: Services, application: Application): RequestScope {
  return {
    requestId: `cli-${randomUUID()}`,
    log: logOf(services),
    now: new Date(),
    application,
    principal: operator,
    rights: allRights,
    db: application.db,
    catalogue: application.catalogue,
    calibration: services.calibration,
  }
}
