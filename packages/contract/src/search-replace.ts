import { type Static, Type } from 'typebox'

const Named = Type.Object({ name: Type.String(), label: Type.String() })
const text = (description: string) => Type.Optional(Type.Union([Type.String(), Type.Null()], { description }))

export const ReplaceTablesReply = Type.Object({
  status: Type.Literal('success'),
  tables: Type.Array(Named),
})

export const ReplaceTableParams = Type.Object({ tb: Type.String() })

export const ReplaceFieldsReply = Type.Object({
  status: Type.Literal('success'),
  fields: Type.Array(Named),
})

export const ReplaceBody = Type.Object({
  tb: text('a main or plugin table'),
  fld: text('a field that /api/search-replace/{tb}/fields lists'),
  search: text('1 to 2000 characters, taken literally, capitals and small letters being different'),
  replace: text('at most 2000 characters; absent or empty: what was found is taken out'),
  preview: Type.Optional(Type.Boolean({ description: 'count only, write nothing' })),
})
export type ReplaceInput = Static<typeof ReplaceBody>

export const ReplaceReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_search_replace'),
  affected: Type.Integer({ description: 'rows whose value changed; with preview, rows whose value would' }),
  examples: Type.Optional(
    Type.Array(Type.Object({ before: Type.String(), after: Type.Union([Type.String(), Type.Null()]) }), {
      description:
        'with preview: the first values that would change, at most five; null: nothing would be left',
    }),
  ),
})
