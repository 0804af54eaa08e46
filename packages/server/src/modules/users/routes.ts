import {
  RemoveUserBody,
  RemoveUserQuery,
  RemoveUserReply,
  RevokeSessionsReply,
  SaveUserBody,
  SaveUserReply,
  UserForm,
  UserParams,
  UsersReply,
} from '@trowel/contract/users.js'
import { canWrite, isAdmin } from '../../access/global-level.js'
import { issueToken } from '../../access/session-token.js'
import { AppError } from '../../errors.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { wireTime } from '../../http/wire-time.js'
import { message } from '../../message.js'
import type { AccountInput } from './account-input.js'
import { createUser, removeUser, revokeSessions, type SavedAccount, updateUser } from './change-account.js'
import { listedUser, listVisibleUsers, readAccount, userForm } from './service.js'

const tags = ['users']

/** Accounts: everybody's own, and all of them for administrators. */
export const userRoutes =
  (services: Services): Routes =>
  async (server) => {
    server.get(
      '/api/users',
      { schema: { tags, summary: 'The accounts that one may see', response: { 200: UsersReply } } },
      async ({ scope }) => ({
        status: 'success' as const,
        admin: isAdmin(scope.principal),
        can_write: canWrite(scope.principal),
        users: (await listVisibleUsers(scope)).map((user) => listedUser(scope.principal, user)),
      }),
    )

    server.get(
      '/api/user',
      { schema: { tags, summary: 'The empty form of an account', response: { 200: UserForm } } },
      async ({ scope }) => userForm(scope.principal),
    )

    server.get(
      `/api/user/:id${digits}`,
      {
        schema: { tags, summary: 'The form of an account', params: UserParams, response: { 200: UserForm } },
      },
      async ({ scope, params }) => userForm(scope.principal, await readAccount(scope, params.id)),
    )

    server.post(
      '/api/user',
      {
        schema: {
          tags,
          summary: 'Make an account, or change the one that "id" names',
          body: SaveUserBody,
          response: { 200: SaveUserReply },
        },
      },
      async ({ scope, body }, reply) => {
        const {
          id: userId,
          name,
          email,
          password,
          privilege,
          current_password,
          oauth_provider,
          oauth_sub,
          before,
        } = body
        const input: AccountInput = {
          name,
          email,
          password,
          privilege,
          currentPassword: current_password,
          before,
          oauthProvider: oauth_provider,
          oauthSubject: oauth_sub,
          furtherProviders: services.config.identityProviders.map((provider) => provider.name),
        }
        reply.header('cache-control', 'no-store')
        const done = { status: 'success' as const, code: 'user_data_saved' as const }
        if (userId === undefined) return { ...done, id: await createUser(scope, input) }
        return { ...done, ...(await renewedToken(services, scope, await updateUser(scope, userId, input))) }
      },
    )

    server.delete(
      `/api/user/:id${digits}`,
      {
        schema: {
          tags,
          summary: 'Delete an account',
          params: UserParams,
          response: { 200: RemoveUserReply },
        },
      },
      async ({ scope, params }) => {
        await removeUser(scope, params.id)
        return { status: 'success' as const, code: 'user_deleted' as const }
      },
    )

    server.delete(
      '/api/user',
      {
        schema: {
          tags,
          summary: 'Delete the account that "id" names, in the address or the body',
          querystring: RemoveUserQuery,
          body: RemoveUserBody,
          response: { 200: RemoveUserReply },
        },
      },
      async ({ scope, query, body }) => {
        const userId = query.id ?? body.id
        if (userId === undefined) {
          throw new AppError('parameter_missing', {
            ...message('say_which_user', { name: 'id' }),
            detail: 'id',
          })
        }
        await removeUser(scope, userId)
        return { status: 'success' as const, code: 'user_deleted' as const }
      },
    )

    server.post(
      `/api/user/:id${digits}/revoke`,
      {
        schema: {
          tags,
          summary: 'End all sessions of somebody',
          params: UserParams,
          response: { 200: RevokeSessionsReply },
        },
      },
      async ({ scope, params }) => {
        await revokeSessions(scope, params.id)
        return { status: 'success' as const, code: 'token_revoked' as const }
      },
    )
  }

/**
 * A user who changed his own password or address gets a token that says so; the old one may have ended with
 * it.
 */
async function renewedToken(
  { secrets }: Services,
  { application, principal, now }: RequestScope,
  { account, changed }: SavedAccount,
): Promise<{ token?: string; expires_at?: string }> {
  const isOwn = principal.kind === 'user' && principal.id === account.id
  if (!isOwn || !(changed.includes('password') || changed.includes('email'))) return {}
  const issued = await issueToken(secrets, application, account, principal.session, now)
  return { token: issued.token, expires_at: wireTime(issued.expiresAt) }
}
