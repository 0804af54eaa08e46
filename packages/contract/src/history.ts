import { Type } from 'typebox'
import { changedEntities } from './changes.js'
import { type Input, optional, paging, sought, text } from './wire/input.js'

export const HistoryQuery = Type.Object(
  {
    ...paging(200, 50),
    tb: optional(text(), 'name of a table'),
    user: optional(
      sought(),
      'for administrators: `*` for everybody, an id, or part of a name or e-mail address; without it one’s own changes',
    ),
  },
  { additionalProperties: true },
)

export type HistoryQuery = Input<typeof HistoryQuery>

export const HistoryReply = Type.Object({
  status: Type.Literal('success'),
  total: Type.Integer(),
  data: Type.Array(
    Type.Object({
      id: Type.Integer({ description: 'id of the version, or of the first change' }),
      user: Type.Integer({ description: '0 for an API key' }),
      user_name: Type.Union([Type.String(), Type.Null()]),
      time: Type.String({ description: 'ISO 8601 in UTC' }),
      tb: Type.String(),
      tb_label: Type.String(),
      rowid: Type.Integer({ description: 'id of the record; of an import the first one' }),
      operation: Type.String({ description: '`insert`, `update`, `delete` or `restore`' }),
      entity: Type.Enum([...changedEntities], {
        description: '`record`, or what was changed of what hangs from the record',
      }),
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
