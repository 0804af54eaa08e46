import {
  DeliveriesReply,
  DeliveryParams,
  DeliveryReply,
  WebhookBody,
  WebhookChangeBody,
  WebhookCreatedReply,
  WebhookDeletedReply,
  WebhookParams,
  WebhookSecretReply,
  WebhooksReply,
  WebhookUpdatedReply,
} from '@trowel/contract/webhooks.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { sendInBackground } from './background.js'
import { Deliveries } from './deliveries.js'
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  renewSecret,
  resendDelivery,
  testWebhook,
} from './service.js'

const tags = ['webhooks']

/** Other services are told what was changed. */
export const webhookRoutes =
  (services: Services, parts: readonly RecordPart[]): Routes =>
  async (server) => {
    const deliveries = new Deliveries({ services, parts, log: server.log })
    sendInBackground(server, services, deliveries)

    server.get(
      '/api/webhooks',
      { schema: { tags, summary: 'All webhooks and how they are', response: { 200: WebhooksReply } } },
      async ({ scope }) => ({ status: 'success' as const, webhooks: await listWebhooks(scope) }),
    )

    server.post(
      '/api/webhooks',
      {
        schema: {
          tags,
          summary: 'Make a webhook; the answer shows its secret, once',
          body: WebhookBody,
          response: { 200: WebhookCreatedReply },
        },
      },
      async ({ scope, body }, reply) => {
        reply.header('cache-control', 'no-store')
        const made = await addWebhook(services, scope, body)
        return { status: 'success' as const, code: 'ok_webhook_created' as const, ...made }
      },
    )

    server.put(
      `/api/webhook/:id${digits}`,
      {
        schema: {
          tags,
          summary: 'Change what is given; one that becomes active goes on where it was',
          params: WebhookParams,
          body: WebhookChangeBody,
          response: { 200: WebhookUpdatedReply },
        },
      },
      async ({ scope, params, body }) => ({
        status: 'success' as const,
        code: 'ok_webhook_updated' as const,
        webhook: await changeWebhook(services, scope, params.id, body),
      }),
    )

    server.delete(
      `/api/webhook/:id${digits}`,
      {
        schema: {
          tags,
          summary: 'Delete a webhook; what waits is not sent',
          params: WebhookParams,
          response: { 200: WebhookDeletedReply },
        },
      },
      async ({ scope, params }) => {
        await removeWebhook(scope, params.id)
        return { status: 'success' as const, code: 'ok_webhook_deleted' as const }
      },
    )

    server.post(
      `/api/webhook/:id${digits}/secret`,
      {
        schema: {
          tags,
          summary: 'Make a new secret; the former one signs for a day, too',
          params: WebhookParams,
          response: { 200: WebhookSecretReply },
        },
      },
      async ({ scope, params }, reply) => {
        reply.header('cache-control', 'no-store')
        const renewed = await renewSecret(services, scope, params.id)
        return { status: 'success' as const, code: 'ok_webhook_secret_renewed' as const, ...renewed }
      },
    )

    server.get(
      `/api/webhook/:id${digits}/deliveries`,
      {
        schema: {
          tags,
          summary: 'What was sent and what came of it, newest first',
          params: WebhookParams,
          response: { 200: DeliveriesReply },
        },
      },
      async ({ scope, params }) => ({
        status: 'success' as const,
        deliveries: await listDeliveries(scope, params.id),
      }),
    )

    server.post(
      `/api/webhook/:id${digits}/test`,
      {
        schema: {
          tags,
          summary: 'Send a test and say what came of it',
          params: WebhookParams,
          response: { 200: DeliveryReply },
        },
      },
      async ({ scope, params }) => ({
        status: 'success' as const,
        delivery: await testWebhook(deliveries, scope, params.id),
      }),
    )

    server.post(
      `/api/webhook/:id${digits}/delivery/:n${digits}/resend`,
      {
        schema: {
          tags,
          summary: 'Send something once more, under the same id',
          params: DeliveryParams,
          response: { 200: DeliveryReply },
        },
      },
      async ({ scope, params }) => ({
        status: 'success' as const,
        delivery: await resendDelivery(deliveries, scope, params.id, params.n),
      }),
    )
  }
