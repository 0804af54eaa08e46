import { type Static, Type } from 'typebox'
import { isObject, type JsonObject } from './json.js'
import { count, flag, type Input, input, name, optional, refusalOf, sought } from './wire/input.js'

const loose = { additionalProperties: true }
const success = Type.Literal('success')
export const FieldOptionsQuery = Type.Object(
  {
    fld: name({ description: 'name of the field' }),
    q: optional(sought(), 'only options whose label contains it, ignoring case'),
    limit: optional(count(), 'at most so many; all of them when absent'),
    details: optional(flag(), '`1`: of records also what their preview fields say'),
  },
  loose,
)
export type FieldOptionsQuery = Input<typeof FieldOptionsQuery>

export const FieldOption = Type.Object({
  value: Type.Union([Type.Number(), Type.String()], { description: 'what is stored' }),
  label: Type.String(),
  detail: Type.Optional(
    Type.String({
      description: 'with `details=1`, of a record: what its preview fields say beside its name',
    }),
  ),
})
export type FieldOption = Static<typeof FieldOption>

export const FieldOptionsReply = Type.Object({ status: success, options: Type.Array(FieldOption) })

export const UniqueQuery = Type.Object(
  {
    field: name({ description: 'name of the field' }),
    value: input(
      Type.Union([Type.String({ minLength: 1 }), Type.Number()], {
        description: 'the value as a form has it',
      }),
      String,
      refusalOf(name()),
    ),
    id: optional(count(), 'a record that may have the value'),
  },
  loose,
)
export type UniqueQuery = Input<typeof UniqueQuery>

export const UniqueReply = Type.Object({
  status: success,
  unique: Type.Boolean({ description: 'no other record has the value' }),
})

function valuesIn(given: object | string): JsonObject | undefined {
  try {
    const values: unknown = typeof given === 'string' ? JSON.parse(given) : given
    return isObject(values) ? values : undefined
  } catch {
    return undefined
  }
}

/** Values by field, as the JSON text of an object, which is how objects stand in an address. */
const valuesSoFar = input(
  Type.Refine(
    Type.Unsafe<JsonObject | string>(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.String()])),
    (given) => valuesIn(given) !== undefined,
  ),
  (given) => valuesIn(given) ?? {},
  { sentence: 'must_be_object_or_text', reason: 'not an object' },
)

export const NextNumberQuery = Type.Object(
  {
    fld: name({ description: 'name of the field' }),
    core: optional(valuesSoFar, 'what the new record holds so far: `{"trench": 3}`'),
  },
  loose,
)
export type NextNumberQuery = Input<typeof NextNumberQuery>

export const NextNumberReply = Type.Object({
  status: success,
  value: Type.Union([Type.String(), Type.Number(), Type.Null()], {
    description: 'the next number; null as long as something is missing',
  }),
  missing: Type.Array(Type.String(), {
    description: 'fields on which the number depends and that are empty',
  }),
})

export const CandidatesQuery = Type.Object({ q: optional(sought(), 'part of the name of a record') }, loose)

export const CandidatesReply = Type.Object({
  status: success,
  data: Type.Array(Type.Object({ id: Type.Integer(), label: Type.String() })),
})

export const PluginCountsQuery = Type.Object({ id: count({ description: 'id of the record' }) }, loose)

export const PluginCount = Type.Object({
  tb: Type.String(),
  label: Type.String(),
  count: Type.Integer({ description: 'rows of the record, at least one' }),
})
export type PluginCount = Static<typeof PluginCount>

export const PluginCountsReply = Type.Object({ status: success, plugins: Type.Array(PluginCount) })
