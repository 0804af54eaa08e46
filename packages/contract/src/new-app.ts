import { type Static, Type } from 'typebox'

export const NewAppStatusReply = Type.Object({
  status: Type.Literal('success'),
  permitted: Type.Boolean({ description: 'can an application be created now?' }),
  fresh: Type.Boolean({ description: 'is there no application yet?' }),
  engines: Type.Array(Type.String(), { description: 'the database engine a new application has here' }),
  setup_token_required: Type.Boolean(),
})
export type NewAppStatusReply = Static<typeof NewAppStatusReply>

/** The values are examined by the service, which names all problems at once. */
export const NewAppBody = Type.Object({
  name: Type.Optional(
    Type.Unknown({ description: 'lower-case letters, digits and "_", 3 to 20 characters' }),
  ),
  definition: Type.Optional(Type.Unknown({ description: 'what the project is, 1 to 500 characters' })),
  email: Type.Optional(Type.Unknown({ description: 'of the first super-administrator' })),
  password: Type.Optional(Type.Unknown({ description: '8 to 200 characters' })),
  db_engine: Type.Optional(Type.Unknown({ description: 'one of `engines`' })),
  setup_token: Type.Optional(Type.Unknown({ description: 'where required; also as header `X-Setup-Token`' })),
})

export const NewAppReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_app_created'),
  app: Type.String(),
  log: Type.Array(Type.String(), { description: 'what was done, a line for each step' }),
})
export type NewAppReply = Static<typeof NewAppReply>
