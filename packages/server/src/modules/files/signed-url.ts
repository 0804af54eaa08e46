import { holderOf } from '../../access/holder.js'
import type { Principal } from '../../access/principal.js'
import type { KeyOwner, Secrets } from '../../access/secrets.js'
import { type OpenedByName, type SignedToken, signedClaims } from '../../access/signed-claims.js'
import { weakMemoize } from '../../storage/weak-memoize.js'

/** Which bytes a token opens: this revision of this file, and nothing else. */
export interface SignedFile {
  readonly id: number
  readonly rev: number
}

/** Addresses for `<img>`, `<a download>` and `<iframe>`, which cannot send a header. */
export interface SignedUrls {
  /**
   * Relative to the service, without leading slash. The same for a session for a whole hour, so that browsers
   * can keep what they loaded.
   */
  urlOf(asking: Asking, file: SignedFile): string
  /** What a token says that it opens; `undefined` for one that is wrong or has expired. */
  open(applications: OpenedByName, token: string, now: Date): Promise<SignedToken<SignedFile> | undefined>
}

/** Who is given an address, where and when. */
export interface Asking {
  readonly application: KeyOwner
  readonly principal: Principal
  readonly now: Date
}

export const signedUrls = weakMemoize((secrets: Secrets): SignedUrls => {
  const tokens = signedClaims(secrets, 'file-url', ({ f, r }) =>
    typeof f === 'number' && typeof r === 'number' ? { f, r } : undefined,
  )
  return {
    urlOf({ application, principal, now }, { id, rev }) {
      const path = `api/file/${id}/content`
      const holder = holderOf(principal)
      return holder ? `${path}?t=${tokens.sign(application, holder, { f: id, r: rev }, now)}` : path
    },
    async open(applications, token, now) {
      const opened = await tokens.open(applications, token, now)
      return opened && { ...opened, claims: { id: opened.claims.f, rev: opened.claims.r } }
    },
  }
})
