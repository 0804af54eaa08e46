import type { PreferencesBody, PreferencesReply } from '@trowel/contract/preferences.js'
import type {
  EffectiveReply,
  PrivilegePreviewReply,
  RemovePrivilegeReply,
  RemovePrivilegesBody,
  RemovePrivilegesReply,
  RemoveUserReply,
  RevokeSessionsReply,
  SaveTablePrivilegeReply,
  SaveUserBody,
  SaveUserReply,
  TablePrivilegeBody,
  TablePrivilegesReply,
  UserForm,
  UsersReply,
} from '@trowel/contract/users.js'
import type { Session } from '../session.js'
import type { CallOptions, Transport } from '../transport.js'

/** Accounts of people. */
export const usersOf = ({ send }: Transport, session: Session) => ({
  /** All accounts for administrators, one's own for others. */
  list: (options?: CallOptions) => send<typeof UsersReply>('GET /api/users', [], options),

  /** The form of an account. */
  read: (id: number, options?: CallOptions) => send<typeof UserForm>('GET /api/user/:id', [id], options),

  /** The empty form, with the levels that the caller may give. */
  readNew: (options?: CallOptions) => send<typeof UserForm>('GET /api/user', [], options),

  /**
   * Makes or changes an account. After a change of one's own password or address the session goes on.
   * @throws `wrong_password`, `password_confirmation_required`; `stale_record` where the account is another
   *   by now than `before` in the body says
   */
  save: async (body: SaveUserBody, options?: CallOptions): Promise<SaveUserReply> => {
    const { user } = session
    const reply = await send<SaveUserReply>('POST /api/user', [], { body, ...options })
    // A session that ended meanwhile is not brought back.
    const isSame = session.user?.id === user?.id && session.user?.app === user?.app
    if (reply.token !== undefined && isSame) session.use(reply.token)
    return reply
  },

  remove: (id: number, options?: CallOptions) =>
    send<typeof RemoveUserReply>('DELETE /api/user/:id', [id], options),

  /** Ends all sessions of a person. */
  revokeSessions: (id: number, options?: CallOptions) =>
    send<typeof RevokeSessionsReply>('POST /api/user/:id/revoke', [id], options),
})

/** What a person keeps at hand: favourites, pins, what was opened lately, folded groups of the menu. */
export const preferencesOf = ({ send }: Transport) => ({
  /** What is not there any more, or may not be read, is left out. */
  read: (options?: CallOptions) => send<typeof PreferencesReply>('GET /api/preferences', [], options),

  /** Puts lists in the place of those that were kept; what is left out stays. */
  save: (body: PreferencesBody, options?: CallOptions) =>
    send<typeof PreferencesReply>('PUT /api/preferences', [], { body, ...options }),
})

/** Levels that people have on single tables, or on a part of their rows. */
export const privilegesOf = ({ send }: Transport) => ({
  list: (userId: number, options?: CallOptions) =>
    send<typeof TablePrivilegesReply>('GET /api/user/:id/privileges', [userId], options),

  /**
   * One for each person and table: another takes its place.
   * @throws `stale_record` where something else is set by now than `before` in the body says
   */
  save: (userId: number, body: TablePrivilegeBody, options?: CallOptions) =>
    send<typeof SaveTablePrivilegeReply>('POST /api/user/:id/privileges', [userId], { body, ...options }),

  /** What the person would see with it; nothing is stored. */
  preview: (userId: number, body: TablePrivilegeBody, options?: CallOptions) =>
    send<typeof PrivilegePreviewReply>('POST /api/user/:id/privileges/preview', [userId], {
      body,
      ...options,
    }),

  /** What the person may do on each table, all things considered. */
  effective: (userId: number, options?: CallOptions) =>
    send<typeof EffectiveReply>('GET /api/user/:id/effective', [userId], options),

  remove: (id: number, options?: CallOptions) =>
    send<typeof RemovePrivilegeReply>('DELETE /api/privilege/:id', [id], options),

  /** Takes the one of a table, or the one with an id, from a person; all of them by default. */
  removeOf: (userId: number, body: RemovePrivilegesBody = {}, options?: CallOptions) =>
    send<typeof RemovePrivilegesReply>('DELETE /api/user/:id/privileges', [userId], { body, ...options }),
})
