import type { SessionUser } from '@trowel/contract/auth.js'
import { isObject } from '@trowel/contract/json.js'
import { type StoredToken, userOf, validityLeft } from './token.js'
import type { TokenStorage } from './token-storage.js'

/** With less than this left, a token is renewed before the next request. Milliseconds. */
const renewalThreshold = 30 * 60 * 1000

/** Who this client acts for, until he logs out or the service no longer accepts the token. */
export interface Session {
  /** The bearer token, or API key, that goes with every request. */
  readonly token: string | null
  /** Who is logged in; `null` for nobody, and for an API key. */
  readonly user: SessionUser | null
  /** Goes on with a token that was come by elsewhere: from an identity provider, or an API key. */
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
  let kept = readStored(storage)
  let renewal: Promise<void> | undefined

  const use = (token: string): void => {
    kept = { token, receivedAt: now() }
    storage.write(JSON.stringify(kept))
  }
  const forget = (): void => {
    kept = undefined
    storage.clear()
  }

  /**
   * While it fails for want of a network or of a healthy service, the token that there is goes on being used.
   */
  async function renewNow(old: string): Promise<void> {
    try {
      const token = await renew(old)
      if (kept?.token === old) use(token)
    } catch {
      // A refused token is already removed here. Any other error shows up in the request itself.
    } finally {
      renewal = undefined
    }
  }

  return {
    get token() {
      return kept?.token ?? null
    },
    get user() {
      return kept ? userOf(kept.token) : null
    },
    use,
    forget,
    async current() {
      if (kept && validityLeft(kept, now()) < renewalThreshold) {
        renewal ??= renewNow(kept.token)
        await renewal
      }
      return kept?.token ?? null
    },
    refused(token) {
      if (kept?.token !== token) return
      forget()
      onSignedOut()
    },
  }
}

function readStored(storage: TokenStorage): StoredToken | undefined {
  try {
    const kept: unknown = JSON.parse(storage.read() ?? 'null')
    return isObject(kept) && typeof kept['token'] === 'string' && typeof kept['receivedAt'] === 'number'
      ? { token: kept['token'], receivedAt: kept['receivedAt'] }
      : undefined
  } catch {
    return undefined
  }
}
