import type { SessionUser } from '@trowel/contract/auth.js'
import { isObject } from '@trowel/contract/json.js'
import type { TokenStorage } from './token-storage.js'

/** With less than this left, a token is renewed before the next request. Milliseconds. */
const renewalThreshold = 30 * 60 * 1000

/** Who this client acts for, until he logs out or the service no longer accepts the token. */
export interface Session {
  /** The bearer token, or API key, that goes with every request. */
  readonly token: string | null
  /** Who is logged in; `null` when logged out, and for an API key. */
  readonly user: SessionUser | null
  /** Will the next request renew the token? Whatever is asked then keeps the session alive. */
  readonly isRenewalDue: boolean
  /** Uses a token from elsewhere: from an identity provider, or an API key. */
  use(token: string): void
  /** Forgets the token without telling the service. */
  forget(): void
}

/** What the transport needs of the session besides. */
export interface SessionKeeper extends Session {
  /** The token for the next request, renewed when it is due: once, however many requests wait. */
  current(): Promise<string | null>
  /**
   * The service did not accept this token: it is forgotten, and the program told, unless another has taken
   * its place.
   */
  refused(token: string): void
}

/**
 * Goes on with the token that is kept, if there is one.
 * @param now Unix milliseconds
 * @param renew asks the service for a new token
 * @param onSignedOut called when the service accepts a token no longer
 */
export function keepSession(
  storage: TokenStorage,
  now: () => number,
  renew: (token: string) => Promise<string>,
  onSignedOut: () => void,
): SessionKeeper {
  let stored = readStored(storage)
  let renewal: Promise<void> | undefined

  const use = (token: string): void => {
    stored = { token, receivedAt: now() }
    storage.write(JSON.stringify(stored))
  }
  const forget = (): void => {
    stored = undefined
    storage.clear()
  }
  const isRenewalDue = (): boolean => stored !== undefined && validityLeft(stored, now()) < renewalThreshold

  /**
   * While it fails for want of a network or of a healthy service, the token that there is goes on being used.
   */
  async function renewNow(old: string): Promise<void> {
    try {
      const token = await renew(old)
      if (stored?.token === old) use(token)
    } catch {
      // A refused token is already removed here. Any other error shows up in the request itself.
    } finally {
      renewal = undefined
    }
  }

  return {
    get token() {
      return stored?.token ?? null
    },
    get user() {
      return stored ? userOf(stored.token) : null
    },
    get isRenewalDue() {
      return isRenewalDue()
    },
    use,
    forget,
    async current() {
      if (stored && isRenewalDue()) {
        renewal ??= renewNow(stored.token)
        await renewal
      }
      return stored?.token ?? null
    },
    refused(token) {
      if (stored?.token !== token) return
      forget()
      onSignedOut()
    },
  }
}

function readStored(storage: TokenStorage): StoredToken | undefined {
  try {
    const stored: unknown = JSON.parse(storage.read() ?? 'null')
    return isObject(stored) && typeof stored['token'] === 'string' && typeof stored['receivedAt'] === 'number'
      ? { token: stored['token'], receivedAt: stored['receivedAt'] }
      : undefined
  } catch {
    return undefined
  }
}

/** A bearer token, and when it came by the clock of this machine, which may be wrong. */
interface StoredToken {
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
function claimsOf(token: string): Claims | undefined {
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
function validityLeft({ token, receivedAt }: StoredToken, now: number): number {
  const claims = claimsOf(token)
  return claims ? (claims.exp - claims.iat) * 1000 - (now - receivedAt) : Number.POSITIVE_INFINITY
}

/**
 * The logged-in user, as the token says. The level is for display only: the service reads it for every
 * request.
 */
function userOf(token: string): SessionUser | null {
  const claims = claimsOf(token)
  if (!claims) return null
  const { sub, name, eml, app, prv } = claims
  return { id: sub, name, email: eml, app, privilege_value: prv, can_write: prv <= 25 }
}
