import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  ManualLinkBody,
  ManualLinkParams,
  ManualLinkRemovedReply,
  ManualLinkReply,
} from '@trowel/contract/manual-links.js'
import { digits } from '../../http/guard.js'
import { readManualLink } from './link-input.js'
import { link, unlink } from './service.js'

/** Links between any two records that people make by hand. */
export const manualLinkRoutes: FastifyPluginAsyncTypebox = async (server) => {
  const tags = ['links']

  server.post(
    '/api/manual-link',
    {
      schema: {
        tags,
        summary: 'Link two records; the answer describes the second',
        body: ManualLinkBody,
        response: { 200: ManualLinkReply },
      },
    },
    async ({ scope, body }) => {
      const { one, two, label } = readManualLink(body)
      const made = await link(scope, one, two, label)
      return { status: 'success' as const, code: 'all_links_saved' as const, link: made }
    },
  )

  server.delete(
    `/api/manual-link/:id${digits}`,
    {
      schema: {
        tags,
        summary: 'Take a link between two records away',
        params: ManualLinkParams,
        response: { 200: ManualLinkRemovedReply },
      },
    },
    async ({ scope, params }) => {
      await unlink(scope, Number(params.id))
      return { status: 'success' as const, code: 'ok_userlink_erased' as const }
    },
  )
}
