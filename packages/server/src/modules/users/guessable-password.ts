import { passwordLength } from '../../access/passwords.js'
import type { FieldProblem } from '../../errors.js'
import { message } from '../../message.js'

let common: Promise<ReadonlySet<string>> | undefined

/**
 * The commonest passwords of published leaks, in small letters: loaded when a user first chooses a password.
 */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(dictionary['passwords-common'].filter(({ length }) => length >= passwordLength.min)),
  )
  return common
}

/** What anybody who knows the application and the person tries first. */
export interface PasswordOwner {
  readonly app: string
  readonly email: string
  readonly name: string
}

/**
 * Would a new password be among the first that others try? A list and no rules of composition, as NIST SP
 * 800-63B asks.
 * @param password of the right length
 */
export async function guessableProblem(
  password: string,
  { app, email, name }: PasswordOwner,
): Promise<FieldProblem | undefined> {
  const seen = seenLetters(password)
  if (seen === '' || new Set(password).size === 1 || (await commonPasswords()).has(seen)) {
    return {
      field: 'password',
      code: 'too_common',
      ...message('password_too_common', {}),
    }
  }
  const [localPart = ''] = email.split('@')
  const letters = lettersOf(password)
  const own = [app, name, email, localPart].map(lettersOf)
  if (own.some((word) => word.length > 2 && word === letters)) {
    return {
      field: 'password',
      code: 'too_personal',
      ...message('password_too_personal', {}),
    }
  }
  return undefined
}

/** Blanks around a password, invisible signs and wide letters make it longer and no harder to guess. */
const seenLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .trim()
    .toLowerCase()

/** Digits and signs around a name do not hide it. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/\P{L}/gu, '')
