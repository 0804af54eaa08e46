/** Tables and their records, links by hand, vocabularies, radiocarbon dates. */
export const records = {
  codes: {
    // Tables and fields
    unknown_table: 'There is no such table.',
    unknown_field: 'The table has no such field.',
    field_not_found: 'The table has no such field.',
    plugin_table_not_allowed: 'Rows of a plugin table are changed through the record that carries them.',

    // Records
    record_not_found: 'There is no such record.',
    validation_failed: 'Some values are not valid; "errors" names each of them.',
    stale_record: 'Another person changed the record meanwhile; reload it before you save.',
    idempotency_key_reused:
      'An earlier try with this Idempotency-Key made a record already, of other content; "detail" says which. Look at it before you send another key.',
    in_use: 'Other data refer to this, so it cannot be deleted.',
    no_id_provided: 'Say which records are meant.',
    no_record_deleted: 'None of the records could be deleted; "errors" says why.',
    version_not_found: 'There is no such version.',
    link_already_exists: 'These two records are linked already.',

    // Vocabularies
    error_def_added: 'The vocabulary has this definition already.',
    error_def_update: 'The vocabulary item could not be changed.',
    error_def_erase: 'There is no such vocabulary item.',
    error_sort_update: 'The list to sort names unknown, foreign or repeated entries.',
  },

  problems: {
    // Tables, fields and records
    no_such_table_named: 'There is no table "{{table}}".',
    table_has_no_field: 'The table "{{table}}" has no field "{{field}}".',
    table_has_no_fields: 'The table "{{table}}" has no field {{fields}}.',
    field_without_numbers: 'The field "{{field}}" has no pattern for numbers.',
    table_has_no_record: 'The table "{{table}}" has no record {{records}}.',
    record_has_no_row: 'The record has no row {{row}} in "{{table}}".',
    record_takes_no_fields: 'The record cannot have {{fields}}: the table has no such field.',
    row_id_invalid: 'Row {{row}} of "{{table}}" has an id that is no positive whole number.',
    no_plugin_of_table: '"{{plugin}}" is no plugin table of "{{table}}".',
    rows_would_repeat:
      'In "{{table}}" several rows would have {{values}} in {{fields}}, where every value may stand once.',
    version_differs: '"{{name}}" in the body is another than the version in the address.',
    diff_kinds: '"{{name}}" is "current" (or 1) or "change".',
    version_keeps_nothing: 'The version keeps nothing of the record.',
    row_parent_gone: 'The row belongs to a record of "{{table}}" that is gone; restore that one first.',
    version_has_no_field: 'Neither the version nor the table has a field "{{field}}".',
    version_has_no_plugin: '"{{plugin}}" is no plugin table, neither of the version nor of "{{table}}".',
    field_not_valid: '1 field is not valid.',
    fields_not_valid: '{{fields}} fields are not valid.',
    version_value_taken:
      'Another record has the value of {{fields}} that this version keeps; it must be unique.',
    version_refers_to_gone:
      'The database refuses the state that this version keeps: a record it refers to is gone.',

    // Radiocarbon dates
    dates_calibrated_already: 'The radiocarbon dates are being calibrated already.',
    calibration_stopped:
      'The service is being stopped; what was calibrated is kept. Start it again for the rest.',
    curve_unknown:
      'There is no calibration curve of this name. The service has {{curves}}; others are installed with "trowel curve install".',

    // Links by hand
    no_such_link: 'There is no link {{link}}.',
    text_not_replaceable: 'Text cannot be replaced in "{{field}}"; choose a field that holds free text.',

    // Vocabularies
    no_such_vocabulary_item: 'There is no such vocabulary item.',
    no_vocabulary_item: 'There is no vocabulary item {{item}}.',
    vocabulary_has_definition: 'The vocabulary "{{vocabulary}}" has this definition already.',
    vocabulary_item_changed: 'Another person changed the item meanwhile: it is "{{now}}" now.',
    field_cannot_hold: '"{{field}}" in "{{table}}" cannot hold {{value}}, and records use the item there.',

    // Records
    column_not_changed: '"{{field}}" in "{{table}}" was not changed: {{reason}}.',
    cells_changed_meanwhile:
      'Another person changed {{cells}} of these cells meanwhile; "detail" has what they hold now.',
    value_would_repeat: 'a value would stand twice where it may stand once',
    records_joined_by_values: 'records are joined to others by these values',
    others_refer: 'Other records refer to this, so it cannot be deleted.',
    others_refer_named: 'Other records refer to this, so it cannot be deleted: {{named}}.',
    list_names_item_twice: 'The list names an item twice.',
    list_of_two_vocabularies:
      'The list names items of "{{one}}" and of "{{other}}"; sort one vocabulary at a time.',
  },
} as const
