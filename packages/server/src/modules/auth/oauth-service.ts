import { randomBytes } from 'node:crypto'
import type { ErrorCode } from '@trowel/contract/errors.js'
import type { FastifyBaseLogger } from 'fastify'
import { type AttemptLimit, beginAttempt, forgetAttempts } from '../../access/attempts.js'
import { refuseEntry } from '../../access/authenticate.js'
import { keepOnce, takeOnce } from '../../access/one-time.js'
import { issueToken } from '../../access/session-token.js'
import type { Application } from '../../catalogue/application.js'
import { writeLog } from '../../catalogue/event-log.js'
import { isObject, parseJson } from '../../catalogue/json-text.js'
import { AppError } from '../../errors.js'
import type { Services } from '../../http/services.js'
import { knownProviders, type ProviderSettings } from '../../provider-settings.js'
import { emailOf } from '../users/account-rules.js'
import { type Account, accountOf, noteLogin } from '../users/service.js'
import {
  loginAddress,
  type ProvenIdentity,
  ProviderFailure,
  type ProviderLogin,
  proveIdentity,
} from './identity-provider.js'
import { type LoginState, readState, signState, stateLifetime } from './oauth-state.js'
import { linkIdentity, selectUserByIdentity } from './oauth-store.js'

export interface BeginInput {
  readonly provider: string
  readonly app: unknown
  readonly origin: unknown
  /** Scheme and host under which the request came. */
  readonly requestBase: string
  readonly address: string
  readonly log: FastifyBaseLogger
}

/**
 * Where the browser has to go for somebody to log in at a provider.
 * @throws `unsupported_provider`, `app_not_found`, `origin_required`, `origin_not_allowed`, `provider_not_configured`,
 *   `too_many_attempts`; `upstream_error` and `upstream_timeout` when the provider does not say where that is
 */
export async function beginProviderLogin(services: Services, input: BeginInput): Promise<string> {
  const { config, secrets } = services
  requireKnown(services, input.provider)
  const application = await applicationNamed(services, input.app)
  if (!application) throw new AppError('app_not_found')
  const base = config.publicUrl ?? input.requestBase
  const origin = requireOrigin(services, base, input.origin)
  const provider = providerNamed(services, input.provider)
  if (!provider) throw new AppError('provider_not_configured')

  const now = new Date()
  await beginAttempt(application.db, [logins(services, input.address)], now)
  const nonce = randomBytes(16).toString('hex')
  const app = application.name
  const kept: ProviderLogin = {
    redirectUri: `${base}/api/auth/oauth/${provider.name}/callback?app=${app}`,
    verifier: randomBytes(32).toString('base64url'),
    nonce: randomBytes(16).toString('hex'),
  }
  const state = signState(secrets, { app, origin, nonce, ts: Math.floor(now.getTime() / 1000) })
  const address = await loginAddress(provider, kept, state, config.limits.providerTimeMs).catch(
    (error: unknown) => {
      throw upstreamFailure(error, provider, input.log)
    },
  )
  const expiresAt = new Date(now.getTime() + stateLifetime * 1000)
  await keepOnce(application.db, keyOf(provider.name, nonce), JSON.stringify(kept), expiresAt, now)
  return address
}

export interface FinishInput {
  readonly provider: string
  readonly app: unknown
  readonly state: unknown
  readonly code: unknown
  readonly error: unknown
  readonly iss: unknown
  readonly address: string
  readonly log: FastifyBaseLogger
}

/**
 * Ends a login that a provider sent back.
 * @returns where the browser goes: to the web client, with a token or with what went wrong
 * @throws `invalid_request`, `invalid_state`, `too_many_attempts`: then nobody knows where the web client is
 */
export async function finishProviderLogin(services: Services, input: FinishInput): Promise<string> {
  const { state: text, code, error } = input
  const hasAnswer = isText(code) || isText(error)
  if (!isKnown(services, input.provider) || !isText(text) || !hasAnswer) throw new AppError('invalid_request')
  const now = new Date()
  const state = readState(services.secrets, text, now)
  const application = await applicationNamed(services, input.app)
  const login =
    application && state?.app === application.name
      ? await takeLogin(application, input.provider, state, now)
      : undefined
  if (!application || !state || !login) {
    if (application) {
      await beginAttempt(application.db, [logins(services, input.address)], now)
      await writeLog(application.db, input.log, 'provider_login_refused', {
        provider: input.provider,
        address: input.address,
      })
    }
    throw new AppError('invalid_state')
  }
  const outcome = await loginOrError(services, application, login, input, now)
  const answer = new URLSearchParams({ ...outcome, app: application.name })
  return `${state.origin}/#/oauth-callback?${answer}`
}

