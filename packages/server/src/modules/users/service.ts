import { createHash } from 'node:crypto'
import { privilegeName, privilegeValues } from '@trowel/contract/privileges.js'
import type { ListedUser, UserForm } from '@trowel/contract/users.js'
import { isAdmin, isAtLeastAsPowerful } from '../../access/global-level.js'
import { ifThereIsRoom } from '../../access/optional-write.js'
import { hashPassword, needsRehash, verifyPassword } from '../../access/passwords.js'
import type { Principal } from '../../access/principal.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import { message } from '../../message.js'
import type { Database } from '../../storage/storage.js'
import { changeableAccount, isOwnAccount, requireOwnOrAdmin } from './account-rights.js'
import {
  type Account,
  replaceHash,
  selectAccount,
  selectAccountByEmail,
  selectUsers,
  selectUsersWithOverrides,
  type User,
  type UserWithOverrides,
  updateLastLogin,
} from './store.js'

export type { Account, User, UserWithOverrides } from './store.js'

/** Everybody who has an account in the application, by id. */
export function listUsers(scope: RequestScope): Promise<User[]> {
  return selectUsers(scope.db.quick)
}

/**
 * What the caller sees of the accounts: an administrator all, a person his own. @throws `session_required`
 */
export async function listVisibleUsers(scope: RequestScope): Promise<UserWithOverrides[]> {
  const { principal, db } = scope
  if (isAdmin(principal)) return selectUsersWithOverrides(db.quick)
  if (principal.kind !== 'user') throw new AppError('session_required')
  return selectUsersWithOverrides(db.quick, principal.id)
}

/** @throws `user_not_found` */
export async function readUser(scope: RequestScope, email: string): Promise<User> {
  const user = await selectAccountByEmail(scope.db.quick, email.trim().toLowerCase())
  if (!user) throw new AppError('user_not_found', message('no_user_with_address', { email }))
  return user
}

/** One's own account, or, for an administrator, any. @throws `not_enough_privilege`, `user_not_found` */
export async function readAccount(scope: RequestScope, userId: number): Promise<Account> {
  requireOwnOrAdmin(scope.principal, userId)
  return accountOf(scope.db, userId)
}

/**
 * The account of a user whose rights the caller may set. @throws `user_not_found`, `not_enough_privilege`
 */
export function managedAccount(scope: RequestScope, userId: number): Promise<Account> {
  if (!isAdmin(scope.principal)) throw new AppError('not_enough_privilege')
  return changeableAccount(scope.db.quick, scope.principal, userId)
}

/** @param email in the form in which it is stored */
export function accountByEmail(db: Database, email: string): Promise<Account | undefined> {
  return selectAccountByEmail(db.quick, email)
}

export function findAccount(db: Database, id: number): Promise<Account | undefined> {
  return selectAccount(db.quick, id)
}

/** The account of a user who exists. @throws `user_not_found` */
export async function accountOf(db: Database, id: number): Promise<Account> {
  const account = await findAccount(db, id)
  if (!account) throw new AppError('user_not_found')
  return account
}

/**
 * Is it the password of this account? Takes as long when there is none. One kept in an old form is kept in
 * the current one from then on.
 */
export async function isPasswordOf(
  db: Database,
  account: Account | undefined,
  password: string,
): Promise<boolean> {
  if (!(await verifyPassword(account?.password, password)) || !account) return false
  if (needsRehash(account.password)) {
    const fresh = await hashPassword(password)
    await ifThereIsRoom(() => replaceHash(db, account.id, account.password, fresh))
  }
  return true
}

export async function noteLogin(db: Database, id: number, now: Date): Promise<void> {
  await ifThereIsRoom(() => updateLastLogin(db, id, now))
}

/** A user in the list, as the caller sees him. */
export function listedUser(caller: Principal, user: UserWithOverrides): ListedUser {
  const { id, name, email, privilege, overrideCount, lastLoginAt } = user
  return {
    id,
    name,
    email,
    privilege: privilegeName(privilege),
    privilege_value: privilege,
    editable: isOwnAccount(caller, id) || (isAdmin(caller) && isAtLeastAsPowerful(caller, privilege)),
    override_count: overrideCount,
    ...(isAdmin(caller) && {
      oauth_provider: user.oauthProvider,
      last_login_at: lastLoginAt === null ? null : wireTime(lastLoginAt),
    }),
  }
}

/** What a form of an account shows; without an account that of a new one. */
export function userForm(caller: Principal, account?: Account): UserForm {
  const email = account?.email ?? ''
  return {
    status: 'success',
    id: account?.id ?? null,
    name: account?.name ?? '',
    email,
    privilege: account?.privilege ?? null,
    avatar: createHash('md5').update(email.trim().toLowerCase()).digest('hex'),
    privileges: privilegeValues
      .filter((value) => isAtLeastAsPowerful(caller, value))
      .map((value) => ({ value, label: privilegeName(value), selected: value === account?.privilege })),
    ...(isAdmin(caller) && {
      oauth_provider: account?.oauthProvider ?? null,
      oauth_sub: account?.oauthSubject ?? null,
    }),
  }
}
