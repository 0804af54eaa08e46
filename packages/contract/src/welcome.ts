import { Type } from 'typebox'
import { phrase } from './messages/messages.js'
import { input } from './wire/input.js'

export const WelcomeReply = Type.Object({
  status: Type.Literal('success'),
  content: Type.String({
    description: 'Markdown that may hold HTML, as it was written: sanitise it before it is shown',
  }),
})

export const SaveWelcomeBody = Type.Object({
  content: input(
    Type.String({ pattern: '^[^\\0]*$', description: 'at most 65536 characters; may be empty' }),
    (given) => given,
    { words: phrase('must_be_text_without_nul', {}), reason: 'not a text' },
  ),
})

export const WelcomeSavedReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_save'),
})
