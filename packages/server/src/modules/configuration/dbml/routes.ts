import {
  SchemaAppliedReply,
  SchemaPreviewReply,
  SchemaTextBody,
  StartsQuery,
  StartsReply,
} from '@trowel/contract/dbml.js'
import type { Routes } from '../../../http/read-input.js'
import { applySchema, exportSchema, previewSchema } from './service.js'
import { listStarts } from './starts.js'

/** The configuration as a text in DBML: written, looked at, applied. */
export const dbmlRoutes: Routes = async (server) => {
  const tags = ['configuration']
  const done = { status: 'success', code: 'ok' } as const

  server.get(
    '/api/config/dbml',
    { schema: { tags, summary: 'Tables, fields and vocabularies as DBML' } },
    async ({ scope }, reply) => {
      const file = await exportSchema(scope)
      return reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .header('cache-control', 'no-store')
        .send(file.text)
    },
  )

  server.post(
    '/api/config/dbml/preview',
    {
      schema: {
        tags,
        summary: 'What a schema text would make; writes nothing',
        body: SchemaTextBody,
        response: { 200: SchemaPreviewReply },
      },
    },
    async ({ scope, body }) => ({ ...done, preview: await previewSchema(scope, body.dbml) }),
  )

  server.post(
    '/api/config/dbml/apply',
    {
      schema: {
        tags,
        summary: 'Make what a schema text describes',
        body: SchemaTextBody,
        response: { 200: SchemaAppliedReply },
      },
    },
    async ({ scope, body }) => ({ ...done, result: await applySchema(scope, body.dbml) }),
  )

  server.get(
    '/api/config/starts',
    {
      schema: {
        tags,
        summary: 'Schemas of common projects to begin with',
        querystring: StartsQuery,
        response: { 200: StartsReply },
      },
    },
    async ({ query }) => ({ status: 'success' as const, starts: await listStarts(query.lang) }),
  )
}
