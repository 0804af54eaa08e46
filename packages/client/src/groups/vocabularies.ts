import type {
  NewItemBody,
  NewItemReply,
  RemoveItemQuery,
  RemoveItemReply,
  RenameItemBody,
  RenameItemReply,
  SortItemsBody,
  SortItemsReply,
  UsagesQuery,
  UsagesReply,
  VocabulariesReply,
} from '@trowel/contract/vocabularies.js'
import type { CallOptions, Transport } from '../transport.js'

/** Controlled lists that feed the fields of forms. */
export const vocabulariesOf = ({ send }: Transport) => ({
  /** Every vocabulary with its items. */
  list: (options?: CallOptions) => send<typeof VocabulariesReply>('GET /api/vocabularies', [], options),

  /**
   * Which fields use them. @param query `counts`: with the number of records by item; `voc`: of one
   * vocabulary
   */
  usages: (query: UsagesQuery = {}, options?: CallOptions) =>
    send<typeof UsagesReply>('GET /api/vocabularies/usages', [], { query, ...options }),

  /** A new item at the end of a vocabulary, which begins to exist with its first. */
  addItem: (body: NewItemBody, options?: CallOptions) =>
    send<typeof NewItemReply>('POST /api/vocabularies', [], { body, ...options }),

  /**
   * @param body `before`: what the caller saw that it is called; `carry`: change the records that use the
   *   item, too; `preview`: count them only
   */
  renameItem: (id: number, body: RenameItemBody, options?: CallOptions) =>
    send<typeof RenameItemReply>('PATCH /api/vocabulary/:id', [id], { body, ...options }),

  /** Records keep the value. @param query `preview`: count the rows that use it, delete nothing */
  removeItem: (id: number, query: RemoveItemQuery = {}, options?: CallOptions) =>
    send<typeof RemoveItemReply>('DELETE /api/vocabulary/:id', [id], { query, ...options }),

  /**
   * @param ids items of one vocabulary in their new order; those left out follow
   * @param before as the caller saw them; without it, any order is replaced
   * @throws `stale_record` where another person put them into another order than `before`
   */
  sortItems: (
    ids: readonly number[],
    { before, ...options }: CallOptions & Pick<SortItemsBody, 'before'> = {},
  ) =>
    send<typeof SortItemsReply>('POST /api/vocabularies/sort', [], {
      body: { ids, ...(before && { before }) },
      ...options,
    }),
})
