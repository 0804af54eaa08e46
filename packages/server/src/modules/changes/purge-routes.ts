import { PurgeBody, PurgeReply } from '@trowel/contract/purge.js'
import type { Routes } from '../../http/read-input.js'
import { purgeJournal } from './purge.js'

/** Forgets what was changed long ago. */
export const purgeRoutes: Routes = async (server) => {
  server.post(
    '/api/change-sets/purge',
    {
      schema: {
        tags: ['history'],
        summary: 'Forget what was changed before a moment; earlier states cannot be asked for any more',
        body: PurgeBody,
        response: { 200: PurgeReply },
      },
    },
    ({ scope, log, body }) => purgeJournal(scope, log, body),
  )
}
