import { AppBody, AppReply, doneReply } from '@trowel/contract/configuration.js'
import type { Routes } from '../../http/read-input.js'
import { readApp, updateApp } from './app-service.js'
import { dbmlRoutes } from './dbml/routes.js'
import { fieldRoutes } from './fields/routes.js'
import { relationRoutes } from './relations/routes.js'
import { tableConfigurationRoutes } from './tables/routes.js'
import { switchRoutes } from './tables/switch-routes.js'

/**
 * Everything that super-admins configure: the application, its tables and fields, their indexes and switches.
 */
export const configurationRoutes: Routes = async (server) => {
  const tags = ['configuration']

  server.get(
    '/api/config/app',
    { schema: { tags, summary: 'Settings and users of the application', response: { 200: AppReply } } },
    async ({ scope }) => ({ status: 'success' as const, ...(await readApp(scope)) }),
  )

  server.put(
    '/api/config/app',
    {
      schema: {
        tags,
        summary: 'Change settings of the application',
        body: AppBody,
        response: { 200: doneReply('ok_cfg_data_updated') },
      },
    },
    async ({ scope, body }) => {
      await updateApp(scope, body)
      return { status: 'success' as const, code: 'ok_cfg_data_updated' as const }
    },
  )

  await server.register(tableConfigurationRoutes)
  await server.register(fieldRoutes)
  await server.register(relationRoutes)
  await server.register(switchRoutes)
  await server.register(dbmlRoutes)
}
