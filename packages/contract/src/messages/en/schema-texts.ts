/** Schema texts. */
export const schemaTexts = {
  codes: {
    dbml_empty: 'The schema text is empty.',
    dbml_parse_error: 'The schema text cannot be understood; "detail" names the line.',
    dbml_apply_error: 'The schema was not applied and nothing was changed.',
    dbml_export_error: 'The schema could not be written.',
  },

  problems: {
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
    schema_annotation_unknown: 'The annotation "{{name}}" of a table is unknown; it is skipped.',

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
    schema_type_unknown: 'The type {{type}} of {{field}} is unknown; it becomes text.',
    schema_field_annotation_unknown: 'The annotation "{{name}}" of {{field}} is unknown; it is skipped.',
    schema_field_without_table:
      'The field {{field}} needs the table {{table}}, which does not exist or cannot be made.',

    // its relations, indexes and vocabularies
    schema_relation_without_field:
      'The relation of {{field}} leads to {{table}}.{{column}}, which does not exist.',
    schema_relation_repeated:
      'The field {{field}} has a relation already, so it cannot have one to {{table}}.',
    schema_reference_ignored:
      'The reference of {{field}} to {{table}} is left out: it goes from many to many, or its table is not in the text.',
    schema_index_invalid:
      'An index cannot be called "{{name}}": a name begins with a lower-case letter and has up to 63 lower-case letters, digits and "_".',
    schema_index_without_field:
      'The index {{name}} names the field {{field}}, which the table does not have.',
    schema_index_columns: 'The index {{name}} does not have 1 to {{most}} different columns.',
    schema_index_repeated: 'Two indexes of the table are called {{name}}.',
    schema_index_over_expression: 'An index stands over columns, not over expressions; it is left out.',
    schema_vocabulary_exists: 'There is a vocabulary {{name}} already; values that it lacks are added.',

    // Parts of a schema
    schema_text_needed: 'Send the schema as text in "dbml".',
    schema_text_too_large: 'A schema text has at most 2 MiB.',
    schema_text_too_deep: 'The schema text is nested too deeply or too long to be read; send it in parts.',
    schema_wrong_at: 'Line {{line}}, column {{column}}: {{reason}}',
    schema_too_many_tables: 'The schema text has {{given}} tables; send at most {{most}} at once.',
    schema_too_many_fields: 'The schema text has {{given}} fields; send at most {{most}} at once.',
    schema_too_many_values: 'The schema text has {{given}} values; send at most {{most}} at once.',
    schema_parser_says: '{{words}}',
    schema_no_inclusion: 'A schema text cannot take parts from other files.',
    schema_no_element: '"{{element}}" is no element of a schema.',
    schema_needs_braces: '"{{element}}" needs its content in braces.',
    schema_needs_name: '"{{element}}" needs a name.',
    schema_column_form: 'A column is written as "name type [settings]".',
    schema_reference_form: 'A reference is written as "ref: > table.column".',
  },
} as const
