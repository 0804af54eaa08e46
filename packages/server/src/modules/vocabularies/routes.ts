import {
  ItemParams,
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
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import { renameItem } from './rename.js'
import { addItem, listVocabularies, removeItem, sortItems } from './service.js'
import { countUses, listUsages } from './usages.js'

/** Controlled lists of words, and where they are used. */
export const vocabularyRoutes: Routes = async (server) => {
  const tags = ['vocabularies']
  const success = 'success' as const

  server.get(
    '/api/vocabularies',
    { schema: { tags, summary: 'Every vocabulary with its items', response: { 200: VocabulariesReply } } },
    async ({ scope }) => ({ status: success, vocs: await listVocabularies(scope) }),
  )

  server.get(
    '/api/vocabularies/usages',
    {
      schema: {
        tags,
        summary: 'The fields that use each vocabulary',
        querystring: UsagesQuery,
        response: { 200: UsagesReply },
      },
    },
    async ({ scope, query }) => {
      const { counts, voc } = query
      return { status: success, usages: await listUsages(scope, { counts, vocabulary: voc }) }
    },
  )

  server.post(
    '/api/vocabularies',
    {
      schema: {
        tags,
        summary: 'Add an item to a vocabulary',
        body: NewItemBody,
        response: { 200: NewItemReply },
      },
    },
    async ({ scope, body }) => ({
      status: success,
      code: 'ok_def_added' as const,
      id: await addItem(scope, body),
    }),
  )

  server.patch(
    `/api/vocabulary/:id${digits}`,
    {
      schema: {
        tags,
        summary: 'Rename an item, in the records too if wished',
        params: ItemParams,
        body: RenameItemBody,
        response: { 200: RenameItemReply },
      },
    },
    async ({ scope, params, body: { val, ...request } }) => {
      const { carry, preview } = request
      const changed = await renameItem(scope, params.id, val, request)
      const showsCount = carry === true || preview === true
      return { status: success, code: 'ok_def_update' as const, ...(showsCount ? { changed } : {}) }
    },
  )

  server.delete(
    `/api/vocabulary/:id${digits}`,
    {
      schema: {
        tags,
        summary: 'Delete an item; records keep its definition',
        params: ItemParams,
        querystring: RemoveItemQuery,
        response: { 200: RemoveItemReply },
      },
    },
    async ({ scope, params, query }) => {
      const code = 'ok_def_erase' as const
      if (query.preview) return { status: success, code, used: await countUses(scope, params.id) }
      await removeItem(scope, params.id)
      return { status: success, code }
    },
  )

  server.post(
    '/api/vocabularies/sort',
    {
      schema: {
        tags,
        summary: 'Put the items of a vocabulary into order',
        body: SortItemsBody,
        response: { 200: SortItemsReply },
      },
    },
    async ({ scope, body }) => {
      await sortItems(scope, body.ids, body.before)
      return { status: success, code: 'ok_sort_update' as const }
    },
  )
}
