import type { Routes } from '../../http/read-input.js'
import { writeTypes } from './service.js'

/** The tables of the application as a file of TypeScript. */
export const typeRoutes: Routes = async (server) => {
  server.get(
    '/api/types',
    {
      schema: { tags: ['tables'], summary: 'The tables and fields that the caller can read, as TypeScript' },
    },
    async ({ scope }, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', `attachment; filename="${scope.application.name}.d.ts"`)
        .header('cache-control', 'no-store')
        .send(await writeTypes(scope)),
  )
}
