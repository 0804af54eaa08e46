import { randomBytes } from 'node:crypto'
import type { LoginApp, LoginReply, RefreshReply, SessionUser } from '@trowel/contract/auth.js'
import type { FastifyBaseLogger } from 'fastify'
import { type AttemptLimit, AttemptMemory, beginAttempt, networkOf } from '../../access/attempts.js'
import { identify, refuseEntry } from '../../access/authenticate.js'
import { confirm, dropConfirmation } from '../../access/confirmations.js'
import { issueDeviceToken, knownDevice } from '../../access/devices.js'
import { canWrite, isAdmin, isSuperAdmin } from '../../access/global-level.js'
import type { Principal } from '../../access/principal.js'
import { type IssuedToken, issueToken } from '../../access/session-token.js'
import { tokenLifetime } from '../../access/tokens.js'
import type { Application } from '../../catalogue/application.js'
import { writeLog } from '../../catalogue/event-log.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { wireTime } from '../../http/wire-time.js'
import { knownProviders } from '../../provider-settings.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import {
  type Account,
  accountByEmail,
  accountOf,
  emailOf,
  isPasswordOf,
  noteLogin,
  requirePassword,
} from '../users/index.js'
import { insertRevokedSession } from './store.js'

const quarterOfAnHour = 15 * 60_000

export interface LoginInput {
  readonly email: string
  readonly password: string
  readonly app: string
  /**
   * What an earlier login on the same device answered; null: nothing yet; undefined: the client keeps none.
   */
  readonly device?: string | null | undefined
}

/** From where a request without a scope comes. */
export interface Caller {
  readonly address: string
  readonly log: FastifyBaseLogger
}

/**
 * Begins a session.
 * @throws `email_password_needed`, `app_not_found`, `too_many_attempts`, `login_data_not_valid`,
 *   `not_enough_privilege` (detail `waiting` or `off`), `upgrade_pending`
 */
export async function login(services: Services, input: LoginInput, caller: Caller): Promise<LoginReply> {
  const email = emailOf(input.email)
  const { password } = input
  if (email === undefined) throw new AppError('email_password_needed')
  const application = await services.applications.open(input.app)
  if (!application) throw new AppError('app_not_found')
  const { db } = application
  const now = new Date()

  const account = await accountByEmail(db, email)
  const device = input.device
    ? await knownDevice(services.secrets, application, input.device, account, now)
    : undefined
  const attempt = device
    ? await beginAttempt(db, [failedLogins(services, `device ${device}`)], now)
    : await beginLogin(services, application, email, caller, now)
  if (!(await isPasswordOf(db, account, password)) || !account) {
    await writeLog(db, caller.log, 'login_refused', { email, address: caller.address })
    throw new AppError('login_data_not_valid')
  }
  await attempt.forget()
  refuseEntry(application, account)
  await Promise.all([noteLogin(db, account.id, now), writeLog(db, caller.log, 'login', { user: account.id })])
  return {
    ...(await beginSession(services, application, account, now)),
    ...(input.device !== undefined && {
      device: await issueDeviceToken(services.secrets, application, account, now),
    }),
  }
}

/** A new session of a person who has proved who he is, as a login answers it. */
export async function beginSession(
  { secrets }: Pick<Services, 'secrets'>,
  application: Application,
  account: Account,
  now: Date,
): Promise<LoginReply> {
  const { name: app, pendingMigrations: pending } = application
  const session = randomBytes(16).toString('hex')
  return {
    ...tokenReply(await issueToken(secrets, application, account, session, now)),
    user: sessionUser(app, { kind: 'user', session, ...account }),
    ...(pending.length > 0 && isAdmin(account) && { upgrade: { type: 'minor', pending: [...pending] } }),
  }
}

/** How many wrong passwords an account may have from strangers, and from each device that it knows. */
const failedLogins = ({ config }: Services, key: string): AttemptLimit => ({
  key,
  limit: config.limits.failedLoginsPerAccount,
  windowMs: quarterOfAnHour,
})

const attemptsOf = weakMemoize((_services: Services) => new AttemptMemory())

