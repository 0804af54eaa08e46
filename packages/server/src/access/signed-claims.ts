import { createHmac, timingSafeEqual } from 'node:crypto'
import { isObject, type JsonObject, parseJson } from '../catalogue/json-text.js'
import { type Holder, readHolder } from './holder.js'
import type { Secrets } from './secrets.js'

/**
 * Tokens for addresses that a browser opens without a header: who has one may read this one thing for a while, as long as the one
 * who was given it may.
 */
export interface SignedClaims<Claims> {
  /** The same for a whole hour, so that browsers can keep what they loaded. */
  sign(app: string, holder: Holder, claims: Claims, now: Date): string
  /** What a token says that it opens; `undefined` for one that is wrong or has expired. Its holder may not be let in any more. */
  open(token: string, now: Date): SignedToken<Claims> | undefined
}

export interface SignedToken<Claims> {
  readonly app: string
  readonly holder: Holder
  readonly claims: Claims
}

const hour = 3_600_000
const namesApplication = /^[a-z][a-z0-9_]{2,19}$/

/**
 * @param purpose for which the keys are derived, one for each application
 * @param read the claims that a signed text holds; `a` (application), `h` (holder) and `e` (end, in unix seconds) stand beside them
 */
export function signedClaims<Claims extends object>(
  secrets: Secrets,
  purpose: string,
  read: (claims: JsonObject) => Claims | undefined,
): SignedClaims<Claims> {
  const keys = new Map<string, Buffer>()
  const keyOf = (app: string): Buffer => {
    let key = keys.get(app)
    if (!key) {
      key = secrets.keyFor(purpose, app)
      keys.set(app, key)
    }
    return key
  }
  const signatureOf = (app: string, payload: string): string =>
    createHmac('sha256', keyOf(app)).update(payload).digest('base64url')

  return {
    sign(app, holder, claims, now) {
      const expiry = (Math.floor(now.getTime() / hour) + 2) * hour
      const payload = Buffer.from(
        JSON.stringify({ a: app, h: holder, ...claims, e: expiry / 1000 }),
      ).toString('base64url')
      return `${payload}.${signatureOf(app, payload)}`
    },
    open(token, now) {
      const [payload, signature, ...more] = token.split('.')
      if (payload === undefined || signature === undefined || more.length > 0) return undefined
      const found = parseJson(Buffer.from(payload, 'base64url').toString())
      if (!isObject(found)) return undefined
      const { a: app, h: heldBy, e: end } = found
      if (typeof app !== 'string' || !namesApplication.test(app) || typeof end !== 'number') return undefined
      if (!isSame(signature, signatureOf(app, payload)) || end * 1000 <= now.getTime()) return undefined
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
