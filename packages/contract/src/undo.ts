import { type Static, Type } from 'typebox'
import { ChangeSet } from './changes.js'
import { MessageFields } from './messages/params.js'
import { choice, type Input, idList, nullable, yesOrNo } from './wire/input.js'

/** What becomes of values and rows that a later set changed again. */
export const conflictChoices = ['refuse', 'keep', 'overwrite'] as const

/** So many sets can be undone with one request. */
export const maxUndoneSets = 100

const HowToUndo = {
  preview: nullable(yesOrNo, 'true: nothing is stored, the answer is that of the undo'),
  conflicts: nullable(
    choice([...conflictChoices]),
    'what later sets changed again: `refuse` (default) all of it, `keep` that and undo the rest, `overwrite` it',
  ),
  background: nullable(yesOrNo, 'true: the answer comes at once and names a job'),
}

export const UndoBody = Type.Object(HowToUndo, { additionalProperties: true })
export type UndoBody = Input<typeof UndoBody>

export const UndoSeveralBody = Type.Object(
  {
    ids: idList({ description: 'of the change sets', maxItems: maxUndoneSets }),
    ...HowToUndo,
  },
  { additionalProperties: true },
)
export type UndoSeveralBody = Input<typeof UndoSeveralBody>

const Value = Type.Union([Type.String(), Type.Number(), Type.Null()])

export const UndoConflict = Type.Object(
  {
    entity: Type.String({ description: 'what the row is, as in a change set' }),
    table: Type.Union([Type.String(), Type.Null()], {
      description: 'the configured table; null for a row that belongs to none',
    }),
    id: Type.Integer(),
    record: Type.Optional(
      Type.Object(
        { table: Type.String(), id: Type.Integer(), label: Type.String() },
        { description: 'from which the row hangs, such as a link, as long as both are there' },
      ),
    ),
    field: Type.String({ description: '`id` where it is about the row as a whole' }),
    now: Value,
    was: Type.Union([Type.String(), Type.Number(), Type.Null()], {
      description: 'before the set; what an undo would bring back',
    }),
    by: Type.Union([Type.String(), Type.Null()], { description: 'who changed it later' }),
    time: Type.Union([Type.String(), Type.Null()], { description: 'when; ISO 8601 in UTC' }),
    code: Type.String(),
    ...MessageFields,
  },
  { additionalProperties: true },
)

export const UndoReply = Type.Object({
  status: Type.Literal('success'),
  preview: Type.Boolean(),
  change_set: Type.Union([ChangeSet, Type.Null()], {
    description: 'the new set; null for a preview, and when everything was as before already',
  }),
  counts: Type.Record(
    Type.String(),
    Type.Object({ created: Type.Integer(), updated: Type.Integer(), deleted: Type.Integer() }),
    { description: 'by entity' },
  ),
  conflicts: Type.Array(UndoConflict, { description: 'the first 200' }),
  kept: Type.Integer({ description: 'how many values and rows were left as later sets made them' }),
  hidden: Type.Optional(
    Type.Literal(true, { description: 'there were other conflicts, of rows that the caller may not see' }),
  ),
})
export type UndoReply = Static<typeof UndoReply>
