/** Reference libraries and citations. */
export const citations = {
  codes: {
    upstream_error: 'The reference manager refused the request or could not be reached.',
    upstream_timeout: 'The reference manager did not answer in time; try again later.',
    zotero_api_error: 'The reference manager refused the request or could not be reached.',
    lib_not_found: 'There is no such library.',
    lib_already_exists: 'This library is connected already.',
    link_not_found: 'There is no such citation link.',
    invalid_refman_id: 'A library id has 1 to 64 letters, digits, "-" or "_".',
    invalid_refman_key: 'An item key has 1 to 32 letters and digits.',
    invalid_citation_style: 'A citation style is named by letters, digits and "-".',
    refman_item_not_found: 'The library has no such item.',
  },

  problems: {
    no_such_library: 'There is no library {{library}}.',
    library_has_no_item: 'The library "{{library}}" has no item {{item}}.',
    no_such_citation: 'There is no citation link {{link}}.',
    citation_place_form: '"{{name}}" must be a whole number from -1000000000 to 1000000000.',
    library_key_form: 'The key has at most 256 letters, digits and signs, without blanks.',
    library_changed_meanwhile:
      'Another person changed the library meanwhile: it is called "{{name}}" and cites in the style {{style}} now.',
    library_nothing_to_change: 'Say what to change: "name", "api_key" or "citation_style".',
    citation_nothing_to_change: 'Say what to change: "pages", "notes" or "sort".',
    searches_wait: 'Too many searches wait for this library; try again in a moment.',
    manager_wants_rest:
      'The reference manager wants to be left alone for {{seconds}} seconds; try again then.',
    manager_late: 'The reference manager did not answer in time; try again later.',
    manager_without_style:
      'The reference manager does not know the citation style of this library; an administrator has to choose another one.',
    manager_unreachable: 'The reference manager could not be reached; try again later.',
    manager_refused_key:
      'The reference manager refused the request; an administrator has to check the key of this library.',
    manager_without_library:
      'The reference manager has no such library; an administrator has to check its type and id.',
    manager_answer_unusable: 'The reference manager gave an answer that cannot be used; try again later.',
    manager_refused: 'The reference manager refused the request.',
  },
} as const
