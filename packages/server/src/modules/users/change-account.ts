import { grantableLevel, isAdmin } from '../../access/global-level.js'
import { hashPassword, noPassword } from '../../access/passwords.js'
import type { Principal } from '../../access/principal.js'
import { refuseLostChange } from '../../changed-meanwhile.js'
import { AppError } from '../../errors.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { changeRows } from '../../records/writing/row-writer.js'
import { StorageError, type Transaction } from '../../storage/storage.js'
import { type AccountInput, type AccountValues, readAccount } from './account-input.js'
import {
  administratorNow,
  callerNow,
  changeableAccount,
  isOwnAccount,
  requireAnotherSuperAdmin,
} from './account-rights.js'
import { passwordProblem } from './account-rules.js'
import { guessableProblem } from './guessable-password.js'
import { type ExternalIdentity, sameIdentity } from './oauth-identity.js'
import { isPresent, presenceRequired } from './presence.js'
import {
  type Account,
  type AccountChange,
  deleteUser,
  endSessions,
  identityOf,
  insertUser,
  updateAccount,
  updatePassword,
} from './store.js'

/**
 * @returns the new user's id
 * @throws `not_enough_privilege` for a caller who is no administrator and for more power than the caller has,
 *   `validation_failed`, `email_not_valid`, `invalid_privilege`, `email_present`, `oauth_identity_in_use`
 */
export async function createUser(scope: RequestScope, input: AccountInput): Promise<number> {
  if (!isAdmin(scope.principal)) throw new AppError('not_enough_privilege')
  const { name = '', email = '', password, identity } = readAccount(input, null, true)
  grantableLevel(scope.principal, input.privilege)
  await requireHardToGuess(scope, password, { email, name })
  const hash = password === undefined ? noPassword : await hashPassword(password)
  const { id, privilege } = await unlessTaken(() =>
    scope.db.write(async (tx) => {
      const level = grantableLevel(await administratorNow(tx, scope.principal), input.privilege)
      const user = { name, email, password: hash, privilege: level, identity }
      return { id: await insertUser(tx, user, scope.now), privilege: level }
    }),
  )
  await noteEvent(scope, 'user_created', { user: id, privilege })
  return id
}

/** Names of what can be changed of an account, as the log has them. */
type Changed = 'name' | 'email' | 'privilege' | 'identity' | 'password'

export interface SavedAccount {
  readonly account: Account
  readonly changed: readonly Changed[]
}

/**
 * Changes what differs from what is stored. One's own password, address and external identity are changed
 * only by a caller who knows the password: an open session is not enough to take an account over. A change of
 * the password ends the person's sessions, and so does a change of address, level or external identity by
 * another caller.
 *
 * @throws `not_enough_privilege`, `user_not_found`, `validation_failed`, `email_not_valid`,
 *   `invalid_privilege`, `email_present`, `oauth_identity_in_use`, `last_super_admin`; `wrong_password`,
 *   `password_confirmation_required`, `too_many_attempts`; `stale_record` where what is to be changed is
 *   something else by now than the caller saw
 */
export async function updateUser(
  scope: RequestScope,
  userId: number,
  input: AccountInput,
): Promise<SavedAccount> {
  const seen = await changeableAccount(scope.db.quick, scope.principal, userId)
  const values = readAccount(input, identityOf(seen), false)
  const { password } = values
  const mayTakeOver =
    !isOwnAccount(scope.principal, userId) ||
    !takesOver(changesOf(seen, accountAfter(seen, values, seen.privilege, password))) ||
    (await isPresent(scope, seen, input.currentPassword))
  await requireHardToGuess(scope, password, {
    email: values.email ?? seen.email,
    name: values.name ?? seen.name,
  })
  const hash = password === undefined ? undefined : await hashPassword(password)
  const { before, saved } = await unlessTaken(() =>
    scope.db.write(async (tx) => {
      const caller = await callerNow(tx, scope.principal)
      const account = await changeableAccount(tx, caller, userId)
      return { before: account, saved: await change(tx, caller, account, input, { hash, mayTakeOver }) }
    }),
  )
  const { account, changed } = saved
  if (changed.length > 0) await noteEvent(scope, 'user_saved', { user: userId, changed: changed.join(', ') })
  if (changed.includes('privilege')) {
    await noteEvent(scope, 'privilege_changed', {
      user: userId,
      before: before.privilege,
      after: account.privilege,
    })
  }
  return saved
}

async function change(
  tx: Transaction,
  caller: Principal,
  account: Account,
  input: AccountInput,
  { hash, mayTakeOver }: { readonly hash: string | undefined; readonly mayTakeOver: boolean },
): Promise<SavedAccount> {
  const values = readAccount(input, identityOf(account), false)
  const after = accountAfter(account, values, levelAfter(caller, account, input.privilege), hash)
  const changed = changesOf(account, after)
  requireWayIn(account, after, values)
  if (changed.includes('identity') && !isAdmin(caller)) {
    throw new AppError('not_enough_privilege', message('administrator_links_accounts', {}))
  }
  refuseLostChange({
    before: input.before,
    now: shownOf(account, identityOf(account)),
    after: shownOf(after, after.identity),
  })
  if (takesOver(changed) && !mayTakeOver) {
    throw presenceRequired({ hasPassword: account.password !== noPassword })
  }
  if (changed.includes('privilege')) await requireAnotherSuperAdmin(tx, account)
  await updateAccount(tx, account.id, after)
  const isChangedByOthers =
    !isOwnAccount(caller, account.id) &&
    changed.some((key) => key === 'email' || key === 'privilege' || key === 'identity')
  const ends = hash !== undefined || isChangedByOthers
  if (ends) await endSessions(tx, account.id)
  const { identity, password: _kept, ...shown } = after
  const now: Account = {
    ...account,
    ...shown,
    oauthProvider: identity?.provider ?? null,
    oauthSubject: identity?.subject ?? null,
    tokenVersion: account.tokenVersion + (ends ? 1 : 0),
  }
  return { account: now, changed }
}

