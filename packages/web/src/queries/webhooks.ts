import { describeQuery } from '../core/query.js'
import { client } from '../core/session.js'

/** So often what is sent meanwhile is looked at, in milliseconds. */
const lookEveryMs = 10_000

/** Other services that are told what was changed. */
export const webhookQueries = {
  all: (app: string) =>
    describeQuery({
      key: [app, 'webhooks'],
      fetch: (signal) => client.webhooks.list({ signal }),
      offline: false,
      madeOf: [{ of: 'webhook' }],
    }),

  deliveries: (app: string, id: number) =>
    describeQuery({
      key: [app, 'webhooks', id, 'deliveries'],
      fetch: (signal) => client.webhooks.deliveries(id, { signal }),
      offline: false,
      madeOf: [{ of: 'webhook', id }],
      refetchInterval: lookEveryMs,
    }),
}
