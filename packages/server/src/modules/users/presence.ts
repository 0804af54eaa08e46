import type { ErrorCode } from '@trowel/contract/errors.js'
import { beginAttempt } from '../../access/attempts.js'
import { isConfirmed } from '../../access/confirmations.js'
import { writeLog } from '../../catalogue/event-log.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { type Account, isPasswordOf } from './service.js'

const maxWrongPasswords = 5
const windowMs = 15 * 60_000

/**
 * Does the one who asks know the password of his account? All ways to say it share one limit.
 * @throws `too_many_attempts`, and `refusal` for a wrong password
 */
export async function requirePassword(
  { db, now, log }: RequestScope,
  account: Account,
  given: string | undefined,
  refusal: ErrorCode,
): Promise<void> {
  const attempt = await beginAttempt(
    db,
    [{ key: `password ${account.id}`, limit: maxWrongPasswords, windowMs }],
    now,
  )
  if (given === undefined || !(await isPasswordOf(db, account, given))) {
    await writeLog(db, log, 'confirmation_refused', { user: account.id })
    throw new AppError(refusal)
  }
  await attempt.forget()
}

/**
 * Is it the person himself, and not another one at his open session? He sends the password along, or
 * confirmed it a short while ago.
 * @throws `wrong_password`, `too_many_attempts`
 */
export async function isPresent(
  scope: RequestScope,
  account: Account,
  password: string | undefined,
): Promise<boolean> {
  if (password === undefined || password === '') return isConfirmed(scope)
  await requirePassword(scope, account, password, 'wrong_password')
  return true
}

export const presenceRequired = ({ hasPassword }: { readonly hasPassword: boolean }): AppError =>
  new AppError('password_confirmation_required', {
    ...message(hasPassword ? 'password_to_change_account' : 'account_without_password', {}),
    detail: 'current_password',
  })
