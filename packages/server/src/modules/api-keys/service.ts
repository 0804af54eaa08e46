import { privileges } from '@trowel/contract/privileges.js'
import { hashApiKey, makeApiKey } from '../../access/api-keys.js'
import { grantableKeyLevel } from '../../access/global-level.js'
import { creatorId } from '../../access/principal.js'
import { AppError } from '../../errors.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { deleteKey, insertKey, revokeKey, type StoredKey, selectKeys } from './store.js'

const maxLabelLength = 120

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

/** @throws `parameter_missing` (label), `invalid_parameter` (label, manage), `invalid_privilege` */
export async function createApiKey(
  services: Pick<Services, 'config'>,
  scope: RequestScope,
  input: { readonly label: unknown; readonly privilege: unknown; readonly manage: unknown },
): Promise<NewApiKey> {
  const label = labelOf(input.label)
  const privilege = grantableKeyLevel(scope.principal, input.privilege ?? privileges.reader)
  const manage = manageOf(input.manage)
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

function labelOf(value: unknown): string {
  const label = typeof value === 'string' ? value.trim() : (value ?? '')
  if (label === '') {
    throw new AppError('parameter_missing', {
      text: 'Say with "label" what the key is for.',
      detail: 'label',
    })
  }
  if (typeof label !== 'string' || [...label].length > maxLabelLength || /\p{Cc}/u.test(label)) {
    throw new AppError('invalid_parameter', {
      text: `The label must be a text of 1 to ${maxLabelLength} characters in one line.`,
      detail: { name: 'label', reason: 'not a text of that length' },
    })
  }
  return label
}

function manageOf(value: unknown): boolean {
  if (value === undefined || value === null) return false
  if (typeof value === 'boolean') return value
  throw new AppError('invalid_parameter', {
    text: '"manage" must be true or false.',
    detail: { name: 'manage', reason: 'neither true nor false' },
  })
}

const noSuchKey = (): AppError => new AppError('not_found', { text: 'There is no such API key.' })
