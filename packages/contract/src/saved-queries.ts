import { type Static, Type } from 'typebox'
import type { Listing } from './listing.js'
import { ownerName, savedContent, savedName, savedThingDone } from './saved-things.js'
import { type Input, name } from './wire/input.js'

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
  owner_name: ownerName,
})
export type SavedQuery = Static<typeof SavedQuery>

export const SavedQueriesReply = Type.Object({
  status: Type.Literal('success'),
  queries: Type.Array(SavedQuery),
})

export const SaveQueryBody = Type.Object(
  {
    name: savedName,
    tb: name({ description: 'the table that it asks', sentence: 'must_be_table' }),
    query: savedContent<Listing>('parameters of the listing: an object, or its JSON text, at most 64 KiB'),
  },
  loose,
)
export type SaveQueryBody = Input<typeof SaveQueryBody>

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
