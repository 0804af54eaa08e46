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
      id: Type.Integer({
        description:
          'id of the version; an entry without one (a record that was made) has an id of its own kind',
      }),
      user: Type.Integer({ description: '0 for an API key' }),
      user_name: Type.Union([Type.String(), Type.Null()]),
      time: Type.String({ description: 'ISO 8601 in UTC' }),
      tb: Type.String(),
      tb_label: Type.String(),
      rowid: Type.Integer({ description: 'id of the record; of an import the first one' }),
      operation: Type.String({ description: '`insert`, `update`, `delete` or `restore`' }),
      records: Type.Optional(
        Type.Integer({ description: 'how many records were made; more than 1 by an import' }),
      ),
      label: Type.Optional(
        Type.Union([Type.String(), Type.Null()], {
          description: 'what the record that was made is called now',
        }),
      ),
      content: Type.String({
        description: 'the state before, as JSON text; empty for a record that was made',
      }),
      editsql: Type.Null(),
      editvalues: Type.Null(),
    }),
    { description: 'newest first' },
  ),
})