type Outcome = { readonly token: string } | { readonly error: string }

async function loginOrError(
  services: Services,
  application: Application,
  login: ProviderLogin,
  { provider: name, code, error, iss, address, log }: FinishInput,
  now: Date,
): Promise<Outcome> {
  if (isText(error)) return { error: error === 'access_denied' ? error : 'oauth_error' }
  const provider = providerNamed(services, name)
  if (!provider) return { error: 'provider_not_configured' }
  const { providerTimeMs } = services.config.limits
  try {
    const issuer = isText(iss) ? iss : undefined
    const identity = await proveIdentity(provider, login, String(code), issuer, providerTimeMs)
    const account = await accountOfIdentity(application, provider, identity)
    if (!account) return { error: 'no_account' }
    refuseEntry(application, account)
    await forgetAttempts(application.db, logins(services, address).key)
    return { token: await beginSession(services, application, provider, account, log, now) }
  } catch (failure) {
    if (failure instanceof ProviderFailure) {
      log.warn({ provider: name, reason: failure.reason }, 'the identity provider did not say who it is')
      return { error: 'oauth_error' }
    }
    if (failure instanceof AppError && refusals.includes(failure.code)) return { error: failure.code }
    throw failure
  }
}

const refusals: readonly ErrorCode[] = ['not_enough_privilege', 'upgrade_pending']

async function beginSession(
  { secrets }: Services,
  { name: app, db }: Application,
  provider: ProviderSettings,
  account: Account,
  log: FastifyBaseLogger,
  now: Date,
): Promise<string> {
  const { token } = await issueToken(secrets, app, account, randomBytes(16).toString('hex'), now)
  await Promise.all([
    noteLogin(db, account.id, now),
    writeLog(db, log, 'provider_login', { provider: provider.name, user: account.id }),
  ])
  return token
}

/**
 * The account with this identity; else the one with an address that the provider vouches for, if no identity is linked to it yet:
 * it is linked then. Accounts are never made, and an account with another identity is nobody else's.
 */
async function accountOfIdentity(
  { db }: Application,
  { name }: ProviderSettings,
  { subject, verifiedEmail }: ProvenIdentity,
): Promise<Account | undefined> {
  const email = emailOf(verifiedEmail)
  const id = await db.write(
    async (tx) =>
      (await selectUserByIdentity(tx, name, subject)) ??
      (email === undefined ? undefined : await linkIdentity(tx, email, name, subject)),
  )
  return id === undefined ? undefined : accountOf(db, id)
}

/** Each login that somebody begins, and each answer to none, stores something: an address has so many until one succeeds. */
const logins = ({ config }: Services, address: string): AttemptLimit => ({
  key: `provider ${address}`,
  limit: config.limits.failedLoginsPerAddress,
  windowMs: 15 * 60_000,
})

const keyOf = (provider: string, nonce: string): string => `oauth ${provider} ${nonce}`

async function takeLogin(
  { db }: Application,
  provider: string,
  { nonce }: LoginState,
  now: Date,
): Promise<ProviderLogin | undefined> {
  const content = await takeOnce(db, keyOf(provider, nonce), now)
  const kept = content === undefined ? undefined : parseJson(content)
  return isObject(kept) ? (kept as unknown as ProviderLogin) : undefined
}

function requireOrigin({ config }: Services, base: string, given: unknown): string {
  if (!isText(given)) throw new AppError('origin_required')
  const own = URL.canParse(base) ? [new URL(base).origin] : []
  const allowed = [...own, ...config.corsOrigins]
  if (!allowed.includes(given)) throw new AppError('origin_not_allowed')
  return given
}

function requireKnown(services: Services, name: string): void {
  if (!isKnown(services, name)) throw new AppError('unsupported_provider')
}

const isKnown = (services: Services, name: string): boolean =>
  knownProviders.some((known) => known === name) || providerNamed(services, name) !== undefined

const providerNamed = ({ config }: Services, name: string): ProviderSettings | undefined =>
  config.identityProviders.find((provider) => provider.name === name)

const applicationNamed = async ({ applications }: Services, app: unknown) =>
  typeof app === 'string' ? applications.open(app) : undefined

function upstreamFailure(error: unknown, { name, label }: ProviderSettings, log: FastifyBaseLogger): unknown {
  if (!(error instanceof ProviderFailure)) return error
  log.warn({ provider: name, reason: error.reason }, 'the identity provider cannot be asked')
  return error.isLate
    ? new AppError('upstream_timeout', { text: `${label} did not answer in time; try again later.` })
    : new AppError('upstream_error', { text: `${label} could not be reached; try again later.` })
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
