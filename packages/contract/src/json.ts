/** A JSON object whose properties are not checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value when it is an object, else an object without properties. */
export const objectOrEmpty = (value: unknown): JsonObject => (isObject(value) ? value : {})
