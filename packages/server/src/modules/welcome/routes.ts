import { SaveWelcomeBody, WelcomeReply, WelcomeSavedReply } from '@trowel/contract/welcome.js'
import type { Routes } from '../../http/read-input.js'
import { saveWelcome } from './service.js'

const tags = ['information']

/** The text that people meet on the first page of the application. */
export const welcomeRoutes: Routes = async (server) => {
  server.get(
    '/api/welcome',
    { schema: { tags, summary: 'The welcome text', response: { 200: WelcomeReply } } },
    async ({ scope }) => ({
      status: 'success' as const,
      content: scope.application.settings.welcome,
    }),
  )

  server.put(
    '/api/welcome',
    {
      schema: {
        tags,
        summary: 'Store the welcome text',
        body: SaveWelcomeBody,
        response: { 200: WelcomeSavedReply },
      },
    },
    async ({ scope, body }) => {
      await saveWelcome(scope, body.content)
      return { status: 'success' as const, code: 'ok_save' as const }
    },
  )
}
