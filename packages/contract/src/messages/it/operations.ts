import type { operations as english } from '../en/operations.js'
import type { AreaTranslation } from '../messages.js'

export const operations: AreaTranslation<typeof english> = {
  codes: {
    // New applications
    not_allowed_app_create: 'Qui non si possono creare nuove applicazioni.',
    error_app_not_created: 'L’applicazione non è stata creata.',
    unsupported_engine: 'Qui il servizio lavora con un altro database.',
    db_unreachable: 'Il database non è raggiungibile.',

    // Bringing up to date
    upgrade_failed: 'Un aggiornamento non è riuscito ed è stato annullato: il registro dice perché.',
    upgrade_running: 'L’applicazione si sta aggiornando: riprova fra poco.',
    no_major_upgrade_needed: 'Non c’è nulla da aggiornare.',

    // Backups
    backup_in_progress: 'Si sta facendo una copia di sicurezza: aspetta che finisca.',
    restore_in_progress: 'Si sta ripristinando una copia di sicurezza: riprova fra poco.',
    error_backup: 'La copia di sicurezza non è stata fatta.',
    error_backup_not_restored: 'La copia di sicurezza non si può ripristinare.',
    wrong_restore_engine: 'La copia di sicurezza è di un altro tipo di database.',
    wrong_restore_app: 'La copia di sicurezza è di un’altra applicazione.',

    // Raw SQL
    free_sql_wrong_password: 'La password non è giusta.',
    error_free_sql_run: 'Il database ha rifiutato l’istruzione.',
    statement_not_allowed: 'Istruzioni di questo tipo qui non si eseguono.',
    multiple_statements: 'Una sola istruzione alla volta.',
  },

  problems: {
    // Adoption of installations of version 5
    adoption_no_installation:
      'In {{path}} non c’è un’installazione della versione 5: indica la cartella di un’applicazione, quella che contiene config.json.',
    adoption_config_unreadable: 'Impossibile leggere {{path}} come impostazioni di un’applicazione.',
    adoption_engine_unknown:
      'config.json indica il database "{{engine}}": si possono adottare sqlite, mysql e pgsql.',
    adoption_too_old:
      'Il database dell’installazione è anteriore alla migrazione M038 (l’ultima è {{newest}}): aggiornalo prima con l’ultima versione 5.',
    adoption_without_administrator:
      'Nessun utente dell’installazione può fare tutto: dai prima a uno di loro il livello di super-amministratore.',
    adoption_file_changed:
      '{{path}} è stato modificato nel frattempo; non è stato adottato nulla. Ferma il vecchio servizio, poi riprova.',

    // Backups
    backup_name_invalid: 'Il nome di una copia di sicurezza ha solo lettere, cifre, «.», «_» e «-».',
    no_such_backup: 'Questa copia di sicurezza non esiste.',
    backup_not_restorable: 'La copia di sicurezza non si può ripristinare e nulla è cambiato. {{reason}}',
    backup_breaks_off: 'Non è una copia di sicurezza di questo servizio, o è troncata.',
    backup_archive_damaged: 'L’archivio è danneggiato: {{reason}}',
    backup_without_manifest: 'Non è una copia di sicurezza di questo servizio: non ha un manifesto.',
    backup_of_another_program: 'Non è una copia di sicurezza di questo servizio.',
    backup_manifest_no_json: 'Il suo manifesto non è JSON.',
    backup_manifest_damaged: 'Il suo manifesto è danneggiato.',
    backup_manifest_too_large: 'Il suo manifesto è troppo grande.',
    backup_manifest_repeats: 'Il suo manifesto nomina qualcosa due volte.',
    backup_newer: 'L’ha fatta una versione più nuova del servizio: aggiornalo prima.',
    backup_of_another_application: 'È una copia di sicurezza dell’applicazione «{{app}}», non di «{{here}}».',
    backup_changed_since: 'Non è più il file che era stato fatto.',
    backup_rows_miscounted: '«{{name}}» non ha tante righe quante ne dice il manifesto.',
    backup_row_too_long: 'Una riga è troppo lunga.',
    backup_part_breaks_off: '«{{name}}» è troncata.',
    backup_part_missing: 'Manca la parte «{{path}}».',
    backup_part_too_large: 'La parte «{{path}}» è più grande di quanto dice il manifesto.',
    backup_part_damaged: 'La parte «{{path}}» è danneggiata.',
    backup_table_missing: 'Manca la tabella «{{table}}».',
    backup_table_misfits: '«{{name}}» non è coerente.',
    backup_refers_to_missing: '«{{name}}» rimanda a una tabella che manca.',
    backup_refers_to_no_key: '«{{name}}» rimanda a ciò che non è una chiave della sua tabella.',
    backup_has_rows: '«{{name}}» ha delle righe.',
    backup_file_name_astray: 'Il nome di un file porta fuori strada.',
    backup_without_administrator: 'Non ha nessun super-amministratore.',
    backup_row_unreadable: 'Una riga non si legge.',
    backup_row_wrong_length: 'Una riga ha troppo pochi o troppi valori.',
    backup_value_of_other_type: 'Un valore di «{{name}}» non è del tipo della colonna.',
    backup_index_unknown: 'L’indice «{{name}}» non è conosciuto.',
    backup_stored_otherwise: '«{{table}}» non è stata registrata com’è nella copia.',
    backup_contradicts_rules:
      'Le sue righe contraddicono le sue regole: qualcosa c’è due volte, o rimanda a ciò che non c’è.',

    // Jobs
    job_process_ended:
      'Il processo che ci lavorava è finito prima del termine e non si è registrato nulla: ricomincia.',
    no_such_job: 'Questo lavoro non esiste.',
    job_given_up:
      'Il lavoro è stato abbandonato, perché il suo processo non dava segni di vita; non si è registrato nulla.',

    // New applications
    application_left_nothing:
      'L’applicazione non è stata creata e non ne è rimasto nulla. Il registro del servizio dice perché.',
    application_needs_name: 'Dai un nome all’applicazione.',
    application_name_is_text: 'Un nome è un testo.',
    definition_is_text: 'La descrizione è un testo.',
    engine_is_listed: 'Il database è uno di `engines`.',
    application_name_form: 'Un nome ha da 3 a 20 lettere minuscole, cifre e «_», e comincia con una lettera.',
    name_reserved: 'Il nome «{{name}}» è riservato al servizio.',
    application_needs_definition: 'Scrivi in una frase a che cosa serve l’applicazione.',
    definition_too_long: 'La descrizione ha al massimo {{most}} caratteri.',
    engine_of_new_applications: 'Qui il database di una nuova applicazione è «{{engine}}».',
    setup_token_wrong: 'Il codice di creazione manca o non è giusto: lo sa chi gestisce il servizio.',
    no_such_picture: 'Un progetto ha queste immagini: logo, cover.',
    no_picture_set: 'Il progetto non ha questa immagine.',
    project_picture_format: 'Un’immagine del progetto è un JPEG, PNG, WebP, GIF o TIFF.',
    welcome_too_long: 'Il testo di benvenuto ha al massimo {{most}} caratteri.',
    application_exists: 'C’è già un’applicazione con questo nome.',
    database_cannot_be_reached: 'Il database non si raggiunge.',
    first_email_needed: 'Indica l’indirizzo e-mail del primo amministratore.',
    first_email_invalid: 'Non è un indirizzo e-mail valido: con esso entra il primo amministratore.',

    // SQL
    sql_frozen: 'L’applicazione è congelata: SQL può leggere, non modificare.',
    sql_took_too_long: 'L’istruzione durava troppo ed è stata fermata; non è successo nulla.',
    sql_reads_with_routes:
      'SQL legge «{{table}}», una tabella del servizio stesso, e non la modifica. Usa {{routes}}.',
    sql_reads_alone:
      'SQL legge «{{table}}», una tabella del servizio stesso, e non la modifica. Ci scrive solo il servizio.',

    // What the command line says
    no_file_at: 'Il file {{path}} non c’è.',
    findings_not_mended: 'Problemi non risolti: {{open}} su {{found}}.',
    findings_to_mend: 'Problemi non risolti: {{open}} su {{found}}. Prova: trowel files check --mend',
    not_up_to_date: 'Non aggiornate: {{names}}.',
    checks_failed: 'Da correggere: {{failed}} risultati su {{all}}.',
    there_are: 'Ci sono: {{names}}.',
    no_tables_yet: 'L’applicazione non ha ancora tabelle.',
    no_table_for_file:
      'La tabella «{{table}}» non c’è. {{known}} Con --create-table si crea a partire dal file.',
    make_application: 'Creane una con: trowel app create',
    no_such_application: 'L’applicazione «{{app}}» non c’è. {{known}}',
    service_without_reason: 'Il servizio a {{url}} ha risposto {{status}} senza dire perché.',
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
    '0009_keys_that_manage':
      'Le chiavi API gestiscono persone, chiavi e copie di sicurezza solo se create per questo',
    '0010_creations': 'Si conserva e si mostra chi ha creato una scheda, e quando',
    '0011_phases_of_jobs': 'I lavori dicono se attendono, leggono o scrivono',
    '0012_list_columns':
      'L’applicazione dice quali colonne hanno gli elenchi per i programmi che non ne indicano',
    '0013_key_salt':
      'Le chiavi per firmare e cifrare sono proprie dell’applicazione; si accede una volta di nuovo',
    '0014_journal': 'D’ora in poi ogni modifica resta nel giornale',
    '0015_undone_sets': 'Si conserva quali modifiche ne hanno annullate altre',
    '0016_webhooks': 'I webhook comunicano ad altri servizi che cosa è cambiato',
    '0017_stamps': 'Si conserva chi ha creato e chi ha modificato per ultimo ogni scheda, e quando',
    '0018_one_history': 'Versioni, schede eliminate e cronologia si leggono dal giornale',
    '0020_sizes_of_pictures': 'Le immagini dicono quanto sono grandi, e le pagine lasciano loro il posto',
    '0021_at_hand': 'Ognuno tiene cose a portata di mano; il progetto ha un titolo, un logo e una copertina',
    '0022_map_views':
      'Le viste della mappa si possono salvare e condividere; il progetto ha un sistema di riferimento',
    '0024_marks_of_pictures': 'Le immagini hanno una scala, e frecce e segni disegnati sopra',
    '0026_backup_schedule': 'L’applicazione dice quando le copie di sicurezza si fanno da sé',
    '0028_adopted_from': 'Un’applicazione ripresa dalla versione 5 ne conosce le chiavi API',
    '0031_place_of_cover': 'La copertina dice quale sua parte resta in vista',
    '0032_stamps_of_many': 'Le date di modifica di molte schede si trovano dalle schede',
    '0033_indexes_of_prefixes': 'Gli indici fatti per le domande lente accettano testi di ogni lunghezza',
  },
}
