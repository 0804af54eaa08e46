import { PreferencesBody, PreferencesReply } from '@trowel/contract/preferences.js'
import type { Routes } from '../../http/read-input.js'
import { readPreferences, savePreferences } from './service.js'

const tags = ['users']

/** What a person keeps at hand, on whatever device. */
export const preferencesRoutes: Routes = async (server) => {
  server.get(
    '/api/preferences',
    { schema: { tags, summary: 'What the caller keeps at hand', response: { 200: PreferencesReply } } },
    async ({ scope }) => ({ status: 'success' as const, preferences: await readPreferences(scope) }),
  )

  server.put(
    '/api/preferences',
    {
      schema: {
        tags,
        summary: 'Put lists in the place of those that the caller kept',
        body: PreferencesBody,
        response: { 200: PreferencesReply },
      },
    },
    async ({ scope, body }) => {
      await savePreferences(scope, body)
      return { status: 'success' as const, preferences: await readPreferences(scope) }
    },
  )
}
