import { createHmac, timingSafeEqual } from 'node:crypto'
import { isObject } from '@trowel/contract/json.js'
import type { KeyOwner, Secrets } from '../../access/secrets.js'
import { parseJson } from '../../catalogue/json-text.js'

/** What travels to the provider and back, so that a login ends where it began. */
export interface LoginState {
  readonly app: string
  /** Where the web client runs that gets the token. */
  readonly origin: string
  readonly nonce: string
  /** Unix seconds. */
  readonly ts: number
}

/** How long somebody may take at the provider, in seconds. */
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
