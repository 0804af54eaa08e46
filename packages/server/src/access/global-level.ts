import { privileges, privilegeValues } from '@trowel/contract/privileges.js'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import type { Principal } from './principal.js'

type Powerful = Pick<Principal, 'privilege'>

/** May he manage users, keys and backups? */
export const isAdmin = ({ privilege }: Powerful): boolean => privilege <= privileges.admin

/** May he do everything? */
export const isSuperAdmin = ({ privilege }: Powerful): boolean => privilege <= privileges.super_admin

/** May he create records in some table, as far as his global level goes? */
export const canWrite = ({ privilege }: Powerful): boolean => privilege <= privileges.self_writer

/**
 * May he change something that belongs to no record: what he made himself, or, as a writer, what others made?
 */
export const mayChangeLoose = (principal: Principal, creator: number | null): boolean =>
  principal.privilege <= privileges.writer ||
  (canWrite(principal) && principal.kind === 'user' && principal.id === creator)

export const isLevel = (value: unknown): value is number =>
  typeof value === 'number' && privilegeValues.includes(value)

export const levelsInWords = message('privilege_is_one_of', { levels: privilegeValues.join(', ') })

/**
 * A level that a user wants to give to another.
 * @throws `invalid_privilege` when it is none; `not_enough_privilege` when it is more powerful than he is
 *   himself
 */
export function grantableLevel(principal: Principal, value: unknown): number {
  if (!isLevel(value)) {
    throw new AppError('invalid_privilege', { ...levelsInWords, detail: [...privilegeValues] })
  }
  requireAtLeastAsPowerful(principal, value)
  return value
}

export const isAtLeastAsPowerful = ({ privilege }: Powerful, level: number): boolean => level >= privilege

/** No caller acts on a user who may do more than he. @throws `not_enough_privilege` */
export function requireAtLeastAsPowerful(principal: Principal, level: number): void {
  if (isAtLeastAsPowerful(principal, level)) return
  throw new AppError('not_enough_privilege', message('more_power_than_own', {}))
}

/** What an API key can be; `self_writer` becomes `writer`, because a key creates no records of its own. */
const keyLevels: readonly number[] = [
  privileges.admin,
  privileges.writer,
  privileges.self_writer,
  privileges.reader,
]

/** @throws `invalid_privilege`; `not_enough_privilege` */
export function grantableKeyLevel(principal: Principal, value: number): number {
  if (!keyLevels.includes(value)) {
    throw new AppError('invalid_privilege', {
      ...message('key_privilege_unknown', { levels: keyLevels.join(', ') }),
      detail: [...keyLevels],
    })
  }
  requireAtLeastAsPowerful(principal, value)
  return value === privileges.self_writer ? privileges.writer : value
}
