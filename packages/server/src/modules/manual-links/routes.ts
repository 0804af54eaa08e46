import {
  ManualLinkBody,
  ManualLinkParams,
  ManualLinkRemovedReply,
  ManualLinkReply,
} from '@trowel/contract/manual-links.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import { link, unlink } from './service.js'

/** Links between any two records that people make by hand. */
export const manualLinkRoutes: Routes = async (server) => {
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
      const one = { table: body.tb_one, id: body.id_one }
      const two = { table: body.tb_two, id: body.id_two }
      const made = await link(scope, one, two, body.label)
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
      await unlink(scope, params.id)
      return { status: 'success' as const, code: 'ok_userlink_erased' as const }
    },
  )
}
