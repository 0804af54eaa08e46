import type { imports as english } from '../en/imports.js'
import type { AreaTranslation } from '../messages.js'

export const imports: AreaTranslation<typeof english> = {
  codes: {
    // Imports
    import_error_no_file: 'Il file caricato non c’è più: caricalo di nuovo.',
    import_error_unknown_type: 'Il file deve essere csv, tsv, xlsx, ods, json, gpkg, geojson o lst.',
    import_error_parse: 'Il file non si legge.',
    import_error_no_key: 'Il campo chiave deve essere fra quelli abbinati.',
    import_error_invalid_field: 'Sono abbinati campi che la tabella non ha.',
    import_error_mapping_mismatch: 'Nessuna delle colonne abbinate si trova nel file.',
    import_error_validation: 'Alcune righe non vanno bene e non si è importato nulla.',
    import_error_transaction: 'Il database ha rifiutato una riga e non si è importato nulla.',
    import_error_no_geo_field: 'La tabella non ha geometrie: si attivano nella sua configurazione.',
    import_error_unknown_crs: 'Il sistema di riferimento delle coordinate qui non è conosciuto.',
    import_error_zip: 'L’archivio non si legge come file ZIP.',

    // Oddities of files
    no_rows: 'Il file non ha righe sotto l’intestazione.',
    blank_line: 'La riga è vuota e non è stata letta.',
    empty_row: 'Tutte le celle della riga sono vuote: non è stata letta.',
    short_row: 'La riga ha poche celle: le altre restano vuote.',
    long_row: 'La riga ha troppe celle.',
    repeated_header: 'La riga ripete l’intestazione: è letta come dati.',
    header_mended: 'La colonna ha ricevuto un nome suo.',
    bytes_left_out: 'I byte, come le immagini, restano fuori.',
    control_character: 'La riga ha un carattere di controllo.',
  },

  problems: {
    // Rows of a file
    row_short: 'La riga ha {{given}} celle su {{wanted}}: le altre restano vuote.',
    row_long: 'La riga ha {{given}} celle per {{wanted}} colonne; celle tralasciate in fondo: {{surplus}}.',
    row_with_control_character: 'La riga ha il carattere di controllo U+{{character}}.',
    mapping_unknown_fields: 'La tabella «{{table}}» non può prendere {{fields}} da un file.',
    mapping_without_columns:
      'Nessuna delle colonne abbinate ({{mapped}}) si trova nel file; le sue colonne sono {{columns}}.',
    row_not_stored: 'Il database ha rifiutato la riga {{row}} e non si è importato nulla.',
    record_outside_rows: 'Così nascerebbe una scheda fuori da quelle che puoi modificare.',

    // Files that cannot be read, and why
    file_unreadable: 'Il file non si legge: {{reason}}',
    file_unreadable_at: 'Il file non si legge. Riga {{line}}: {{reason}}',
    archive_unreadable: 'L’archivio non si legge: {{reason}}',
    archive_too_large: 'L’archivio è troppo grande. {{reason}}',
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
    workbook_none: 'non è una cartella di lavoro: salvala come .xlsx (Excel) o .ods (OpenDocument).',
    workbook_encrypted: 'la cartella di lavoro è protetta da una password: salvala senza.',
    workbook_damaged: 'la cartella di lavoro è danneggiata ({{reason}}).',
    workbook_with_document_type:
      '«{{name}}» dichiara un tipo di documento, che nessuna cartella di lavoro ha.',
    workbook_too_many_cells:
      'la cartella di lavoro ha celle fino a {{place}}, che sono troppe per essere lette: cancella ciò che sta lontano dalla tabella, o salva il foglio come CSV.',
    workbook_cell_nowhere: 'la cartella di lavoro ha una cella nel posto «{{place}}», che nessun foglio ha.',
    sheet_missing: 'il foglio «{{sheet}}» non c’è; ci sono: {{sheets}}.',
    sheet_empty: 'il foglio «{{sheet}}» è vuoto.',
    sheet_too_long: 'il foglio ha più di {{most}} righe: salvalo come CSV.',
    columns_of_bytes: 'I byte, come le immagini, restano fuori: {{columns}}.',
    media_stay_behind:
      'Agli elementi sono collegate immagini o simili. Un livello da solo arriva senza; `trowel import --create-tables` porta anche quelle.',
    package_none: 'non è un GeoPackage.',
    package_damaged: 'il GeoPackage è danneggiato ({{reason}}).',
    package_without_layers: 'il GeoPackage non ha né livelli né tabelle.',
    layer_missing: 'il livello «{{layer}}» non c’è; ci sono: {{layers}}.',
    archive_damaged: 'l’archivio è danneggiato o non è un file ZIP ({{reason}}).',
    archive_encrypted: '«{{name}}» è cifrato.',
    archive_packed_strangely:
      '«{{name}}» è compresso in un modo che non si legge: comprimilo come ZIP (deflate).',
    lst_without_heading:
      'non è l’elenco di un matrix (.lst): in testa mancano «Stratigraphic Dataset» e «Name».',
    lst_line_unknown:
      'un’unità ha gli elenchi «above», «contemporary with», «equal to» e «below», ciascuno con i due punti: questa riga non è nessuno di loro.',
    too_many_relations: 'contiene più di {{most}} rapporti: va diviso.',
    index_columns: 'un elenco ha bisogno di due colonne: filename e record_id.',
    index_too_long: 'un elenco può avere {{most}} righe: dividi l’archivio.',

    // Imports that do not begin, or do not end
    archive_too_many_entries: 'L’archivio ha più di {{most}} file: dividilo.',
    archive_entry_too_large: '«{{name}}» ha più di {{most}} byte.',
    archive_files_too_large: 'I file dell’archivio hanno insieme più di {{most}} byte: dividilo.',
    picture_not_stored: '«{{name}}» non si può registrare, perciò non si è importato nulla.',
    import_runs_already: 'Questo file si sta già importando: aspetta che finisca.',
    import_stopped: 'Il servizio si sta fermando e non si è importato nulla: ricomincia l’importazione.',
    row_not_valid: '1 riga non va bene e non si è importato nulla.{{more}}',
    rows_not_valid: 'Righe che non vanno bene: {{rows}}; non si è importato nulla.{{more}}',
    list_of_problems_ends: ' L’elenco finisce con i primi cento problemi.',

    // Imports
    row_empty_skipped: 'Tutte le celle della riga sono vuote: non è stata letta.',
    line_empty_skipped: 'La riga è vuota e non è stata letta.',
    column_named: 'La colonna {{column}} non ha un nome nell’intestazione: si chiama «{{own}}».',
    column_renamed: 'La colonna {{column}} ha lo stesso nome di un’altra, «{{name}}»: si chiama «{{own}}».',
    values_too_many_for_choice:
      'La colonna «{{column}}» ha troppi valori diversi, o valori troppo lunghi, per una scelta.',
    file_without_column: 'Il file non ha la colonna «{{column}}».',
    file_without_geometries: 'Il file non ha geometrie proprie.',
    place_columns_missing: 'Il file non ha la colonna {{columns}}, che direbbe dove sono le schede.',
    no_wkt: '«{{given}}» non è una geometria in formato WKT.',
    no_coordinates: '«{{given}}» non sono coordinate.',
    relation_without_unit: 'La riga nomina altre unità e nessuna propria.',
    no_relation_called: '«{{name}}» non è un rapporto stratigrafico.',
    no_unit_called: 'Nessuna scheda di «{{table}}» si chiama «{{name}}».',
    several_units_called: '{{records}} schede di «{{table}}» si chiamano «{{name}}».',
    relation_not_editable: 'Non puoi modificare nessuna delle due schede.',
    relation_columns_missing: 'Il file non ha la colonna {{columns}}.',
    relation_or_column: 'Serve «relation» oppure, in «named_in», la colonna che lo nomina.',
    header_repeated: 'La riga ripete l’intestazione: è letta come dati.',
    header_without_rows: 'Il file ha un’intestazione e nessuna riga.',
    must_be_true_or_false: '«{{name}}» deve essere true o false.',
    place_form:
      '«{{name}}» deve essere `{x, y}`, `{wkt}` o `{geometry: true}`, con `epsg` se non sono longitudine e latitudine.',
    mapping_form: '«{{name}}» deve essere un oggetto `{column: field}`, o un elenco di `{column, field}`.',
    key_field_form: '«{{name}}» deve essere il nome di un campo, o null.',
    sheet_form: '«{{name}}» deve essere il nome o il numero di un foglio.',
    decimal_mark_form: '«{{name}}» deve essere «.» o «,».',
    must_name_property: '«{{name}}» deve essere il nome di una proprietà.',
    epsg_form: '«{{name}}» deve essere il codice EPSG di un sistema di riferimento, per esempio 32633.',
    file_types_importable: 'Si importano righe da file di tipo {{types}}: di’ quale.',
    reference_system_not_known:
      'Il sistema di riferimento «{{name}}» qui non è conosciuto. Indica il codice EPSG di un altro, o salva il file in WGS 84 (EPSG:4326).',
    coordinates_outside:
      '{{place}} non è una longitudine con una latitudine. Indica in quale sistema di riferimento (EPSG) sono le coordinate.',
    send_file_in_part: 'Invia il file nella parte «file».',
    id_at_least_one: 'Un id è 1 o più.',
    id_too_high: 'Un id è al massimo {{most}}, così ne restano per le schede successive.',
    key_field_not_mapped:
      'Il campo chiave «{{field}}» non è fra quelli abbinati: abbinagli una colonna del file.',
    columns_to_one_field: 'Due colonne del file sono abbinate allo stesso campo: {{fields}}.',
    send_archive:
      'Invia l’archivio nella parte «zip», e accanto un elenco in «index» o il modello dei nomi in «pattern».',
    index_too_large: 'L’elenco delle immagini può avere 16 MiB.',
    one_of_values: 'uno di {{values}}',
    delimiter_form: 'una virgola, un punto e virgola, un tabulatore o una barra',
    absent_beside_index: 'omesso dove c’è un elenco in «index»',
    one_with_field_of: 'uno con un campo di «{{table}}»',
    name_pattern: '«pattern» deve {{rule}}.',
    have_at_most_characters: 'avere al massimo {{most}} caratteri',
    name_one_field: 'nominare un campo tra parentesi graffe, come in {ctx_no}_*.jpg',
  },
}
