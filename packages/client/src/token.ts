import type { SessionUser } from '@trowel/contract/auth.js'
import { isObject } from '@trowel/contract/json.js'

/** A bearer token, and when it came by the clock of this machine, which may be wrong. */
export interface StoredToken {
  readonly token: string
  /** Milliseconds since 1970. */
  readonly receivedAt: number
}

interface Claims {
  readonly iat: number
  readonly exp: number
  readonly sub: number
  readonly prv: number
  readonly app: string
  readonly name: string
  readonly eml: string
}

const isClaims = (value: unknown): value is Claims =>
  isObject(value) &&
  ['iat', 'exp', 'sub', 'prv'].every((name) => typeof value[name] === 'number') &&
  ['app', 'name', 'eml'].every((name) => typeof value[name] === 'string')

/** What a token says about itself; `undefined` for an API key. The payload is pure ASCII. */
export function claimsOf(token: string): Claims | undefined {
  const [, payload, signature] = token.split('.')
  if (payload === undefined || signature === undefined) return undefined
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return isClaims(claims) ? claims : undefined
  } catch {
    return undefined
  }
}

/**
 * Milliseconds for which the token is still good, `Infinity` for an API key. The clocks of this machine and
 * of the service may differ, so only spans are compared: how long the token lives in all, and how long ago it
 * came.
 */
export function validityLeft({ token, receivedAt }: StoredToken, now: number): number {
  const claims = claimsOf(token)
  return claims ? (claims.exp - claims.iat) * 1000 - (now - receivedAt) : Number.POSITIVE_INFINITY
}

/**
 * The logged-in user, as the token says. The level is for display only: the service reads it for every
 * request.
 */
export function userOf(token: string): SessionUser | null {
  const claims = claimsOf(token)
  if (!claims) return null
  const { sub, name, eml, app, prv } = claims
  return { id: sub, name, email: eml, app, privilege_value: prv, can_write: prv <= 25 }
}
