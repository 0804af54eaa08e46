import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { textProblem } from '../../catalogue/column-values.js'
import { parseJson } from '../../catalogue/json-text.js'
import { AppError } from '../../errors.js'
import { message } from '../../message.js'

const maxNameLength = 200
const maxContentBytes = 64 * 1024

/** @throws `parameter_missing` for the first that says nothing: absent, null or a blank text */
export function refuseMissing(given: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(given)) {
    const isBlank = typeof value === 'string' && value.trim() === ''
    if (value === undefined || value === null || isBlank) throw missing(key)
  }
}

export const missing = (name: string): AppError =>
  new AppError('parameter_missing', { ...message('parameter_is_missing', { name }), detail: name })

/** How a user calls what he keeps: 1 to 200 characters. @throws `parameter_missing`, `invalid_parameter` */
export function readName(value: unknown): string {
  refuseMissing({ name: value })
  if (typeof value !== 'string') throw wrong('name', 'must be a text')
  const name = value.trim()
  if ([...name].length > maxNameLength) throw wrong('name', `has at most ${maxNameLength} characters`)
  if (textProblem(name)) throw wrong('name', 'holds a character that cannot be stored')
  return name
}

/** What is kept: an object, or the JSON text of one. @throws `invalid_parameter` */
export function readContent(value: unknown, name: string): JsonObject {
  const content = typeof value === 'string' ? parseJson(value) : value
  if (!isObject(content)) throw wrong(name, 'must be an object, or the JSON text of one')
  return content
}

/** The JSON text under which a content is kept. @throws `invalid_parameter` when it is too long */
export function contentText(content: JsonObject, name: string): string {
  const text = JSON.stringify(content)
  if (Buffer.byteLength(text) > maxContentBytes) throw wrong(name, 'has at most 64 KiB as JSON text')
  return text
}

export const wrong = (name: string, reason: string): AppError =>
  new AppError('invalid_parameter', { text: `"${name}" ${reason}.`, detail: { name, reason } })
