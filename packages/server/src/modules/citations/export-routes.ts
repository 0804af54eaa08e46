import { Readable } from 'node:stream'
import {
  CitationExportQuery,
  RecordOfCitationsParams,
  TableOfCitationsParams,
} from '@trowel/contract/citations.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import { type CitationFile, exportListingCitations, exportRecordCitations } from './export-citations.js'

const tags = ['citations']

/** Citations as files for bibliographic programs. */
export const citationExportRoutes: Routes = async (server) => {
  server.get(
    '/api/refman/export/:tb',
    {
      schema: {
        tags,
        summary: 'The works that the records of a listing cite, each once: csljson, bibtex, ris',
        params: TableOfCitationsParams,
        querystring: CitationExportQuery,
      },
    },
    async (request, reply) => {
      const { scope, params, query } = request
      return sendFile(request, reply, await exportListingCitations(scope, params.tb, query))
    },
  )

  server.get(
    `/api/refman/export/:tb/:id${digits}`,
    {
      schema: {
        tags,
        summary: 'The works that a record cites: csljson, bibtex, ris',
        params: RecordOfCitationsParams,
        querystring: CitationExportQuery,
      },
    },
    async (request, reply) => {
      const { scope, params, query } = request
      const file = await exportRecordCitations(scope, params.tb, params.id, query.format)
      return sendFile(request, reply, file)
    },
  )
}

async function sendFile(
  { method }: FastifyRequest,
  reply: FastifyReply,
  { name, contentType, open }: CitationFile,
): Promise<FastifyReply> {
  const content = method === 'HEAD' ? Readable.from([]) : await open()
  return reply
    .type(contentType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(content)
}
