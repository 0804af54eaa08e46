import {
  ChangeSetParams,
  ChangeSetQuery,
  ChangeSetReply,
  ChangeSetsQuery,
  ChangeSetsReply,
  maxChangesOnPage,
} from '@trowel/contract/changes.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { listChangeSets, type Page, readChangeSet } from './service.js'

/** What each transaction changed. */
export const changeRoutes =
  (parts: readonly RecordPart[]): Routes =>
  async (server) => {
    const tags = ['history']

    server.get(
      '/api/change-sets',
      {
        schema: {
          tags,
          summary: 'What one changed oneself, transaction by transaction; for administrators all of it',
          querystring: ChangeSetsQuery,
          response: { 200: ChangeSetsReply },
        },
      },
      async ({ scope, query }) => {
        const page = pageOf(query, 200, 50)
        const { total, sets } = await listChangeSets(scope, parts, query, page)
        return {
          status: 'success' as const,
          total,
          page: page.page,
          per_page: page.perPage,
          data: [...sets],
        }
      },
    )

    server.get(
      `/api/change-set/:id${digits}`,
      {
        schema: {
          tags,
          summary: 'One transaction: each row that it changed, before and after',
          params: ChangeSetParams,
          querystring: ChangeSetQuery,
          response: { 200: ChangeSetReply },
        },
      },
      async ({ scope, params, query }) => {
        const page = pageOf(query, maxChangesOnPage, 100)
        const { set, total, changes } = await readChangeSet(scope, parts, params.id, page)
        return {
          status: 'success' as const,
          change_set: set,
          total,
          page: page.page,
          per_page: page.perPage,
          changes: [...changes],
        }
      },
    )
  }

interface AskedPage {
  readonly page?: number | undefined
  readonly per_page?: number | undefined
}

const pageOf = ({ page = 1, per_page }: AskedPage, max: number, usual: number): Page => ({
  page: Math.max(1, page),
  perPage: Math.min(max, Math.max(1, per_page ?? usual)),
})
