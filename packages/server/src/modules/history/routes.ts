import { HistoryQuery, HistoryReply } from '@trowel/contract/history.js'
import type { Static } from 'typebox'
import type { Routes } from '../../http/read-input.js'
import { wireTime } from '../../http/wire-time.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { wireContent } from '../../records/versions/content.js'
import { type HistoryEntry, listHistory } from './service.js'

/** What people changed, across all tables. */
export const historyRoutes =
  (parts: readonly RecordPart[]): Routes =>
  async (server) => {
    server.get(
      '/api/history',
      {
        schema: {
          tags: ['history'],
          querystring: HistoryQuery,
          response: { 200: HistoryReply },
          summary: 'What one made and changed oneself; for administrators those of others too',
        },
      },
      async ({ scope, query }) => {
        const { total, entries } = await listHistory(scope, parts, {
          table: query.tb ?? '',
          user: query.user ?? '',
          page: Math.max(1, query.page ?? 1),
          perPage: Math.min(200, Math.max(1, query.per_page ?? 50)),
        })
        return { status: 'success' as const, total, data: entries.map(asWire) }
      },
    )
  }

const asWire = (entry: HistoryEntry): Static<typeof HistoryReply>['data'][number] => ({
  id: entry.id,
  user: entry.userid,
  user_name: entry.user_name,
  time: wireTime(entry.time),
  tb: entry.tb,
  tb_label: entry.tableLabel,
  rowid: entry.rowid,
  operation: entry.operation,
  entity: entry.entity,
  ...entry.made,
  content: JSON.stringify(wireContent(entry.content)),
  editsql: null,
  editvalues: null,
})
