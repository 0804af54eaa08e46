import { Type } from 'typebox'
import { choice, type Input, name, optional, text } from './wire/input.js'

export const ProviderParams = Type.Object({
  provider: Type.String({ description: 'google, orcid, or one that the settings name' }),
})

export const ProviderRedirectQuery = Type.Object(
  {
    app: optional(text({ code: 'app_not_found' }), 'name of the application'),
    origin: optional(
      text({ code: 'origin_required' }),
      'where the web client runs: scheme, host and port, no path',
    ),
    answer: Type.Optional(
      choice(['code'], {
        description:
          '`code`: the login ends with a one-time code, which only the browser that began it can exchange; absent: with a token',
        sentence: 'answer_is_code',
        reason: 'not code',
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

const ofProvider = optional(text({ code: 'invalid_request' }))

export const ProviderCallbackQuery = Type.Object(
  {
    app: ofProvider,
    state: ofProvider,
    code: ofProvider,
    error: ofProvider,
    iss: ofProvider,
  },
  { additionalProperties: true },
)

const noLogin = {
  code: 'invalid_request',
  sentence: 'login_code_and_verifier',
  missingIsWrong: true,
} as const

export const ProviderExchangeBody = Type.Object({
  code: name({ description: 'the code that the browser came back with', ...noLogin }),
  verifier: name({ description: 'what the redirect answered besides the address', ...noLogin }),
  app: name({ description: 'name of the application', code: 'app_not_found', missingIsWrong: true }),
})
export type ProviderExchangeBody = Input<typeof ProviderExchangeBody>
