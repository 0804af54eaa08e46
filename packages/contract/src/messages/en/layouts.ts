/** Layouts and print. */
export const layouts = {
  codes: {
    template_not_found: 'There is no such template.',
    template_name_exists: 'The table has a template of that name already.',
    invalid_template_name: 'A template name has 1 to 64 letters, digits, "-" or "_".',
    invalid_template_data: 'A layout is an object with a list of "sections".',
    template_validation_failed: 'The layout is not valid; "errors" says where.',
    too_many_sections: 'The layout has too many sections.',
    sections_missing_or_invalid: 'The layout has no sections that can be read.',
    content_missing_or_invalid: 'The section has no content that can be read.',
    fields_missing_or_invalid: 'The part has no fields that can be read.',
    unknown_plugin: 'The table has no such rows.',
    unknown_part: 'A layout has no such part.',
    invalid_width: 'A layout has no such width.',
    invalid_part_text: 'What a layout says is a text.',
  },

  problems: {
    no_such_template_of_table: 'The table "{{table}}" has no template "{{template}}".',
    too_many_labels:
      '{{labels}} labels are more than can be printed at once ({{most}}). Narrow the listing by a filter, or print fewer copies.',
    labels_do_not_fit:
      'These labels do not fit on their page, or the size of a label is missing: check "width" and "height", and the measures of the page.',
    start_beyond_sheet: 'A sheet has {{most}} labels: "start" must not be greater.',
    too_many_to_print:
      '{{records}} records are more than can be printed at once ({{most}}). Narrow the listing by a filter.',
    too_many_columns_to_print:
      '{{columns}} columns do not fit beside each other: at most {{portrait}} do on an upright page, {{landscape}} on one in landscape. Choose fewer columns, or print the records one after another.',
    layout_sections: 'A layout has at most {{most}} sections.',
    layout_size: 'A layout has at most {{most}} KiB.',
    layout_needs_sections: 'A layout needs a list of sections.',
    section_is_object: 'A section is an object.',
    layout_no_plugin: 'No plugin table {{plugin}} of {{table}}.',
    layout_no_part: 'A part of a layout is one of {{parts}}.',
    accordion_needs_fields: 'A part of an accordion needs a list of fields.',
    section_needs_content: 'A section needs a list as its content.',
    layout_no_field: 'No field {{field}} in {{table}}.',
    layout_width: 'A width is one of {{widths}}.',
    layout_part_text: 'The "text" of a part is a text.',
    layout_problem_at: '{{place}}: {{problem}}',
    layout_unfit: 'The layout "{{layout}}" no longer fits the table: {{problem}}',
    print_takes_too_long:
      'Printing this takes longer than the service allows. Narrow it by a filter, or try again later.',
  },
} as const
