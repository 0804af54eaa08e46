import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { AppError, type FieldProblem } from '../../errors.js'
import { message, saidOf } from '../../message.js'

/** Everything that is wrong with a request, told at once. */
export type Problems = FieldProblem[]

/** @throws `error_cfg_data_updated` when there are problems */
export function refuse(problems: Problems): void {
  const [first, ...more] = problems
  if (!first) return
  throw new AppError('error_cfg_data_updated', {
    ...(more.length === 0 && saidOf(first)),
    errors: problems,
  })
}

/** What the caller saw before the change, where that is said. */
export function readBefore({ before }: JsonObject, problems: Problems): JsonObject | undefined {
  if (isUnset(before)) return undefined
  if (isObject(before)) return before
  problems.push({ field: 'before', code: 'invalid_value', ...message('object_expected', {}) })
  return undefined
}

/** What forms send where nothing was filled in. */
export const isUnset = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Yes or no in any of the forms in which clients say it; `undefined` for anything else. */
export function flagOf(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === '1' || value === 'true') return true
  if (value === false || value === 0 || value === '0' || value === 'false') return false
  if (value === '' || value === null) return false
  return undefined
}

/** A number, or digits that mean one. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return undefined
  return Number(value)
}

/** The same, if it is whole and exact. */
export function wholeNumberOf(value: unknown): number | undefined {
  const number = numberOf(value)
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined
}

/** Text without the space around it; numbers count as their digits. No database stores the character NUL. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && !value.includes('\0') ? value.trim() : undefined
}

/** A list of text without empty entries; `undefined` when it is none. */
export function textsOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const texts = value.map(textOf)
  return texts.every((text) => text !== undefined) ? texts.filter((text) => text !== '') : undefined
}

const maxExtraBytes = 16 * 1024

/**
 * Properties of a body that the service does not know: they are kept beside those that are stored already.
 */
export function unknownProperties(
  body: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
  stored: Readonly<Record<string, unknown>>,
  problems: Problems,
): Record<string, unknown> {
  const extra = {
    ...stored,
    ...Object.fromEntries(Object.entries(body).filter(([key]) => !known.has(key))),
  }
  if (Buffer.byteLength(JSON.stringify(extra)) > maxExtraBytes) {
    problems.push({
      field: '',
      code: 'too_large',
      ...message('properties_too_large', {}),
    })
  }
  return extra
}
