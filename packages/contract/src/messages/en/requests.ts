/** Requests as such, whatever they ask for. */
export const requests = {
  codes: {
    bad_request: 'The request could not be read; check that its body is valid JSON.',
    parameter_missing: 'A required value is missing; "detail" names it.',
    invalid_parameter: 'A value has the wrong type or form; "detail" says which.',
    route_not_found: 'There is no such address; see /api/docs for those that exist.',
    method_not_allowed: 'This address does not take that method; "allowed" lists those it takes.',
    not_found: 'There is no such thing.',
    conflict: 'The change contradicts data that are already stored.',
    too_large: 'What was sent is larger than the service accepts.',
    unsupported_media_type: 'The service cannot read content of this type here.',
    too_many_attempts: 'Too many attempts; wait for the time in "Retry-After" and try again.',
    internal_error: 'The service made a mistake; report it with the id in "X-Request-Id".',
    overloaded: 'This takes longer than the service allows; narrow the request or try again later.',
  },

  problems: {
    // Values of a request
    parameter_wrong: '"{{name}}" {{reason}}.',
    parameter_is_missing: '"{{name}}" is missing.',
    must_be_single_text: 'must be a single text',
    must_be_count: 'must be a whole number from 1',
    must_be_whole_number: 'must be a whole number',
    must_be_a_text: '"{{name}}" must be a text.',
    must_be_object_or_text: '"{{name}}" must be an object, or the JSON text of one.',
    must_be_table: '"{{name}}" must be the name of a table.',
    content_too_large: '"{{name}}" has at most {{most}} KiB as JSON text.',
    must_be_names: '"{{name}}" must be a list of names.',
    must_name_field: '"{{name}}" must be the name of a field.',
    must_name_fields: '"{{name}}" must be a list of field names.',
    must_name_tables: '"{{name}}" must be a list of names of tables.',
    must_be_values: '"{{name}}" must be an object of values by field.',
    zoom_wrong: '"{{name}}" must be a number from 0 to 24.',

    // Requests as such
    body_not_json_type: 'Send the body as application/json.',
    body_not_utf8: 'The body is not valid UTF-8.',
    body_too_deep: 'The body is nested deeper than {{levels}} levels.',
    body_not_json: 'The body is not valid JSON.',
    percent_not_utf8: 'A percent sign begins no valid UTF-8 character; write % as %25.',
    form_damaged: 'The form breaks off or is damaged; send it again.',
    stored_but_answer_failed:
      'What was sent is stored, or a part of it, but the answer failed. Look before you send it again.',
    key_may_not_manage:
      'This API key may not manage users, API keys and backups; only a key made with "manage": true may.',
    question_took_too_long:
      'This question took too long and was stopped. Ask for less at once: a narrower filter, or another order.',
    disk_full:
      'The disk of the service is full. Nothing of this request was stored; tell whoever runs the service.',
    file_storage_unreachable:
      'The storage of the files cannot be reached at the moment. Nothing of this request was stored; try again soon.',
    database_unreachable:
      'The database cannot be reached at the moment. Nothing of this request was stored; try again soon.',
    database_went_away:
      'The database went away while this was being stored: it may be stored, or not. Look before you try again.',
    database_damaged:
      'The database of this application is damaged or empty. Tell the person who runs the service: /readyz and the log say how a backup brings it back.',
    text_too_long_for_index: 'A text is too long for an index of its field. Shorten it, or delete the index.',
    file_name_unusable: 'A file has a name under which nothing can be kept. Upload it again.',
    text_holds_nul:
      'A text holds the character NUL, which can neither be stored nor searched for. Take it out.',
    configuration_being_changed:
      'The configuration is being changed at the moment. Nothing of this was stored; try again soon.',
    method_not_possible: '{{method}} is not possible here; {{methods}} is.',
    method_not_possible_but_others: '{{method}} is not possible here; {{methods}} are.',
    service_stopping: 'The service is stopping. Nothing of this request was stored; try again in a moment.',
  },
} as const
