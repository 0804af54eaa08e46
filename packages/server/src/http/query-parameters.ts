import { textProblem } from '@trowel/contract/wire/input.js'
import { AppError } from '../errors.js'
import { type Message, message } from '../message.js'

/** What the address of a request says behind its question mark. */
export type QueryParameters = Readonly<Record<string, unknown>>

/**
 * A text of the address; `''` when it says nothing under that name. @throws `invalid_parameter` for a list or
 * an object
 */
export function textParameter(query: QueryParameters, name: string): string {
  const value = query[name]
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw wrong(name, message('must_be_single_text', {}), 'not a text')
  return value
}

/** A text that has to be there. @throws `parameter_missing`, `invalid_parameter` */
export function requiredParameter(query: QueryParameters, name: string): string {
  const value = textParameter(query, name)
  if (value === '')
    throw new AppError('parameter_missing', { ...message('parameter_is_missing', { name }), detail: name })
  return value
}

/**
 * A text to look for in what is stored; a blank one looks for nothing. @throws `invalid_parameter` also when
 * it is too long
 */
export function soughtParameter(query: QueryParameters, name: string): string {
  const value = textParameter(query, name)
  const reason = textProblem(value)
  if (reason !== undefined) throw wrong(name, reason, reason)
  return value.trim() === '' ? '' : value
}

/**
 * A whole number from 1, such as an id or a limit; `undefined` when the address has none. @throws
 * `invalid_parameter`
 */
export function countParameter(query: QueryParameters, name: string): number | undefined {
  const text = textParameter(query, name).trim()
  if (text === '') return undefined
  const number = /^\d+$/.test(text) ? Number(text) : 0
  if (Number.isSafeInteger(number) && number >= 1) return number
  throw wrong(name, message('must_be_count', {}), 'not a whole number from 1')
}

const wrong = (name: string, words: Message | string, reason: string): AppError =>
  new AppError('invalid_parameter', {
    ...message('parameter_wrong', { name, reason: words }),
    detail: { name, reason },
  })
