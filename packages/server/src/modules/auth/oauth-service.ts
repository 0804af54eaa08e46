import { randomBytes } from 'node:crypto'
import type { LoginReply } from '@trowel/contract/auth.js'
import type { ErrorCode } from '@trowel/contract/errors.js'
import { isObject } from '@trowel/contract/json.js'
import type { FastifyBaseLogger } from 'fastify'
import { type AttemptLimit, beginAttempt, forgetAttempts, networkOf } from '../../access/attempts.js'
import { refuseEntry } from '../../access/authenticate.js'
import { keepOnce, takeOnce } from '../../access/one-time.js'
import type { Application } from '../../catalogue/application.js'
import { writeLog } from '../../catalogue/event-log.js'
import { parseJson } from '../../catalogue/json-text.js'
import { AppError } from '../../errors.js'
import type { Services } from '../../http/services.js'
import { message } from '../../message.js'
import { knownProviders, type ProviderSettings } from '../../provider-settings.js'
import { type Account, accountOf, emailOf, noteLogin } from '../users/index.js'
import {
  loginAddress,
  type ProvenIdentity,
  ProviderFailure,
  type ProviderLogin,
  proveIdentity,
} from './identity-provider.js'
import {
  hashSecret,
  keepLoginCode,
  type LoginState,
  newVerifier,
  type ProvenLogin,
  readState,
  signState,
  stateLifetime,
  takeLoginCode,
} from './login-state.js'
import { beginSession } from './service.js'
import { linkIdentity, selectUserByIdentity } from './store.js'

export interface BeginInput {
  readonly provider: string
  readonly app: string | undefined
  readonly origin: string | undefined
  /** `code`: the login ends with a one-time code for the browser that began it; undefined: with a token. */
  readonly answer: 'code' | undefined
  /** Scheme and host under which the request came. */
  readonly requestBase: string
  readonly address: string
  readonly log: FastifyBaseLogger
}

export interface BegunLogin {
  readonly url: string
  /** With the answer `code`: what the browser exchanges the code with. */
  readonly verifier?: string
}

/**
 * Where the browser has to go for a login at a provider.
 * @throws `unsupported_provider`, `app_not_found`, `origin_required`, `origin_not_allowed`,
 *   `provider_not_configured`, `invalid_parameter` (answer), `too_many_attempts`; `upstream_error` and
 *   `upstream_timeout` when the provider does not say where that is
 */
export async function beginProviderLogin(services: Services, input: BeginInput): Promise<BegunLogin> {
  const { config, secrets } = services
  requireKnown(services, input.provider)
  const application = await applicationNamed(services, input.app)
  if (!application) throw new AppError('app_not_found')
  const base = config.publicUrl ?? input.requestBase
  const origin = requireOrigin(services, base, input.origin)
  const provider = providerNamed(services, input.provider)
  if (!provider) throw new AppError('provider_not_configured')
  const verifier = input.answer === 'code' ? newVerifier() : undefined

  const now = new Date()
  await beginAttempt(application.db, [logins(services, input.address)], now)
  const nonce = randomBytes(16).toString('hex')
  const app = application.name
  const login: ProviderLogin = {
    redirectUri: `${base}/api/auth/oauth/${provider.name}/callback?app=${app}`,
    verifier: randomBytes(32).toString('base64url'),
    nonce: randomBytes(16).toString('hex'),
  }
  const state = signState(secrets, application, { origin, nonce, ts: Math.floor(now.getTime() / 1000) })
  const address = await loginAddress(provider, login, state, config.limits.providerTimeMs).catch(
    (error: unknown) => {
      throw upstreamFailure(error, provider, input.log)
    },
  )
  const expiresAt = new Date(now.getTime() + stateLifetime * 1000)
  const pending: PendingLogin = {
    login,
    ...(verifier !== undefined && { verifierHash: hashSecret(verifier) }),
  }
  await keepOnce(application.db, keyOf(provider.name, nonce), JSON.stringify(pending), expiresAt, now)
  return { url: address, ...(verifier !== undefined && { verifier }) }
}

export interface FinishInput {
  readonly provider: string
  readonly app: string | undefined
  readonly state: string | undefined
  readonly code: string | undefined
  readonly error: string | undefined
  readonly iss: string | undefined
  readonly address: string
  readonly log: FastifyBaseLogger
}

/**
 * Ends a login that a provider sent back.
 * @returns where the browser goes: to the web client, with a token, a one-time code, or what went wrong
 * @throws `invalid_request`, `invalid_state`, `too_many_attempts`: then it is unknown where the web client is
 */
