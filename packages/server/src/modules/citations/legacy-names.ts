import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { AppError } from '../../errors.js'

/** What existing clients call the keys of the reference manager; the names of today on the right. */
const names: readonly (readonly [legacy: string, current: string])[] = [
  ['zotero_id', 'refman_id'],
  ['zotero_key', 'refman_key'],
  ['zotero_url', 'refman_url'],
  ['zotero_version', 'refman_version'],
]
const legacyNames = new Map(names.map(([legacy, current]) => [current, legacy]))

/** An input with the names of today, whichever it came with; where it has both, those of today win. */
export function withCurrentNames(input: unknown): unknown {
  if (!isObject(input)) return input
  const renamed = names.flatMap(([legacy, current]) =>
    legacy in input && !(current in input) ? [[current, input[legacy]]] : [],
  )
  return { ...input, ...Object.fromEntries(renamed) }
}

/**
 * An answer with the names of existing clients: in itself and in the entries of its lists, never in what
 * people wrote.
 */
export function withLegacyNames(answer: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      legacyNames.get(key) ?? key,
      Array.isArray(value)
        ? value.map((entry: unknown) => (isObject(entry) ? withLegacyNames(entry) : entry))
        : value,
    ]),
  )
}

/** Existing clients know one code for everything that fails upstream. */
export function withLegacyCode(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code !== 'upstream_error' && error.code !== 'upstream_timeout') return error
  return new AppError('zotero_api_error', { ...error.facts, ...error.said, status: error.status })
}
