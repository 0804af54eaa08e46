import { Type } from 'typebox'

export const ProviderParams = Type.Object({
  provider: Type.String({ description: 'google, orcid, or one that the settings name' }),
})

/**
 * The values are examined by the service, which has an answer of its own for each that is missing or wrong.
 */
export const ProviderRedirectQuery = Type.Object(
  {
    app: Type.Optional(Type.Unknown({ description: 'name of the application' })),
    origin: Type.Optional(
      Type.Unknown({ description: 'where the web client runs: scheme, host and port, no path' }),
    ),
    answer: Type.Optional(
      Type.Unknown({
        description:
          '`code`: the login ends with a one-time code, which only the browser that began it can exchange; absent: with a token',
      }),
    ),
  },
  { additionalProperties: true },
)

export const ProviderRedirectReply = Type.Object({
  status: Type.Literal('success'),
  url: Type.String({ description: 'where the browser goes on' }),
  verifier: Type.Optional(
    Type.String({ description: 'with `answer=code`: a secret of this browser, for exchanging the code' }),
  ),
})

export const ProviderCallbackQuery = Type.Object(
  {
    app: Type.Optional(Type.Unknown()),
    state: Type.Optional(Type.Unknown()),
    code: Type.Optional(Type.Unknown()),
    error: Type.Optional(Type.Unknown()),
    iss: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: true },
)

export const ProviderExchangeBody = Type.Object({
  app: Type.Optional(Type.Unknown({ description: 'name of the application' })),
  code: Type.Optional(Type.Unknown({ description: 'the code that the browser came back with' })),
  verifier: Type.Optional(Type.Unknown({ description: 'what the redirect answered besides the address' })),
})
