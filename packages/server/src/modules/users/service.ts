import { grantableLevel, requireAtLeastAsPowerful } from '../../access/global-level.js'
import { hashPassword, needsRehash, verifyPassword } from '../../access/passwords.js'
import { writeLog } from '../../catalogue/event-log.js'
import { AppError, type FieldProblem } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { type Database, StorageError } from '../../storage/storage.js'
import { emailOf, nameOf, passwordProblem } from './account-rules.js'
import {
  type Account,
  insertUser,
  replaceHash,
  selectAccount,
  selectAccountByEmail,
  selectUsers,
  type User,
  updateLastLogin,
  updatePassword,
} from './store.js'

export type { Account, User } from './store.js'

/** Everybody who has an account in the application, by id. */
export function listUsers(scope: RequestScope): Promise<User[]> {
  return selectUsers(scope.db.quick)
}

/** @throws `user_not_found` */
export async function readUser(scope: RequestScope, email: string): Promise<User> {
  const user = await selectAccountByEmail(scope.db.quick, email.trim().toLowerCase())
  if (!user) throw new AppError('user_not_found', { text: `There is no user with the address ${email}.` })
  return user
}

export interface NewUserInput {
  readonly name: unknown
  readonly email: unknown
  readonly password: unknown
  readonly privilege: unknown
}

/**
 * @returns the new user's id
 * @throws `validation_failed` (name, password), `email_not_valid`, `invalid_privilege`, `not_enough_privilege` for more power
 *   than the caller has, `email_present`
 */
export async function createUser(scope: RequestScope, input: NewUserInput): Promise<number> {
  const name = nameOf(input.name)
  const problems: FieldProblem[] = []
  if (typeof name !== 'string') problems.push(name)
  const weak = passwordProblem(input.password)
  if (weak) problems.push(weak)
  if (typeof name !== 'string' || typeof input.password !== 'string' || problems.length > 0) {
    throw new AppError('validation_failed', { errors: problems })
  }
  const email = emailOf(input.email)
  if (email === undefined) throw new AppError('email_not_valid')
  const privilege = grantableLevel(scope.principal, input.privilege)
  const password = await hashPassword(input.password)
  try {
    const id = await insertUser(scope.db, { name, email, password, privilege }, scope.now)
    await note(scope, 'INFO', `user ${id} created with privilege ${privilege}`)
    return id
  } catch (error) {
    if (error instanceof StorageError && error.problem === 'unique')
      throw new AppError('email_present', { cause: error })
    throw error
  }
}

/**
 * Gives a user a new password; all his sessions end.
 * @throws `user_not_found`, `not_enough_privilege` for somebody more powerful, `validation_failed`
 */
export async function setPassword(scope: RequestScope, userId: number, password: unknown): Promise<void> {
  const user = await selectAccount(scope.db.quick, userId)
  if (!user) throw new AppError('user_not_found')
  requireAtLeastAsPowerful(scope.principal, user.privilege)
  const weak = passwordProblem(password)
  if (weak || typeof password !== 'string') {
    throw new AppError('validation_failed', { errors: weak ? [weak] : [] })
  }
  await updatePassword(scope.db, userId, await hashPassword(password))
  await note(scope, 'INFO', `password of user ${userId} changed`)
}

/**
 * The account of an e-mail address, when the password is right. Takes as long when there is no such account.
 * A password kept in an old form is kept in the current one from then on.
 */
export async function accountByLogin(
  db: Database,
  email: string,
  password: string,
): Promise<Account | undefined> {
  const account = await selectAccountByEmail(db.quick, email)
  return (await isPasswordOf(db, account, password)) ? account : undefined
}

/** The account of a user who exists. @throws `user_not_found` */
export async function accountOf(db: Database, id: number): Promise<Account> {
  const account = await selectAccount(db.quick, id)
  if (!account) throw new AppError('user_not_found')
  return account
}

/** Is it the password of this account? One kept in an old form is kept in the current one from then on. */
export async function isPasswordOf(
  db: Database,
  account: Account | undefined,
  password: string,
): Promise<boolean> {
  if (!(await verifyPassword(account?.password, password)) || !account) return false
  if (needsRehash(account.password)) {
    await replaceHash(db, account.id, account.password, await hashPassword(password))
  }
  return true
}

export function noteLogin(db: Database, id: number, now: Date): Promise<void> {
  return updateLastLogin(db, id, now)
}

function note(scope: RequestScope, level: 'INFO' | 'NOTICE', message: string): Promise<void> {
  return writeLog(scope.db, scope.log, {
    channel: 'admin',
    level,
    message: `${message} by ${scope.principal.name}`,
  })
}
