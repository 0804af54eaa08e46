import {
  type ApiKey,
  ApiKeyParams,
  ApiKeysReply,
  CreateApiKeyBody,
  CreateApiKeyReply,
  RemoveApiKeyReply,
  RevokeApiKeyReply,
} from '@trowel/contract/api-keys.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import { createApiKey, listApiKeys, removeApiKey, revokeApiKey } from './service.js'
import type { StoredKey } from './store.js'

const tags = ['API keys']

/** Keys for programs that work without a person. */
export const apiKeyRoutes =
  (services: Services): Routes =>
  async (server) => {
    server.get(
      '/api/api-keys',
      { schema: { tags, summary: 'All keys, newest first', response: { 200: ApiKeysReply } } },
      async (request) => ({
        status: 'success' as const,
        keys: (await listApiKeys(request.scope)).map(asWire),
      }),
    )

    server.post(
      '/api/api-keys',
      {
        schema: {
          tags,
          summary: 'Make a key; the answer shows it, once',
          body: CreateApiKeyBody,
          response: { 200: CreateApiKeyReply },
        },
      },
      async (request, reply) => {
        const created = await createApiKey(services, request.scope, request.body)
        reply.header('cache-control', 'no-store')
        return { status: 'success' as const, code: 'ok_api_key_created' as const, ...created }
      },
    )

    server.post(
      `/api/api-key/:id${digits}/revoke`,
      {
        schema: {
          tags,
          summary: 'Make a key useless',
          params: ApiKeyParams,
          response: { 200: RevokeApiKeyReply },
        },
      },
      async (request) => {
        await revokeApiKey(request.scope, request.params.id)
        return { status: 'success' as const, code: 'ok_api_key_revoked' as const }
      },
    )

    server.delete(
      `/api/api-key/:id${digits}`,
      {
        schema: { tags, summary: 'Delete a key', params: ApiKeyParams, response: { 200: RemoveApiKeyReply } },
      },
      async (request) => {
        await removeApiKey(request.scope, request.params.id)
        return { status: 'success' as const, code: 'ok_api_key_deleted' as const }
      },
    )
  }

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)

const asWire = (key: StoredKey): ApiKey => ({
  id: key.id,
  label: key.label,
  privilege: key.privilege,
  manage: key.manage === 1,
  created_by: key.createdBy,
  created_by_name: key.createdByName,
  created_at: seconds(key.createdAt),
  last_used_at: key.lastUsedAt === null ? null : seconds(key.lastUsedAt),
  revoked_at: key.revokedAt === null ? null : seconds(key.revokedAt),
  is_active: key.revokedAt === null,
})
