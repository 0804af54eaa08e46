import { CompactSign, compactVerify, decodeProtectedHeader, errors } from 'jose'
import { weakMemoize } from '../storage/weak-memoize.js'
import type { KeyOwner, Secrets } from './secrets.js'

/** How long a session token is valid: 8 hours, in seconds. */
export const tokenLifetime = 28_800

/**
 * How far the clock may have been ahead that a token was issued by, in seconds: the one of another node, or
 * this one before it was set back. Sessions outlive an hour.
 */
const clockTolerance = 7_200

/**
 * What a session token says. The level and the names are for the client's display: storage decides at every
 * request.
 */
export interface TokenClaims {
  readonly iss: 'trowel'
  /** Unix seconds. */
  readonly iat: number
  readonly exp: number
  /** The session; kept when the token is refreshed. 32 hexadecimal digits. */
  readonly jti: string
  /**
   * Id of the user; a number, against the habit of JWT (RFC 7519 §4.1.2), because existing clients compare it
   * with ids.
   */
  readonly sub: number
  readonly prv: number
  readonly tkv: number
  readonly app: string
  readonly name: string
  readonly eml: string
}

/** What a token says before anything of it is proven. */
export interface UnverifiedToken {
  readonly text: string
  readonly app: string
}

/** Signs and checks the session tokens of all applications, each with the application's own key. */
export interface Tokens {
  /** @param application the one that the claims name */
  sign(claims: TokenClaims, application: KeyOwner): Promise<string>
  /** The token's own account of itself, or undefined when it is no token of ours. */
  parse(text: string): UnverifiedToken | undefined
  /**
   * The claims of a token whose signature is right, `'expired'` when only its time is over, undefined
   * otherwise.
   */
  verify(
    token: UnverifiedToken,
    application: KeyOwner,
    now: Date,
  ): Promise<TokenClaims | 'expired' | undefined>
}

/**
 * How many tokens are cached as rightly signed: checking a signature again costs more than a read of the
 * database.
 */
const cachedTokens = 5_000

interface VerifiedToken extends Pick<KeyOwner, 'keySalt'> {
  readonly claims: TokenClaims
}

/** The tokens of a running service. */
export const tokensOf = weakMemoize((secrets: Secrets): Tokens => {
  const keyOf = (application: KeyOwner): Uint8Array => secrets.keyFor('jwt', application)
  const verified = new Map<string, VerifiedToken>()

  return {
    sign: (claims, application) =>
      new CompactSign(asciiJson(claims))
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .sign(keyOf(application)),

    parse(text) {
      const known = verified.get(text)
      if (known) return { text, app: known.claims.app }
      const parts = text.split('.')
      if (parts.length !== 3) return undefined
      try {
        if (decodeProtectedHeader(text).alg !== 'HS256') return undefined
      } catch {
        return undefined
      }
      const app = field(parseJson(Buffer.from(parts[1] ?? '', 'base64url')), 'app')
      return typeof app === 'string' ? { text, app } : undefined
    },

    async verify({ text }, application, now) {
      const { keySalt } = application
      const known = verified.get(text)
      let claims = known?.keySalt === keySalt ? known?.claims : undefined
      if (!claims) {
        claims = await verifySignature(text, keyOf(application))
        if (!claims || claims.app !== application.name) return undefined
        if (verified.size >= cachedTokens) forgetOldest(verified)
        verified.set(text, { claims, keySalt })
      }
      const seconds = now.getTime() / 1000
      if (claims.iat > seconds + clockTolerance) return undefined
      return claims.exp > seconds ? claims : 'expired'
    },
  }
})

async function verifySignature(text: string, key: Uint8Array): Promise<TokenClaims | undefined> {
  try {
    const { payload } = await compactVerify(text, key, { algorithms: ['HS256'] })
    return asClaims(parseJson(payload))
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/** Drops the tenth that was cached first. */
function forgetOldest(cached: Map<string, unknown>): void {
  let count = cachedTokens / 10
  for (const text of cached.keys()) {
    cached.delete(text)
    if (--count <= 0) return
  }
}

function asClaims(value: unknown): TokenClaims | undefined {
  const isRight =
    field(value, 'iss') === 'trowel' &&
    ['iat', 'exp', 'sub', 'tkv', 'prv'].every((name) => Number.isSafeInteger(field(value, name))) &&
    ['jti', 'app', 'name', 'eml'].every((name) => typeof field(value, name) === 'string')
  return isRight ? (value as TokenClaims) : undefined
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/**
 * JSON in ASCII alone: clients in browsers decode it with `atob`, which would show every other letter broken.
 */
function asciiJson(value: object): Uint8Array {
  const text = JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return Buffer.from(text, 'ascii')
}
