import { Type } from 'typebox'
import { isObject } from './json.js'
import { MessageFields } from './messages/params.js'
import { flag, type Input, idsOfRecords, input } from './wire/input.js'

const loose = { additionalProperties: true }

export const BulkEditBody = Type.Object(
  {
    ids: idsOfRecords({ description: 'ids of the records, at most 500', minItems: 1 }),
    core: input(
      Type.Record(Type.String(), Type.Unknown(), {
        minProperties: 1,
        description: 'values by field, the same for all records; at least one',
      }),
      (given) => given,
      {
        sentence: 'must_be_values',
        isMissing: (given) =>
          given === undefined || given === null || (isObject(given) && Object.keys(given).length === 0),
      },
    ),
    preview: Type.Optional(
      flag({ description: 'true: say what would change and what is not valid, write nothing' }),
    ),
  },
  loose,
)
export type BulkEditBody = Input<typeof BulkEditBody>

export const BulkEditReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Union([Type.Literal('success_saved'), Type.Literal('success_previewed')]),
  updated: Type.Integer({ description: 'records that were changed; in a preview, that would be' }),
  unchanged: Type.Optional(
    Type.Integer({ description: 'only in a preview: records that have these values' }),
  ),
  errors: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), code: Type.String(), ...MessageFields }, loose), {
      description: 'only in a preview: what the edit would be refused for, each with its `record`',
    }),
  ),
})

export const DuplicatedReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('success_duplicated'),
  id: Type.Integer({ description: 'id of the copy' }),
})
