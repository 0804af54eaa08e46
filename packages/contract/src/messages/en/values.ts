/** Rules that the value of a field can break, and what is often wrong with a setting. */
export const values = {
  codes: {
    // Rules of fields
    text: 'This text cannot be stored.',
    required: 'A value is needed here.',
    int: 'A whole number without point or comma.',
    number: 'A number with a point before the decimals, for example 12.5.',
    boolean: 'Yes or no.',
    date: 'A day of the calendar, for example 2024-05-31.',
    email: 'An e-mail address, for example name@example.org.',
    url: 'A complete web address that begins with http:// or https://.',
    min: 'At least {{min}}.',
    max: 'At most {{max}}.',
    max_length: 'At most {{max_length}} characters.',
    pattern: 'The value does not have the form that is asked for.',
    reference: 'There is no such record.',
    no_dupl: 'This value is already used.',
    valid_wkt: 'A geometry as well-known text, for example POINT (13.6 45.7).',
    chrono_range: 'The dating is not valid.',
    osteo_data: 'This is no inventory of bones.',

    // Settings, accounts and lines of files
    not_empty: 'Something has to stand here.',
    too_long: 'This is too long.',
    too_short: 'This is too short.',
    invalid_value: 'This value cannot be used here.',
    invalid_type: 'This type cannot be used here.',
    invalid_range: 'The greatest value is smaller than the least.',
    invalid_pattern: 'The pattern cannot be used.',
    invalid_formula: 'The formula cannot be used.',
    invalid_characters: 'Some characters cannot be used here.',
    unknown_reference: 'This refers to something that is not there.',
    not_available: 'This name is not available.',
    ambiguous_key: 'Several records have this key.',
    not_an_object: 'An object is needed here.',
    too_many: 'These are too many.',
    too_deep: 'Groups are nested too deep.',
    wrong_count: 'This needs another number of values.',
    unknown_name: 'Nothing has this name.',
    repeated_name: 'This name is listed twice.',
  },

  problems: {
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

    // Rules of fields
    int_needed: 'Enter a whole number.',
    number_needed: 'A number with a point before the decimals, for example 12.5.',
    formula_needed: 'Write the formula that the value is computed from.',
    formula_too_large:
      'The formula, with those that it uses, has more than {{most}} parts, or is nested too deep.',
    formula_only_of_type: 'A formula is a text, and only fields of type formula have one.',
    computed_not_written: 'A value that is computed has no rules for what people write, and no default.',
    computed_stays: 'A computed field stays one, and another field becomes none: make a new field.',
    formula_uses_column: 'The formula of "{{field}}" uses "{{column}}": change it first.',
    computed_is_no_column: '"{{field}}" is computed: it cannot be used here.',
    address_needed: 'An address of the web that begins with https:// or http://, a DOI or an ORCID iD.',
    day_needed: 'A day of the calendar, written YYYY-MM-DD, for example 2024-05-01.',
    boolean_needed: 'Yes or no: write true or false, 1 or 0.',
    at_most_characters: 'At most {{most}} characters.',
    form_not_met: 'The value does not have the form that is asked for ({{pattern}}).',

    // Texts that cannot be stored
    label_unusable: 'The label of the link cannot be used. {{reason}}',
    text_unusable: '"{{name}}" cannot be used. {{reason}}',
    it_has_at_most: 'It has at most {{most}} characters.',
    it_holds_nul: 'It holds the NUL character.',
    it_holds_half_character: 'It holds half of a character.',
    it_must_be_text: 'It must be text.',
  },
} as const
