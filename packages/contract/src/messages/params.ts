import { type Static, Type } from 'typebox'

/** What a message speaks of: names and numbers. */
export const Params = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
  description: 'what the sentence speaks of: names and numbers',
})
export type Params = Readonly<Static<typeof Params>>

/** How a problem is told, beside its code. On the wire a message is `sentence`, its params are `facts`. */
export const MessageFields = {
  text: Type.String({ description: 'in English' }),
  sentence: Type.Optional(
    Type.String({ description: 'which sentence that is, where there are several about the code' }),
  ),
  facts: Type.Optional(Params),
}
