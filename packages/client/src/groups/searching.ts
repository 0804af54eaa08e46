import type {
  SavedQueriesReply,
  SavedQueryChangeBody,
  SavedQueryDone,
  SaveQueryBody,
  SaveQueryReply,
} from '@trowel/contract/saved-queries.js'
import type {
  SearchConfigReply,
  SearchEverywhereQuery,
  SearchEverywhereReply,
  SearchValuesQuery,
  SearchValuesReply,
} from '@trowel/contract/search.js'
import type {
  ReplaceBody,
  ReplaceFieldsReply,
  ReplaceReply,
  ReplaceTablesReply,
} from '@trowel/contract/search-replace.js'
import type { CallOptions, Transport } from '../transport.js'

/** The search in all tables, and what a search form needs. */
export const searchOf = ({ send }: Transport) => ({
  /**
   * Records of all tables in which a text stands.
   * @param query `q`: the text; `limit`: how many of each table, 5 by default
   */
  everywhere: (query: SearchEverywhereQuery, options?: CallOptions) =>
    send<typeof SearchEverywhereReply>('GET /api/search', [], { query, ...options }),

  /** Fields of a table and its plugin tables, operators and connectors. */
  config: (tb: string, options?: CallOptions) =>
    send<typeof SearchConfigReply>('GET /api/search/:tb/config', [tb], options),

  /** The values that a field has. @param query `q`: only those that contain it; `limit`: 1000 by default */
  values: (tb: string, query: SearchValuesQuery, options?: CallOptions) =>
    send<typeof SearchValuesReply>('GET /api/search/:tb/values', [tb], { query, ...options }),
})

/** Searches that people keep, for themselves or for everybody. */
export const savedQueriesOf = ({ send }: Transport) => ({
  /** One's own and the shared ones. */
  list: (options?: CallOptions) => send<typeof SavedQueriesReply>('GET /api/saved-queries', [], options),

  create: (body: SaveQueryBody, options?: CallOptions) =>
    send<typeof SaveQueryReply>('POST /api/saved-queries', [], { body, ...options }),

  /** Another name, another question, or both. */
  update: (id: number, body: SavedQueryChangeBody, options?: CallOptions) =>
    send<typeof SaveQueryReply>('POST /api/saved-query/:id', [id], { body, ...options }),

  share: (id: number, options?: CallOptions) =>
    send<typeof SavedQueryDone>('POST /api/saved-query/:id/share', [id], options),

  unshare: (id: number, options?: CallOptions) =>
    send<typeof SavedQueryDone>('POST /api/saved-query/:id/unshare', [id], options),

  remove: (id: number, options?: CallOptions) =>
    send<typeof SavedQueryDone>('DELETE /api/saved-query/:id', [id], options),
})

/** Find and replace in all values of a field. */
export const searchReplaceOf = ({ send }: Transport) => ({
  tables: (options?: CallOptions) =>
    send<typeof ReplaceTablesReply>('GET /api/search-replace/tables', [], options),

  fields: (tb: string, options?: CallOptions) =>
    send<typeof ReplaceFieldsReply>('GET /api/search-replace/:tb/fields', [tb], options),

  run: (body: ReplaceBody, options?: CallOptions) =>
    send<typeof ReplaceReply>('POST /api/search-replace', [], { body, ...options }),
})