/**
 * Counts a login by account and by address until it succeeds; the address counts over all applications of
 * this process too.
 */
async function beginLogin(
  services: Services,
  { db }: Application,
  email: string,
  { address }: Caller,
  now: Date,
): Promise<{ forget(): Promise<void> }> {
  const { failedLoginsPerAddress } = services.config.limits
  const ofAddress = {
    key: `address ${networkOf(address)}`,
    limit: failedLoginsPerAddress,
    windowMs: quarterOfAnHour,
  }
  const ofAccount = failedLogins(services, `login ${email}`)
  const here = attemptsOf(services).begin(ofAddress, now)
  try {
    const everywhere = await beginAttempt(db, [ofAccount, ofAddress], now)
    return {
      forget: async () => {
        await Promise.all([here.forget(), everywhere.forget()])
      },
    }
  } catch (error) {
    await here.forget()
    throw error
  }
}

/**
 * A new token for the same session: everything but the session is read from storage again. @throws
 * `user_not_found`
 */
export async function refresh(services: Services, scope: RequestScope): Promise<RefreshReply> {
  const { application, principal } = scope
  if (principal.kind !== 'user') throw new AppError('session_required')
  const account = await accountOf(scope.db, principal.id)
  return tokenReply(await issueToken(services.secrets, application, account, principal.session, scope.now))
}

const tokenReply = ({ token, expiresAt }: IssuedToken): RefreshReply => ({
  status: 'success',
  code: 'ok',
  token,
  expires_at: wireTime(expiresAt),
})

/**
 * Ends the session of the token that was sent, if one was; a caller with none, or a bad one, is logged out
 * already.
 */
export async function logout(
  services: Services,
  authorization: string | undefined,
  log: FastifyBaseLogger,
): Promise<void> {
  const now = new Date()
  const identity = await identify(services, authorization, now).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) return undefined
    throw error
  })
  if (identity?.principal.kind !== 'user') return
  const { db } = identity.application
  const { id, session } = identity.principal
  await insertRevokedSession(db, session, new Date(now.getTime() + tokenLifetime * 1000), now)
  await dropConfirmation(db, session)
  await writeLog(db, log, 'logout', { user: id })
}

/** The applications that one can log in to, by name. One that cannot be opened is left out. */
export async function listApps(services: Services, log: FastifyBaseLogger): Promise<LoginApp[]> {
  if (services.config.hideApps) return []
  const providers = services.config.identityProviders.map(({ name, label }) => ({ name, label }))
  const apps: LoginApp[] = []
  for (const name of await services.applications.names()) {
    try {
      const application = await services.applications.open(name)
      if (!application) continue
      apps.push({
        db: name,
        name: name.toUpperCase(),
        title: application.settings.title,
        definition: application.settings.definition,
        upgrade: application.pendingMigrations.length > 0 ? 'minor' : null,
        oauth: knownProviders.filter((known) => providers.some(({ name }) => name === known)),
        providers,
      })
    } catch (error) {
      log.error({ app: name, err: error }, 'the application cannot be opened')
    }
  }
  return apps
}

/**
 * Confirms that the super-administrator who asks knows his password; for half an hour he may change the
 * schema destructively.
 * @returns until when, if he does nothing
 * @throws `not_a_super_admin_user`, `session_required`, `too_many_attempts`, `invalid_pasword`
 */
export async function checkPassword(scope: RequestScope, given: string | undefined): Promise<Date> {
  const { db, principal, now } = scope
  if (!isSuperAdmin(principal)) throw new AppError('not_a_super_admin_user')
  if (principal.kind !== 'user') throw new AppError('session_required')
  await requirePassword(scope, await accountOf(db, principal.id), given, 'invalid_pasword')
  return confirm(db, principal, now)
}

/** Who asks, as clients show him. */
export function sessionUser(app: string, principal: Principal): SessionUser {
  const user = principal.kind === 'user' ? principal : undefined
  return {
    id: user?.id ?? null,
    name: principal.name,
    email: user?.email ?? '',
    app,
    privilege_value: principal.privilege,
    can_write: canWrite(principal),
  }
}
