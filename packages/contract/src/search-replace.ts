import { Type } from 'typebox'
import { flag, type Input, name, optional, storableText } from './wire/input.js'

const Named = Type.Object({ name: Type.String(), label: Type.String() })

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
  tb: name({ description: 'a main or plugin table' }),
  fld: name({ description: 'a field that /api/search-replace/{tb}/fields lists' }),
  search: storableText(2000, {
    description: '1 to 2000 characters, taken literally, capitals and small letters being different',
  }),
  replace: optional(
    storableText(2000),
    'at most 2000 characters; absent or empty: what was found is taken out',
  ),
  preview: optional(flag(), 'count only, write nothing'),
})
export type ReplaceBody = Input<typeof ReplaceBody>

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
