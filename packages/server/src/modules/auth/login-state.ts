import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isObject } from '@trowel/contract/json.js'
import { keepOnce, takeOnce } from '../../access/one-time.js'
import type { KeyOwner, Secrets } from '../../access/secrets.js'
import { parseJson } from '../../catalogue/json-text.js'
import type { Database } from '../../storage/storage.js'
import { type Account, findAccount } from '../users/index.js'

/** What travels to the provider and back, so that a login ends where it began. */
export interface LoginState {
  readonly app: string
  /** Where the web client runs that gets the token. */
  readonly origin: string
  readonly nonce: string
  /** Unix seconds. */
  readonly ts: number
}

/** How long a person may take at the provider, in seconds. */
export const stateLifetime = 600

/** How far the clock of another node may be ahead, in seconds. */
const clockTolerance = 60

/** A text for an address: who did not begin a login here cannot make one. */
export function signState(secrets: Secrets, application: KeyOwner, begun: Omit<LoginState, 'app'>): string {
  const state: LoginState = { ...begun, app: application.name }
  const payload = Buffer.from(JSON.stringify(state)).toString('base64url')
  return `${payload}.${signatureOf(secrets, application, payload)}`
}

/**
 * The state of a login that was begun in this application and did not take too long; `undefined` otherwise.
 */
export function readState(
  secrets: Secrets,
  application: KeyOwner,
  text: string,
  now: Date,
): LoginState | undefined {
  const [payload, signature, ...more] = text.split('.')
  if (payload === undefined || signature === undefined || more.length > 0) return undefined
  const state = parseJson(Buffer.from(payload, 'base64url').toString())
  if (!isLoginState(state) || state.app !== application.name) return undefined
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(secrets, application, payload))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const age = now.getTime() / 1000 - state.ts
  return age <= stateLifetime && age >= -clockTolerance ? state : undefined
}

const signatureOf = (secrets: Secrets, application: KeyOwner, payload: string): string =>
  createHmac('sha256', secrets.keyFor('oauth-state', application)).update(payload).digest('hex')

const isLoginState = (value: unknown): value is LoginState =>
  isObject(value) &&
  typeof value['app'] === 'string' &&
  typeof value['origin'] === 'string' &&
  typeof value['nonce'] === 'string' &&
  typeof value['ts'] === 'number'

/*
 * A login at a provider ends in an address that any browser can be led to. So it holds only a code, and the
 * session begins where the secret is that was answered to the browser when it began the login: an attacker
 * cannot make others go on in a session of his.
 */

const codeLifetimeMs = 60_000

/** A secret for the browser that begins a login. */
export const newVerifier = (): string => randomBytes(32).toString('base64url')

/** What is stored of a code or a verifier: they are random, so nothing slower is needed. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex')

/** A person whom a provider has vouched for. */
export interface ProvenLogin {
  readonly account: Account
  readonly provider: string
}

/** A code for the browser that has the verifier of this hash: good once, for a minute, on every node. */
export async function keepLoginCode(
  db: Database,
  { account, provider, verifierHash }: ProvenLogin & { readonly verifierHash: string },
  now: Date,
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  const content = JSON.stringify({
    user: account.id,
    tokenVersion: account.tokenVersion,
    provider,
    verifierHash,
  })
  await keepOnce(db, keyOf(code), content, new Date(now.getTime() + codeLifetimeMs), now)
  return code
}

/** Uses a code up. @returns undefined when it is none, was used, is too old, or belongs to another browser */
export async function takeLoginCode(
  db: Database,
  code: string,
  verifier: string,
  now: Date,
): Promise<ProvenLogin | undefined> {
  const content = await takeOnce(db, keyOf(code), now)
  const stored = content === undefined ? undefined : parseJson(content)
  if (!isObject(stored) || stored['verifierHash'] !== hashSecret(verifier)) return undefined
  const { user, tokenVersion, provider } = stored
  if (typeof user !== 'number' || typeof provider !== 'string') return undefined
  const account = await findAccount(db, user)
  return account && account.tokenVersion === tokenVersion ? { account, provider } : undefined
}

const keyOf = (code: string): string => `login-code ${hashSecret(code)}`
