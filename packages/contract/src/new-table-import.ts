import { Type } from 'typebox'
import { columnKinds, sentPlace } from './import-proposal.js'
import { howToRun, howWritten, ImportReply, upload } from './imports.js'
import { phrase } from './messages/messages.js'
import {
  choice,
  type Input,
  input,
  name,
  nullable,
  optional,
  readByService,
  text,
  yesOrNo,
} from './wire/input.js'

/** A column of the file, and the field that it becomes. */
const FieldOfColumn = Type.Object({
  column: text({ description: 'of the file' }),
  name: text({ description: 'of the field' }),
  label: optional(text(), 'what people read; the name of the column when absent'),
  kind: choice([...columnKinds], { description: 'what its values are' }),
  vocabulary: optional(text(), 'of a choice: the vocabulary that gets its values'),
  tb: optional(text(), 'of a link: the table whose records the values name'),
  unique: nullable(yesOrNo, 'true: every record needs a value of its own'),
})

const fieldsOfColumns = input(Type.Array(FieldOfColumn, { minItems: 1 }), (given) => given, {
  words: phrase('is_no_list', {}),
})

export const NewFieldsOfFileBody = Type.Object(
  {
    temp_id: upload,
    tb: name({ description: 'table that gets the fields', sentence: 'must_be_table' }),
    fields: fieldsOfColumns,
    empty: howWritten.empty,
  },
  { additionalProperties: true },
)
export type NewFieldsOfFileBody = Input<typeof NewFieldsOfFileBody>

export const NewTableImportBody = Type.Object(
  {
    temp_id: upload,
    name: readByService<string>('of the table'),
    label: readByService<string>('what people read, 1 to 200 characters'),
    fields: fieldsOfColumns,
    id_field: optional(text(), 'field whose value names a record to people'),
    place: sentPlace('where the places of the records stand; the table has geometries then'),
    rs: nullable(yesOrNo, 'true: its records have stratigraphic relations'),
    geodata: nullable(yesOrNo, 'true: its records have geometries'),
    ...howWritten,
    ...howToRun,
  },
  { additionalProperties: true },
)
export type NewTableImportBody = Input<typeof NewTableImportBody>

export const NewTableImportReply = Type.Object({
  ...ImportReply.properties,
  code: Type.Literal('ok_import_new_table'),
  tb: Type.String({ description: 'name of the new table' }),
})
