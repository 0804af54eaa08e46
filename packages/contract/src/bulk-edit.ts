import { type Static, Type } from 'typebox'
import { isObject } from './json.js'
import { MessageFields } from './messages/params.js'
import { flag, type Input, idsOfRecords, input } from './wire/input.js'

const loose = { additionalProperties: true }

/** So many records one edit gives the same values. */
export const maxEditedRecords = 10_000

/** So many records a preview shows before and after. */
export const maxSampledRecords = 5

export const BulkEditBody = Type.Object(
  {
    ids: idsOfRecords({
      description: `ids of the records, at most ${maxEditedRecords}`,
      minItems: 1,
      maxItems: maxEditedRecords,
    }),
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

const storedValue = Type.Union([Type.String(), Type.Number(), Type.Null()])

/** A record that an edit would change, before and after. */
export const SampledRecord = Type.Object({
  id: Type.Integer(),
  fields: Type.Array(
    Type.Object({ field: Type.String(), label: Type.String(), before: storedValue, after: storedValue }),
    { description: 'those that would change' },
  ),
})
export type SampledRecord = Static<typeof SampledRecord>

export const BulkEditReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Union([Type.Literal('success_saved'), Type.Literal('success_previewed')]),
  updated: Type.Integer({ description: 'records that were changed; in a preview, that would be' }),
  unchanged: Type.Optional(
    Type.Integer({ description: 'only in a preview: records that have these values' }),
  ),
  sample: Type.Optional(
    Type.Array(SampledRecord, {
      description: `only in a preview: the first records that would change, at most ${maxSampledRecords}`,
    }),
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
