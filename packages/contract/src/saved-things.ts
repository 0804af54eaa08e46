import { Type } from 'typebox'
import type { JsonObject } from './json.js'
import { input, pathId, storedText } from './wire/input.js'

/** What somebody is told when a thing that he keeps was shared, is shared no longer, or was deleted. */
export interface SavedThingCodes<Code extends string = string> {
  readonly shared: Code
  readonly unshared: Code
  readonly deleted: Code
}

export const SavedThingParams = Type.Object({ id: pathId({ description: 'id of the saved thing' }) })

export const savedThingDone = <Code extends string>({ shared, unshared, deleted }: SavedThingCodes<Code>) =>
  Type.Object({
    status: Type.Literal('success'),
    code: Type.Enum([shared, unshared, deleted]),
  })

/** Blank is missing here, and a list of nothing is a list. */
export const isBlankText = (given: unknown): boolean =>
  given === undefined || given === null || (typeof given === 'string' && given.trim() === '')

/** How people call what they keep. */
export const savedName = storedText(200, { isMissing: isBlankText })

/** Whose it is, for those with whom it is shared. */
export const ownerName = Type.Union([Type.String(), Type.Null()], {
  description: 'what its owner is called; `null`: the account is gone',
})

/** What is kept, as clients write it. What it says is held against the tables when it is used. */
export const savedContent = <Content extends JsonObject>(description: string) =>
  input(
    Type.Union(
      [
        Type.Unsafe<Content>(Type.Object({}, { additionalProperties: true })),
        Type.String({ pattern: '\\S', description: 'its JSON text' }),
      ],
      { description },
    ),
    (given): JsonObject | string => given,
    { sentence: 'must_be_object_or_text', reason: 'not an object', isMissing: isBlankText },
  )
