import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../access/secrets.js'

/** Which bytes a token opens: this revision of this file of this application, and nothing else. */
export interface SignedFile {
  readonly app: string
  readonly id: number
  readonly rev: number
}

/** Addresses for `<img>`, `<a download>` and `<iframe>`, which cannot send a header. */
export interface SignedUrls {
  /** Relative to the service, without leading slash. The same for a whole hour, so that browsers can keep what they loaded. */
  urlOf(file: SignedFile, now: Date): string
  /** What a token opens at this moment; `undefined` for one that is wrong or has expired. */
  open(token: string, now: Date): SignedFile | undefined
}

const hour = 3_600_000

const known = new WeakMap<Secrets, SignedUrls>()

/** One for each secret, so that its keys are derived once. */
export function signedUrls(secrets: Secrets): SignedUrls {
  const urls = known.get(secrets) ?? makeSignedUrls(secrets)
  known.set(secrets, urls)
  return urls
}

function makeSignedUrls(secrets: Secrets): SignedUrls {
  const keys = new Map<string, Buffer>()
  const keyOf = (app: string): Buffer => {
    let key = keys.get(app)
    if (!key) {
      key = secrets.keyFor('file-url', app)
      keys.set(app, key)
    }
    return key
  }
  const sign = (app: string, payload: string): string =>
    createHmac('sha256', keyOf(app)).update(payload).digest('base64url')

  return {
    urlOf({ app, id, rev }, now) {
      const expiry = (Math.floor(now.getTime() / hour) + 2) * hour
      const payload = Buffer.from(JSON.stringify({ a: app, f: id, r: rev, e: expiry / 1000 })).toString(
        'base64url',
      )
      return `api/file/${id}/content?t=${payload}.${sign(app, payload)}`
    },
    open(token, now) {
      const [payload, signature, ...more] = token.split('.')
      if (payload === undefined || signature === undefined || more.length > 0) return undefined
      const claims = readClaims(payload)
      if (!claims || !isSame(signature, sign(claims.a, payload))) return undefined
      if (claims.e * 1000 <= now.getTime()) return undefined
      return { app: claims.a, id: claims.f, rev: claims.r }
    },
  }
}

interface Claims {
  readonly a: string
  readonly f: number
  readonly r: number
  /** Unix seconds. */
  readonly e: number
}

const namesApplication = /^[a-z][a-z0-9_]{2,19}$/

function readClaims(payload: string): Claims | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    if (typeof claims !== 'object' || claims === null) return undefined
    const { a, f, r, e } = claims as Record<keyof Claims, unknown>
    if (typeof a !== 'string' || !namesApplication.test(a)) return undefined
    if (typeof f !== 'number' || typeof r !== 'number' || typeof e !== 'number') return undefined
    return { a, f, r, e }
  } catch {
    return undefined
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
