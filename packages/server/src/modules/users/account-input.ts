import type { JsonObject } from '@trowel/contract/json.js'
import { isLevel, levelsInWords } from '../../access/global-level.js'
import { AppError, type FieldProblem } from '../../errors.js'
import { message } from '../../message.js'
import { emailOf, nameOf, passwordProblem } from './account-rules.js'
import { type ExternalIdentity, type IdentityInput, identityAfter } from './oauth-identity.js'

/** A form of an account; what is undefined was not sent. */
export interface AccountInput extends IdentityInput {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly password?: string | undefined
  readonly privilege?: number | string | undefined
  /** With which one proves that one changes one's own account oneself. */
  readonly currentPassword?: string | undefined
  /** The same properties as the caller saw them. */
  readonly before?: JsonObject | undefined
}

/** The values of a form, checked; undefined: not sent. */
export interface AccountValues {
  readonly name: string | undefined
  readonly email: string | undefined
  readonly password: string | undefined
  readonly identity: ExternalIdentity | null
}

/**
 * Reads the form of an account.
 *
 * @param stored the identity that the account has, null also for a new one
 * @param isNew then everything has to be there; a password not, when the person comes from an identity
 *   provider
 * @throws `validation_failed` with all problems, those of the level among them; `email_not_valid` when the
 *   address is the only one
 */
export function readAccount(
  input: AccountInput,
  stored: ExternalIdentity | null,
  isNew: boolean,
): AccountValues {
  const problems: FieldProblem[] = []
  const name = isNew || input.name !== undefined ? nameOf(input.name) : undefined
  if (typeof name === 'object') problems.push(name)
  const found = identityAfter(input, stored)
  if ('field' in found) problems.push(found)
  const password = passwordOf(input, isNew)
  if (typeof password === 'object') problems.push(password)
  const asksForEmail = isNew || input.email !== undefined
  const email = asksForEmail ? emailOf(input.email) : undefined
  const isEmailWrong = asksForEmail && email === undefined
  if (typeof name === 'object' || 'field' in found || typeof password === 'object') {
    if (isEmailWrong) {
      problems.push({ field: 'email', code: 'email_not_valid', ...message('email_invalid', {}) })
    }
    if (!isLevel(input.privilege) && (isNew || input.privilege !== undefined)) {
      problems.push({ field: 'privilege', code: 'invalid_privilege', ...levelsInWords })
    }
    throw new AppError('validation_failed', { errors: problems })
  }
  if (isEmailWrong) throw new AppError('email_not_valid')
  return { name, email, password, identity: found.identity }
}

function passwordOf(input: AccountInput, isNew: boolean): string | undefined | FieldProblem {
  const { password } = input
  const isSent = password !== undefined && password !== ''
  const comesFromProvider =
    input.oauthProvider !== undefined && input.oauthProvider !== null && input.oauthProvider !== ''
  if (!isSent && (!isNew || comesFromProvider)) return undefined
  return passwordProblem(password) ?? password
}
