import { DownloadTicketBody, DownloadTicketReply } from '@trowel/contract/download-tickets.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import { makeTicket } from './service.js'

/** Downloads that a browser makes by following a link, where no header can be sent. */
export const downloadTicketRoutes =
  (services: Services): Routes =>
  async (server) => {
    server.post(
      '/api/download-ticket',
      {
        schema: {
          tags: ['authentication'],
          summary: 'An address that a browser can follow once, within a minute, without a header',
          body: DownloadTicketBody,
          response: { 200: DownloadTicketReply },
        },
      },
      async ({ scope, body }, reply) => {
        reply.header('cache-control', 'no-store')
        return makeTicket(services, scope, body.path)
      },
    )
  }
