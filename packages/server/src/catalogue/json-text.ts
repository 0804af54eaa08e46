import { type JsonObject, objectOrEmpty } from '@trowel/contract/json.js'

/**
 * What lies deeper is no document that a person made, and more than everything can follow that looks into it.
 */
export const deepestJson = 1000

const [quote, backslash] = [0x22, 0x5c]
/** `[` and `{`, `]` and `}`: letters of a pair differ by this bit alone. */
const pairBit = 0x20
const [opening, closing] = [0x7b, 0x7d]

/** Does the text nest lists and objects deeper than `deepestJson`? */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let isInText = false
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place)
    if (code === quote) isInText = !isInText
    else if (isInText) place += code === backslash ? 1 : 0
    else if ((code | pairBit) === opening) depth += 1
    else if ((code | pairBit) === closing) depth -= 1
    if (depth > deepestJson) return true
  }
  return false
}

/** What the text says, or `undefined` when it is no JSON, or nested too deep. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The object that the text holds; `{}` when it holds none. */
export const parseJsonObject = (text: string): JsonObject => objectOrEmpty(parseJson(text))

/** The strings of a list; anything else in it, or instead of it, is left out. */
export const stringsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
