import { type Static, Type } from 'typebox'
import { clearable, type Input, name, text, textOrNone } from './wire/input.js'

/** Who is logged in, as the client shows him. */
export const SessionUser = Type.Object({
  id: Type.Union([Type.Integer(), Type.Null()], { description: 'null for an API key' }),
  name: Type.String(),
  email: Type.String({ description: 'empty for an API key' }),
  app: Type.String(),
  privilege_value: Type.Integer({ description: 'the smaller the number, the more power' }),
  can_write: Type.Boolean(),
})
export type SessionUser = Static<typeof SessionUser>

export const LoginBody = Type.Object({
  email: name({
    description: 'e-mail address; case and blanks around it do not matter',
    code: 'email_password_needed',
    missingIsWrong: true,
  }),
  password: name({ description: 'the password', code: 'email_password_needed', missingIsWrong: true }),
  app: name({ description: 'name of the application', code: 'app_not_found', missingIsWrong: true }),
  device: clearable(
    text(),
    'what an earlier login on this device answered, or null: wrong passwords of others do not count on a known device',
  ),
})
export type LoginBody = Input<typeof LoginBody>

const session = {
  status: Type.Literal('success'),
  code: Type.Literal('ok'),
  token: Type.String({ description: 'send it as `Authorization: Bearer …`; valid for 8 hours' }),
  expires_at: Type.String({ description: 'ISO 8601, UTC' }),
}

export const LoginReply = Type.Object({
  ...session,
  user: SessionUser,
  device: Type.Optional(
    Type.String({ description: 'when `device` was sent: keep it, and send it with the next login here' }),
  ),
  upgrade: Type.Optional(
    Type.Object(
      { type: Type.Literal('minor'), pending: Type.Array(Type.String()) },
      { description: 'for administrators, while migrations wait' },
    ),
  ),
})
export type LoginReply = Static<typeof LoginReply>

export const RefreshReply = Type.Object(session)
export type RefreshReply = Static<typeof RefreshReply>

export const LogoutReply = Type.Object({ status: Type.Literal('success'), code: Type.Literal('ok') })

export const LoginApp = Type.Object({
  db: Type.String({ description: 'the name to log in with' }),
  name: Type.String(),
  title: Type.Union([Type.String(), Type.Null()], { description: 'what people call the project' }),
  definition: Type.String(),
  upgrade: Type.Union([Type.Literal('minor'), Type.Null()], { description: '`minor` while migrations wait' }),
  oauth: Type.Array(Type.Union([Type.Literal('google'), Type.Literal('orcid')]), {
    description: 'identity providers that can be used, of those that all clients know',
  }),
  providers: Type.Array(Type.Object({ name: Type.String(), label: Type.String() }), {
    description: 'all identity providers that can be used',
  }),
})
export type LoginApp = Static<typeof LoginApp>

export const AppsReply = Type.Object({ status: Type.Literal('success'), apps: Type.Array(LoginApp) })

export const CheckPasswordBody = Type.Object({
  pwd: textOrNone('the password of the super-administrator who asks'),
  password: textOrNone('the same, under another name'),
})

export const CheckPasswordReply = Type.Object({
  status: Type.Literal('success'),
  // Spelled so since the first clients.
  code: Type.Literal('valid_pasword'),
  confirmed_until: Type.String({ description: 'ISO 8601, UTC; every use renews it' }),
})
