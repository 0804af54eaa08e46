import { passwordLength } from '../../access/passwords.js'
import type { FieldProblem } from '../../errors.js'
import { message } from '../../message.js'

const maxEmailLength = 254
const maxNameLength = 120

/**
 * An address as it is stored and compared, or undefined when it is none: `something@something`, no blanks.
 */
export function emailOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const email = value.trim().toLowerCase()
  return email.length <= maxEmailLength && /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u.test(email) ? email : undefined
}

/** A name as it is stored, or what is wrong with it. */
export function nameOf(value: string | undefined): string | FieldProblem {
  const name = value?.trim() ?? ''
  if (name === '') return { field: 'name', code: 'not_empty', ...message('person_needs_name', {}) }
  if ([...name].length > maxNameLength) {
    return { field: 'name', code: 'too_long', ...message('person_name_too_long', { most: maxNameLength }) }
  }
  if (/\p{Cc}/u.test(name)) {
    return { field: 'name', code: 'invalid_characters', ...message('person_name_control', {}) }
  }
  return name
}

/**
 * What is wrong with the form of a new password; undefined when nothing is. No rules of composition: length
 * is what counts.
 */
export function passwordProblem(value: string | undefined): FieldProblem | undefined {
  const { min, max } = passwordLength
  if (value === undefined || value.trim() === '') {
    return { field: 'password', code: 'not_empty', ...message('password_needed', {}) }
  }
  const length = [...value].length
  if (length < min) {
    return { field: 'password', code: 'too_short', ...message('password_too_short', { least: min }) }
  }
  if (length > max) {
    return { field: 'password', code: 'too_long', ...message('password_too_long', { most: max }) }
  }
  return undefined
}
