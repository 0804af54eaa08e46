import { type Static, Type } from 'typebox'

const Id = Type.Union([Type.Integer({ minimum: 1 }), Type.String(), Type.Null()])

/** Values by field name; what a caller sent, before anybody looked at it. */
const Values = Type.Record(Type.String(), Type.Unknown())

/** A row of a plugin table: to be made, changed or removed together with its record. */
export const PluginRowInput = Type.Object(
  {
    id: Type.Optional(Id),
    _isNew: Type.Optional(
      Type.Boolean({ description: 'make the row; so does an id that is null or absent' }),
    ),
    _delete: Type.Optional(Type.Boolean({ description: 'remove the row with this id' })),
    fields: Type.Optional(
      Type.Union([Values, Type.Null()], { description: 'the values to write; others stay' }),
    ),
  },
  { additionalProperties: true },
)

export const RecordBody = Type.Object(
  {
    id: Type.Optional(Id),
    tb: Type.Optional(Type.String({ description: 'tolerated when it repeats the table of the address' })),
    core: Type.Optional(
      Type.Union([Values, Type.Null()], { description: 'values by field; fields left out stay' }),
    ),
    plugins: Type.Optional(
      Type.Union([Type.Record(Type.String(), Type.Array(PluginRowInput)), Type.Null()], {
        description: 'rows by plugin table; rows left out stay',
      }),
    ),
  },
  { additionalProperties: true },
)

export const SavedReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Union([Type.Literal('success_created'), Type.Literal('success_saved')]),
  id: Type.Integer(),
  plugins: Type.Record(
    Type.String(),
    Type.Object({
      inserted: Type.Array(Type.Integer(), {
        description: 'ids of the new rows, in the order in which they were sent',
      }),
      updated: Type.Integer({ description: 'rows whose values changed' }),
      deleted: Type.Integer(),
    }),
  ),
})

export type PluginRow = Static<typeof PluginRowInput>
export type RecordInput = Pick<Static<typeof RecordBody>, 'core' | 'plugins'>
