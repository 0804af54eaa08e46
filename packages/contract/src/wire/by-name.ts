import { type Static, type TSchema, Type } from 'typebox'

/** An object whose names may be any text. `Type.Record` loses those with a line break from an answer. */
export const byName = <Schema extends TSchema>(
  value: Schema,
  options: { readonly description?: string } = {},
) => Type.Unsafe<Record<string, Static<Schema>>>(Type.Object({}, { additionalProperties: value, ...options }))
