import type { events as english } from '../en/events.js'
import type { Translation } from '../messages.js'

export const events: Translation<typeof english> = {
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
    'Chiave API {{key}} «{{label}}» che gestisce utenti, chiavi e copie di sicurezza creata con il livello {{privilege}} da {{by}}',
  key_revoked: 'Chiave API {{key}} revocata da {{by}}',
  key_deleted: 'Chiave API {{key}} eliminata da {{by}}',
  webhook_created: 'Webhook {{webhook}} verso {{host}} per l’utente {{user}} creato da {{by}}',
  webhook_changed: 'Webhook {{webhook}} verso {{host}} modificato: {{changed}} da {{by}}',
  webhook_secret_renewed: 'Nuovo segreto del webhook {{webhook}} verso {{host}} da {{by}}',
  webhook_deleted: 'Webhook {{webhook}} verso {{host}} eliminato da {{by}}',
  webhook_paused: 'Webhook {{webhook}} verso {{host}} sospeso\n{{reason}}',
  welcome_saved: 'Testo di benvenuto salvato da {{by}}',
  picture_set: 'Immagine del progetto ({{picture}}) scelta da {{by}}',
  picture_removed: 'Immagine del progetto ({{picture}}) tolta da {{by}}',
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
  map_system_set: 'Sistema di riferimento della mappa impostato ({{epsg}}) da {{by}}',
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
  backup_made: 'Copia di sicurezza fatta: {{file}}',
  backup_without:
    'La copia di sicurezza {{file}} non ha potuto portare ciò che è stato creato a mano nel database: {{names}}',
  backup_downloaded: 'Copia di sicurezza scaricata da {{by}}: {{file}}',
  backup_deleted: 'Copia di sicurezza eliminata da {{by}}: {{file}}',
  backup_restored: 'Copia di sicurezza ripristinata da {{by}}: {{file}}',
  backup_schedule_set:
    'Copie di sicurezza programmate da {{by}}: ogni {{hours}} ore, restano le ultime {{keep}}',
  backup_schedule_off: 'Copie di sicurezza programmate disattivate da {{by}}',
  backup_schedule_left: 'Copie di sicurezza lasciate al programma del servizio da {{by}}',
  journal_purged:
    'Giornale ridotto da {{by}}: insiemi di modifiche {{sets}}, modifiche {{changes}}; ora inizia dal {{since}}',
  backup_failed: 'Copia di sicurezza non riuscita: {{reason}}',
  restored_without_bytes:
    'Dopo il ripristino di {{file}} può mancare il contenuto di alcuni file: ripristinala di nuovo o controlla con: trowel files check',
  application_adopted:
    'Adottata da {{by}} dalla versione {{version}} su {{engine}}: {{rows}} righe, {{files}} file',
  adoption_changed: 'Adottati con un altro valore: {{table}}, {{field}} ({{why}}): {{ids}}',
  adoption_left_out: 'Tralasciate nell’adozione: {{table}} ({{why}}): {{ids}}',
  adoption_files_missing: 'File i cui dati erano già perduti prima dell’adozione: {{ids}}',
  adoption_files_stray: 'Dati che non appartenevano ad alcun file, non adottati: {{names}}',
  adoption_right:
    'Un permesso del vecchio servizio ha effetto da ora: utente {{user}}, {{table}}, righe: {{condition}}',
  adoption_besides: 'Non adottati: {{names}}',
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
}
