import type { Secrets } from '../../access/secrets.js'
import { signedClaims } from '../../access/signed-claims.js'

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

const known = new WeakMap<Secrets, SignedUrls>()

/** One for each secret, so that its keys are derived once. */
export function signedUrls(secrets: Secrets): SignedUrls {
  const urls = known.get(secrets) ?? makeSignedUrls(secrets)
  known.set(secrets, urls)
  return urls
}

function makeSignedUrls(secrets: Secrets): SignedUrls {
  const tokens = signedClaims(secrets, 'file-url', ({ f, r }) =>
    typeof f === 'number' && typeof r === 'number' ? { f, r } : undefined,
  )
  return {
    urlOf: ({ app, id, rev }, now) => `api/file/${id}/content?t=${tokens.sign(app, { f: id, r: rev }, now)}`,
    open(token, now) {
      const opened = tokens.open(token, now)
      return opened && { app: opened.app, id: opened.claims.f, rev: opened.claims.r }
    },
  }
}
