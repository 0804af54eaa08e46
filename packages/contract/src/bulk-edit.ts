import { Type } from 'typebox'

const loose = { additionalProperties: true }

export const BulkEditBody = Type.Object(
  {
    ids: Type.Optional(Type.Unknown({ description: 'ids of the records, at most 500; required' })),
    core: Type.Optional(
      Type.Unknown({ description: 'values by field, the same for all records; required, not empty' }),
    ),
    preview: Type.Optional(
      Type.Boolean({ description: 'true: say what would change and what is not valid, write nothing' }),
    ),
  },
  loose,
)

export const BulkEditReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Union([Type.Literal('success_saved'), Type.Literal('success_previewed')]),
  updated: Type.Integer({ description: 'records that were changed; in a preview, that would be' }),
  unchanged: Type.Optional(
    Type.Integer({ description: 'only in a preview: records that have these values' }),
  ),
  errors: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), code: Type.String(), text: Type.String() }, loose), {
      description: 'only in a preview: what the edit would be refused for, each with its `record`',
    }),
  ),
})

export const DuplicatedReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('success_duplicated'),
  id: Type.Integer({ description: 'id of the copy' }),
})
