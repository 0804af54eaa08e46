import { NewAppBody, NewAppReply, NewAppStatusReply } from '@trowel/contract/new-app.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import { createByWizard, newAppStatus } from './service.js'

const tags = ['new application']

/** The wizard that makes the first application of a fresh service. */
export const newAppRoutes =
  (services: Services): Routes =>
  async (server) => {
    server.get(
      '/api/new-app/status',
      {
        schema: { tags, summary: 'Can an application be created now?', response: { 200: NewAppStatusReply } },
      },
      async () => newAppStatus(services),
    )

    server.post(
      '/api/new-app',
      {
        schema: {
          tags,
          summary: 'Make an application and its first super-administrator',
          body: NewAppBody,
          response: { 200: NewAppReply },
        },
      },
      async (request) => {
        const { name, definition, email, password, db_engine, setup_token } = request.body
        const input = {
          name,
          definition,
          email,
          password,
          engine: db_engine,
          setupToken: setup_token ?? String(request.headers['x-setup-token'] ?? ''),
        }
        const log = await createByWizard(services, input, request.ip)
        return { status: 'success' as const, code: 'ok_app_created' as const, app: String(name), log }
      },
    )
  }
