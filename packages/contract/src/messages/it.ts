import type { Messages } from './messages.js'

export const messages: Messages = {
  codes: {
    // Requests as such
    bad_request: 'La richiesta non è leggibile.',
    parameter_missing: 'Manca un valore che serve.',
    invalid_parameter: 'Un valore ha un tipo o una forma che non va bene.',
    route_not_found: 'Questo indirizzo non esiste.',
    method_not_allowed: 'A questo indirizzo non si può fare così.',
    not_found: 'Non esiste.',
    conflict: 'La modifica contraddice dati già registrati.',
    too_large: 'Ciò che è stato inviato è più grande di quanto il servizio accetta.',
    unsupported_media_type: 'Qui il servizio non sa leggere contenuti di questo tipo.',
    too_many_attempts: 'Troppi tentativi: aspetta un poco e riprova.',
    internal_error: 'Il servizio ha sbagliato: segnala il numero della richiesta.',
    overloaded:
      'Ci vuole più tempo di quanto il servizio concede: restringi la richiesta o riprova più tardi.',

    // Who asks
    request_timeout:
      'Il corpo della richiesta è arrivato troppo lentamente ed è stato abbandonato; invia di nuovo la richiesta.',
    unknown_host: 'Il servizio non risponde a questo nome.',
    unauthenticated: 'Accedi di nuovo.',
    token_invalidated:
      'La sessione è stata chiusa da una modifica dell’account o dal ripristino di una copia: accedi di nuovo.',
    login_data_not_valid: 'L’indirizzo e-mail o la password non sono giusti.',
    email_password_needed: 'Servono un indirizzo e-mail valido e una password.',
    app_not_found: 'Non c’è un’applicazione con questo nome.',
    not_enough_privilege: 'I tuoi permessi non bastano: chiedi a un amministratore.',
    outside_row_filter: 'Così la scheda uscirebbe da quelle che puoi modificare.',
    session_required: 'Qui deve accedere una persona: una chiave API non basta.',
    password_confirmation_required: 'Conferma prima la tua password, poi ripeti la richiesta.',
    wrong_password: 'La password attuale non è giusta.',
    invalid_pasword: 'La password non è giusta.',
    not_a_super_admin_user: 'Qui può confermare la password solo un superamministratore.',
    upgrade_pending: 'L’applicazione è in aggiornamento: un amministratore deve completarlo.',
    unsupported_provider: 'Il servizio non conosce questo fornitore di identità.',
    provider_not_configured: 'Questo fornitore di identità non è configurato per l’applicazione.',
    origin_required: 'Manca l’indirizzo («origin») a cui gira il client.',
    origin_not_allowed: 'Il client non può girare a questo indirizzo: aggiungilo a TROWEL_CORS_ORIGINS.',
    invalid_request: 'Il fornitore di identità non ha dato una risposta utilizzabile: accedi di nuovo.',
    invalid_state: 'Questo accesso non è cominciato qui, o ha richiesto troppo tempo: accedi di nuovo.',
    invalid_signature: 'Il collegamento al file è scaduto: ricarica la pagina.',

    // Users, overrides, API keys
    user_not_found: 'Questa persona non esiste.',
    invalid_privilege: 'Questo livello di permessi non si può dare.',
    email_not_valid: 'Non è un indirizzo e-mail valido.',
    email_present: 'Questo indirizzo e-mail è di un’altra persona.',
    oauth_identity_in_use: 'Questa identità esterna è di un’altra persona.',
    last_super_admin: 'L’applicazione ha bisogno di almeno un superamministratore.',
    cannot_delete_self: 'Non puoi eliminare il tuo stesso account.',
    cannot_revoke_own_token: 'Qui non puoi chiudere la tua stessa sessione: esci, invece.',
    override_not_applicable:
      'Gli amministratori hanno gli stessi permessi su tutte le tabelle: le eccezioni non valgono per loro.',

    // Operations
    not_allowed_app_create: 'Qui non si possono creare nuove applicazioni.',
    error_app_not_created: 'L’applicazione non è stata creata.',
    upgrade_failed: 'Un aggiornamento non è riuscito ed è stato annullato: il registro dice perché.',
    upgrade_running: 'L’applicazione si sta aggiornando: riprova fra poco.',
    no_major_upgrade_needed: 'Non c’è nulla da aggiornare.',
    backup_in_progress: 'Si sta facendo una copia di sicurezza: aspetta che finisca.',
    restore_in_progress: 'Si sta ripristinando una copia di sicurezza: riprova fra poco.',
    error_backup: 'La copia di sicurezza non è stata fatta.',
    error_backup_not_restored: 'La copia di sicurezza non si può ripristinare.',
    wrong_restore_engine: 'La copia di sicurezza è di un altro tipo di database.',
    wrong_restore_app: 'La copia di sicurezza è di un’altra applicazione.',
    file_not_found: 'Questo file non esiste.',
    error_erasing_file: 'Il file non si è potuto eliminare.',
    free_sql_wrong_password: 'La password non è giusta.',
    error_free_sql_run: 'Il database ha rifiutato l’istruzione.',
    statement_not_allowed: 'Istruzioni di questo tipo qui non si eseguono.',
    multiple_statements: 'Una sola istruzione alla volta.',

    // Tables, fields, filters
    unknown_table: 'Questa tabella non esiste.',
    unknown_field: 'La tabella non ha questo campo.',
    field_not_found: 'La tabella non ha questo campo.',
    plugin_table_not_allowed:
      'Le righe di una tabella accessoria si modificano nella scheda a cui appartengono.',
    unknown_operator: 'Il filtro usa un operatore che non esiste.',
    invalid_filter: 'Il filtro non si capisce.',
    expert_syntax_error: 'L’espressione non si capisce.',

    // Records
    record_not_found: 'Questa scheda non esiste.',
    validation_failed: 'Alcuni valori non vanno bene.',
    stale_record: 'Qualcuno ha modificato la scheda nel frattempo: ricaricala prima di salvare.',
    in_use: 'Altri dati vi fanno riferimento, perciò non si può eliminare.',
    no_id_provided: 'Non è detto di quali schede si tratta.',
    no_record_deleted: 'Non si è potuta eliminare nessuna scheda.',
    version_not_found: 'Questa versione non esiste.',
    query_not_found: 'Questa ricerca salvata non esiste.',
    query_access_denied: 'Questa ricerca salvata è di un’altra persona.',
    rs_not_configured: 'La tabella non ha rapporti stratigrafici: si attivano nella sua configurazione.',
    invalid_relation: 'Un rapporto stratigrafico è un numero da 1 a 10.',
    relation_self: 'Una scheda non può avere un rapporto con sé stessa.',
    relation_already_exist: 'Questo rapporto stratigrafico c’è già.',
    stratigraphic_loop: 'Il rapporto contraddice gli altri.',
    link_already_exists: 'Queste due schede sono già collegate.',

    // Files, import, vocabularies
    error_uploading_file: 'Il file non è arrivato.',
    error_file_sorting_update: 'L’elenco deve nominare una volta ogni file collegato alla scheda.',
    import_error_no_file: 'Il file caricato non c’è più: caricalo di nuovo.',
    import_error_unknown_type: 'Il file deve essere csv, tsv, xlsx, json o geojson.',
    import_error_parse: 'Il file non si legge.',
    import_error_no_key: 'Il campo chiave deve essere fra quelli abbinati.',
    import_error_invalid_field: 'Sono abbinati campi che la tabella non ha.',
    import_error_mapping_mismatch: 'Nessuna delle colonne abbinate si trova nel file.',
    import_error_validation: 'Alcune righe non vanno bene e non si è importato nulla.',
    import_error_transaction: 'Il database ha rifiutato una riga e non si è importato nulla.',
    import_error_no_geo_field: 'La tabella non ha geometrie: si attivano nella sua configurazione.',
    import_error_unknown_crs: 'Il sistema di riferimento delle coordinate qui non è conosciuto.',
    import_error_zip: 'L’archivio non si legge come file ZIP.',
    error_def_added: 'Il vocabolario ha già questa voce.',
    error_def_update: 'La voce del vocabolario non si è potuta modificare.',
    error_def_erase: 'Questa voce del vocabolario non esiste.',
    error_sort_update: 'L’elenco da riordinare nomina voci sconosciute, estranee o ripetute.',

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
    error_geoface_updated: 'Gli strati della mappa non sono stati salvati.',
    error_validation: 'La configurazione non si è potuta esaminare.',
    invalid_action: 'L’esame attuale non propone questa riparazione: caricalo di nuovo.',
    col_type_not_found: 'Il tipo della colonna non è conosciuto.',
    error_creating_table: 'La tabella non si è potuta creare.',
    dbml_empty: 'Il testo dello schema è vuoto.',
    dbml_parse_error: 'Il testo dello schema non si capisce.',
    dbml_apply_error: 'Lo schema non è stato applicato e non è cambiato nulla.',
    dbml_export_error: 'Lo schema non si è potuto scrivere.',

    // Charts, assemblages, templates, widgets, map
    invalid_chart_type: 'Un grafico è di tipo metric, bar, line, pie o doughnut.',
    invalid_chart_field: 'Il grafico nomina un campo che la tabella non ha.',
    chart_not_found: 'Questo grafico non esiste.',
    chart_access_denied: 'Questo grafico è di un’altra persona.',
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
    template_not_found: 'Questo layout non esiste.',
    template_name_exists: 'La tabella ha già un layout con questo nome.',
    invalid_template_name: 'Il nome di un layout ha da 1 a 64 lettere, cifre, «-» o «_».',
    invalid_template_data: 'Un layout è un oggetto con un elenco «sections».',
    template_validation_failed: 'Il layout non è valido.',
    invalid_widget_name: 'Il nome di un widget ha solo lettere minuscole, cifre e «-».',
    widget_not_found: 'Questo widget non esiste.',
    geodata_not_found: 'Questo elemento della mappa non esiste.',
    error_insert_geodata: 'La geometria non è valida.',
    error_update_geometry: 'Una geometria non è valida e non se ne è cambiata nessuna.',
    error_getting_geodata: 'Gli elementi della mappa non si sono potuti leggere.',

    // Reference manager
    upstream_error: 'Il gestore di bibliografie ha rifiutato la richiesta o non è raggiungibile.',
    upstream_timeout: 'Il gestore di bibliografie non ha risposto in tempo: riprova più tardi.',
    zotero_api_error: 'Il gestore di bibliografie ha rifiutato la richiesta o non è raggiungibile.',
    lib_not_found: 'Questa biblioteca non esiste.',
    lib_already_exists: 'Questa biblioteca è già collegata.',
    link_not_found: 'Questa citazione non esiste.',
    invalid_refman_id: 'L’id di una biblioteca ha da 1 a 64 lettere, cifre, «-» o «_».',
    invalid_refman_key: 'La chiave di una voce ha da 1 a 32 lettere e cifre.',
    invalid_citation_style: 'Il nome di uno stile di citazione ha lettere, cifre e «-».',
    refman_item_not_found: 'La biblioteca non ha questa voce.',

    // Rules of fields
    text: 'Questo testo non si può registrare.',
    required: 'Qui serve un valore.',
    int: 'Un numero intero, senza punto né virgola.',
    number: 'Un numero con il punto prima dei decimali, per esempio 12.5.',
    boolean: 'Sì o no.',
    date: 'Un giorno del calendario, per esempio 2024-05-31.',
    email: 'Un indirizzo e-mail, per esempio nome@example.org.',
    url: 'Un indirizzo web completo, che comincia con http:// o https://.',
    min: 'Almeno {{min}}.',
    max: 'Al massimo {{max}}.',
    max_length: 'Al massimo {{max_length}} caratteri.',
    pattern: 'Il valore non ha la forma richiesta.',
    reference: 'Questa scheda non si trova.',
    no_dupl: 'Questo valore è già usato.',
    valid_wkt: 'Una geometria come testo WKT, per esempio POINT (13.6 45.7).',
    chrono_range: 'La datazione non va bene.',
    osteo_data: 'Non è un inventario di ossa.',

    // Settings, accounts and lines of files
    not_empty: 'Qui deve esserci qualcosa.',
    too_long: 'È troppo lungo.',
    too_short: 'È troppo corto.',
    invalid_value: 'Questo valore qui non va bene.',
    invalid_type: 'Questo tipo qui non va bene.',
    invalid_range: 'Il valore massimo è più piccolo del minimo.',
    invalid_pattern: 'Il modello non si può usare.',
    invalid_characters: 'Alcuni caratteri qui non si possono usare.',
    unknown_reference: 'Rimanda a qualcosa che non c’è.',
    not_available: 'Questo nome non è disponibile.',
    ambiguous_key: 'Più schede hanno questa chiave.',
    not_an_object: 'Qui serve un oggetto.',
    too_many: 'Sono troppi.',
    too_deep: 'I gruppi sono annidati troppo a fondo.',
    wrong_count: 'Qui serve un altro numero di valori.',
    unknown_name: 'Nulla ha questo nome.',
    repeated_name: 'Questo nome è elencato due volte.',

    // Settings of tables and fields
    invalid_db_type: 'Qui una colonna non può avere questo tipo.',
    ambiguous_source: 'I valori di un campo vengono da un solo posto.',
    syntax: 'Questo non si capisce.',

    // Geometries
    unsupported_geometry: 'La mappa non registra geometrie di questo tipo.',
    invalid_coordinates: 'Non sono coordinate.',
    outside_the_world: 'Non sono una longitudine e una latitudine.',
    ring_too_short: 'Un’area ha bisogno di almeno tre vertici.',
    ring_not_closed: 'Il contorno di un’area finisce dove comincia.',

    // Layouts
    too_many_sections: 'Il layout ha troppe sezioni.',
    sections_missing_or_invalid: 'Il layout non ha sezioni leggibili.',
    content_missing_or_invalid: 'La sezione non ha un contenuto leggibile.',
    fields_missing_or_invalid: 'La parte non ha campi leggibili.',
    unknown_plugin: 'La tabella non ha queste righe.',
    invalid_width: 'Un layout non ha questa larghezza.',

    // Layers of the map
    unknown_file: 'Questo file non è stato caricato.',
    not_geojson: 'Il file non è GeoJSON.',
    not_xml: 'Il file non è XML.',

    // Accounts and new applications
    too_common: 'Questa password è tra le prime che si provano; scegline un’altra.',
    too_personal: 'Questa password è un nome o un indirizzo con poco di aggiunto; scegline un’altra.',
    unknown_provider: 'Il servizio non conosce questo fornitore di identità.',
    not_an_orcid: 'Non è un ORCID iD.',
    unsupported_engine: 'Qui il servizio lavora con un altro database.',
    db_unreachable: 'Il database non è raggiungibile.',

    // Oddities of files
    no_rows: 'Il file non ha righe sotto l’intestazione.',
    blank_line: 'La riga è vuota e non è stata letta.',
    empty_row: 'Tutte le celle della riga sono vuote: non è stata letta.',
    short_row: 'La riga ha poche celle: le altre restano vuote.',
    long_row: 'La riga ha troppe celle.',
    repeated_header: 'La riga ripete l’intestazione: è letta come dati.',
    control_character: 'La riga ha un carattere di controllo.',
  },

  problems: {
    // Filters and searches
    filter_wrong: 'Il filtro non si capisce: {{path}} {{reason}}.',
    lists_too_many_values: 'elenca più di {{most}} valori',

    // Values
    value_is_list: 'Qui serve un testo o un numero, non una lista o un oggetto.',
    value_has_nul: 'Il testo contiene il carattere NUL (codice 0), che non si può registrare: toglilo.',
    value_has_half_character:
      'Il testo contiene la metà di un carattere (un surrogato isolato), che non si può registrare: toglila.',
    number_with_point: 'Un numero con il punto prima dei decimali, per esempio 1,234.5.',
    number_with_comma: 'Un numero con la virgola prima dei decimali, per esempio 1.234,5.',
    day_written: 'Un giorno del calendario, scritto {{form}}.',
    moment_needed:
      'Un giorno o un momento come li scrive ISO 8601, per esempio 2024-05-01 o 2024-05-01T14:30:00Z.',
    years_reversed: 'L’inizio non può essere più tardo della fine.',
    certainty_unknown: 'La certezza è 1 (certa), 2 (probabile) o 3 (incerta).',
    no_such_record: 'In «{{table}}» questa scheda non c’è.',
    no_such_hidden_record: 'Questa scheda non c’è, o non puoi vederla.',
    several_records: '{{records}} schede di «{{table}}» si chiamano così: scrivi l’id di quella giusta.',
    id_and_name:
      '{{value}} è l’id di una scheda di «{{table}}» e il nome di un’altra: scegli se i numeri sono id o nomi.',
    key_of_several: 'Più schede hanno questa chiave, perciò non si sa quale si intenda.',
    key_not_editable: 'Non puoi modificare la scheda con questa chiave.',
    value_too_long_for_pattern:
      'Il testo è troppo lungo per essere confrontato con la forma richiesta: al massimo {{most}} caratteri.',
    pattern_not_run:
      'Questo campo non accetta nuovi valori: il suo modello contiene «{{part}}», che non si può verificare in un tempo limitato. Un amministratore deve riscriverlo.',

    // Patterns of fields
    pattern_broken: 'Il modello non è un’espressione regolare di al massimo {{most}} caratteri.',
    pattern_looks_around:
      'Il modello guarda avanti o indietro con «{{part}}», il che non è possibile: scriva invece come è fatto l’intero valore.',
    pattern_refers_back:
      'Il modello rimanda a un gruppo precedente con «{{part}}», il che non è possibile: scriva per esteso che cosa può stare lì.',
    pattern_repeats_too_often:
      'Il modello ripete qualcosa con «{{part}}» più di {{most}} volte, il che non è possibile: limiti invece la lunghezza del campo.',
    pattern_too_large:
      'Il modello «{{part}}» diventa troppo grande con le sue ripetizioni: limiti invece la lunghezza del campo.',
    pattern_unknown_part: 'Il modello «{{part}}» ha una classe di caratteri o un gruppo che non è possibile.',

    // Rows of a file
    row_short: 'La riga ha {{given}} celle su {{wanted}}: le altre restano vuote.',
    row_long: 'La riga ha {{given}} celle per {{wanted}} colonne; celle tralasciate in fondo: {{surplus}}.',
    row_with_control_character: 'La riga ha il carattere di controllo U+{{character}}.',
    mapping_unknown_fields: 'La tabella «{{table}}» non può prendere {{fields}} da un file.',
    mapping_without_columns:
      'Nessuna delle colonne abbinate ({{mapped}}) si trova nel file; le sue colonne sono {{columns}}.',
    row_not_stored: 'Il database ha rifiutato la riga {{row}} e non si è importato nulla.',

    // Files that cannot be read; what stands before it says so, and in which line
    file_empty: 'il file è vuoto.',
    file_without_header: 'il file è vuoto: non ha né intestazione né righe.',
    file_too_large: 'il file è troppo grande per essere letto in questa forma: invialo come CSV.',
    quote_never_closed: 'qui le virgolette aprono una cella e non si chiudono più.',
    quote_not_closed_soon:
      'qui le virgolette aprono una cella e non si chiudono per 16 milioni di caratteri.',
    quote_before_text:
      'dopo le virgolette che chiudono una cella il testo continua: mancano delle virgolette prima, o quelle dentro la cella non sono raddoppiate.',
    row_too_long: 'la riga che comincia qui supera i 16 milioni di caratteri.',
    bytes_not_utf8:
      'qui i byte non sono UTF-8, ma in altre righe sì. Salva di nuovo il file come UTF-8, o correggi questa riga.',
    text_not_readable: 'il file non è un testo {{encoding}} valido.',
    too_many_columns: 'l’intestazione ha {{columns}} colonne: se ne leggono al massimo {{most}}.',
    columns_nameless: 'nell’intestazione la colonna {{columns}} non ha nome: dai un nome a ogni colonna.',
    columns_repeated:
      'nell’intestazione il nome {{names}} compare più volte: dai a ogni colonna un nome suo.',
    columns_nameless_and_repeated:
      'nell’intestazione la colonna {{columns}} non ha nome e il nome {{names}} compare più volte: dai a ogni colonna un nome suo.',
    key_empty: 'una chiave è vuota: dai un nome a ogni valore.',
    json_too_large: 'un file JSON può avere 64 MiB: invia le tabelle più grandi come CSV.',
    json_without_list: 'serve una lista di oggetti, o un oggetto con una tale lista sotto «data».',
    json_too_many_keys: 'gli oggetti hanno più di {{most}} chiavi diverse.',
    json_too_deep: 'la riga {{row}} ha elenchi o oggetti troppo annidati.',
    json_row_no_object: 'la riga {{row}} non è un oggetto.',
    json_not_utf8: 'il file non è un testo UTF-8, come JSON deve essere.',
    json_not_valid: 'il file non è JSON valido: {{reason}}',
    geojson_too_large: 'un file GeoJSON può avere 64 MiB: dividilo.',
    geojson_no_collection: 'serve una FeatureCollection GeoJSON con una lista «features».',
    geojson_no_feature: 'l’elemento {{feature}} non è una Feature GeoJSON.',
    geojson_crs_nameless: 'il membro «crs» non nomina un sistema di riferimento.',
    reference_system_unknown: 'il sistema di riferimento EPSG:{{epsg}} qui non è conosciuto.',
    workbook_too_large: 'una cartella di lavoro può avere 32 MiB: salva il foglio come CSV.',
    workbook_unpacked_too_large: 'la cartella di lavoro è troppo grande: salva il foglio come CSV.',
    workbook_none: 'non è una cartella di lavoro: salvala come .xlsx (cartella di lavoro di Excel).',
    workbook_damaged: 'la cartella di lavoro è danneggiata ({{reason}}).',
    workbook_with_document_type:
      '«{{name}}» dichiara un tipo di documento, che nessuna cartella di lavoro ha.',
    workbook_too_many_cells:
      'la cartella di lavoro ha celle fino a {{place}}, che sono troppe per essere lette: cancella ciò che sta lontano dalla tabella, o salva il foglio come CSV.',
    workbook_cell_nowhere: 'la cartella di lavoro ha una cella nel posto «{{place}}», che nessun foglio ha.',
    sheet_missing: 'il foglio «{{sheet}}» non c’è; ci sono: {{sheets}}.',
    sheet_empty: 'il foglio «{{sheet}}» è vuoto.',
    sheet_too_long: 'il foglio ha più di {{most}} righe: salvalo come CSV.',
    archive_damaged: 'l’archivio è danneggiato o non è un file ZIP ({{reason}}).',
    archive_encrypted: '«{{name}}» è cifrato.',
    archive_packed_strangely:
      '«{{name}}» è compresso in un modo che non si legge: comprimilo come ZIP (deflate).',
    index_columns: 'un elenco ha bisogno di due colonne: filename e record_id.',
    index_too_long: 'un elenco può avere {{most}} righe: dividi l’archivio.',

    // Imports that do not begin, or do not end
    archive_too_many_entries: 'L’archivio ha più di {{most}} file: dividilo.',
    archive_entry_too_large: '«{{name}}» ha più di {{most}} byte.',
    archive_files_too_large: 'I file dell’archivio hanno insieme più di {{most}} byte: dividilo.',
    picture_not_stored: '«{{name}}» non si può registrare, perciò non si è importato nulla.',
    import_runs_already: 'Questo file si sta già importando: aspetta che finisca.',
    import_stopped: 'Il servizio si sta fermando e non si è importato nulla: ricomincia l’importazione.',

    // A schema as text: the tables
    schema_table_exists: 'La tabella {{table}} c’è già e resta com’è.',
    schema_name_of_database: 'Il nome «{{name}}» serve al database: scegline un altro.',
    schema_name_invalid:
      '«{{name}}» non può essere il nome di una tabella: comincia con una lettera minuscola e ha al massimo 48 lettere minuscole, cifre e «_».',
    schema_name_reserved: '«{{name}}» comincia come le tabelle del servizio stesso.',
    schema_table_too_wide: 'Una tabella ha al massimo {{fields}} campi e {{indexes}} indici.',
    schema_table_repeated: 'Il testo ha più volte la tabella {{table}}.',
    schema_parent_missing: 'Appartiene alla tabella {{table}}, che non c’è o non si può creare.',
    schema_parent_is_plugin: 'Non può appartenere a {{table}}, che è essa stessa una tabella accessoria.',
    schema_dates_in_plugin:
      'Le datazioni e gli inventari di ossa stanno nelle tabelle principali, non in una tabella accessoria.',
    schema_radiocarbon_in_main:
      'Le date al radiocarbonio stanno in una tabella accessoria: scrivi is_plugin con la tabella a cui appartengono.',
    schema_setting_without_table:
      'L’impostazione {{setting}} ha bisogno della tabella {{table}}, che non c’è o non si può creare.',
    schema_setting_without_field:
      'L’impostazione {{setting}} nomina il campo {{field}}, che la tabella non ha: vale id.',
    schema_preview_without_field: 'L’anteprima nomina il campo {{field}}, che la tabella non ha.',
    schema_annotation_unknown: 'Di una tabella nessuno conosce l’annotazione «{{name}}»: è tralasciata.',

    // its fields
    schema_field_repeated: 'Il campo {{field}} compare più volte.',
    schema_field_invalid:
      '«{{name}}» non può essere il nome di un campo: comincia con una lettera minuscola e ha al massimo 63 lettere minuscole, cifre e «_».',
    schema_field_reserved: 'Il nome «{{name}}» è riservato al servizio.',
    schema_field_of_switch:
      '«{{name}}» viene con una parte già pronta: annota la tabella con fuzzy_date=1 o osteology=1.',
    schema_key_other_than_id: 'La chiave di una tabella è il suo campo id, non {{field}}.',
    schema_id_comes: 'Il campo id viene da sé.',
    schema_creator_comes: 'Il campo creator viene da sé.',
    schema_type_unknown: 'Nessuno conosce il tipo {{type}} di {{field}}: diventa testo.',
    schema_field_annotation_unknown: 'Nessuno conosce l’annotazione «{{name}}» di {{field}}: è tralasciata.',
    schema_field_without_table:
      'Il campo {{field}} ha bisogno della tabella {{table}}, che non c’è o non si può creare.',

    // its relations, indexes and vocabularies
    schema_relation_without_field: 'La relazione di {{field}} porta a {{table}}.{{column}}, che non c’è.',
    schema_relation_repeated:
      'Il campo {{field}} ha già una relazione, perciò non ne può avere una con {{table}}.',
    schema_reference_ignored:
      'Il riferimento di {{field}} a {{table}} è tralasciato: va da molti a molti, o la sua tabella non è nel testo.',
    schema_index_invalid:
      'Un indice non si può chiamare «{{name}}»: un nome comincia con una lettera minuscola e ha al massimo 63 lettere minuscole, cifre e «_».',
    schema_index_without_field: 'L’indice {{name}} nomina il campo {{field}}, che la tabella non ha.',
    schema_index_columns: 'L’indice {{name}} non ha da 1 a {{most}} colonne diverse.',
    schema_index_repeated: 'Due indici della tabella si chiamano {{name}}.',
    schema_index_over_expression: 'Un indice sta su colonne, non su espressioni: è tralasciato.',
    schema_vocabulary_exists: 'Il vocabolario {{name}} c’è già: riceve i valori che gli mancano.',
  },

  findings: {
    // Its sections
    security: 'Sicurezza',
    application: 'Applicazione',
    system_tables: 'Tabelle del servizio',
    system_columns: 'Colonne del servizio',
    names: 'Nomi',
    field_types: 'Tipi dei campi',
    patterns: 'Modelli',
    tables: 'Tabelle',
    columns: 'Colonne di {{table}}',
    references: 'Rimandi',
    relations: 'Relazioni',

    // Security
    secret_weak: 'TROWEL_SECRET è corto o risaputo: servono almeno 32 caratteri a caso.',
    secret_own: 'TROWEL_SECRET non è fra quelli risaputi.',
    secret_readable:
      'Altri account di questa macchina possono leggere il segreto del servizio: imposta i permessi del file a 0600.',
    secret_random: 'Il segreto del servizio è stato creato a caso; nessun altro account può leggerlo.',
    data_folder_closed:
      'La cartella dei dati non è esposta da nessun server web di questo servizio: i file si inviano uno per uno.',
    public_files: 'TROWEL_PUBLIC_FILES è attivo: chi conosce il numero di un file può leggerlo.',
    anybody_makes_applications:
      'Chiunque può creare applicazioni: imposta TROWEL_SETUP_TOKEN, oppure TROWEL_ALLOW_NEW_APP=auto.',

    // Application
    application_on: 'Nome: {{name}}. Stato: aperta.',
    application_frozen: 'Nome: {{name}}. Stato: congelata.',
    application_off: 'Nome: {{name}}. Stato: chiusa.',
    engine: 'Database: {{engine}}. Versione: {{version}}.',
    backups: 'Backup: {{backups}}, il più recente del {{day}}.',
    no_backup: 'Non c’è ancora nessun backup.',

    // System tables and their columns
    system_table_missing: 'Manca la tabella del servizio {{table}}.',
    system_table_unknown: 'Questa versione non conosce la tabella del servizio {{table}}.',
    system_tables_right: 'Ci sono tutte: {{tables}}.',
    system_column_missing: 'Manca la colonna del servizio {{table}}.{{column}}.',
    system_column_unknown: 'Il servizio non conosce la propria colonna {{table}}.{{column}}.',
    system_columns_right: 'Ci sono tutte, e nessun’altra.',

    // Names
    table_left_out_invalid:
      'La tabella configurata «{{table}}» è tralasciata: nessuna tabella può avere questo nome.',
    table_left_out_reserved:
      'La tabella configurata «{{table}}» è tralasciata: il suo nome comincia come quelli del servizio o del database.',
    table_left_out_same:
      'La tabella configurata «{{table}}» è tralasciata: un’altra ne differisce solo per le maiuscole.',
    field_left_out_invalid:
      'Il campo «{{field}}» di {{table}} è tralasciato: nessuna colonna può avere questo nome.',
    field_left_out_same:
      'Il campo «{{field}}» di {{table}} è tralasciato: un altro ne differisce solo per le maiuscole.',
    relation_left_out:
      'La relazione da «{{from}}» a «{{to}}» è tralasciata: da ciò che dice non si può fare una relazione.',
    names_right: 'Tutti i nomi configurati si possono usare.',

    // Fields, tables and columns
    type_unknown: '{{table}}.{{field}} ha il tipo «{{type}}», che nessuna colonna può avere.',
    types_right: 'Tutti i campi hanno un tipo che una colonna può avere.',
    pattern_broken: 'Il modello di {{table}}.{{field}} non è un’espressione regolare: non viene applicato.',
    pattern_not_run:
      'Il modello di {{table}}.{{field}} contiene «{{part}}», che non si può verificare in un tempo limitato: il campo non accetta nuovi valori finché il modello non è riscritto.',
    patterns_right: 'Tutti i modelli dei campi si possono verificare.',
    table_missing: 'La tabella {{table}} è configurata, ma nel database non c’è.',
    table_unconfigured: 'La tabella {{table}} è nel database (righe: {{rows}}), ma non è configurata.',
    tables_right: 'Le tabelle configurate ci sono tutte: {{tables}}.',
    column_missing: 'Manca la colonna {{table}}.{{column}}, che ogni tabella di questo tipo deve avere.',
    field_without_column: 'Il campo {{table}}.{{field}} non ha una colonna.',
    field_waiting:
      '{{table}}.{{field}} appartiene a una funzione disattivata; i suoi valori sono conservati.',
    column_without_field: 'La colonna {{table}}.{{column}} non è un campo.',
    column_of_other_type: '{{table}}.{{field}} è configurato come {{type}}, ma la sua colonna è {{stored}}.',
    columns_right: 'Campi e colonne concordano.',

    // References
    order_without_field: 'L’ordinamento di {{table}} nomina il campo «{{missing}}», che {{table}} non ha.',
    id_field_without_field: 'Il campo identificativo di {{table}} è «{{missing}}», che {{table}} non ha.',
    preview_without_field:
      'Le colonne degli elenchi di {{table}} nominano il campo «{{missing}}», che {{table}} non ha.',
    backlink_malformed:
      'La via di ricerca «{{backlink}}» di {{table}} non è valida: deve avere la forma table:via:field.',
    backlink_without_table:
      'La via di ricerca «{{backlink}}» di {{table}} nomina la tabella «{{missing}}», che non esiste.',
    backlink_without_field:
      'La via di ricerca «{{backlink}}» di {{table}} nomina il campo «{{missing}}», che {{via}} non ha.',
    path_without_table:
      'Il percorso delle date di {{table}} nomina la tabella «{{missing}}», che non esiste.',
    source_without_table: '{{table}}.{{field}} nomina la tabella «{{missing}}», che non esiste.',
    source_without_field: '{{table}}.{{field}} nomina il campo «{{missing}}», che {{source}} non ha.',
    template_without_table:
      'Il layout «{{template}}» di {{table}} nomina la tabella «{{missing}}», che non esiste.',
    template_without_field:
      'Il layout «{{template}}» di {{table}} nomina il campo «{{missing}}», che {{owner}} non ha.',
    relation_without_table:
      'La relazione da {{from}} a {{to}} nomina la tabella «{{missing}}», che non esiste.',
    relation_without_field:
      'La relazione da {{from}} a {{to}} nomina il campo «{{missing}}», che {{owner}} non ha.',
    index_without_table: 'L’indice {{index}} è della tabella «{{table}}», che non esiste.',
    index_without_field:
      'L’indice {{index}} di {{table}} nomina il campo «{{missing}}», che {{table}} non ha.',
    references_right: 'Impostazioni, campi e layout nominano cose che esistono.',

    // Relations
    relation_lost_column: 'La relazione da {{from}} a {{to}} ha perso una colonna.',
    relation_of_two_types:
      'La relazione da {{from}} a {{to}} non è applicata: le sue colonne sono di tipo diverso.',
    relation_rows_astray:
      'La relazione da {{from}} a {{to}} non è applicata: righe di {{table}} che non rimandano a nulla: {{rows}}.',
    relation_not_enforced:
      'La relazione da {{from}} a {{to}} non è applicata: «Verifica e applica tutto» dice perché, o la applica.',
    relation_not_counted:
      'La relazione da {{from}} a {{to}} non è applicata; le sue righe non sono state contate.',
    relation_too_long_to_count:
      'La relazione da {{from}} a {{to}} non è applicata; le sue righe non si sono potute contare in tempo.',
    relation_empties_field: 'Una relazione svuota {{table}}.{{field}}, un campo che deve avere un valore.',
    table_detached:
      'La tabella accessoria {{table}} non appartiene a nessuna tabella: nessuno vede le sue righe.',
    index_lost:
      'L’indice {{index}} di {{table}} non è nel database: «Verifica e applica tutto», fra le relazioni, lo crea.',
    relations_right: 'Il database applica tutte le relazioni: {{relations}}.',
  },

  events: {
    // Who came
    login: 'Accesso della persona n. {{user}}',
    logout: 'Uscita della persona n. {{user}}',
    provider_login: 'Accesso con {{provider}} della persona n. {{user}}',
    login_refused: 'Accesso rifiutato a {{email}}\nindirizzo {{address}}',
    confirmation_refused: 'Conferma della password rifiutata alla persona n. {{user}}',
    provider_login_refused:
      'Accesso con {{provider}} rifiutato: non è cominciato qui, è già servito o ha preso troppo tempo\nindirizzo {{address}}',

    // Accounts, rights, keys
    user_created: 'Persona n. {{user}} creata con il livello {{privilege}} da {{by}}',
    user_saved: 'Persona n. {{user}} modificata ({{changed}}) da {{by}}',
    password_changed: 'Password della persona n. {{user}} cambiata da {{by}}',
    privilege_changed: 'Livello della persona n. {{user}} cambiato da {{before}} a {{after}}, da {{by}}',
    user_deleted: 'Persona n. {{user}} eliminata da {{by}}',
    sessions_ended: 'Sessioni della persona n. {{user}} chiuse da {{by}}',
    override_set: 'Livello della persona n. {{user}} su {{table}} impostato a {{privilege}} da {{by}}',
    override_set_rows_hidden:
      'Livello della persona n. {{user}} su alcune righe di {{table}} impostato a {{privilege}}, le altre nascoste, da {{by}}',
    override_set_rows_as_ever:
      'Livello della persona n. {{user}} su alcune righe di {{table}} impostato a {{privilege}}, le altre come prima, da {{by}}',
    override_deleted: 'Livello proprio della persona n. {{user}} su {{table}} tolto da {{by}}',
    overrides_deleted: 'Livelli propri della persona n. {{user}} tolti ({{overrides}}) da {{by}}',
    row_filter_invalid:
      'Il filtro delle righe della persona n. {{user}} su {{table}} non è valido: la tabella è nascosta',
    key_created: 'Chiave API {{key}} «{{label}}» creata con il livello {{privilege}} da {{by}}',
    key_created_managing:
      'Chiave API {{key}} «{{label}}» che gestisce utenti, chiavi e backup creata con il livello {{privilege}} da {{by}}',
    key_revoked: 'Chiave API {{key}} revocata da {{by}}',
    key_deleted: 'Chiave API {{key}} eliminata da {{by}}',
    welcome_saved: 'Testo di benvenuto salvato da {{by}}',
    log_purged: 'Registro più vecchio di {{days}} giorni dimenticato da {{by}}\nrighe: {{rows}}',

    // Configuration
    application_edited: 'Applicazione modificata da {{by}}',
    table_created: 'Tabella {{table}} creata da {{by}}',
    table_edited: 'Tabella {{table}} modificata da {{by}}',
    table_renamed: 'Tabella {{table}} rinominata {{to}} da {{by}}',
    table_deleted: 'Tabella {{table}} eliminata (righe: {{rows}}) da {{by}}',
    tables_sorted: 'Tabelle riordinate da {{by}}',
    field_added: 'Campo {{table}}.{{field}} aggiunto da {{by}}',
    field_edited: 'Campo {{table}}.{{field}} modificato da {{by}}',
    field_renamed: 'Campo {{table}}.{{field}} rinominato {{to}} da {{by}}',
    field_deleted: 'Campo {{table}}.{{field}} eliminato da {{by}}',
    fields_sorted: 'Campi di {{table}} riordinati da {{by}}',
    chronology_on: 'Cronologia di {{table}} attivata da {{by}}',
    chronology_off: 'Cronologia di {{table}} disattivata da {{by}}',
    osteology_on: 'Inventario delle ossa di {{table}} attivato da {{by}}',
    osteology_off: 'Inventario delle ossa di {{table}} disattivato da {{by}}',
    radiocarbon_on: 'Datazioni al radiocarbonio di {{table}} attivate da {{by}}',
    radiocarbon_off: 'Datazioni al radiocarbonio di {{table}} disattivate da {{by}}',
    index_added: 'Indice {{index}} di {{table}} aggiunto da {{by}}',
    index_deleted: 'Indice {{index}} di {{table}} eliminato da {{by}}',
    relation_added: 'Relazione da {{from}} a {{to}} aggiunta da {{by}}',
    relation_edited: 'Relazione da {{from}} a {{to}} modificata da {{by}}',
    relation_deleted: 'Relazione da {{from}} a {{to}} eliminata da {{by}}',
    constraints_applied:
      'Relazioni e indici verificati (applicati: {{applied}}, saltati: {{skipped}}) da {{by}}',
    schema_applied: 'Schema applicato (nuove tabelle: {{tables}}) da {{by}}',
    repair_create_table: 'Riparazione: tabella {{table}} creata da {{by}}',
    repair_create_column: 'Riparazione: colonna {{table}}.{{field}} aggiunta da {{by}}',
    repair_delete_table: 'Riparazione: tabella {{table}} eliminata da {{by}}',
    repair_delete_column: 'Riparazione: colonna {{table}}.{{field}} eliminata da {{by}}',
    map_layers_edited: 'Livelli della mappa modificati ({{layers}}) da {{by}}',
    map_file_uploaded: 'File della mappa {{file}} caricato da {{by}}',
    map_file_deleted: 'File della mappa {{file}} eliminato da {{by}}',
    template_saved: 'Layout {{template}} di {{table}} salvato da {{by}}',
    template_deleted: 'Layout {{template}} di {{table}} eliminato da {{by}}',
    template_renamed: 'Layout {{template}} di {{table}} rinominato {{to}} da {{by}}',

    // Records
    text_replaced: 'Testo sostituito in {{table}}.{{field}} (righe: {{rows}}) da {{by}}',
    vocabulary_item_renamed:
      'Voce del vocabolario {{vocabulary}} rinominata nelle schede (righe: {{rows}}) da {{by}}',
    feature_added: 'Geometria {{feature}} di {{table}} {{record}} aggiunta da {{by}}',
    features_changed: 'Geometrie modificate: {{features}}, da {{by}}',
    features_deleted: 'Geometrie eliminate: {{features}}, da {{by}}',

    // The database
    backup_made: 'Backup fatto: {{file}}',
    backup_without:
      'Il backup {{file}} non ha potuto portare ciò che è stato creato a mano nel database: {{names}}',
    backup_downloaded: 'Backup scaricato da {{by}}: {{file}}',
    backup_deleted: 'Backup eliminato da {{by}}: {{file}}',
    backup_restored: 'Backup ripristinato da {{by}}: {{file}}',
    backup_failed: 'Backup non riuscito: {{reason}}',
    restored_without_bytes:
      'Dopo il ripristino di {{file}} può mancare il contenuto di alcuni file: ripristinalo di nuovo o controlla con: trowel files check',
    migration_failed:
      'L’aggiornamento {{migration}} non è riuscito ed è stato annullato: il registro del servizio dice perché',
    sql_read: 'SQL di {{by}}: righe {{rows}}, {{ms}} ms\n{{statement}}',
    sql_returned: 'SQL di {{by}}: righe {{rows}}, {{ms}} ms\n{{statement}}',
    sql_changed: 'SQL di {{by}}: righe modificate {{rows}}, {{ms}} ms\n{{statement}}',
    sql_refused: 'SQL di {{by}}: rifiutato ({{problem}}), {{ms}} ms\n{{statement}}',

    // Bibliography
    library_connected: 'Biblioteca {{library}} «{{name}}» ({{type}} {{number}}) collegata da {{by}}',
    library_changed: 'Biblioteca {{library}} «{{name}}» modificata ({{changed}}) da {{by}}',
    library_removed: 'Biblioteca {{library}} tolta, con le sue citazioni, da {{by}}',
    library_key_unreadable:
      'La chiave della biblioteca {{library}} è cifrata con un altro segreto e non vale più: inseriscila di nuovo.',
    citation_added: 'Citazione {{citation}} di {{work}} aggiunta a {{table}} {{record}} da {{by}}',
    citation_changed: 'Citazione {{citation}} di {{table}} {{record}} modificata ({{changed}}) da {{by}}',
    citation_removed: 'Citazione {{citation}} di {{table}} {{record}} tolta da {{by}}',
    citations_synced:
      'Citazioni aggiornate tutte: nuove {{updated}}, staccate {{detached}}, uguali {{unchanged}}, errori {{errors}}; da {{by}}',
  },

  doers: {
    command_line: 'riga di comando',
  },

  steps: {
    '0001_initial': 'Le tabelle che ogni applicazione ha e le sue prime impostazioni',
    '0002_file_binaries': 'I file conoscono la grandezza e l’impronta dei loro contenuti',
    '0003_jobs': 'I lavori lunghi vanno avanti da soli e dicono a che punto sono',
    '0004_versions_by_user': 'Ciò che una persona ha modificato si trova in fretta',
    '0005_once': 'Gli accessi e gli scaricamenti in corso sono noti a ogni server del servizio',
    '0006_boxes_of_geometries': 'La mappa trova in fretta ciò che è in vista',
    '0007_cached_works':
      'Le citazioni tengono l’opera intera e le biblioteche mandano solo ciò che è cambiato',
    '0008_codes_of_events': 'Le righe del registro si leggono nella lingua della pagina',
    '0009_keys_that_manage': 'Le chiavi API gestiscono persone, chiavi e backup solo se create per questo',
    '0010_creations': 'Si conserva e si mostra chi ha creato una scheda, e quando',
    '0011_phases_of_jobs': 'I lavori dicono se attendono, leggono o scrivono',
    '0012_list_columns':
      'L’applicazione dice quali colonne hanno gli elenchi per i programmi che non ne indicano',
    '0013_key_salt':
      'Le chiavi per firmare e cifrare sono proprie dell’applicazione; si accede una volta di nuovo',
  },
}
