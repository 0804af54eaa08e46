export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the text says, or `undefined` when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The object that the text holds; `{}` when it holds none. */
export function parseJsonObject(text: string): JsonObject {
  const value = parseJson(text)
  return isObject(value) ? value : {}
}

/** The strings of a list; anything else in it, or instead of it, is left out. */
export const stringsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
