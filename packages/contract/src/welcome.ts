import { Type } from 'typebox'

export const WelcomeReply = Type.Object({
  status: Type.Literal('success'),
  content: Type.String({
    description: 'Markdown that may hold HTML, as it was written: sanitise it before it is shown',
  }),
})

/** The value is examined by the service. */
export const SaveWelcomeBody = Type.Union([
  Type.Object({
    content: Type.Optional(Type.Unknown({ description: 'at most 65536 characters; may be empty' })),
  }),
  Type.Null(),
])

export const WelcomeSavedReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_save'),
})
