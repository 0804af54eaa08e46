import type { doers } from '@trowel/contract/doers.js'

/** A person who logged in, as storage has him at this request. */
export interface UserPrincipal {
  readonly kind: 'user'
  readonly id: number
  readonly name: string
  readonly email: string
  /** Global level; the smaller the number, the more power. */
  readonly privilege: number
  /** The session: kept across refreshes, ended by logout. */
  readonly session: string
  /** Goes up when all sessions of the person end. */
  readonly tokenVersion: number
}

/** An external program with an API key. It owns nothing and has no overrides. */
export interface KeyPrincipal {
  readonly kind: 'key'
  readonly keyId: number
  readonly name: string
  readonly privilege: number
  /** May it use the routes of users, overrides, API keys and backups that its level allows? */
  readonly manage: boolean
}

/** The person at the command line of the machine that runs the service: may do everything. */
export interface OperatorPrincipal {
  readonly kind: 'operator'
  readonly name: typeof doers.command_line
  readonly privilege: number
}

export type Principal = UserPrincipal | KeyPrincipal | OperatorPrincipal

/** The id that goes into `creator`; null for everybody who is no user of the application. */
export const creatorId = (principal: Principal): number | null =>
  principal.kind === 'user' ? principal.id : null

/** Is a change set the caller's own? A key has those that were written with it. */
export const isOwnSet = (
  principal: Principal,
  { userId, keyId }: { readonly userId: number; readonly keyId: number | null },
): boolean =>
  (principal.kind === 'user' && principal.id === userId) ||
  (principal.kind === 'key' && principal.keyId === keyId)

/** Whose something is that belongs to one caller alone, within an application: `user/3`, `key/2`. */
export const ownerKey = (principal: Principal): string =>
  `${principal.kind}/${principal.kind === 'user' ? principal.id : principal.kind === 'key' ? principal.keyId : principal.name}`

/** Who did something, as the log says it: the name, with the number of the account or the key. */
export const nameInLog = (principal: Principal): string => {
  if (principal.kind === 'operator') return principal.name
  return `${principal.name} (${principal.kind === 'user' ? principal.id : ownerKey(principal)})`
}
