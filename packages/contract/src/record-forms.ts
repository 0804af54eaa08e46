import { type Static, Type } from 'typebox'

const loose = { additionalProperties: true }
const success = Type.Literal('success')
/** What addresses carry; its form is checked by the service, which says what is wrong. */
const asked = (description: string) => Type.Optional(Type.Unknown({ description }))

export const FieldOptionsQuery = Type.Object(
  {
    fld: asked('name of the field; required'),
    q: asked('only options whose label contains it, ignoring case'),
    limit: asked('at most so many; all of them when absent'),
  },
  loose,
)

export const FieldOption = Type.Object({
  value: Type.Union([Type.Number(), Type.String()], { description: 'what is stored' }),
  label: Type.String(),
})
export type FieldOption = Static<typeof FieldOption>

export const FieldOptionsReply = Type.Object({ status: success, options: Type.Array(FieldOption) })

export const UniqueQuery = Type.Object(
  {
    field: asked('name of the field; required'),
    value: asked('the value as a form has it; required'),
    id: asked('a record that may have the value'),
  },
  loose,
)

export const UniqueReply = Type.Object({
  status: success,
  unique: Type.Boolean({ description: 'no other record has the value' }),
})

export const CandidatesQuery = Type.Object({ q: asked('part of the name of a record') }, loose)

export const CandidatesReply = Type.Object({
  status: success,
  data: Type.Array(Type.Object({ id: Type.Integer(), label: Type.String() })),
})

export const PluginCountsQuery = Type.Object({ id: asked('id of the record; required') }, loose)

export const PluginCount = Type.Object({
  tb: Type.String(),
  label: Type.String(),
  count: Type.Integer({ description: 'rows of the record, at least one' }),
})
export type PluginCount = Static<typeof PluginCount>

export const PluginCountsReply = Type.Object({ status: success, plugins: Type.Array(PluginCount) })
