import { createHmac, timingSafeEqual } from 'node:crypto'
import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { parseJson } from '../catalogue/json-text.js'
import { type Holder, readHolder } from './holder.js'
import type { KeyOwner, Secrets } from './secrets.js'

/**
 * Tokens for addresses that a browser opens without a header: who has one may read this one thing for a
 * while, as long as the one who was given it may.
 */
export interface SignedClaims<Claims> {
  /** The same for a whole hour, so that browsers can keep what they loaded. */
  sign(application: KeyOwner, holder: Holder, claims: Claims, now: Date): string
  /**
   * What a token says that it opens; `undefined` for one that is wrong or has expired. Its holder may not be
   * let in any more.
   */
  open(applications: OpenedByName, token: string, now: Date): Promise<SignedToken<Claims> | undefined>
}

/** Where the application is found that a token names: its key proves the token. */
export interface OpenedByName {
  open(name: string): Promise<KeyOwner | undefined>
}

export interface SignedToken<Claims> {
  readonly app: string
  readonly holder: Holder
  readonly claims: Claims
}

const hour = 3_600_000

/**
 * @param purpose what the key of each application is for
 * @param read the claims that a signed text holds; `a` (application), `h` (holder) and `e` (end, in unix
 *   seconds) stand beside them
 */
export function signedClaims<Claims extends object>(
  secrets: Secrets,
  purpose: string,
  read: (claims: JsonObject) => Claims | undefined,
): SignedClaims<Claims> {
  const signatureOf = (application: KeyOwner, payload: string): string =>
    createHmac('sha256', secrets.keyFor(purpose, application)).update(payload).digest('base64url')

  return {
    sign(application, holder, claims, now) {
      const expiry = (Math.floor(now.getTime() / hour) + 2) * hour
      const payload = Buffer.from(
        JSON.stringify({ a: application.name, h: holder, ...claims, e: expiry / 1000 }),
      ).toString('base64url')
      return `${payload}.${signatureOf(application, payload)}`
    },
    async open(applications, token, now) {
      const [payload, signature, ...more] = token.split('.')
      if (payload === undefined || signature === undefined || more.length > 0) return undefined
      const found = parseJson(Buffer.from(payload, 'base64url').toString())
      if (!isObject(found)) return undefined
      const { a: app, h: heldBy, e: end } = found
      if (typeof app !== 'string' || typeof end !== 'number' || end * 1000 <= now.getTime()) return undefined
      const application = await applications.open(app)
      if (!application || !isSame(signature, signatureOf(application, payload))) return undefined
      const claims = read(found)
      const holder = readHolder(heldBy)
      return claims && holder && { app, holder, claims }
    },
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
