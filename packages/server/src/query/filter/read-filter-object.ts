import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { AppError } from '../../errors.js'
import { type Message, message } from '../../message.js'
import { maxListLength } from './cast-operand.js'

const maxDepth = 12
/** Of JSON text in a query string, in bytes. */
const maxJsonLength = 64 * 1024

/**
 * The object of a filter, whatever form it came in; deep or endless ones are refused before anybody walks
 * them.
 *
 * @returns `undefined` when there is no filter
 * @throws `invalid_filter`
 */
export function readFilterObject(input: unknown): JsonObject | undefined {
  const value = typeof input === 'string' ? readText(input.trim()) : input
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value) && value.length === 0) return undefined
  if (!isObject(value)) throw notAnObject()
  requireModest(value)
  return Object.keys(value).length === 0 ? undefined : value
}

const refusal = (reason: Message, cause?: unknown): AppError =>
  new AppError('invalid_filter', {
    ...message('filter_as_whole_wrong', { reason }),
    detail: { path: 'filter', reason: reason.text },
    cause,
  })

const notAnObject = (cause?: unknown): AppError => refusal(message('must_be_filter_object', {}), cause)

function readText(text: string): unknown {
  if (text === '' || text === 'null' || text === '[]') return undefined
  const json = text.startsWith('{') ? text : decodeBase64(text)
  if (Buffer.byteLength(json) > maxJsonLength)
    throw refusal(message('longer_than_kib', { most: maxJsonLength / 1024 }))
  try {
    return JSON.parse(json)
  } catch (error) {
    throw notAnObject(error)
  }
}

function decodeBase64(text: string): string {
  // A plus sign that was sent without being encoded arrives as a space.
  const letters = text.replaceAll(' ', '+')
  if (!/^[\w+/-]+={0,2}$/.test(letters)) throw notAnObject()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(letters, 'base64'))
  } catch (error) {
    throw notAnObject(error)
  }
}

/** Looks at every level without recursion, so that no depth can exhaust the stack. */
function requireModest(filter: object): void {
  let level: object[] = [filter]
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxDepth) throw refusal(message('nested_too_deep', { most: maxDepth }))
    const below: object[] = []
    for (const value of level) {
      if (Array.isArray(value) && value.length > maxListLength) {
        throw refusal(message('holds_long_list', { most: maxListLength }))
      }
      for (const part of Object.values(value)) {
        if (typeof part === 'object' && part !== null) below.push(part)
      }
    }
    level = below
  }
}
