import { privileges } from '@trowel/contract/privileges.js'
import type { Application } from '../catalogue/application.js'
import type { Applications } from '../catalogue/applications.js'
import type { Config } from '../config.js'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import { sql } from '../storage/sql.js'
import type { Database } from '../storage/storage.js'
import { VersionedCache } from '../storage/versioned-cache.js'
import { applicationOfApiKey, findApiKey, isKeyOfVersion5 } from './api-keys.js'
import type { Principal, UserPrincipal } from './principal.js'
import type { Secrets } from './secrets.js'
import { type TokenClaims, tokensOf } from './tokens.js'

/** What it takes to know who asks. */
export interface Identities {
  readonly config: Pick<Config, 'keyPrefix'>
  readonly applications: Pick<Applications, 'open' | 'names'>
  readonly secrets: Secrets
}

export interface Identity {
  readonly application: Application
  /** As it was before it was asked who this is: after a restore it is written no more. */
  readonly db: Database
  readonly principal: Principal
}

/**
 * Who asks and may enter, by the header `Authorization`; undefined when it holds no credential of ours. Reads
 * the account from storage each time.
 *
 * @throws what `identify` and `refuseEntry` throw
 */
export async function authenticate(
  identities: Identities,
  authorization: string | undefined,
  now = new Date(),
): Promise<Identity | undefined> {
  const identity = await identify(identities, authorization, now)
  if (identity) refuseEntry(identity.application, identity.principal)
  return identity
}

/**
 * Who asks, whether or not he may enter the application at this moment.
 * @throws `unauthenticated` (detail `expired` when only the time is over), `token_invalidated`
 */
export async function identify(
  identities: Identities,
  authorization: string | undefined,
  now: Date,
): Promise<Identity | undefined> {
  const credential = bearer(authorization) ?? keyAsPassword(identities.config.keyPrefix, authorization)
  if (credential === undefined) return undefined
  if (isKeyOfVersion5(credential)) return ofKeyOfVersion5(identities.applications, credential, now)
  if (credential.startsWith(identities.config.keyPrefix)) return ofApiKey(identities, credential, now)
  return ofToken(identities, credential, now)
}

function bearer(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.slice(0, 7).toLowerCase() !== 'bearer ') return undefined
  return authorization.slice(7).trim() || undefined
}

/**
 * Some programs know user names and passwords alone: the user `key` has API keys for passwords. Nobody is
 * ever asked for them in this form, so that no browser keeps one and sends it by itself.
 */
function keyAsPassword(keyPrefix: string, authorization: string | undefined): string | undefined {
  const [, content] = /^basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization ?? '') ?? []
  if (content === undefined) return undefined
  const [, password] = /^key:(.+)$/.exec(Buffer.from(content, 'base64').toString()) ?? []
  return password?.startsWith(keyPrefix) ? password : undefined
}

async function ofApiKey(identities: Identities, key: string, now: Date): Promise<Identity> {
  const app = applicationOfApiKey(identities.config.keyPrefix, key)
  const application = app === undefined ? undefined : await identities.applications.open(app)
  const db = application?.db
  const principal = db && (await findApiKey(db, key, now))
  if (!application || !principal) throw new AppError('unauthenticated', message('key_not_valid', {}))
  return { application, db, principal }
}

/**
 * Who a key of version 5 stands for: its application is one of those that were taken over. Where there is
 * none, such a text is no credential.
 */
async function ofKeyOfVersion5(
  applications: Identities['applications'],
  key: string,
  now: Date,
): Promise<Identity | undefined> {
  const { adopted, failures } = await adoptedApplications(applications)
  const found: Identity[] = []
  for (const application of adopted) {
    const { db } = application
    const principal = await findApiKey(db, key, now)
    if (principal) found.push({ application, db, principal })
  }
  const [identity, ...others] = found
  if (others.length > 0) {
    const names = found.map(({ application }) => application.name).join(', ')
    throw new AppError('unauthenticated', message('key_in_several_applications', { names }))
  }
  if (identity) return identity
  if (failures.length > 0) throw failures[0]
  if (adopted.length === 0) return undefined
  throw new AppError('unauthenticated', message('key_not_valid', {}))
}

/** One that cannot be opened keeps the keys of no other from working. */
async function adoptedApplications(applications: Identities['applications']) {
  const adopted: Application[] = []
  const failures: unknown[] = []
  for (const name of await applications.names()) {
    try {
      const application = await applications.open(name)
      if (application && application.settings.adoptedFrom !== null) adopted.push(application)
    } catch (error) {
      failures.push(error)
    }
  }
  return { adopted, failures }
}

async function ofToken(identities: Identities, text: string, now: Date): Promise<Identity | undefined> {
  if (text.split('.', 4).length !== 3) return undefined
  const tokens = tokensOf(identities.secrets)
  const token = tokens.parse(text)
  const application = token && (await identities.applications.open(token.app))
  const claims = application && (await tokens.verify(token, application, now))
  if (!application || claims === undefined) throw new AppError('unauthenticated')
  if (claims === 'expired') {
    throw new AppError('unauthenticated', { ...message('session_expired', {}), detail: 'expired' })
  }
  const { db } = application
  return { application, db, principal: await ofClaims(application, claims) }
}

interface AccountRow {
  readonly revoked: number
  readonly id: number | null
  readonly name: string
  readonly email: string
  readonly privilege: number
  readonly token_version: number
}

const accounts = new VersionedCache<AccountRow | undefined>(1000)

/**
 * The account of a token that was proven to be ours, as storage has it now. @throws `unauthenticated`,
 * `token_invalidated`
 */
export async function ofClaims(
  application: Application,
  claims: Pick<TokenClaims, 'sub' | 'jti' | 'tkv'>,
): Promise<UserPrincipal> {
  const { db } = application
  const row = await accounts.get(
    db,
    ['sys_users', 'sys_revoked_sessions'],
    `${claims.sub} ${claims.jti}`,
    () =>
      db.quick.get<AccountRow>(sql`
      SELECT (SELECT count(*) FROM "sys_revoked_sessions" WHERE "jti" = ${claims.jti}) AS "revoked",
        u."id", u."name", u."email", u."privilege", u."token_version"
      FROM (SELECT 1 AS "one") o LEFT JOIN "sys_users" u ON u."id" = ${claims.sub}`),
  )
  if (!row || row.revoked > 0) {
    throw new AppError('unauthenticated', message('session_logged_out', {}))
  }
  if (row.id === null || row.token_version !== claims.tkv) throw new AppError('token_invalidated')
  const { id, name, email, privilege } = row
  return { kind: 'user', id, name, email, privilege, session: claims.jti, tokenVersion: claims.tkv }
}

/**
 * Refuses those who may not enter the application at this moment, however they proved who they are.
 * @throws `not_enough_privilege` (detail `waiting` or `off`), `upgrade_pending`
 */
export function refuseEntry(application: Application, { privilege }: Pick<Principal, 'privilege'>): void {
  if (privilege >= privileges.waiting - 1) {
    throw new AppError('not_enough_privilege', {
      ...message('account_waits', {}),
      detail: 'waiting',
    })
  }
  if (application.settings.status === 'off' && privilege !== privileges.super_admin) {
    throw new AppError('not_enough_privilege', {
      ...message('application_switched_off', {}),
      detail: 'off',
    })
  }
  if (application.pendingMigrations.length > 0 && privilege > privileges.admin)
    throw new AppError('upgrade_pending')
}
