import { type Static, Type } from 'typebox'

/** What a browser can fetch by a ticket, without a header. */
export const ticketRoutes: readonly string[] = [
  '/api/backup/:file/download',
  '/api/records/:tb/export',
  '/api/records/:tb/print',
  '/api/record/:tb/:id/print',
  '/api/export/gpkg',
  '/api/rs/export',
  '/api/file/:id/content',
]

/** The value is examined by the service. */
export const DownloadTicketBody = Type.Union([
  Type.Object({
    path: Type.Optional(Type.Unknown({ description: 'path and query of what is to be fetched' })),
  }),
  Type.Null(),
])

export const DownloadTicketReply = Type.Object({
  status: Type.Literal('success'),
  url: Type.String({ description: 'the same path, with the ticket: good for one request' }),
  expires_at: Type.String({ description: 'ISO 8601 in UTC' }),
})
export type DownloadTicketReply = Static<typeof DownloadTicketReply>
