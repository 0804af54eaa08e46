import { type Static, Type } from 'typebox'
import { phrase } from './messages/messages.js'
import { type Input, line, nullable, pathId } from './wire/input.js'

const seconds = Type.Union([Type.Integer(), Type.Null()], { description: 'unix seconds' })

export const ApiKey = Type.Object({
  id: Type.Integer(),
  label: Type.String(),
  privilege: Type.Integer(),
  manage: Type.Boolean({
    description: 'may it use the routes of users, overrides, API keys, webhooks and backups?',
  }),
  created_by: Type.Union([Type.Integer(), Type.Null()], {
    description: 'user id; null when the user is gone',
  }),
  created_by_name: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.Integer({ description: 'unix seconds' }),
  last_used_at: seconds,
  revoked_at: seconds,
  is_active: Type.Boolean(),
})
export type ApiKey = Static<typeof ApiKey>

export const ApiKeysReply = Type.Object({ status: Type.Literal('success'), keys: Type.Array(ApiKey) })

export const ApiKeyParams = Type.Object({ id: pathId({ description: 'id of the key' }) })

export const CreateApiKeyBody = Type.Object({
  label: line(120, {
    description: 'what the key is for, 1 to 120 characters',
    sentence: phrase('key_label_form', { most: 120 }),
    reason: 'not a text of that length',
    missing: phrase('key_label_needed', {}),
  }),
  privilege: nullable(Type.Integer(), '30 (default) reads, 20 writes, 10 administers; 25 becomes 20', {
    code: 'invalid_privilege',
    sentence: phrase('key_privilege_unknown', { levels: '10, 20, 25, 30' }),
  }),
  manage: nullable(
    Type.Boolean(),
    'true: it may use the routes of users, overrides, API keys, webhooks and backups (default false)',
    { words: phrase('must_be_truth', {}), reason: 'neither true nor false' },
  ),
})
export type CreateApiKeyBody = Input<typeof CreateApiKeyBody>

export const CreateApiKeyReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_api_key_created'),
  id: Type.Integer(),
  label: Type.String(),
  privilege: Type.Integer(),
  manage: Type.Boolean(),
  key: Type.String({ description: 'the key itself: shown here and never again' }),
})
export type CreateApiKeyReply = Static<typeof CreateApiKeyReply>

export const RevokeApiKeyReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_api_key_revoked'),
})

export const RemoveApiKeyReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_api_key_deleted'),
})
