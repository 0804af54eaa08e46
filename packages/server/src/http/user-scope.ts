import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { refuseEntry } from '../access/authenticate.js'
import { loadRights } from '../access/levels.js'
import type { UserPrincipal } from '../access/principal.js'
import type { Application } from '../catalogue/application.js'
import { AppError } from '../errors.js'
import { sql } from '../storage/sql.js'
import type { RequestScope } from './scope.js'
import type { Services } from './services.js'

interface UserRow {
  readonly name: string
  readonly email: string
  readonly privilege: number
  readonly tokenVersion: number
}

/**
 * What a user may do at this moment, for work that is done for him without a session of his.
 * @returns undefined when he is gone, or may not enter
 */
export async function userScope(
  { calibration }: Pick<Services, 'calibration'>,
  application: Application,
  log: FastifyBaseLogger,
  userId: number,
): Promise<RequestScope | undefined> {
  const { db, catalogue } = application
  const row = await db.quick.get<UserRow>(sql`
    SELECT "name", "email", "privilege", "token_version" AS "tokenVersion" FROM "sys_users" WHERE "id" = ${userId}`)
  if (!row || !mayEnter(application, row)) return undefined
  const principal: UserPrincipal = { kind: 'user', id: userId, session: '', ...row }
  const rights = await loadRights(application, principal, log)
  const requestId = `for-${randomUUID()}`
  return { requestId, log, now: new Date(), application, principal, rights, db, catalogue, calibration }
}

function mayEnter(application: Application, row: UserRow): boolean {
  try {
    refuseEntry(application, row)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
