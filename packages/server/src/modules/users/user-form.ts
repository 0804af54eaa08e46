import { createHash } from 'node:crypto'
import { privilegeName, privilegeValues } from '@trowel/contract/privileges.js'
import type { ListedUser, UserForm } from '@trowel/contract/users.js'
import { isAdmin, isAtLeastAsPowerful } from '../../access/global-level.js'
import type { Principal } from '../../access/principal.js'
import { wireTime } from '../../http/wire-time.js'
import { isOwnAccount } from './account-rights.js'
import type { Account, UserWithOverrides } from './service.js'

/** A user in the list, as the caller sees him. */
export function listedUser(caller: Principal, user: UserWithOverrides): ListedUser {
  const { id, name, email, privilege, overrideCount, lastLoginAt } = user
  return {
    id,
    name,
    email,
    privilege: privilegeName(privilege),
    privilege_value: privilege,
    editable: isOwnAccount(caller, id) || (isAdmin(caller) && isAtLeastAsPowerful(caller, privilege)),
    override_count: overrideCount,
    ...(isAdmin(caller) && {
      oauth_provider: user.oauthProvider,
      last_login_at: lastLoginAt === null ? null : wireTime(lastLoginAt),
    }),
  }
}

/** What a form of an account shows; without an account that of a new one. */
export function userForm(caller: Principal, account?: Account): UserForm {
  const email = account?.email ?? ''
  return {
    status: 'success',
    id: account?.id ?? null,
    name: account?.name ?? '',
    email,
    privilege: account?.privilege ?? null,
    avatar: createHash('md5').update(email.trim().toLowerCase()).digest('hex'),
    privileges: privilegeValues
      .filter((value) => isAtLeastAsPowerful(caller, value))
      .map((value) => ({ value, label: privilegeName(value), selected: value === account?.privilege })),
    ...(isAdmin(caller) && {
      oauth_provider: account?.oauthProvider ?? null,
      oauth_sub: account?.oauthSubject ?? null,
    }),
  }
}