export async function finishProviderLogin(services: Services, input: FinishInput): Promise<string> {
  const { state: text, code, error } = input
  const hasAnswer = code !== undefined || error !== undefined
  if (!isKnown(services, input.provider) || text === undefined || !hasAnswer)
    throw new AppError('invalid_request')
  const now = new Date()
  const application = await applicationNamed(services, input.app)
  const state = application && readState(services.secrets, application, text, now)
  const pending = application && state && (await takeLogin(application, input.provider, state, now))
  if (!application || !state || !pending) {
    if (application) {
      await beginAttempt(application.db, [logins(services, input.address)], now)
      await writeLog(application.db, input.log, 'provider_login_refused', {
        provider: input.provider,
        address: input.address,
      })
    }
    throw new AppError('invalid_state')
  }
  const outcome = await loginOrError(services, application, pending, input, now)
  const answer = new URLSearchParams({ ...outcome, app: application.name })
  return `${state.origin}/#/oauth-callback?${answer}`
}

type Outcome = { readonly token: string } | { readonly code: string } | { readonly error: string }

async function loginOrError(
  services: Services,
  application: Application,
  { login, verifierHash }: PendingLogin,
  { provider: name, code, error, iss, address, log }: FinishInput,
  now: Date,
): Promise<Outcome> {
  if (error !== undefined) return { error: error === 'access_denied' ? error : 'oauth_error' }
  const provider = providerNamed(services, name)
  if (!provider) return { error: 'provider_not_configured' }
  const { providerTimeMs } = services.config.limits
  try {
    const identity = await proveIdentity(provider, login, String(code), iss, providerTimeMs)
    const account = await accountOfIdentity(application, provider, identity)
    if (!account) return { error: 'no_account' }
    refuseEntry(application, account)
    await forgetAttempts(application.db, logins(services, address).key)
    if (verifierHash !== undefined) {
      return { code: await keepLoginCode(application.db, { account, provider: name, verifierHash }, now) }
    }
    return { token: (await enter(services, application, { provider: name, account }, log, now)).token }
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

async function enter(
  services: Services,
  application: Application,
  { provider, account }: ProvenLogin,
  log: FastifyBaseLogger,
  now: Date,
): Promise<LoginReply> {
  const { db } = application
  await Promise.all([
    noteLogin(db, account.id, now),
    writeLog(db, log, 'provider_login', { provider, user: account.id }),
  ])
  return beginSession(services, application, account, now)
}

export interface ExchangeInput {
  readonly app: string
  readonly code: string
  readonly verifier: string
  readonly address: string
  readonly log: FastifyBaseLogger
}

/**
 * Begins the session of a login that ended with a code: in the browser that began it, once, within a minute.
 * @throws `invalid_request`, `app_not_found`, `too_many_attempts`, `invalid_state`, and what `refuseEntry`
 *   throws
 */
export async function exchangeLoginCode(services: Services, input: ExchangeInput): Promise<LoginReply> {
  const { code, verifier, address, log } = input
  const application = await applicationNamed(services, input.app)
  if (!application) throw new AppError('app_not_found')
  const now = new Date()
  const attempt = await beginAttempt(application.db, [logins(services, address)], now)
  const proven = await takeLoginCode(application.db, code, verifier, now)
  if (!proven) throw new AppError('invalid_state')
  await attempt.forget()
  refuseEntry(application, proven.account)
  return enter(services, application, proven, log, now)
}

/**
 * The account with this identity; else the one with an address that the provider vouches for, if no identity
 * is linked to it yet: it is linked then. Accounts are never made, and an account that is linked to
 * another identity stays linked to it.
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

/**
 * Each login that is begun, and each answer to none, stores something: an address has so many until one
 * succeeds.
 */
const logins = ({ config }: Services, address: string): AttemptLimit => ({
  key: `provider ${networkOf(address)}`,
  limit: config.limits.failedLoginsPerAddress,
  windowMs: 15 * 60_000,
})

/** What waits for the browser to come back from a provider. */
interface PendingLogin {
  readonly login: ProviderLogin
  /** The login ends with a code for the client that has the secret of this hash; absent: with a token. */
  readonly verifierHash?: string
}

const isPendingLogin = (value: unknown): value is PendingLogin => isObject(value) && isObject(value['login'])

const keyOf = (provider: string, nonce: string): string => `oauth ${provider} ${nonce}`

async function takeLogin(
  { db }: Application,
  provider: string,
  { nonce }: LoginState,
  now: Date,
): Promise<PendingLogin | undefined> {
  const content = await takeOnce(db, keyOf(provider, nonce), now)
  const pending = content === undefined ? undefined : parseJson(content)
  return isPendingLogin(pending) ? pending : undefined
}

function requireOrigin({ config }: Services, base: string, given: string | undefined): string {
  if (given === undefined) throw new AppError('origin_required')
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

const applicationNamed = async ({ applications }: Services, app: string | undefined) =>
  typeof app === 'string' ? applications.open(app) : undefined

function upstreamFailure(error: unknown, { name, label }: ProviderSettings, log: FastifyBaseLogger): unknown {
  if (!(error instanceof ProviderFailure)) return error
  log.warn({ provider: name, reason: error.reason }, 'the identity provider cannot be asked')
  return error.isLate
    ? new AppError('upstream_timeout', message('provider_too_slow', { provider: label }))
    : new AppError('upstream_error', message('provider_unreachable', { provider: label }))
}