/** What forms show of an account. */
const shownOf = (
  { name, email, privilege }: Pick<Account, 'name' | 'email' | 'privilege'>,
  identity: ExternalIdentity | null,
) => ({
  name,
  email,
  privilege,
  oauth_provider: identity?.provider ?? null,
  oauth_sub: identity?.subject ?? null,
})

/** @param password undefined: as it is */
const accountAfter = (
  account: Account,
  values: AccountValues,
  privilege: number,
  password: string | undefined,
): AccountChange => ({
  name: values.name ?? account.name,
  email: values.email ?? account.email,
  privilege,
  identity: values.identity,
  password,
})

/** Would another person who made these changes have the account for himself? */
const takesOver = (changed: readonly Changed[]): boolean =>
  changed.some((key) => key === 'password' || key === 'email' || key === 'identity')

function changesOf(account: Account, after: AccountChange): Changed[] {
  const isChanged: Readonly<Record<Changed, boolean>> = {
    name: after.name !== account.name,
    email: after.email !== account.email,
    privilege: after.privilege !== account.privilege,
    identity: !sameIdentity(after.identity, identityOf(account)),
    password: after.password !== undefined,
  }
  return (Object.keys(isChanged) as Changed[]).filter((key) => isChanged[key])
}

/** The stored level may be sent back by everybody; another one only an administrator may give. */
function levelAfter(caller: Principal, account: Account, given: number | string | undefined): number {
  if (given === undefined || given === account.privilege) return account.privilege
  if (!isAdmin(caller)) {
    throw new AppError('not_enough_privilege', message('own_privilege', {}))
  }
  return grantableLevel(caller, given)
}

/** A user without a password logs in through his identity provider alone, so he needs one of the two. */
function requireWayIn(account: Account, after: AccountChange, values: AccountValues): void {
  const loses = identityOf(account) !== null && after.identity === null
  if (!loses || account.password !== noPassword || values.password !== undefined) return
  throw new AppError('validation_failed', {
    errors: [
      {
        field: 'password',
        code: 'not_empty',
        ...message('password_needed_without_provider', {}),
      },
    ],
  })
}

/**
 * Gives a user a new password; all his sessions end.
 * @throws `user_not_found`, `not_enough_privilege` for a user of a higher level, `validation_failed`
 */
export async function setPassword(scope: RequestScope, userId: number, password: string): Promise<void> {
  const account = await changeableAccount(scope.db.quick, scope.principal, userId)
  const weak = passwordProblem(password)
  if (weak) throw new AppError('validation_failed', { errors: [weak] })
  await requireHardToGuess(scope, password, account)
  const hash = await hashPassword(password)
  await scope.db.write(async (tx) => {
    await changeableAccount(tx, await callerNow(tx, scope.principal), userId)
    await updatePassword(tx, userId, hash)
  })
  await noteEvent(scope, 'password_changed', { user: userId })
}

/** @throws `validation_failed` */
async function requireHardToGuess(
  { application }: RequestScope,
  password: string | undefined,
  { email, name }: Pick<Account, 'email' | 'name'>,
): Promise<void> {
  if (password === undefined) return
  const problem = await guessableProblem(password, { app: application.name, email, name })
  if (problem) throw new AppError('validation_failed', { errors: [problem] })
}

/**
 * Deletes an account. What the person recorded stays without an owner; what he saved for himself goes.
 * @throws `user_not_found`, `not_enough_privilege`, `cannot_delete_self`, `last_super_admin`
 */
export async function removeUser(scope: RequestScope, userId: number): Promise<void> {
  if (isOwnAccount(scope.principal, userId)) throw new AppError('cannot_delete_self')
  await changeRows(scope, 'account', async (writer) => {
    const { tx } = writer
    const account = await changeableAccount(tx, await administratorNow(tx, scope.principal), userId)
    await requireAnotherSuperAdmin(tx, account)
    for (const table of scope.catalogue.tables.values()) {
      if (!table.isPlugin) await writer.clearCreator(table, userId)
    }
    await deleteUser(tx, userId)
  })
  await noteEvent(scope, 'user_deleted', { user: userId })
}

/**
 * Ends all sessions of another user. @throws `cannot_revoke_own_token`, `user_not_found`,
 * `not_enough_privilege`
 */
export async function revokeSessions(scope: RequestScope, userId: number): Promise<void> {
  if (isOwnAccount(scope.principal, userId)) throw new AppError('cannot_revoke_own_token')
  await scope.db.write(async (tx) => {
    await changeableAccount(tx, await administratorNow(tx, scope.principal), userId)
    await endSessions(tx, userId)
  })
  await noteEvent(scope, 'sessions_ended', { user: userId })
}

/** The unique indexes decide, so that of two who come at the same moment one is told. */
async function unlessTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StorageError) || error.problem !== 'unique') throw error
    const isIdentity = error.constraint?.includes('oauth') === true
    throw new AppError(isIdentity ? 'oauth_identity_in_use' : 'email_present', { cause: error })
  }
}
