import { type Static, Type } from 'typebox'
import { phrase } from './messages/messages.js'
import { name } from './wire/input.js'

/** What a browser can fetch by a ticket, without a header. */
export const ticketRoutes: readonly string[] = [
  '/api/backup/:file/download',
  '/api/records/:tb/export',
  '/api/records/:tb/print',
  '/api/records/:tb/labels',
  '/api/record/:tb/:id/print',
  '/api/file/:id/print',
  '/api/export/gpkg',
  '/api/rs/export',
  '/api/file/:id/content',
]

export const DownloadTicketBody = Type.Object({
  path: name({
    description: 'path and query of what is to be fetched',
    words: phrase('must_be_download', { paths: ticketRoutes.join(', ') }),
    reason: 'no download',
  }),
})

export const DownloadTicketReply = Type.Object({
  status: Type.Literal('success'),
  url: Type.String({ description: 'the same path, with the ticket: good for one request' }),
  expires_at: Type.String({ description: 'ISO 8601 in UTC' }),
})
export type DownloadTicketReply = Static<typeof DownloadTicketReply>
