import { Type } from 'typebox'

export const HistoryQuery = Type.Object(
  {
    page: Type.Optional(Type.Unknown({ description: 'from 1; default 1' })),
    per_page: Type.Optional(Type.Unknown({ description: '1 to 200; default 50' })),
    tb: Type.Optional(Type.Unknown({ description: 'name of a table' })),
    user: Type.Optional(
      Type.Unknown({
        description:
          'for administrators: `*` for everybody, an id, or part of a name or e-mail address; without it one’s own changes',
      }),
    ),
  },
  { additionalProperties: true },
)

export const HistoryReply = Type.Object({
  status: Type.Literal('success'),
  total: Type.Integer(),
  data: Type.Array(
    Type.Object({
      id: Type.Integer({ description: 'id of the version' }),
      user: Type.Integer({ description: '0 for an API key' }),
      user_name: Type.Union([Type.String(), Type.Null()]),
      time: Type.String({ description: 'ISO 8601 in UTC' }),
      tb: Type.String(),
      tb_label: Type.String(),
      rowid: Type.Integer({ description: 'id of the record' }),
      operation: Type.String(),
      content: Type.String({ description: 'the state before, as JSON text' }),
      editsql: Type.Null(),
      editvalues: Type.Null(),
    }),
    { description: 'newest first' },
  ),
})
