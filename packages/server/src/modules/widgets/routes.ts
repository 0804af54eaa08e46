import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { WidgetParams, WidgetsReply } from '@trowel/contract/widgets.js'
import { isKnown } from '../../http/entity-tags.js'
import type { Services } from '../../http/services.js'
import { findWidget, listWidgets } from './service.js'

/**
 * A browser that opens the address by itself gets text that can do nothing, and no other site can take the
 * module in.
 */
const safely = {
  'content-type': 'application/javascript; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

/** Modules by which fields are shown in the browser; nothing here installs one. */
export const widgetRoutes =
  ({ binaries }: Services): FastifyPluginAsyncTypebox =>
  async (server) => {
    const tags = ['widgets']

    server.get(
      '/api/widgets',
      { schema: { tags, summary: 'The widgets of the application', response: { 200: WidgetsReply } } },
      async ({ scope }) => ({
        status: 'success' as const,
        widgets: await listWidgets(scope.db.app, binaries),
      }),
    )

    server.get(
      '/api/widget/:name',
      { schema: { tags, summary: 'The ES module of a widget', params: WidgetParams } },
      async (request, reply) => {
        const widget = await findWidget(request.scope.db.app, binaries, request.params.name)
        reply.header('etag', widget.etag).header('cache-control', 'private, max-age=300')
        if (isKnown(request, widget.etag)) return reply.code(304).send()
        return reply.headers(safely).send(await widget.open())
      },
    )
  }
