import {
  MigrationsReply,
  UpgradeReply,
  UpgradeStatusQuery,
  UpgradeStatusReply,
} from '@trowel/contract/upgrade.js'
import { AppError } from '../../errors.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import { listMigrations, upgrade, upgradeStatus } from './service.js'

const tags = ['upgrade']

/** How an application follows a newer service. */
export const upgradeRoutes =
  (services: Services): Routes =>
  async (server) => {
    server.get(
      '/api/migrations',
      {
        schema: {
          tags,
          summary: 'All steps of the database, and which of them ran',
          response: { 200: MigrationsReply },
        },
      },
      async ({ scope }) => {
        const migrations = await listMigrations(scope)
        const known = migrations.filter((migration) => migration.unknown === undefined)
        return {
          status: 'success' as const,
          total: known.length,
          applied: known.filter(({ applied }) => applied).length,
          migrations,
        }
      },
    )

    server.get(
      '/api/upgrade/status',
      {
        schema: {
          tags,
          summary: 'Whether an application waits to be upgraded',
          querystring: UpgradeStatusQuery,
          response: { 200: UpgradeStatusReply },
        },
      },
      async ({ headers, query }) => upgradeStatus(services, headers.authorization, query.app),
    )

    server.post(
      '/api/upgrade/minor',
      { schema: { tags, summary: 'Run what waits', response: { 200: UpgradeReply } } },
      async ({ scope }) => ({
        status: 'success' as const,
        code: 'upgrade_complete' as const,
        applied: await upgrade(scope),
      }),
    )

    server.post(
      '/api/upgrade/major',
      { schema: { tags, summary: 'Refused: there is no older line to upgrade from' } },
      async () => {
        throw new AppError('no_major_upgrade_needed')
      },
    )
  }
