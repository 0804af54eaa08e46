import { holderOf } from '../../access/holder.js'
import type { Secrets } from '../../access/secrets.js'
import { type SignedToken, signedClaims } from '../../access/signed-claims.js'
import type { RequestScope } from '../../http/scope.js'

/** Addresses under which a map loads an uploaded file, which it does without a header. */
export interface MapFileUrls {
  urlOf(scope: Pick<RequestScope, 'application' | 'principal' | 'now'>, name: string): string
  /** The file that a token says that it opens; `undefined` for a token that is wrong or has expired. */
  open(token: string, now: Date): SignedToken<string> | undefined
}

const known = new WeakMap<Secrets, MapFileUrls>()

/** One for each secret, so that its keys are derived once. */
export function mapFileUrls(secrets: Secrets): MapFileUrls {
  const urls = known.get(secrets) ?? makeUrls(secrets)
  known.set(secrets, urls)
  return urls
}

function makeUrls(secrets: Secrets): MapFileUrls {
  const tokens = signedClaims(secrets, 'map-file-url', ({ g }) => (typeof g === 'string' ? { g } : undefined))
  return {
    urlOf({ application, principal, now }, name) {
      const path = `/api/geofile/${name}`
      const holder = holderOf(principal)
      return holder ? `${path}?t=${tokens.sign(application.name, holder, { g: name }, now)}` : path
    },
    open(token, now) {
      const opened = tokens.open(token, now)
      return opened && { ...opened, claims: opened.claims.g }
    },
  }
}
