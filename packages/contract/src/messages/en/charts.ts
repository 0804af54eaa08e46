/** Charts, analyses and saved searches. */
export const charts = {
  codes: {
    // Saved searches
    query_not_found: 'There is no such saved query.',
    query_access_denied: 'This saved query belongs to another person.',

    // Charts and analyses
    invalid_chart_type: 'A chart is of type metric, bar, line, pie or doughnut.',
    invalid_chart_field: 'The chart names a field that the table does not have.',
    chart_not_found: 'There is no such chart.',
    chart_access_denied: 'This chart belongs to another person.',
    map_view_not_found: 'There is no such map view.',
    map_view_access_denied: 'This map view belongs to another person.',
    error_save_chart: 'The chart could not be saved.',
    generic_error: 'The chart could not be drawn.',
    invalid_field: 'The analysis names a field that the table does not have.',
    invalid_measure: 'The measure must be count, sum or count_distinct.',
    too_many_join_steps: 'The path to the group has more than four steps.',
    invalid_group_path_step: 'A step of the path to the group follows no relation; "detail" says which.',
    result_too_large: 'The analysis has more than 100,000 cells; narrow it with filters.',
    query_error: 'The analysis could not be computed.',
    nothing_to_update: 'Nothing was sent that could be changed.',
    analysis_not_found: 'There is no such analysis.',
    analysis_access_denied: 'This analysis belongs to another person.',
  },

  problems: {
    chart_selection_form:
      'The selection of a chart is an object with a "filter", or with "search_type" and what it searches for.',
    analysis_operator_unknown: 'There is no operator {{operator}} ({{path}}).',
    must_be_list: 'must be a list',
    must_be_analysis_filter: 'must be an object with "field", "op" and "value"',
    must_be_field_name: 'must be the name of a field',
    must_be_number_from_zero: 'must be a number from 0',
    seriation_too_large:
      'A seriation takes up to {{groups}} groups and {{chars}} kinds; here are {{given}}. Raise the thresholds, or narrow the analysis with filters.',
    seriation_takes_too_long: 'The seriation takes too long now; raise its thresholds, or try again later.',
  },
} as const
