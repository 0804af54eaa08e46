import { type Static, Type } from 'typebox'
import { type MessageCode, phrase } from './messages/messages.js'
import { MessageFields } from './messages/params.js'
import type { ProblemCode } from './problem-codes.js'
import {
  choice,
  clearable,
  type Input,
  id,
  input,
  level,
  name,
  nullable,
  object,
  optional,
  pathId,
  text,
  textOrNone,
} from './wire/input.js'

const textOrNull = Type.Union([Type.String(), Type.Null()])
const integerOrNull = Type.Union([Type.Integer(), Type.Null()])
const done = <Code extends string>(code: Code) =>
  Type.Object({ status: Type.Literal('success'), code: Type.Literal(code) })

export const UserParams = Type.Object({ id: pathId({ description: 'id of the user' }) })

export const ListedUser = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  privilege: Type.String({ description: 'name of the level, e.g. writer' }),
  privilege_value: Type.Integer(),
  editable: Type.Boolean({ description: 'may the caller change the account?' }),
  override_count: Type.Integer({ description: 'on how many tables the level is another one' }),
  oauth_provider: Type.Optional(textOrNull),
  last_login_at: Type.Optional(textOrNull),
})
export type ListedUser = Static<typeof ListedUser>

export const UsersReply = Type.Object({
  status: Type.Literal('success'),
  admin: Type.Boolean(),
  can_write: Type.Boolean(),
  users: Type.Array(ListedUser),
})
export type UsersReply = Static<typeof UsersReply>

export const UserForm = Type.Object({
  status: Type.Literal('success'),
  id: integerOrNull,
  name: Type.String(),
  email: Type.String(),
  privilege: integerOrNull,
  avatar: Type.String({ description: 'MD5 of the e-mail address, for services of pictures' }),
  privileges: Type.Array(
    Type.Object({ value: Type.Integer(), label: Type.String(), selected: Type.Boolean() }),
    { description: 'the levels that the caller may give' },
  ),
  oauth_provider: Type.Optional(textOrNull),
  oauth_sub: Type.Optional(textOrNull),
})
export type UserForm = Static<typeof UserForm>

const notAccepted = (problem: ProblemCode, sentence: MessageCode) =>
  ({ code: 'validation_failed', problem, sentence }) as const

export const SaveUserBody = Type.Object({
  id: optional(id(), 'absent, null or "": a new user'),
  name: Type.Optional(
    text({ description: '1 to 120 characters', ...notAccepted('not_empty', 'person_needs_name') }),
  ),
  email: Type.Optional(text({ code: 'email_not_valid' })),
  password: optional(
    text(notAccepted('not_empty', 'password_needed')),
    '8 to 200 characters; null or "": as it is',
  ),
  privilege: optional(level({ code: 'invalid_privilege' }), '1, 10, 20, 25, 30 or 40'),
  current_password: textOrNone('one’s own, with a change of one’s own password, address or identity'),
  oauth_provider: clearable(
    text(notAccepted('unknown_provider', 'provider_by_name')),
    'google, orcid, or null for none',
  ),
  oauth_sub: clearable(
    text(notAccepted('invalid_type', 'person_id_is_text')),
    'the person’s id there, e.g. the ORCID iD',
  ),
  before: nullable(
    object(),
    'name, email, privilege, oauth_provider, oauth_sub as the caller saw them: refused where one of them is something else now, and not what is sent',
  ),
})
export type SaveUserBody = Input<typeof SaveUserBody>

export const SaveUserReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('user_data_saved'),
  id: Type.Optional(Type.Integer({ description: 'of a new user' })),
  token: Type.Optional(
    Type.String({ description: 'after a change of one’s own password or address: goes on with the session' }),
  ),
  expires_at: Type.Optional(Type.String()),
})
export type SaveUserReply = Static<typeof SaveUserReply>

const whichUser = Type.Object({ id: optional(id()) })
export const RemoveUserQuery = whichUser
export const RemoveUserBody = whichUser
export const RemoveUserReply = done('user_deleted')
export const RevokeSessionsReply = done('token_revoked')

const outside = Type.String({ description: 'hide or global: what rows have that do not meet the filter' })

export const TablePrivilege = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  table_name: Type.String(),
  privilege: Type.Integer(),
  filter: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()]),
  subset: Type.Union([Type.String(), Type.Null()], { description: 'the filter as JSON text' }),
  outside,
  filter_errors: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), code: Type.String(), ...MessageFields }), {
      description: 'why the table does not understand the filter any more; it is hidden then',
    }),
  ),
})
export type TablePrivilege = Static<typeof TablePrivilege>

export const TablePrivilegesReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('table_privileges'),
  data: Type.Array(TablePrivilege),
})

const noRowFilter = {
  code: 'invalid_filter',
  status: 422,
  problem: 'not_an_object',
  sentence: 'object_expected',
  answer: phrase('row_filter_no_object', {}),
} as const

export const TablePrivilegeBody = Type.Object({
  table_name: name({ code: 'unknown_table', status: 422 }),
  privilege: level({ description: 'replaces the global level on the table', code: 'invalid_privilege' }),
  filter: optional(object(noRowFilter), 'only rows that meet it have the level'),
  subset: optional(
    input(
      Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())]),
      (given) => given,
      noRowFilter,
    ),
    'the filter as JSON text; "filter" goes before it',
  ),
  outside: optional(choice(['hide', 'global']), 'hide (default) or global'),
  before: nullable(
    object(),
    'privilege, filter and outside as the caller saw them; empty: there was no override. Refused where something else is set now, and not what is sent',
  ),
})
export type TablePrivilegeBody = Input<typeof TablePrivilegeBody>

export const SaveTablePrivilegeReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('privilege_saved'),
  id: Type.Integer(),
})

export const PrivilegeParams = Type.Object({ id: pathId({ description: 'id of the override' }) })
export const RemovePrivilegeReply = done('privilege_deleted')

const whichPrivileges = Type.Object({
  table_name: optional(text()),
  privilege_id: optional(id()),
})
export const RemovePrivilegesQuery = whichPrivileges
export const RemovePrivilegesBody = whichPrivileges
export type RemovePrivilegesBody = Input<typeof RemovePrivilegesBody>
export const RemovePrivilegesReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('privilege_deleted'),
  deleted: Type.Integer(),
})

const shares = {
  inside: Type.Integer({ description: 'level on rows that meet the filter; on all rows when there is none' }),
  outside: Type.Integer({ description: 'level on all other rows' }),
  total: Type.Integer({ description: 'records of the table' }),
  visible: Type.Integer({ description: 'records that exist for the person' }),
  editable: Type.Integer({ description: 'records that the person may change' }),
  can_add: Type.Boolean({ description: 'may the person make records, of one kind or another?' }),
}

export const EffectiveTable = Type.Object({
  table_name: Type.String(),
  label: Type.String(),
  source: Type.Union([Type.Literal('global'), Type.Literal('override')]),
  ...shares,
})
export type EffectiveTable = Static<typeof EffectiveTable>

export const EffectiveReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('effective_privileges'),
  privilege: Type.Integer({ description: 'the global level' }),
  tables: Type.Array(EffectiveTable),
})

export const PrivilegePreviewReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('privilege_preview'),
  table_name: Type.String(),
  ...shares,
  rows: Type.Array(Type.Object({ id: Type.Integer(), label: Type.String(), editable: Type.Boolean() }), {
    description: 'the first that exist for the person, by their names',
  }),
})
