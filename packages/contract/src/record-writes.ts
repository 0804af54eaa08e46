import { type Static, Type } from 'typebox'
import { phrase } from './messages/messages.js'
import { MessageFields } from './messages/params.js'
import { flag, type Input, input, line, optional, text } from './wire/input.js'

const loose = { additionalProperties: true }

const Id = input(Type.Union([Type.Integer({ minimum: 1 }), Type.String(), Type.Null()]), (given) => given, {
  words: phrase('must_be_id', {}),
})

/** So many files come with a new record at most; further ones are added to it afterwards. */
export const maxUploads = 100

/** Values by field name; what a caller sent, before anybody looked at it. */
const values = (description: string) =>
  input(
    Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], { description }),
    (given) => given,
    { sentence: 'must_be_values' },
  )

/** A row of a plugin table: to be made, changed or removed together with its record. */
export const PluginRowInput = Type.Object(
  {
    id: Type.Optional(Id),
    _isNew: Type.Optional(flag({ description: 'make the row; so does an id that is null or absent' })),
    _delete: Type.Optional(flag({ description: 'remove the row with this id' })),
    fields: Type.Optional(values('the values to write; others stay')),
  },
  loose,
)

export const RecordBody = Type.Object(
  {
    id: Type.Optional(Id),
    tb: Type.Optional(text({ description: 'tolerated when it repeats the table of the address' })),
    core: Type.Optional(values('values by field; fields left out stay')),
    plugins: Type.Optional(
      Type.Union([Type.Record(Type.String(), Type.Array(PluginRowInput)), Type.Null()], {
        description: 'rows by plugin table; rows left out stay',
      }),
    ),
    proposed: optional(
      input(Type.Array(Type.String()), (given): readonly string[] => given, {
        sentence: 'must_name_fields',
        reason: 'not a list of names',
      }),
      'of a new record: fields whose numbers are proposals, which the service replaces when they are taken',
    ),
    uploads: optional(
      input(Type.Array(Type.String(), { maxItems: maxUploads }), (given): readonly string[] => given, {
        words: phrase('must_be_uploads', { most: maxUploads }),
        reason: 'not a list of uploads',
      }),
      'of a new record: files that were uploaded for it, in their order',
    ),
  },
  loose,
)

/** Headers of a request that makes a record. */
export const CreationHeaders = Type.Object({
  'Idempotency-Key': optional(
    line(200),
    'names this creation: sent again within a day, with the same key, it makes no second record and is answered as before',
  ),
})

export const SavedReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Union([Type.Literal('success_created'), Type.Literal('success_saved')]),
  id: Type.Integer(),
  plugins: Type.Record(
    Type.String(),
    Type.Object({
      inserted: Type.Array(Type.Integer(), {
        description: 'ids of the new rows, in the order in which they were sent',
      }),
      updated: Type.Integer({ description: 'rows whose values changed' }),
      deleted: Type.Integer(),
    }),
  ),
  numbers: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description: 'numbers that the service gave the new record, by field; absent when it gave none',
    }),
  ),
})

/** What a save would be refused for on account of its values. */
export const CheckedReply = Type.Object({
  status: Type.Literal('success'),
  errors: Type.Array(Type.Object({ field: Type.String(), code: Type.String(), ...MessageFields }, loose), {
    description: 'as a refused save has them; empty: nothing is wrong',
  }),
})

export type PluginRow = Static<typeof PluginRowInput>
export type RecordInput = Pick<Input<typeof RecordBody>, 'core' | 'plugins'> & {
  readonly proposed?: readonly string[] | undefined
  readonly uploads?: readonly string[] | undefined
}
