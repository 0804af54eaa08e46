import { type Static, Type } from 'typebox'
import { MessageFields } from './messages/params.js'
import { idsOfRecords, nullable, refusalOf } from './wire/input.js'

const recordIds = idsOfRecords()

export const DeleteRecordsBody = Type.Object(
  { ids: nullable(recordIds, 'ids of the records, at most 500', refusalOf(recordIds)) },
  { additionalProperties: true },
)

export const DeletedReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('all_record_deleted'),
  deleted: Type.Integer(),
})

export const BulkDeletedReply = Type.Union([
  DeletedReply,
  Type.Object({
    status: Type.Literal('warning'),
    code: Type.Literal('partially_deleted_with_count'),
    deleted: Type.Integer(),
    failed: Type.Integer(),
    errors: Type.Array(Type.Object({ id: Type.Integer(), code: Type.String(), ...MessageFields }), {
      description: 'the records that are still there, and why',
    }),
  }),
])
export type BulkDeletedReply = Static<typeof BulkDeletedReply>

export const DeletedRowsReply = Type.Object({
  status: Type.Literal('success'),
  deleted: Type.Integer({ description: 'plugin rows that the record had' }),
})
