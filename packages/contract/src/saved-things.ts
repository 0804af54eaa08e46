import { Type } from 'typebox'
import { pathId } from './wire/input.js'

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
