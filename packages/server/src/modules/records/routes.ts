import { Readable } from 'node:stream'
import {
  ExportQuery,
  RecordListQuery,
  RecordParams,
  RecordQuery,
  TableParams,
} from '@trowel/contract/records.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { abortOnDisconnect } from '../../http/abort-on-disconnect.js'
import { isKnown } from '../../http/entity-tags.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import { type FirstPictures, listRecords, type RecordList } from '../../records/listing/list-records.js'
import { readRecord } from '../../records/reading/read-record.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { exportRecords } from './export/export-records.js'

/** Reading records: the listing, one record in full, the export. */
export const recordRoutes =
  ({ binaries }: Services, parts: readonly RecordPart[], pictures: FirstPictures): Routes =>
  async (server) => {
    const listing = { tags: ['records'], params: TableParams }

    server.get(
      '/api/records/:tb',
      {
        schema: {
          ...listing,
          querystring: RecordListQuery,
          summary: 'List records: paged, sorted, filtered',
        },
      },
      async (request, reply) => {
        const { scope, params, query } = request
        return sendList(request, reply, await listRecords(scope, params.tb, query, {}, pictures))
      },
    )

    server.post(
      '/api/records/:tb',
      {
        schema: {
          ...listing,
          querystring: RecordListQuery,
          body: RecordListQuery,
          summary: 'The same listing, its parameters in a JSON body',
        },
      },
      async (request, reply) => {
        const { scope, params, query, body } = request
        return sendList(request, reply, await listRecords(scope, params.tb, query, body, pictures))
      },
    )

    server.get(
      '/api/records/:tb/export',
      {
        schema: {
          ...listing,
          querystring: ExportQuery,
          summary: 'All records of a listing as a file: csv, xlsx, json, ndjson, geojson, gpkg',
        },
      },
      async (request, reply) => {
        const { scope, params, query, method } = request
        const file = await exportRecords(scope, params.tb, query, binaries.spool)
        const content = method === 'HEAD' ? Readable.from([]) : await file.open(abortOnDisconnect(reply))
        return reply
          .type(file.contentType)
          .header('content-disposition', `attachment; filename="${file.name}"`)
          .header('cache-control', 'no-store')
          .send(content)
      },
    )

    server.get(
      `/api/record/:tb/:id${digits}`,
      {
        schema: {
          tags: ['records'],
          params: RecordParams,
          querystring: RecordQuery,
          summary: 'One record in full',
        },
      },
      async (request, reply) => {
        const { tb, id } = request.params
        const record = await readRecord(request.scope, parts, tb, id, request.query.template)
        const etag = record.etag()
        reply.header('etag', etag).header('cache-control', 'private, no-cache')
        if (isKnown(request, etag)) return reply.code(304).send()
        return reply.type('application/json; charset=utf-8').send(record.text())
      },
    )
  }

function sendList(request: FastifyRequest, reply: FastifyReply, list: RecordList): FastifyReply {
  reply.header('etag', list.etag).header('cache-control', 'private, no-cache')
  if (request.method !== 'POST' && isKnown(request, list.etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(list.body)
}
