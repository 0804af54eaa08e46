import { type Static, Type } from 'typebox'
import { phrase } from './messages/messages.js'
import { type Decoded, type Input, id, input } from './wire/input.js'

/** So many records one request changes. */
export const maxRecordsOfCells = 1000

const values = (description: string) =>
  input(Type.Record(Type.String(), Type.Unknown(), { description }), (given) => given, {
    sentence: 'must_be_values',
  })

/** New values of one record, and what stood there when a user saw it. */
const RecordCells = Type.Object({
  id: id(),
  core: Type.Optional(values('the new values by field')),
  labels: Type.Optional(
    values('the same for fields that refer to records, which are named by what people call them'),
  ),
  before: Type.Optional(values('what stood in the fields: the edit is refused where it is different now')),
})

const isEachOnce = (records: readonly { readonly id: number | string }[]): boolean =>
  new Set(records.map((record) => Number(record.id))).size === records.length

export const CellEditBody = Type.Object(
  {
    records: input(
      Type.Refine(
        Type.Array(RecordCells, {
          minItems: 1,
          maxItems: maxRecordsOfCells,
          description: `the records, each once, at most ${maxRecordsOfCells}`,
        }),
        isEachOnce,
      ),
      (given) => given,
      {
        words: (given) =>
          !Array.isArray(given)
            ? phrase('is_no_list', {})
            : given.length > maxRecordsOfCells
              ? phrase('has_too_many_entries', { most: maxRecordsOfCells })
              : phrase('names_record_twice', {}),
      },
    ),
  },
  { additionalProperties: true },
)
export type CellEditBody = Input<typeof CellEditBody>
export type CellEdit = Decoded<typeof CellEditBody>

/** A cell that holds something else than the caller saw, as `detail.cells` of `stale_record` has it. */
export const ChangedCell = Type.Object({
  id: Type.Integer(),
  field: Type.String(),
  value: Type.Unknown({ description: 'what it holds now' }),
})
export type ChangedCell = Static<typeof ChangedCell>

export const CellEditReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('success_saved'),
  updated: Type.Integer({ description: 'records in which something changed' }),
})
