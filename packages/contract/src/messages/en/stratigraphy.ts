/** Stratigraphic relations and their matrix. */
export const stratigraphy = {
  codes: {
    rs_not_configured: 'The table has no stratigraphic relations; switch them on in its configuration.',
    invalid_relation: 'A stratigraphic relation is a number from 1 to 10.',
    relation_self: 'A record cannot be related to itself.',
    relation_already_exist: 'This stratigraphic relation exists already.',
    stratigraphic_loop: 'The relation contradicts others; "detail" shows the loop.',
  },

  problems: {
    matrix_too_dense:
      'The lines of this matrix are too long and too many for a drawing that can be read; narrow it by a filter, or ask for it with reduced=1.',
    no_such_stratigraphic_relation: 'There is no stratigraphic relation {{relation}}.',
    relation_number: '"relation" must be a number from 1 to 10.',
    record_id_needed: '"{{name}}" must be the id of a record, a whole number.',
    matrix_takes_too_long:
      'This matrix takes longer than the service allows. Narrow it by a filter, or try again later.',
    dates_contradict:
      '{{newer}} is newer than {{older}}, but ended {{ended}}, before {{older}} began {{began}}.',
    dates_contradict_over:
      '{{newer}} is newer than {{older}} (over {{between}}), but ended {{ended}}, before {{older}} began {{began}}.',
    in_year_bce: 'in {{year}} BCE',
    in_year_ce: 'in {{year}} CE',
    in_year_zero: 'in the year 0',
    closes_loop: 'This closes a loop: {{loop}}',
    restored_closes_loop:
      'It was not restored: a relation of it contradicts others that were stated since it was deleted. {{loop}} Take one of these back first, or restore it with "force".',
  },
} as const
