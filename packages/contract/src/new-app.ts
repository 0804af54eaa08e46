import { type Static, Type } from 'typebox'
import type { MessageCode } from './messages/messages.js'
import type { ProblemCode } from './problem-codes.js'
import { type Input, optional, text, textOrNone } from './wire/input.js'

export const NewAppStatusReply = Type.Object({
  status: Type.Literal('success'),
  permitted: Type.Boolean({ description: 'can an application be created now?' }),
  fresh: Type.Boolean({ description: 'is there no application yet?' }),
  engines: Type.Array(Type.String(), { description: 'the database engine a new application has here' }),
  setup_token_required: Type.Boolean(),
})
export type NewAppStatusReply = Static<typeof NewAppStatusReply>

/** The service names everything that is wrong at once, so nothing is required here. */
const said = (description: string, problem: ProblemCode, sentence: MessageCode) =>
  optional(text({ code: 'error_app_not_created', problem, sentence }), description)

export const NewAppBody = Type.Object({
  name: said(
    'lower-case letters, digits and "_", 3 to 20 characters',
    'invalid_name',
    'application_name_is_text',
  ),
  definition: said('what the project is, 1 to 500 characters', 'not_empty', 'definition_is_text'),
  email: said('of the first super-administrator', 'email_not_valid', 'email_invalid'),
  password: said('8 to 200 characters', 'not_empty', 'password_needed'),
  db_engine: said('one of `engines`', 'unsupported_engine', 'engine_is_listed'),
  setup_token: textOrNone('where required; also as header `X-Setup-Token`'),
})
export type NewAppBody = Input<typeof NewAppBody>

export const NewAppReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_app_created'),
  app: Type.String(),
  log: Type.Array(Type.String(), { description: 'what was done, a line for each step' }),
})
export type NewAppReply = Static<typeof NewAppReply>
