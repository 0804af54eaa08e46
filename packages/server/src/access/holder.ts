import { isObject } from '@trowel/contract/json.js'
import { AppError } from '../errors.js'
import { apiKeyOf } from './api-keys.js'
import { type Identities, type Identity, ofClaims, refuseEntry } from './authenticate.js'
import type { Principal } from './principal.js'

/**
 * Who asked for a ticket or a signed address, so that it ends with the session or the key, and with the
 * rights.
 */
export type Holder =
  | { readonly sub: number; readonly jti: string; readonly tkv: number }
  | { readonly key: number }

/** @returns undefined at the command line: there is no session with which anything could end */
export function holderOf(principal: Principal): Holder | undefined {
  if (principal.kind === 'operator') return undefined
  if (principal.kind === 'key') return { key: principal.keyId }
  return { sub: principal.id, jti: principal.session, tkv: principal.tokenVersion }
}

/** What `holderOf` made, out of a text that this service stored or signed. */
export function readHolder(value: unknown): Holder | undefined {
  if (!isObject(value)) return undefined
  const { sub, jti, tkv, key } = value
  if (typeof key === 'number') return { key }
  return typeof sub === 'number' && typeof jti === 'string' && typeof tkv === 'number'
    ? { sub, jti, tkv }
    : undefined
}

/**
 * The holder as he is now.
 * @throws `unauthenticated` and `token_invalidated` when his session or key has ended, and what `refuseEntry`
 *   throws
 */
export async function identityOfHolder(
  { applications }: Identities,
  app: string,
  holder: Holder,
): Promise<Identity> {
  const application = await applications.open(app)
  if (!application) throw new AppError('unauthenticated')
  const { db } = application
  const principal = 'key' in holder ? await apiKeyOf(db, holder.key) : await ofClaims(application, holder)
  if (!principal) throw new AppError('unauthenticated')
  refuseEntry(application, principal)
  return { application, db, principal }
}
