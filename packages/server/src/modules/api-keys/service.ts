import type { CreateApiKeyBody } from '@trowel/contract/api-keys.js'
import { privileges } from '@trowel/contract/privileges.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { hashApiKey, makeApiKey } from '../../access/api-keys.js'
import { grantableKeyLevel } from '../../access/global-level.js'
import { creatorId } from '../../access/principal.js'
import { AppError } from '../../errors.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { message } from '../../message.js'
import { deleteKey, insertKey, revokeKey, type StoredKey, selectKeys } from './store.js'

/** All keys, revoked ones too, newest first. */
export function listApiKeys(scope: RequestScope): Promise<StoredKey[]> {
  return selectKeys(scope.db.quick)
}

export interface NewApiKey {
  readonly id: number
  readonly label: string
  readonly privilege: number
  readonly manage: boolean
  /** The key itself: stored nowhere, so this is the only time that anybody sees it. */
  readonly key: string
}

/** @throws `invalid_privilege`, `not_enough_privilege` */
export async function createApiKey(
  services: Pick<Services, 'config'>,
  scope: RequestScope,
  input: Decoded<typeof CreateApiKeyBody>,
): Promise<NewApiKey> {
  const { label, manage = false } = input
  const privilege = grantableKeyLevel(scope.principal, input.privilege ?? privileges.reader)
  const key = makeApiKey(services.config.keyPrefix, scope.application.name)
  const stored = { hash: hashApiKey(key), label, privilege, manage, createdBy: creatorId(scope.principal) }
  const id = await insertKey(scope.db, stored, scope.now)
  await noteEvent(scope, manage ? 'key_created_managing' : 'key_created', { key: id, label, privilege })
  return { id, label, privilege, manage, key }
}

/** The key works no more, and stays in the list. @throws `not_found` */
export async function revokeApiKey(scope: RequestScope, id: number): Promise<void> {
  if (!(await revokeKey(scope.db, id, scope.now))) throw noSuchKey()
  await noteEvent(scope, 'key_revoked', { key: id })
}

/** @throws `not_found` */
export async function removeApiKey(scope: RequestScope, id: number): Promise<void> {
  if (!(await deleteKey(scope.db, id))) throw noSuchKey()
  await noteEvent(scope, 'key_deleted', { key: id })
}

const noSuchKey = (): AppError => new AppError('not_found', message('no_such_key', {}))
