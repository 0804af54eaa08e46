import { Readable } from 'node:stream'
import { FileParams } from '@trowel/contract/files.js'
import { LabelQuery } from '@trowel/contract/labels.js'
import { PrintListQuery, PrintPictureQuery, PrintQuery } from '@trowel/contract/print.js'
import { RecordParams, TableParams } from '@trowel/contract/records.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import type { FirstPictures } from '../../records/listing/list-records.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { contentDisposition } from '../files/index.js'
import { printLabels } from './print-labels.js'
import { printPicture } from './print-picture.js'
import type { PrintContext, PrintedFile } from './printed-file.js'
import { printListing, printRecord } from './service.js'

/** Records on paper. */
export const printRoutes =
  (services: Services, parts: readonly RecordPart[], firstPictures: FirstPictures): Routes =>
  async (server) => {
    const context: PrintContext = { services, parts, firstPictures }
    const tags = ['print']
    const baseOf = ({ protocol, host }: FastifyRequest): string =>
      services.config.publicUrl ?? `${protocol}://${host}`

    server.get(
      `/api/record/:tb/:id${digits}/print`,
      { schema: { tags, summary: 'One record as a PDF', params: RecordParams, querystring: PrintQuery } },
      async (request, reply) => {
        const { scope, params, query } = request
        const asked = { ...query, base: baseOf(request) }
        return send(request, reply, await printRecord(scope, context, params.tb, params.id, asked))
      },
    )

    server.get(
      '/api/records/:tb/print',
      {
        schema: {
          tags,
          summary: 'All records of a listing as a PDF, one after another or as a table',
          params: TableParams,
          querystring: PrintListQuery,
        },
      },
      async (request, reply) => {
        const { scope, params, query } = request
        const asked = { ...query, base: baseOf(request) }
        return send(request, reply, await printListing(scope, context, params.tb, asked))
      },
    )

    server.get(
      '/api/records/:tb/labels',
      {
        schema: {
          tags,
          summary: 'A label for each record of a listing, as a PDF for a sheet or a label printer',
          params: TableParams,
          querystring: LabelQuery,
        },
      },
      async (request, reply) => {
        const { scope, params, query } = request
        const asked = { ...query, base: baseOf(request) }
        return send(request, reply, await printLabels(scope, services, params.tb, asked))
      },
    )

    server.get(
      `/api/file/:id${digits}/print`,
      {
        schema: {
          tags,
          summary: 'A picture as a PDF, with its caption, its scale and what is drawn on it',
          params: FileParams,
          querystring: PrintPictureQuery,
        },
      },
      async (request, reply) => {
        const { scope, params, query } = request
        return send(request, reply, await printPicture(scope, services, params.id, query))
      },
    )
  }

async function send(
  { method }: FastifyRequest,
  reply: FastifyReply,
  { name, open }: PrintedFile,
): Promise<FastifyReply> {
  const content = method === 'HEAD' ? Readable.from([]) : await open()
  const filename = name.replace(/[\p{Cc}/\\:*?"<>|]/gu, '-').slice(0, 120)
  return reply
    .type('application/pdf')
    .header('content-disposition', contentDisposition('inline', { filename, ext: 'pdf' }))
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(content)
}
