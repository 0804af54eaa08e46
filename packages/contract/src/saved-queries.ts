import { type Static, Type } from 'typebox'
import type { Listing } from './listing.js'
import type { Aggregate } from './model/aggregates.js'
import { ownerName, savedContent, savedName, savedThingDone } from './saved-things.js'
import { type Input, name, nullable, optional } from './wire/input.js'

const loose = { additionalProperties: true }

/**
 * How a list is shown; what is left out is as usual. Clients that know nothing of it ask for the same
 * records.
 */
export interface ListView {
  readonly show?: 'table' | 'gallery' | undefined
  /** Names of the columns, in their order. */
  readonly columns?: readonly string[] | undefined
  /** In pixels, by column. */
  readonly widths?: Readonly<Record<string, number>> | undefined
  /** So many columns stay in sight while the others are scrolled. */
  readonly frozen?: number | undefined
  /** What is told of columns over all records. */
  readonly totals?: Readonly<Record<string, Aggregate>> | undefined
  /** As a list takes it: `material`, `found_on:year`. */
  readonly group_by?: string | undefined
  readonly group_order?: 'asc' | 'desc' | 'size' | undefined
}

/** What a saved query asks for, and how that is shown. */
export type SavedListing = Listing & { readonly view?: ListView | undefined }

/** What somebody looked for in a table and kept. */
export const SavedQuery = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  created_at: Type.String({ description: 'ISO 8601, UTC' }),
  name: Type.String(),
  tb: Type.String(),
  tb_label: Type.String(),
  query: Type.Union([Type.Object({}, loose), Type.Null()], {
    description: 'parameters of the listing, and in `view` how it is shown, as they were saved',
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

const content = savedContent<SavedListing>(
  'parameters of the listing, and in `view` how it is shown: an object, or its JSON text, at most 64 KiB',
)

export const SaveQueryBody = Type.Object(
  {
    name: savedName,
    tb: name({ description: 'the table that it asks', sentence: 'must_be_table' }),
    query: content,
  },
  loose,
)
export type SaveQueryBody = Input<typeof SaveQueryBody>

export const SavedQueryChangeBody = Type.Object(
  { name: nullable(savedName, '1 to 200 characters'), query: optional(content) },
  loose,
)
export type SavedQueryChangeBody = Input<typeof SavedQueryChangeBody>

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
