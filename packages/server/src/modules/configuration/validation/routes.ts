import { FixBody, FixQuery, FixReply, ValidationReply } from '@trowel/contract/configuration.js'
import type { Routes } from '../../../http/read-input.js'
import type { Services } from '../../../http/services.js'
import type { Finding, Fix } from './findings.js'
import { examineConfiguration, fixConfiguration } from './service.js'

/** The examination of the configuration, and repairs. */
export const validationRoutes =
  (services: Services): Routes =>
  async (server) => {
    const tags = ['configuration']

    server.get(
      '/api/config/validation',
      {
        schema: {
          tags,
          summary: 'Hold the configuration against the database',
          response: { 200: ValidationReply },
        },
      },
      async ({ scope }) => {
        const sections = await examineConfiguration(scope, services)
        const report = sections.flatMap(({ head, findings }) => [head, ...findings].map(entryOf))
        return { status: 'success' as const, report }
      },
    )

    server.post(
      '/api/config/validation/fix',
      {
        schema: {
          tags,
          summary: 'Carry out a repair that the report proposes',
          body: FixBody,
          querystring: FixQuery,
          response: { 200: FixReply },
        },
      },
      async ({ scope, body, query }) => ({
        status: 'success' as const,
        code: await fixConfiguration(scope, { ...query, ...body }),
      }),
    )
  }

const captions: Readonly<Record<Fix['action'], { readonly table: string; readonly column: string }>> = {
  create: { table: 'Make the table', column: 'Add the column' },
  delete: { table: 'Delete the table', column: 'Delete the column' },
}

function entryOf({ fix, ...said }: Finding) {
  if (!fix) return said
  const { action, table, column } = fix
  return {
    ...said,
    suggest: captions[action][column === undefined ? 'table' : 'column'],
    fix: [action, table, ...(column === undefined ? [] : [column])],
  }
}
