import { Type } from 'typebox'
import { howToRun, Outcome, table, upload } from './imports.js'
import { phrase } from './messages/messages.js'
import { choice, type Input, input, nullable, optional, text } from './wire/input.js'

/** What becomes of units that no record is called by. */
export const missingUnits = ['refuse', 'make', 'skip'] as const
export type MissingUnits = (typeof missingUnits)[number]

/** A column with other units, and how the unit of the row lies to them. */
const RelatedColumn = Type.Object({
  column: text({ description: 'of the file; a cell can list several units with commas between them' }),
  relation: nullable(
    input(Type.Integer({ minimum: 1, maximum: 10 }), (given) => given, {
      code: 'invalid_relation',
      sentence: 'relation_number',
    }),
    '1 to 10: unit of the row *relation* unit in the cell',
  ),
  named_in: optional(text(), 'in place of `relation`: the column that names the relation of each row'),
})

export const RelationImportBody = Type.Object(
  {
    temp_id: upload,
    tb: table('table whose records are related'),
    unit: text({ description: 'column of the unit that a row is about' }),
    relations: input(Type.Array(RelatedColumn, { minItems: 1, maxItems: 50 }), (given) => given, {
      words: phrase('is_no_list', {}),
    }),
    missing: nullable(
      choice([...missingUnits]),
      'units that no record is called by: `refuse` (default); `make` records of them; `skip` their relations',
    ),
    ...howToRun,
  },
  { additionalProperties: true },
)
export type RelationImportBody = Input<typeof RelationImportBody>

export const RelationImportReply = Type.Object({
  status: Type.Union([Type.Literal('success'), Type.Literal('warning')]),
  code: Type.Literal('ok_import_relations'),
  added: Type.Integer(),
  known: Type.Integer({ description: 'stated already, from either end' }),
  repeated: Type.Integer({ description: 'stated by the file before, from either end' }),
  total: Type.Integer({ description: 'relations that the file states' }),
  made: Type.Integer({ description: 'records that were made for units' }),
  not_found: Type.Integer({ description: 'relations left out, because no record is called like one end' }),
  missing: Type.Array(Type.String(), { description: 'the first hundred units that no record is called by' }),
  missing_count: Type.Integer({ description: 'all of them' }),
  ...Outcome,
})
