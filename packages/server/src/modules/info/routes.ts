import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AppInfoReply, InfoReply } from '@trowel/contract/info.js'
import type { Services } from '../../http/services.js'
import { describeApplication, describeService } from './service.js'

const tags = ['information']

/** What the service and the application are. */
export const infoRoutes =
  (services: Services): FastifyPluginAsyncTypebox =>
  async (server) => {
    server.get(
      '/api/info',
      { schema: { tags, summary: 'Version and changelog of the service', response: { 200: InfoReply } } },
      async (request) => describeService(services, request.optionalScope),
    )

    server.get(
      '/api/info/app',
      { schema: { tags, summary: 'The application, and who asks', response: { 200: AppInfoReply } } },
      async (request) => describeApplication(services, request.scope),
    )
  }
