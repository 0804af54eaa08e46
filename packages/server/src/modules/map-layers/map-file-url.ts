import type { Secrets } from '../../access/secrets.js'
import { signedClaims } from '../../access/signed-claims.js'

/** Addresses under which a map loads an uploaded file, which it does without a header. */
export interface MapFileUrls {
  urlOf(app: string, name: string, now: Date): string
  /** The file that a token opens at this moment; `undefined` for a token that is wrong or has expired. */
  open(token: string, now: Date): { readonly app: string; readonly name: string } | undefined
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
    urlOf: (app, name, now) => `/api/geofile/${name}?t=${tokens.sign(app, { g: name }, now)}`,
    open(token, now) {
      const opened = tokens.open(token, now)
      return opened && { app: opened.app, name: opened.claims.g }
    },
  }
}
