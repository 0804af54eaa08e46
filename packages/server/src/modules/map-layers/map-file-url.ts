import { holderOf } from '../../access/holder.js'
import type { KeyOwner, Secrets } from '../../access/secrets.js'
import { type OpenedByName, type SignedToken, signedClaims } from '../../access/signed-claims.js'
import type { RequestScope } from '../../http/scope.js'
import { weakMemoize } from '../../storage/weak-memoize.js'

type Asking = Pick<RequestScope, 'principal' | 'now'> & { readonly application: KeyOwner }

/** Addresses under which a map loads an uploaded file, which it does without a header. */
export interface MapFileUrls {
  urlOf(asking: Asking, name: string): string
  /** The file that a token says that it opens; `undefined` for a token that is wrong or has expired. */
  open(applications: OpenedByName, token: string, now: Date): Promise<SignedToken<string> | undefined>
}

export const mapFileUrls = weakMemoize((secrets: Secrets): MapFileUrls => {
  const tokens = signedClaims(secrets, 'map-file-url', ({ g }) => (typeof g === 'string' ? { g } : undefined))
  return {
    urlOf({ application, principal, now }, name) {
      const path = `/api/geofile/${name}`
      const holder = holderOf(principal)
      return holder ? `${path}?t=${tokens.sign(application, holder, { g: name }, now)}` : path
    },
    async open(applications, token, now) {
      const opened = await tokens.open(applications, token, now)
      return opened && { ...opened, claims: opened.claims.g }
    },
  }
})
