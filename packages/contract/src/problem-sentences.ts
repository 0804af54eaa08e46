import type { Sentences } from './sentences.js'

/**
 * Longer sentences about problems, where a code says only what kind of problem it is: in an answer `sentence`
 * names one of them, `facts` has what it speaks of.
 */
export const problemSentences = {
  // Values
  value_is_list: 'A text or a number is needed here, not a list or an object.',
  value_has_nul: 'The text contains the character NUL (code 0), which cannot be stored; remove it.',
  value_has_half_character:
    'The text contains half of a character (a lone surrogate), which cannot be stored; remove it.',
  number_with_point: 'A number with a point before the decimals, for example 1,234.5.',
  number_with_comma: 'A number with a comma before the decimals, for example 1.234,5.',
  day_written: 'A day of the calendar, written {{form}}.',
  moment_needed: 'A day or a moment as ISO 8601 writes it, for example 2024-05-01 or 2024-05-01T14:30:00Z.',
  years_reversed: 'The beginning must not be later than the end.',
  certainty_unknown: 'The certainty is 1 (certain), 2 (probable) or 3 (uncertain).',
  no_such_record: 'There is no such record in "{{table}}".',
  no_such_hidden_record: 'There is no such record, or none that you may see.',
  several_records: '{{records}} records of "{{table}}" are called so; write the id of one.',
  id_and_name:
    '{{value}} is the id of one record of "{{table}}" and the name of another; say with "lookups" whether numbers are ids or names.',
  key_of_several: 'Several records have this key, so it does not say which one is meant.',
  key_not_editable: 'You may not change the record with this key.',
  value_too_long_for_pattern:
    'The text is too long to be held against the form that is asked for: at most {{most}} characters.',
  pattern_not_run:
    'This field takes no new value: its pattern has "{{part}}", which cannot be checked in bounded time. An administrator has to rewrite it.',

  // Patterns of fields
  pattern_broken: 'The pattern is no regular expression of at most {{most}} characters.',
  pattern_looks_around:
    'The pattern looks ahead or back with "{{part}}", which is not possible: say what the whole value looks like instead.',
  pattern_refers_back:
    'The pattern refers back to a group with "{{part}}", which is not possible: write out what may stand there.',
  pattern_repeats_too_often:
    'The pattern repeats something with "{{part}}" more than {{most}} times, which is not possible; limit the length of the field instead.',
  pattern_too_large:
    'The pattern "{{part}}" becomes too large with its repetitions; limit the length of the field instead.',
  pattern_unknown_part: 'The pattern "{{part}}" has a class of characters or a group that is not possible.',

  // Rows of a file
  row_short: 'The row has {{given}} of {{wanted}} cells; the others are empty.',
  row_long: 'The row has {{given}} cells for {{wanted}} columns; {{surplus}} at its end were dropped.',
  row_with_control_character: 'The row has the control character U+{{character}}.',
  mapping_unknown_fields: 'The table "{{table}}" cannot take {{fields}} from a file.',
  mapping_without_columns:
    'None of the mapped columns ({{mapped}}) occurs in the file; its columns are {{columns}}.',
  row_not_stored: 'The database refused row {{row}} and nothing was imported.',

  // Files that cannot be read; what stands before it says so, and in which line
  file_empty: 'the file is empty.',
  file_without_header: 'the file is empty: it has neither a header line nor rows.',
  file_too_large: 'the file is too large to be read in this form; send it as CSV.',
  quote_never_closed: 'a quotation mark opens a cell here and is never closed.',
  quote_not_closed_soon: 'a quotation mark opens a cell here and is not closed for 16 million characters.',
  quote_before_text:
    'after the quotation mark that closes a cell its text goes on: a mark is missing before it, or one inside the cell is not doubled.',
  row_too_long: 'the row that begins here is longer than 16 million characters.',
  bytes_not_utf8:
    'the bytes here are not UTF-8, though other lines are. Save the file again as UTF-8, or mend this line.',
  text_not_readable: 'the file is not valid {{encoding}} text.',
  too_many_columns: 'the header has {{columns}} columns; at most {{most}} can be read.',
  columns_nameless: 'column {{columns}} has no name in the header; give every column a name of its own.',
  columns_repeated:
    'the name {{names}} stands more than once in the header; give every column a name of its own.',
  columns_nameless_and_repeated:
    'column {{columns}} has no name and the name {{names}} stands more than once in the header; give every column a name of its own.',
  key_empty: 'a key is empty; give every value a name.',
  json_too_large: 'a JSON file may have 64 MiB; send larger tables as CSV.',
  json_without_list: 'a list of objects is needed, or an object with such a list under "data".',
  json_too_many_keys: 'the objects have more than {{most}} different keys.',
  json_too_deep: 'row {{row}} has lists or objects too deep inside each other.',
  json_row_no_object: 'row {{row}} is no object.',
  json_not_utf8: 'the file is not UTF-8 text, as JSON has to be.',
  json_not_valid: 'the file is not valid JSON: {{reason}}',
  geojson_too_large: 'a GeoJSON file may have 64 MiB; split it.',
  geojson_no_collection: 'a GeoJSON FeatureCollection with a list "features" is needed.',
  geojson_no_feature: 'feature {{feature}} is no GeoJSON Feature.',
  geojson_crs_nameless: 'the member "crs" does not name a reference system.',
  reference_system_unknown: 'the reference system EPSG:{{epsg}} is not known.',
  workbook_too_large: 'a workbook may have 32 MiB; save the sheet as CSV.',
  workbook_unpacked_too_large: 'the workbook is too large; save the sheet as CSV.',
  workbook_none: 'this is no workbook: save it as .xlsx (Excel workbook).',
  workbook_damaged: 'the workbook is damaged ({{reason}}).',
  workbook_with_document_type: '"{{name}}" declares a document type, which no workbook does.',
  workbook_too_many_cells:
    'the workbook has cells as far out as {{place}}, which are too many to be read: delete what lies far from the table, or save the sheet as CSV.',
  workbook_cell_nowhere: 'the workbook has a cell in the place "{{place}}", which no sheet has.',
  sheet_missing: 'it has no sheet "{{sheet}}"; there are: {{sheets}}.',
  sheet_empty: 'the sheet "{{sheet}}" is empty.',
  sheet_too_long: 'the sheet has more than {{most}} rows; save it as CSV.',
  archive_damaged: 'the archive is damaged or no ZIP file ({{reason}}).',
  archive_encrypted: '"{{name}}" is encrypted.',
  archive_packed_strangely: '"{{name}}" is packed in a way that cannot be read; pack it as ZIP (deflate).',
  index_columns: 'an index needs two columns: filename and record_id.',
  index_too_long: 'an index may have {{most}} rows; split the archive.',

  // Imports that do not begin, or do not end
  archive_too_many_entries: 'It has more than {{most}} entries; split it.',
  archive_entry_too_large: '"{{name}}" has more than {{most}} bytes.',
  archive_files_too_large: 'Its files have more than {{most}} bytes together; split it.',
  picture_not_stored: '"{{name}}" cannot be stored, so nothing was imported.',
  import_runs_already: 'This file is being imported already; wait until that is done.',
  import_stopped: 'The service is being stopped; nothing was imported. Start the import again.',

  // A schema as text: the tables
  schema_table_exists: 'There is a table {{table}} already; it stays as it is.',
  schema_name_of_database: 'The database itself uses the name "{{name}}"; choose another one.',
  schema_name_invalid:
    '"{{name}}" cannot be the name of a table: it begins with a lower-case letter and has up to 48 lower-case letters, digits and "_".',
  schema_name_reserved: '"{{name}}" begins like the tables of the service itself.',
  schema_table_too_wide: 'A table has at most {{fields}} fields and {{indexes}} indexes.',
  schema_table_repeated: 'The text has the table {{table}} more than once.',
  schema_parent_missing: 'It belongs to the table {{table}}, which does not exist or cannot be made.',
  schema_parent_is_plugin: 'It cannot belong to {{table}}, which is a plugin table itself.',
  schema_dates_in_plugin: 'Dates and inventories of bones stand in main tables, not in a plugin table.',
  schema_radiocarbon_in_main:
    'Radiocarbon dates stand in a plugin table; write is_plugin with the table they belong to.',
  schema_setting_without_table:
    'The setting {{setting}} needs the table {{table}}, which does not exist or cannot be made.',
  schema_setting_without_field:
    'The setting {{setting}} names the field {{field}}, which the table does not have; it is id instead.',
  schema_preview_without_field: 'The preview names the field {{field}}, which the table does not have.',
  schema_annotation_unknown: 'Nobody knows the annotation "{{name}}" of a table; it is left out.',

  // its fields
  schema_field_repeated: 'The field {{field}} stands there more than once.',
  schema_field_invalid:
    '"{{name}}" cannot be the name of a field: it begins with a lower-case letter and has up to 63 lower-case letters, digits and "_".',
  schema_field_reserved: 'The name "{{name}}" is reserved by the service.',
  schema_field_of_switch:
    '"{{name}}" comes with a switch of the table: annotate it with fuzzy_date=1 or osteology=1.',
  schema_key_other_than_id: 'The key of a table is its field id, not {{field}}.',
  schema_id_comes: 'The field id comes by itself.',
  schema_creator_comes: 'The field creator comes by itself.',
  schema_type_unknown: 'Nobody knows the type {{type}} of {{field}}; it becomes text.',
  schema_field_annotation_unknown: 'Nobody knows the annotation "{{name}}" of {{field}}; it is left out.',
  schema_field_without_table:
    'The field {{field}} needs the table {{table}}, which does not exist or cannot be made.',

  // its relations, indexes and vocabularies
  schema_relation_without_field:
    'The relation of {{field}} leads to {{table}}.{{column}}, which does not exist.',
  schema_relation_repeated: 'The field {{field}} has a relation already, so it cannot have one to {{table}}.',
  schema_reference_ignored:
    'The reference of {{field}} to {{table}} is left out: it goes from many to many, or its table is not in the text.',
  schema_index_invalid:
    'An index cannot be called "{{name}}": a name begins with a lower-case letter and has up to 63 lower-case letters, digits and "_".',
  schema_index_without_field: 'The index {{name}} names the field {{field}}, which the table does not have.',
  schema_index_columns: 'The index {{name}} does not have 1 to {{most}} different columns.',
  schema_index_repeated: 'Two indexes of the table are called {{name}}.',
  schema_index_over_expression: 'An index stands over columns, not over expressions; it is left out.',
  schema_vocabulary_exists: 'There is a vocabulary {{name}} already; values that it lacks are added.',
} as const satisfies Sentences

export type ProblemSentence = keyof typeof problemSentences
