import { Type } from 'typebox'
import { changedEntities } from './changes.js'
import { type Input, moment, nullable, yesOrNo } from './wire/input.js'

export const PurgeBody = Type.Object(
  {
    before: moment({
      description: 'ISO 8601, a day or a moment, not included: what was changed before it goes',
    }),
    preview: nullable(yesOrNo, 'true: nothing is deleted, the answer is that of the purge'),
  },
  { additionalProperties: true },
)
export type PurgeBody = Input<typeof PurgeBody>

export const PurgeReply = Type.Object({
  status: Type.Literal('success'),
  preview: Type.Boolean(),
  since: Type.Union([Type.String(), Type.Null()], {
    description: 'from when on states can be asked for afterwards; ISO 8601 in UTC',
  }),
  sets: Type.Integer({ description: 'change sets that go' }),
  changes: Type.Integer({ description: 'changes of rows that go' }),
  tables: Type.Array(
    Type.Object({
      entity: Type.Union([Type.Enum([...changedEntities]), Type.Null()], {
        description: 'what the rows are; null for a table that is gone',
      }),
      table: Type.Union([Type.String(), Type.Null()], {
        description: 'null for what belongs to no configured table',
      }),
      changes: Type.Integer(),
      images: Type.Integer({ description: 'how many of them have the row as it was before' }),
    }),
  ),
})
