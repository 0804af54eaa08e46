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
    parameter_wrong: '«{{name}}» {{reason}}.',
    parameter_is_missing: '«{{name}}» manca.',
    must_be_single_text: 'deve essere un solo testo',
    must_be_count: 'deve essere un numero intero da 1',
    must_be_whole_number: 'deve essere un numero intero',
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
      'Il modello guarda avanti o indietro con «{{part}}», il che non è possibile: scrivi invece come è fatto l’intero valore.',
    pattern_refers_back:
      'Il modello rimanda a un gruppo precedente con «{{part}}», il che non è possibile: scrivi per esteso che cosa può stare lì.',
    pattern_repeats_too_often:
      'Il modello ripete qualcosa con «{{part}}» più di {{most}} volte, il che non è possibile: limita invece la lunghezza del campo.',
    pattern_too_large:
      'Il modello «{{part}}» diventa troppo grande con le sue ripetizioni: limita invece la lunghezza del campo.',
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

    // Requests as such
    backup_name_invalid: 'Il nome di una copia di sicurezza ha solo lettere, cifre, «.», «_» e «-».',
    no_such_backup: 'Questa copia di sicurezza non esiste.',
    timeline_needs_table: 'Un filtro o una ricerca ha bisogno di una sola tabella in «tb».',
    body_not_json_type: 'Il corpo va inviato come application/json.',
    body_not_utf8: 'Il corpo non è UTF-8 valido.',
    body_too_deep: 'Il corpo è annidato oltre {{levels}} livelli.',
    body_not_json: 'Il corpo non è JSON valido.',
    percent_not_utf8: 'Un segno di percentuale non comincia un carattere UTF-8 valido: scrivi % come %25.',
    form_damaged: 'Il modulo è interrotto o danneggiato: invialo di nuovo.',
    stored_but_answer_failed:
      'Ciò che hai inviato è registrato, in tutto o in parte, ma la risposta non è riuscita. Controlla prima di inviarlo di nuovo.',
    key_may_not_manage:
      'Questa chiave API non può gestire persone, chiavi API e copie di sicurezza: può solo una chiave creata per questo.',
    question_took_too_long:
      'Questa richiesta durava troppo ed è stata fermata. Chiedi meno in una volta: un filtro più stretto, o un altro ordine.',
    disk_full:
      'Il disco del servizio è pieno. Nulla di questa richiesta è stato registrato: avvisa chi gestisce il servizio.',
    file_storage_unreachable:
      'L’archivio dei file al momento non è raggiungibile. Nulla di questa richiesta è stato registrato: riprova fra poco.',
    database_unreachable:
      'Il database al momento non è raggiungibile. Nulla di questa richiesta è stato registrato: riprova fra poco.',
    database_went_away:
      'Il database è venuto a mancare durante la registrazione: può essere riuscita o no. Controlla prima di riprovare.',
    database_damaged:
      'Il database di questa applicazione è danneggiato o vuoto. Avvisa chi gestisce il servizio: /readyz e il registro dicono come ripristinarlo da una copia.',
    text_too_long_for_index:
      'Un testo è troppo lungo per un indice del suo campo. Accorcialo, o elimina l’indice.',
    file_name_unusable: 'Un file ha un nome sotto cui non si può conservare nulla. Caricalo di nuovo.',
    text_holds_nul: 'Un testo contiene il carattere NUL, che non si può né registrare né cercare. Toglilo.',
    configuration_being_changed:
      'La configurazione al momento si sta modificando. Nulla di questo è stato registrato: riprova fra poco.',
    method_not_possible: '{{method}} qui non è possibile; è possibile {{methods}}.',
    method_not_possible_but_others: '{{method}} qui non è possibile; sono possibili {{methods}}.',
    service_stopping:
      'Il servizio si sta fermando. Nulla di questa richiesta è stato registrato: riprova fra poco.',

    // Who may do what
    key_not_valid: 'Questa chiave API non è valida o è stata revocata.',
    session_expired: 'La sessione è finita: accedi di nuovo.',
    session_logged_out: 'Sei uscito da questa sessione: accedi di nuovo.',
    account_waits: 'Il tuo account attende che un amministratore lo ammetta.',
    application_switched_off: 'L’applicazione è spenta: possono entrare solo i superamministratori.',
    ticket_used_or_old: 'Questo collegamento è già usato o ha più di un minuto: chiedine un altro.',
    application_is_frozen: 'L’applicazione è bloccata: le schede si leggono, ma non si modificano.',
    more_power_than_own: 'Non puoi dare o modificare ad altri più permessi di quanti ne hai.',
    key_privilege_unknown: 'Il livello di una chiave API è uno di {{levels}}.',
    attempts_wait: 'Troppi tentativi: riprova fra {{wait}}.',
    changes_of_others: 'Solo gli amministratori vedono le modifiche degli altri.',
    related_table_unreadable: 'Non puoi leggere la tabella a cui porta {{path}}.',
    record_not_changeable_here: 'Non puoi modificare la scheda {{records}} della tabella «{{table}}».',

    // Tables, fields and records
    no_such_table_named: 'La tabella «{{table}}» non esiste.',
    table_has_no_field: 'La tabella «{{table}}» non ha il campo «{{field}}».',
    table_has_no_fields: 'La tabella «{{table}}» non ha questi campi: {{fields}}.',
    table_has_no_record: 'La tabella «{{table}}» non ha la scheda {{records}}.',
    record_has_no_row: 'La scheda non ha la riga {{row}} in «{{table}}».',
    record_takes_no_fields: 'La scheda non può avere {{fields}}: la tabella non ha questi campi.',
    row_id_invalid: 'La riga {{row}} di «{{table}}» ha un id che non è un numero intero positivo.',
    no_plugin_of_table: '«{{plugin}}» non è una tabella accessoria di «{{table}}».',
    rows_would_repeat:
      'In «{{table}}» più righe avrebbero {{values}} in {{fields}}, dove ogni valore può stare una volta sola.',
    version_differs: '«{{name}}» nella richiesta è diverso dalla versione nell’indirizzo.',
    diff_kinds: '«{{name}}» è «current» (o 1) oppure «change».',
    version_keeps_nothing: 'La versione non conserva nulla della scheda.',
    row_parent_gone:
      'La riga appartiene a una scheda di «{{table}}» che non c’è più: ripristina prima quella.',
    version_has_no_field: 'Né la versione né la tabella hanno il campo «{{field}}».',
    version_has_no_plugin: '«{{plugin}}» non è una tabella accessoria né della versione né di «{{table}}».',
    no_map_data_to_export:
      'La tabella «{{table}}» non ha dati per la mappa: scegli un altro formato, o attivali.',
    cell_too_long_for_sheet:
      '{{place}} supera i 32.767 caratteri di una cella di foglio di calcolo: scegli csv o json, o tralascia il campo.',
    exports_running: 'Sono già in corso più esportazioni: riprova quando una è finita.',
    file_not_taken: 'Nessuno ha ritirato il file: chiedilo di nuovo.',
    packages_running: 'Si stanno già creando più pacchetti: riprova quando uno è finito.',
    table_no_collection: 'La tabella «{{table}}» non è una raccolta: non ha dati propri per la mappa.',
    dates_calibrated_already: 'Le date al radiocarbonio si stanno già calibrando.',
    calibration_stopped: 'Il servizio si sta fermando; ciò che è calibrato resta. Ricomincia per il resto.',
    curve_unknown:
      'Non c’è una curva di calibrazione con questo nome. Il servizio ha {{curves}}; le altre si installano con «trowel curve install».',
    job_process_ended:
      'Il processo che ci lavorava è finito prima del termine e non si è registrato nulla: ricomincia.',
    no_such_job: 'Questo lavoro non esiste.',
    job_given_up:
      'Il lavoro è stato abbandonato, perché il suo processo non dava segni di vita; non si è registrato nulla.',
    pictures_wait: 'Troppe immagini attendono: riprova fra poco.',

    // Rules of fields
    int_needed: 'Un numero intero, senza punto né virgola.',
    number_needed: 'Un numero con il punto prima dei decimali, per esempio 12.5.',
    day_needed: 'Un giorno del calendario, scritto AAAA-MM-GG, per esempio 2024-05-01.',
    boolean_needed: 'Sì o no: scrivi true o false, 1 o 0.',
    at_most_characters: 'Al massimo {{most}} caratteri.',
    form_not_met: 'Il valore non ha la forma richiesta ({{pattern}}).',

    // Accounts and new applications
    application_left_nothing:
      'L’applicazione non è stata creata e non ne è rimasto nulla. Il registro del servizio dice perché.',
    application_needs_name: 'Dai un nome all’applicazione.',
    application_name_form: 'Un nome ha da 3 a 20 lettere minuscole, cifre e «_», e comincia con una lettera.',
    name_reserved: 'Il nome «{{name}}» è riservato al servizio.',
    application_needs_definition: 'Scrivi in una frase a che cosa serve l’applicazione.',
    definition_too_long: 'La descrizione ha al massimo {{most}} caratteri.',
    engine_of_new_applications: 'Qui il database di una nuova applicazione è «{{engine}}».',
    setup_token_wrong: 'Il codice di creazione manca o non è giusto: lo sa chi gestisce il servizio.',
    password_too_common: 'Questa password è tra le prime che si provano: scegline un’altra.',
    password_too_personal:
      'Questa password è un nome o un indirizzo con poco di aggiunto: scegline un’altra.',
    administrator_links_accounts: 'È un amministratore a collegare gli account ai fornitori di identità.',
    own_privilege: 'Non puoi cambiare i tuoi stessi permessi.',
    password_needed_without_provider:
      'Senza il fornitore di identità la persona ha bisogno di una password per accedere.',
    no_user_with_address: 'Non c’è nessuno con l’indirizzo {{email}}.',
    no_such_override: 'Questa eccezione non esiste.',
    email_invalid: 'Non è un indirizzo e-mail valido.',
    row_filter_no_object: 'Il filtro delle righe deve essere un oggetto JSON.',
    object_expected: 'Qui serve un oggetto JSON.',
    row_filter_unsuited: 'Il filtro delle righe non si adatta alla tabella «{{table}}».',
    person_needs_name: 'Dai un nome alla persona.',
    person_name_too_long: 'Un nome ha al massimo {{most}} caratteri.',
    person_name_control: 'Un nome non ha caratteri di controllo.',
    password_needed: 'Scrivi una password.',
    password_too_short: 'Una password ha almeno {{least}} caratteri.',
    password_too_long: 'Una password ha al massimo {{most}} caratteri.',
    provider_too_slow: '{{provider}} non ha risposto in tempo: riprova più tardi.',
    provider_unreachable: '{{provider}} non è raggiungibile: riprova più tardi.',
    no_such_key: 'Questa chiave API non esiste.',
    welcome_too_long: 'Il testo di benvenuto ha al massimo {{most}} caratteri.',

    // Reference libraries
    no_such_library: 'La biblioteca {{library}} non esiste.',
    library_has_no_item: 'La biblioteca «{{library}}» non ha la voce {{item}}.',
    no_such_citation: 'La citazione {{link}} non esiste.',
    citation_nothing_to_change: 'Di’ che cosa cambiare: pagine, note o ordine.',
    searches_wait: 'Troppe ricerche attendono questa biblioteca: riprova fra poco.',

    // Configuration
    largest_image_form: 'L’immagine più grande è un numero intero di pixel da 0 (nessun limite) a {{most}}.',
    schema_text_needed: 'Invia lo schema come testo in «dbml».',
    schema_text_too_large: 'Il testo di uno schema ha al massimo 2 MiB.',
    schema_text_too_deep:
      'Il testo dello schema è troppo annidato o troppo lungo per essere letto: invialo a pezzi.',
    table_name_form:
      'Il nome di una tabella comincia con una lettera minuscola e ha fino a 48 lettere minuscole, cifre e trattini bassi.',
    table_name_taken: 'La tabella «{{table}}» c’è già: scegli un altro nome.',
    name_taken: 'Il nome «{{name}}» è già usato.',
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
    properties_too_large: 'Le altre proprietà possono occupare al massimo 16 KiB di JSON.',
    map_file_type: 'Un file per la mappa finisce con {{types}}.',
    no_such_map_file: 'Questo file per la mappa non esiste.',
    layers_as_list: 'Gli strati sono un elenco.',
    too_many_layers: 'Una mappa ha al massimo {{most}} strati.',
    one_file_needed: 'Invia un solo file, nella parte «file».',
    widget_too_large: 'Un widget ha al massimo {{most}} KiB.',
    widget_no_module:
      'Un widget è un modulo ES in UTF-8 con un export default: { mount(container, value), unmount(container) }.',

    // Files
    file_too_large_here: 'Il file supera {{most}} byte, il limite qui.',
    file_too_large_split: 'Il file supera {{most}} byte, il limite qui: dividilo.',
    file_is_empty: 'Il file è vuoto.',
    picture_is_none:
      'Il file comincia come un’immagine ({{extension}}) ma non lo è: è danneggiato, o non è ciò che dice il nome.',
    no_smaller_copy: 'Di questo file non c’è una copia più piccola.',
    upload_given_up: 'Il caricamento durava troppo ed è stato abbandonato: invia di nuovo il file.',
    file_not_changeable: 'Non puoi modificare questo file: appartiene a una scheda che non puoi modificare.',
    no_such_file_here: 'Questo file non esiste.',
    no_such_file_link: 'Questo collegamento di un file a una scheda non esiste.',
    no_such_template_of_table: 'La tabella «{{table}}» non ha il layout «{{template}}».',

    // Imports
    row_empty_skipped: 'Tutte le celle della riga sono vuote: non è stata letta.',
    line_empty_skipped: 'La riga è vuota e non è stata letta.',
    header_repeated: 'La riga ripete l’intestazione: è letta come dati.',
    header_without_rows: 'Il file ha un’intestazione e nessuna riga.',
    file_types_importable: 'Si importano righe da file di tipo {{types}}: di’ quale.',
    reference_system_not_known:
      'Il sistema di riferimento «{{name}}» qui non è conosciuto. Indica il codice EPSG di un altro, o salva il file in WGS 84 (EPSG:4326).',
    send_file_in_part: 'Invia il file nella parte «file».',
    id_at_least_one: 'Un id è 1 o più.',
    key_field_not_mapped:
      'Il campo chiave «{{field}}» non è fra quelli abbinati: abbinagli una colonna del file.',
    columns_to_one_field: 'Due colonne del file sono abbinate allo stesso campo: {{fields}}.',
    send_archive:
      'Invia l’archivio nella parte «zip», e accanto un elenco in «index» o il modello dei nomi in «pattern».',
    index_too_large: 'L’elenco delle immagini può avere 16 MiB.',

    // Links, vocabularies, searches
    no_such_link: 'Il collegamento {{link}} non esiste.',
    no_such_vocabulary_item: 'Questa voce del vocabolario non esiste.',
    no_vocabulary_item: 'La voce {{item}} del vocabolario non esiste.',
    vocabulary_has_definition: 'Il vocabolario «{{vocabulary}}» ha già questa voce.',
    field_cannot_hold:
      '«{{field}}» in «{{table}}» non può contenere {{value}}, e delle schede usano lì la voce.',
    text_not_replaceable: 'In «{{field}}» non si può sostituire del testo: scegli un campo di testo libero.',
    too_many_to_print:
      '{{records}} schede sono più di quante se ne stampano in una volta ({{most}}). Restringi l’elenco con un filtro.',
    chart_selection_form:
      'La selezione di un grafico è un oggetto con un «filter», o con «search_type» e ciò che si cerca.',
    analysis_operator_unknown: 'L’operatore {{operator}} non esiste ({{path}}).',

    // SQL
    sql_frozen: 'L’applicazione è bloccata: SQL può leggere, non modificare.',
    sql_took_too_long: 'L’istruzione durava troppo ed è stata fermata; non è successo nulla.',

    // Stratigraphy
    matrix_too_dense:
      'Le linee di questo matrix sono troppo lunghe e troppe per un disegno leggibile: restringilo con un filtro, o chiedilo ridotto.',
    no_such_stratigraphic_relation: 'Il rapporto stratigrafico {{relation}} non esiste.',
    relation_number: 'Il rapporto è un numero da 1 a 10.',
    record_id_needed: '«{{name}}» deve essere l’id di una scheda, un numero intero.',

    // Filters and searches
    filter_as_whole_wrong: 'Il filtro non si capisce: {{reason}}.',
    form_wrong: 'Il modulo non si capisce: {{path}} {{reason}}. Dove le parentesi non bastano invia JSON.',
    search_text_wrong: 'Il testo da cercare {{reason}}.',
    join_must_be_empty: '«join» deve essere vuoto: i filtri raggiungono da soli le tabelle collegate.',
    search_type_unknown: '«search_type» deve essere all, fast, sqlExpert o filter.',
    must_be_a_text: '«{{name}}» deve essere un testo.',
    must_be_names: '«{{name}}» deve essere un elenco di nomi.',
    search_too_long: '«{{name}}» ha al massimo 4.000 caratteri, senza il carattere di controllo 0.',
    qt_unknown: '«qt» deve essere uno di {{kinds}}.',
    q_without_filter: 'In «q» manca il filtro.',
    q_without_json: '«q» deve essere JSON con una chiave «filter».',

    // Why a filter or a search cannot be understood: the end of a sentence
    of_element: '{{reason}} (elemento {{element}})',
    given_text_that: 'ha ricevuto un testo che {{reason}}',

    // Expressions of the advanced search
    expression_wrong: 'L’espressione non si capisce al carattere {{position}}: qui ci vuole {{expected}}.',
    as_written: '{{text}}',
    value_for_function: '{{wanted}} valore per {{name}}',
    values_for_function: 'valori per {{name}}: {{wanted}}',

    // Filters and searches
    operator_unknown: 'L’operatore «{{operator}}» non esiste ({{path}}).',
    row_filter_operand: '«{{operator}}» su «{{field}}» {{reason}}.',
    groups_too_deep: 'I gruppi si annidano al massimo {{most}} volte.',
    row_filter_too_large: 'Un filtro delle righe ha al massimo {{most}} byte di JSON.',
    row_filter_too_many: 'Un filtro delle righe ha al massimo {{most}} condizioni.',
    entries_expected: 'Qui servono da 1 a {{most}} voci.',
    filters_expected: 'Qui serve un elenco da 1 a {{most}} filtri.',
    filter_object_expected: 'Qui serve un filtro, cioè un oggetto.',
    comparison_expected: 'Qui serve un oggetto come {"_eq": …}.',
    operators_expected: 'Qui servono da 1 a {{most}} operatori.',
    row_filter_operator_unknown: 'Un filtro delle righe non conosce l’operatore «{{operator}}».',
    true_expected: 'Qui ci vuole true.',
    values_expected: 'Qui ci vuole un elenco da 1 a {{most}} valori.',
    two_values_expected: 'Qui ci vuole un elenco di due valori.',
    simple_value_expected: 'Qui ci vuole un testo, un numero, true o false.',

    // Why a filter or a search cannot be understood: the end of a sentence
    never_a_field: 'non è mai il nome di un campo',
    must_be_comparison: 'deve essere un oggetto come {"_eq": …}',
    mixes_operators: 'mescola operatori con nomi di campi o gruppi',
    must_be_filters: 'deve essere un elenco di filtri',
    must_be_filter: 'deve essere un filtro, cioè un oggetto',
    holds_too_many_conditions: 'ha più di {{most}} condizioni',
    works_only_on: 'vale solo per {{field}} di una tabella con datazioni',
    must_be_filter_object: 'deve essere un oggetto: parentesi, testo JSON o il suo base64',
    longer_than_kib: 'supera {{most}} KiB',
    nested_too_deep: 'è annidato oltre {{most}} livelli',
    holds_long_list: 'ha un elenco di più di {{most}} elementi',
    text_and_brackets: 'è dato sia come testo sia con parentesi: usa uno dei due',
    must_be_list_everywhere: 'deve essere un elenco: scrivi dappertutto [] oppure [0], [1] …',
    holds_too_many_values: 'ha più di {{most}} valori',
    value_and_group: 'è dato sia come valore sia come gruppo',
    brackets_do_not_pair: 'ha parentesi che non si chiudono: scrivi {{example}}',
    too_many_brackets: 'ha più di {{most}} nomi fra parentesi',
    uses_forbidden_name: 'usa «{{name}}», che non è mai il nome di un campo',
    takes_two_values: 'vuole due valori, non {{given}}',
    takes_a_list: 'vuole un elenco di valori',
    takes_at_most: 'prende al massimo {{most}} valori',
    takes_true_or_false: 'vuole true o false',
    takes_no_null: 'non vuole null: i valori mancanti si chiedono con _null o _empty',
    takes_single_value: 'vuole un solo valore, non un elenco o un oggetto',
    needs_whole_number: 'vuole qui un numero intero',
    needs_safe_number: 'vuole qui un numero intero entro ±{{most}}',
    needs_number: 'vuole qui un numero, con il punto prima dei decimali',
    needs_date: 'vuole qui una data ISO 8601, per esempio 2024-05-01',

    // Expressions of the advanced search
    expression_other_table: 'Un’espressione chiede solo campi di «{{table}}», non «{{other}}.{{field}}».',
    no_comment: 'qualcosa che non sia un commento',
    closing_quote: "un ' che chiude",
    name_value_or_operator: 'un nome, un valore o un operatore',
    a_type: 'un tipo: {{types}}',
    smaller_number: 'un numero più piccolo',
    field_value_or_bracket: 'un campo, un valore o «(»',
    field_or_function: 'un campo o una delle funzioni {{functions}}',
    number_of_decimals: 'un numero di decimali da 0 a 15',
    name_of_field: 'il nome di un campo',
    no_nul_character: 'qualcosa che non sia il carattere NUL',
    and_or_end: 'AND, OR o la fine',
    like_in_between: 'LIKE, IN o BETWEEN',
    some_comparison: 'un confronto',
    some_value: 'un valore',
    levels_of_nesting: 'al massimo {{most}} livelli di annidamento',
    expression_end: 'la fine: un’espressione ha al massimo {{most}} caratteri',

    // Parts of a request
    schema_wrong_at: 'Riga {{line}}, colonna {{column}}: {{reason}}',
    schema_no_inclusion: 'Il testo di uno schema non può prendere parti da altri file.',
    schema_no_element: '«{{element}}» non è un elemento di uno schema.',
    schema_needs_braces: '«{{element}}» ha bisogno del contenuto fra parentesi graffe.',
    schema_needs_name: '«{{element}}» ha bisogno di un nome.',
    schema_column_form: 'Una colonna si scrive «nome tipo [impostazioni]».',
    schema_reference_form: 'Un riferimento si scrive «ref: > tabella.colonna».',

    // Geometries and layouts
    geometry_kinds: 'Una geometria è una di {{kinds}}.',
    position_form: 'Una posizione è un elenco di longitudine e latitudine.',
    coordinates_expected: 'Qui serve un elenco di coordinate.',
    ring_positions: 'Un contorno ha almeno quattro posizioni, con la prima ripetuta.',
    ring_end: 'Un contorno finisce nella posizione in cui comincia.',
    line_positions: 'Una linea ha almeno due posizioni.',

    // Geometries and layouts
    layout_sections: 'Un layout ha al massimo {{most}} sezioni.',
    layout_size: 'Un layout ha al massimo {{most}} KiB.',
    layout_needs_sections: 'A un layout serve un elenco di sezioni.',
    section_is_object: 'Una sezione è un oggetto.',
    layout_no_plugin: '{{table}} non ha la tabella accessoria {{plugin}}.',
    accordion_needs_fields: 'A una parte richiudibile serve un elenco di campi.',
    section_needs_content: 'A una sezione serve un elenco come contenuto.',
    layout_no_field: '{{table}} non ha il campo {{field}}.',
    layout_width: 'Una larghezza è una di {{widths}}.',

    // Rows and records
    row_not_valid: '1 riga non va bene e non si è importato nulla.{{more}}',
    rows_not_valid: 'Righe che non vanno bene: {{rows}}; non si è importato nulla.{{more}}',
    list_of_problems_ends: ' L’elenco finisce con i primi cento problemi.',
    column_not_changed: '«{{field}}» in «{{table}}» non è stato modificato: {{reason}}.',
    value_would_repeat: 'un valore starebbe due volte dove può stare una volta sola',
    records_joined_by_values: 'delle schede sono legate ad altre da questi valori',
    others_refer: 'Altre schede vi fanno riferimento, perciò non si può eliminare.',
    others_refer_named: 'Altre schede vi fanno riferimento, perciò non si può eliminare: {{named}}.',
    may_not: 'Non puoi {{action}} in {{where}}.',
    this_table: 'questa tabella',
    the_table: '«{{table}}»',
    label_unusable: 'L’etichetta del collegamento non va bene. {{reason}}',
    text_unusable: '«{{name}}» non va bene. {{reason}}',
    it_has_at_most: 'Ha al massimo {{most}} caratteri.',
    it_holds_nul: 'Contiene il carattere NUL.',
    it_holds_half_character: 'Contiene la metà di un carattere.',
    layout_unfit: 'Il layout «{{layout}}» non si adatta più alla tabella: {{problem}}',
    must_be_list: 'deve essere un elenco',
    must_be_analysis_filter: 'deve essere un oggetto con «field», «op» e «value»',
    must_be_field_name: 'deve essere il nome di un campo',
    to_read: 'leggere schede',
    to_create: 'creare schede',
    to_edit: 'modificare schede',
    to_edit20: 'modificare schede altrui',

    // Inventories of bones
    inventory_too_large: 'L’inventario di ossa supera 256 KiB.',
    inventory_no_json: 'L’inventario di ossa non è JSON valido.',
    inventory_without_individuals: 'Un inventario di ossa è un oggetto con un elenco «individuals».',
    individual_wrong: 'Individuo {{individual}}: {{problem}}',
    individual_no_object: 'serve un oggetto con «id», «label», «notes» e «bones».',
    individual_id_form: '«id» deve essere un numero intero.',
    individual_id_twice: 'l’id {{id}} è usato due volte.',
    individual_texts: '«label» e «notes» devono essere testi.',
    bones_no_object: '«bones» deve essere un oggetto.',
    bone_unknown: 'l’osso «{{bone}}» non esiste.',
    bone_wrong: '{{bone}}: {{problem}}',
    bone_no_object: 'serve un oggetto.',
    present_form: '«present» deve essere vero o falso.',
    bone_notes_form: '«notes» deve essere un testo.',
    only_of_present_bone: '«{{key}}» vale solo per un osso presente.',
    only_of_paired_bone: '«{{key}}» vale solo per un osso doppio.',
    bone_finding_unknown: '«{{key}}» deve essere uno di {{allowed}}.',
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
