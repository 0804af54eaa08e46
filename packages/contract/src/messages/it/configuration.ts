import type { configuration as english } from '../en/configuration.js'
import type { AreaTranslation } from '../messages.js'

export const configuration: AreaTranslation<typeof english> = {
  codes: {
    // Configuration
    error_cfg_data_updated: 'La configurazione non è stata salvata.',
    tb_already_available: 'Esiste già una tabella con questo nome.',
    fld_already_available: 'La tabella ha già un campo con questo nome.',
    immutable: 'Non si può più cambiare dopo che la tabella è stata creata.',
    invalid_name: 'Un nome comincia con una lettera minuscola e ha solo lettere minuscole, cifre e «_».',
    reserved_name: 'Questo nome è riservato al servizio.',
    not_convertible: 'Alcuni valori registrati non si adattano al nuovo tipo.',
    not_a_core_table: 'È possibile solo nelle tabelle principali.',
    error_renaming_table: 'La tabella non è stata rinominata.',
    error_renaming_column: 'Il campo non è stato rinominato: il nuovo nome è già usato o riservato.',
    error_cfg_tb_delete: 'La tabella non si è potuta eliminare.',
    error_cfg_clumn_delete: 'Questa colonna non si può eliminare.',
    invalid_chrono_density_path: 'Il percorso delle datazioni non va bene.',
    relation_orphans: 'Alcune righe appartengono a schede che in quella tabella non esistono.',
    relation_already_exists: 'Questa colonna fa già parte di una relazione.',
    plugin_relation_not_allowed: 'Una tabella accessoria prende parte alle relazioni solo con «id_link».',
    invalid_on_delete: 'All’eliminazione: RESTRICT, CASCADE, SET NULL o NO ACTION.',
    invalid_on_update: 'Alla modifica: RESTRICT, CASCADE, SET NULL o NO ACTION.',
    index_already_exists: 'La tabella ha già un indice con questo nome.',
    index_duplicates_found: 'Alcuni valori si ripetono, perciò l’indice non può essere univoco.',
    index_in_use: 'Una relazione ha bisogno di questo indice.',
    error_validation: 'La configurazione non si è potuta esaminare.',
    invalid_action: 'L’esame attuale non propone questa riparazione: caricalo di nuovo.',
    col_type_not_found: 'Il tipo della colonna non è conosciuto.',
    error_creating_table: 'La tabella non si è potuta creare.',

    // Widgets
    invalid_widget_name: 'Il nome di un widget ha solo lettere minuscole, cifre e «-».',
    widget_not_found: 'Questo widget non esiste.',

    // Settings of tables and fields
    invalid_db_type: 'Qui una colonna non può avere questo tipo.',
    ambiguous_source: 'I valori di un campo vengono da un solo posto.',
    syntax: 'Questo non si capisce.',
  },

  problems: {
    // Configuration
    largest_image_form: 'L’immagine più grande è un numero intero di pixel da 0 (nessun limite) a {{most}}.',
    table_name_form:
      'Il nome di una tabella comincia con una lettera minuscola e ha fino a 48 lettere minuscole, cifre e trattini bassi.',
    table_name_taken: 'La tabella «{{table}}» c’è già: scegli un altro nome.',
    name_taken: 'Il nome «{{name}}» è già usato.',
    table_too_wide: 'Una tabella ha al massimo {{most}} campi.',
    table_exists: 'La tabella «{{table}}» esiste già.',
    table_unconfigured_exists:
      'Il database ha una tabella «{{table}}» che non è configurata: scegli un altro nome.',
    table_rename_instead: 'Per cambiare il nome «{{table}}» rinomina la tabella.',
    table_kind_fixed: 'Una tabella resta come è stata creata: principale o accessoria.',
    main_tables_only: '«{{setting}}» si attiva solo nelle tabelle principali.',
    links_as_list: 'I collegamenti vanno dati come elenco.',
    link_form: 'Un collegamento ha «other_tb» e «fld».',
    listed_twice: '«{{name}}» è elencato due volte.',
    link_pair_form: 'Una coppia di campi ha «my» e «other».',
    sort_needed: 'Invia i nomi nel nuovo ordine in «sort».',
    there_is_no: '«{{name}}» non esiste.',
    table_not_of_radiocarbon:
      'C’è già una tabella «{{table}}» che non è fatta per le date al radiocarbonio: rinominala prima.',
    never_had_radiocarbon: '«{{table}}» non ha mai avuto una tabella di date al radiocarbonio.',
    index_exists: '«{{table}}» ha già un indice «{{index}}».',
    index_values_repeat: 'Valori di {{columns}} che compaiono più volte: {{groups}}. Correggili prima.',
    index_needs: 'A un indice serve «{{missing}}».',
    index_columns_form: 'Le colonne dell’indice sono un elenco da 1 a {{most}} nomi.',
    no_such_index: '«{{table}}» non ha questo indice.',
    is_plugin_form: '«is_plugin» è «1» o «0».',
    only_plugin_belongs: 'Solo una tabella accessoria appartiene a un’altra.',
    no_table_quoted: 'La tabella {{table}} non esiste.',
    plugin_carries_none: '«{{table}}» è essa stessa accessoria e non può averne un’altra.',
    label_text: 'L’etichetta deve essere un testo.',
    table_needs_label: 'Dai un’etichetta alla tabella.',
    label_too_long: 'Un’etichetta ha al massimo {{most}} caratteri.',
    names_a_field: '«{{setting}}» nomina un campo della tabella.',
    table_has_no_field_quoted: 'La tabella non ha il campo {{field}}.',
    preview_as_list: 'L’anteprima è un elenco di nomi di campi.',
    preview_not_empty: 'Un elenco mostra almeno un campo.',
    table_without_field: 'La tabella non ha il campo «{{field}}».',
    true_or_false: '«{{setting}}» è vero o falso.',
    backlinks_as_list: 'I rimandi sono un elenco di testi.',
    no_backlink: '«{{text}}» non è un rimando: scrivi «tabella:via:campo».',
    table_needs_name: 'Dai un nome alla tabella.',
    name_like_service: '«{{name}}» comincia come le tabelle del servizio stesso.',
    table_name_invalid:
      '{{name}} non va come nome di tabella: comincia con una lettera minuscola e ha fino a 48 lettere minuscole, cifre e trattini bassi.',
    field_needs_name: 'Dai un nome al campo.',
    field_name_invalid:
      '{{name}} non va come nome di campo: comincia con una lettera minuscola e ha fino a 63 lettere minuscole, cifre e trattini bassi.',
    no_such_relation: 'Questa relazione non esiste.',
    rows_belong_to_none:
      'Righe di «{{table}}» che non appartengono a nessuna scheda di «{{parent}}»: {{rows}}. Toglile prima.',
    relation_needs: 'A una relazione serve «{{missing}}».',
    column_refers_to_none: '«{{column}}» non può rimandare a un’altra tabella.',
    name_of_database: 'Il nome serve al database stesso: scegline un altro.',
    type_of_no_column: 'Il tipo «{{type}}» di {{table}}.{{column}} non è di una colonna.',
    field_needs_type: 'Dai un tipo al campo: {{types}}.',
    field_type_unknown: 'Il tipo di un campo è uno di {{types}}.',
    column_type_unknown: 'Il tipo di una colonna è uno di {{types}}.',
    ids_need_integer:
      'Un campo che contiene id di schede (id_from_tb) ha bisogno di una colonna di tipo INTEGER.',
    values_have_source: 'I valori vengono già da «{{source}}»: un campo ha una sola fonte di valori.',
    source_only_of_choices: 'Solo i campi di tipo {{types}} prendono i valori da qualche parte.',
    source_form: 'La fonte dei valori si scrive «tabella:campo».',
    options_as_list: 'Le opzioni sono un elenco di testi.',
    date_form: 'Scrivi una data come AAAA-MM-GG.',
    must_be_number: '«{{name}}» deve essere un numero.',
    max_below_min: 'Il massimo ({{max}}) è più piccolo del minimo ({{min}}).',
    check_unknown: 'Un controllo è uno di {{checks}}.',
    setting_must_be_text: '«{{setting}}» deve essere un testo.',
    max_length_form: 'La lunghezza massima è un numero intero di caratteri, almeno 1.',
    number_pattern_form:
      'Un modello di numerazione ha {n} o {n:4} una volta, accanto a testi, {year} o {year:2} e nomi di campi tra graffe.',
    number_needs_unique: 'I numeri si danno a campi senza doppioni: aggiungi il controllo «no_dupl».',
    number_of_column:
      'Una colonna di testo accetta ogni modello, una di numeri interi solo {n}; le altre non si numerano.',
    number_without_field: 'Il modello nomina «{{field}}», che non è un altro campo della tabella.',
    widget_name_form: 'Il nome di un widget ha lettere minuscole, cifre e trattini.',
    direction_form: 'La direzione del testo è «ltr» o «rtl».',
    field_of_a_switch: '«{{field}}» viene con una parte già pronta: attiva quella.',
    field_exists: '«{{table}}» ha già un campo «{{field}}».',
    column_unconfigured_exists:
      'Il database ha in «{{table}}» una colonna «{{column}}» che non è configurata: scegli un altro nome.',
    column_of_switch_stays:
      'La colonna di questo campo resta {{type}}: appartiene a una parte già pronta della tabella.',
    field_rename_instead: 'Per cambiare il nome «{{field}}» rinomina il campo.',
    relation_uses_column: 'Una relazione usa questa colonna: toglila prima di cambiare il tipo.',
    values_not_convertible:
      'Alcuni valori di «{{field}}» non si possono registrare come {{type}}: correggili prima.',
    row_filters_name_field:
      'I filtri delle righe di {{users}} persone nominano il campo «{{field}}»: cambiali prima.',
    field_of_every_table_keeps_name: '«{{field}}» è di ogni tabella e non si può rinominare.',
    field_of_switch_keeps_name: '«{{field}}» appartiene a un’opzione attiva della tabella.',
    name_of_field_of_switch: '«{{name}}» è il nome di un campo che un’opzione della tabella porta con sé.',
    column_of_every_table: 'La colonna «{{column}}» è di ogni tabella e non si può eliminare.',
    column_of_switch:
      'La colonna «{{column}}» appartiene a un’opzione della tabella: disattiva prima l’opzione.',
    column_has_relation: '«{{from}}» rimanda alla colonna «{{column}}»: togli prima quella relazione.',
    properties_too_large: 'Le altre proprietà possono occupare al massimo 16 KiB di JSON.',
    path_as_list: 'Il percorso è un elenco di nomi di tabelle.',
    path_too_long: 'Il percorso ha più di {{most}} tabelle.',
    path_repeats_table: 'La tabella «{{table}}» compare due volte nel percorso.',
    path_without_relation: 'Nessuna relazione porta da «{{from}}» a «{{to}}».',
    path_without_dates: 'La tabella «{{table}}» alla fine del percorso non ha cronologia.',
    definition_form: 'La descrizione è un testo di al massimo {{most}} caratteri.',
    mark_unknown: '{{setting}} di una tabella è uno di {{values}}.',
    color_unknown: 'Il colore è uno di {{colors}}.',
    language_form: 'La lingua è vuota o un codice da 2 a 5 caratteri.',
    status_unknown: 'Lo stato è uno di {{statuses}}.',
    list_columns_unknown: 'Gli elenchi per i programmi che non nominano colonne hanno uno di {{choices}}.',
    plugin_relation_by_id_link: 'Una tabella plugin entra nelle relazioni solo con «id_link».',
    id_link_never_empty:
      'Ogni riga di una tabella plugin appartiene a una scheda: «id_link» non è mai vuoto.',

    // Widgets
    widget_too_large: 'Un widget ha al massimo {{most}} KiB.',
    widget_no_module:
      'Un widget è un modulo ES in UTF-8 con un export default: { mount(container, value), unmount(container) }.',
  },
}
