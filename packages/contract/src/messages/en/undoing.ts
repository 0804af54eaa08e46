/** What speaks against undoing change sets. */
export const undoing = {
  codes: {
    undo_conflict: 'Later changes would be lost. Keep them, or overwrite them.',
    undo_refused: 'It cannot be undone as things are now: a rule would be broken. Nothing was changed.',
    already_undone: 'These changes are undone already.',
    not_undoable: 'These changes cannot be undone.',
  },

  problems: {
    undo_not_allowed: 'You may not change all records that would change again.',
    undo_not_allowed_in: 'You may not change all records of {{tables}} that would change again.',
    undo_done_already: 'The changes {{set}} are undone already, by the changes {{by}}.',
    undo_incomplete: 'The journal does not have all of the changes {{set}}, so that they cannot be undone.',
    undo_of_configuration: 'The changes {{set}} are about tables and fields, which are not undone this way.',
    undo_before_journal: 'The changes {{set}} are from before the journal: restore the version instead.',
    undo_tables_gone: 'The tables of the changes {{set}} are gone.',
    undo_forgotten: 'What was there before the changes {{set}} is not kept any more.',
    undo_breaks_rule:
      'It cannot be undone as things are now: records that belong together would be separated.',
    undo_changed_later: 'This was changed again later.',
    undo_refers_later: 'This was added later, and belongs to a record that would go.',
    undo_needed_by: 'Record {{id}} of “{{table}}” still refers to what would be deleted.',
    undo_needed_by_others: 'Records that you may not see keep this from being undone.',
    undo_value_unfit: 'The field cannot hold the earlier value any more.',
    undo_row_gone: 'This was deleted later. Undo the deletion first, or together with it.',
    undo_refers_to_gone:
      'What the earlier value refers to is gone. Undo its deletion first, or together with it.',
    undo_value_taken: 'The earlier value is used by another record now.',
    undo_span_broken: 'It would begin after it ends.',
    undo_relation_loop: 'The relation contradicts others that were stated later: {{loop}}',
    undo_stated_again: 'This may stand only once, and was stated again later.',
    undo_bytes_gone: 'The content of the file is not kept any more.',
  },
} as const
