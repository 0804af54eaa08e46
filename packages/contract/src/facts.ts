import { type Static, Type } from 'typebox'

/** What a sentence speaks of: names and numbers, never sentences. */
export const Facts = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
  description: 'what the sentence speaks of: names and numbers',
})
export type Facts = Readonly<Static<typeof Facts>>

/** How a problem is told, beside its code. */
export const Message = {
  text: Type.String({ description: 'in English' }),
  sentence: Type.Optional(
    Type.String({ description: 'which sentence that is, where there are several about the code' }),
  ),
  facts: Type.Optional(Facts),
}
