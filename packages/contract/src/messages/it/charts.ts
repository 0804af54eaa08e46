import type { charts as english } from '../en/charts.js'
import type { AreaTranslation } from '../messages.js'

export const charts: AreaTranslation<typeof english> = {
  codes: {
    // Saved searches
    query_not_found: 'Questa ricerca salvata non esiste.',
    query_access_denied: 'Questa ricerca salvata è di un’altra persona.',

    // Charts and analyses
    invalid_chart_type: 'Un grafico è di tipo metric, bar, line, pie o doughnut.',
    invalid_chart_field: 'Il grafico nomina un campo che la tabella non ha.',
    chart_not_found: 'Questo grafico non esiste.',
    chart_access_denied: 'Questo grafico è di un’altra persona.',
    map_view_not_found: 'Non c’è una vista della mappa con questo numero.',
    map_view_access_denied: 'Questa vista della mappa è di un’altra persona.',
    error_save_chart: 'Il grafico non si è potuto salvare.',
    generic_error: 'Il grafico non si è potuto disegnare.',
    invalid_field: 'L’analisi nomina un campo che la tabella non ha.',
    invalid_measure: 'La misura deve essere count, sum o count_distinct.',
    too_many_join_steps: 'Il percorso verso il gruppo ha più di quattro passi.',
    invalid_group_path_step: 'Un passo del percorso verso il gruppo non segue nessuna relazione.',
    result_too_large: 'L’analisi ha più di 100.000 celle: restringila con dei filtri.',
    query_error: 'L’analisi non si è potuta calcolare.',
    nothing_to_update: 'Non è stato inviato nulla che si possa modificare.',
    analysis_not_found: 'Questa analisi non esiste.',
    analysis_access_denied: 'Questa analisi è di un’altra persona.',
  },

  problems: {
    chart_selection_form:
      'La selezione di un grafico è un oggetto con un «filter», o con «search_type» e ciò che si cerca.',
    analysis_operator_unknown: 'L’operatore {{operator}} non esiste ({{path}}).',
    must_be_list: 'deve essere un elenco',
    must_be_analysis_filter: 'deve essere un oggetto con «field», «op» e «value»',
    must_be_field_name: 'deve essere il nome di un campo',
    must_be_number_from_zero: 'deve essere un numero da 0 in su',
    seriation_too_large:
      'Una seriazione prende fino a {{groups}} gruppi e {{chars}} tipi; qui sono {{given}}. Alza le soglie, o restringi l’analisi con dei filtri.',
    seriation_takes_too_long:
      'La seriazione richiede troppo tempo in questo momento: alza le soglie, o riprova più tardi.',
  },
}
