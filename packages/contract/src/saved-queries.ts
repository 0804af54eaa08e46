import { type Static, Type } from 'typebox'
import { savedThingDone } from './saved-things.js'

const loose = { additionalProperties: true }

/** What somebody looked for in a table and kept. */
export const SavedQuery = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  created_at: Type.String({ description: 'ISO 8601, UTC' }),
  name: Type.String(),
  tb: Type.String(),
  tb_label: Type.String(),
  query: Type.Union([Type.Object({}, loose), Type.Null()], {
    description: 'parameters of the listing, as they were saved',
  }),
  is_global: Type.Union([Type.Literal(0), Type.Literal(1)], { description: '1: everybody sees it' }),
  owned_by_me: Type.Boolean(),
})
export type SavedQuery = Static<typeof SavedQuery>

export const SavedQueriesReply = Type.Object({
  status: Type.Literal('success'),
  queries: Type.Array(SavedQuery),
})

/** The shapes are checked by the service, which says what is wrong with each. */
export const SaveQueryBody = Type.Object(
  {
    name: Type.Optional(Type.Unknown({ description: '1 to 200 characters; required' })),
    tb: Type.Optional(Type.Unknown({ description: 'the table that it asks; required' })),
    query: Type.Optional(
      Type.Unknown({
        description: 'parameters of the listing: an object, or its JSON text, at most 64 KiB; required',
      }),
    ),
  },
  loose,
)

export const SaveQueryReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_saved_query'),
  query: SavedQuery,
})

export const savedQueryCodes = {
  shared: 'ok_sharing_query',
  unshared: 'ok_unsharing_query',
  deleted: 'ok_erasing_query',
} as const

export const SavedQueryDone = savedThingDone(savedQueryCodes)
