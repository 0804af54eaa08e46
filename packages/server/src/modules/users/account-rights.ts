import { isAdmin, isSuperAdmin, requireAtLeastAsPowerful } from '../../access/global-level.js'
import type { Principal } from '../../access/principal.js'
import { AppError } from '../../errors.js'
import type { Reader } from '../../storage/storage.js'
import { type Account, countSuperAdmins, selectAccount } from './store.js'

export const isOwnAccount = (principal: Principal, userId: number): boolean =>
  principal.kind === 'user' && principal.id === userId

/** Everybody may look after his own account, administrators after all. @throws `not_enough_privilege` */
export function requireOwnOrAdmin(principal: Principal, userId: number): void {
  if (!isOwnAccount(principal, userId) && !isAdmin(principal)) throw new AppError('not_enough_privilege')
}

/**
 * An account that the caller may change: his own, or, for an administrator, that of a user with no more
 * power. A caller who is no administrator does not learn which accounts there are.
 *
 * @throws `not_enough_privilege`, `user_not_found`
 */
export async function changeableAccount(
  reader: Reader,
  principal: Principal,
  userId: number,
): Promise<Account> {
  requireOwnOrAdmin(principal, userId)
  const account = await selectAccount(reader, userId)
  if (!account) throw new AppError('user_not_found')
  if (!isOwnAccount(principal, userId)) requireAtLeastAsPowerful(principal, account.privilege)
  return account
}

/**
 * The caller as he is now, inside a transaction: his level may have been lowered since his request began.
 * @throws `token_invalidated` when he is gone
 */
export async function callerNow(reader: Reader, principal: Principal): Promise<Principal> {
  if (principal.kind !== 'user') return principal
  const account = await selectAccount(reader, principal.id)
  if (!account) throw new AppError('token_invalidated')
  return { ...principal, privilege: account.privilege }
}

/**
 * The caller as he is now, who must still be an administrator. @throws `not_enough_privilege`,
 * `token_invalidated`
 */
export async function administratorNow(reader: Reader, principal: Principal): Promise<Principal> {
  const caller = await callerNow(reader, principal)
  if (!isAdmin(caller)) throw new AppError('not_enough_privilege')
  return caller
}

/** Call it inside the transaction that takes the power from `account`. @throws `last_super_admin` */
export async function requireAnotherSuperAdmin(reader: Reader, account: Account): Promise<void> {
  if (isSuperAdmin(account) && (await countSuperAdmins(reader)) < 2) throw new AppError('last_super_admin')
}
