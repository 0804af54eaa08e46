/** What the log of an application tells; the first line is the summary. */
export const events = {
  // Who came
  login: 'login {{user}}',
  logout: 'logout {{user}}',
  provider_login: 'oauth login {{provider}} {{user}}',
  login_refused: 'Login refused for {{email}}\naddress {{address}}',
  confirmation_refused: 'Password confirmation refused for user {{user}}',
  provider_login_refused:
    'Login at {{provider}} refused: it was not begun here, is used, or took too long\naddress {{address}}',

  // Accounts, rights, keys
  user_created: 'user {{user}} created with privilege {{privilege}} by {{by}}',
  user_saved: 'user {{user}} saved: {{changed}} by {{by}}',
  password_changed: 'password of user {{user}} changed by {{by}}',
  privilege_changed: 'privilege of user {{user}} changed from {{before}} to {{after}} by {{by}}',
  user_deleted: 'user {{user}} deleted by {{by}}',
  sessions_ended: 'sessions of user {{user}} ended by {{by}}',
  override_set: 'override of user {{user}} on {{table}} set to {{privilege}} by {{by}}',
  override_set_rows_hidden:
    'override of user {{user}} on {{table}} set to {{privilege}} on some rows, hide outside by {{by}}',
  override_set_rows_as_ever:
    'override of user {{user}} on {{table}} set to {{privilege}} on some rows, global outside by {{by}}',
  override_deleted: 'override of user {{user}} on {{table}} deleted by {{by}}',
  overrides_deleted: 'overrides of user {{user}} deleted: {{overrides}} by {{by}}',
  row_filter_invalid:
    'row_filter_invalid: the row filter of user {{user}} on {{table}} is not valid; the table is hidden',
  key_created: 'API key {{key}} "{{label}}" created with privilege {{privilege}} by {{by}}',
  key_created_managing:
    'API key {{key}} "{{label}}" that manages users, keys and backups created with privilege {{privilege}} by {{by}}',
  key_revoked: 'API key {{key}} revoked by {{by}}',
  key_deleted: 'API key {{key}} deleted by {{by}}',
  webhook_created: 'webhook {{webhook}} to {{host}} as user {{user}} created by {{by}}',
  webhook_changed: 'webhook {{webhook}} to {{host}} changed: {{changed}} by {{by}}',
  webhook_secret_renewed: 'new secret of webhook {{webhook}} to {{host}} by {{by}}',
  webhook_deleted: 'webhook {{webhook}} to {{host}} deleted by {{by}}',
  webhook_paused: 'webhook {{webhook}} to {{host}} was paused\n{{reason}}',
  welcome_saved: 'welcome text saved by {{by}}',
  picture_set: 'picture of the project ({{picture}}) set by {{by}}',
  picture_removed: 'picture of the project ({{picture}}) removed by {{by}}',
  log_purged: 'log older than {{days}} days purged by {{by}}\n{{rows}} rows',

  // Configuration
  application_edited: 'edit application by {{by}}',
  table_created: 'create table {{table}} by {{by}}',
  table_edited: 'edit table {{table}} by {{by}}',
  table_renamed: 'rename table {{table}} (to {{to}}) by {{by}}',
  table_deleted: 'delete table {{table}} (rows: {{rows}}) by {{by}}',
  tables_sorted: 'sort tables by {{by}}',
  field_added: 'add field {{table}}.{{field}} by {{by}}',
  field_edited: 'edit field {{table}}.{{field}} by {{by}}',
  field_renamed: 'rename field {{table}}.{{field}} (to {{to}}) by {{by}}',
  field_deleted: 'delete field {{table}}.{{field}} by {{by}}',
  fields_sorted: 'sort fields {{table}} by {{by}}',
  chronology_on: 'switch chronology on {{table}} by {{by}}',
  chronology_off: 'switch chronology off {{table}} by {{by}}',
  osteology_on: 'switch osteology on {{table}} by {{by}}',
  osteology_off: 'switch osteology off {{table}} by {{by}}',
  radiocarbon_on: 'switch radiocarbon on {{table}} by {{by}}',
  radiocarbon_off: 'switch radiocarbon off {{table}} by {{by}}',
  index_added: 'add index {{table}} ({{index}}) by {{by}}',
  index_deleted: 'delete index {{table}} ({{index}}) by {{by}}',
  relation_added: 'add relation {{from}} (to {{to}}) by {{by}}',
  relation_edited: 'edit relation {{from}} (to {{to}}) by {{by}}',
  relation_deleted: 'delete relation {{from}} (to {{to}}) by {{by}}',
  constraints_applied: 'apply constraints ({{applied}} applied, {{skipped}} skipped) by {{by}}',
  schema_applied: 'apply schema (new tables: {{tables}}) by {{by}}',
  repair_create_table: 'repair: create table {{table}} by {{by}}',
  repair_create_column: 'repair: create column {{table}}.{{field}} by {{by}}',
  repair_delete_table: 'repair: delete table {{table}} by {{by}}',
  repair_delete_column: 'repair: delete column {{table}}.{{field}} by {{by}}',
  map_layers_edited: 'edit map layers ({{layers}}) by {{by}}',
  map_system_set: 'set the reference system of the map ({{epsg}}) by {{by}}',
  map_file_uploaded: 'upload map file {{file}} by {{by}}',
  map_file_deleted: 'delete map file {{file}} by {{by}}',
  template_saved: 'save template {{template}} {{table}} by {{by}}',
  template_deleted: 'delete template {{template}} {{table}} by {{by}}',
  template_renamed: 'rename template {{template}} to {{to}} {{table}} by {{by}}',

  // Records
  text_replaced: 'text replaced in {{rows}} rows of {{table}}.{{field}} by {{by}}',
  vocabulary_item_renamed: 'an item of the vocabulary {{vocabulary}} was renamed in {{rows}} rows by {{by}}',
  feature_added: 'map feature {{feature}} of {{table}} {{record}} added by {{by}}',
  features_changed: 'map features changed: {{features}} by {{by}}',
  features_deleted: 'map features deleted: {{features}} by {{by}}',

  // The database
  backup_made: 'Backup made: {{file}}',
  backup_without: 'Backup {{file}} could not carry what was made by hand in the database: {{names}}',
  backup_downloaded: 'Backup downloaded by {{by}}: {{file}}',
  backup_deleted: 'Backup deleted by {{by}}: {{file}}',
  backup_restored: 'Backup restored by {{by}}: {{file}}',
  backup_schedule_set: 'Backups scheduled by {{by}}: every {{hours}} hours, the last {{keep}} are kept',
  backup_schedule_off: 'Scheduled backups switched off by {{by}}',
  backup_schedule_left: 'Backups left to the schedule of the service by {{by}}',
  journal_purged:
    'Journal purged by {{by}}: {{sets}} change sets, {{changes}} changes; it begins at {{since}} now',
  backup_failed: 'Backup not made: {{reason}}',
  restored_without_bytes:
    'Bytes of files may be missing after the restore of {{file}}; restore it again or look with: trowel files check',
  application_adopted:
    'Adopted by {{by}} from version {{version}} on {{engine}}: {{rows}} rows, {{files}} files',
  adoption_changed: 'Adopted otherwise: {{table}}, {{field}} ({{why}}): {{ids}}',
  adoption_left_out: 'Left out by the adoption: {{table}} ({{why}}): {{ids}}',
  adoption_files_missing: 'Files whose bytes were lost before the adoption: {{ids}}',
  adoption_files_stray: 'Bytes that belonged to no file, not adopted: {{names}}',
  adoption_right:
    'A right of the old service takes effect now: user {{user}}, {{table}}, rows: {{condition}}',
  adoption_besides: 'Not adopted: {{names}}',
  migration_failed: 'migration {{migration}} failed and was undone; the log of the service says why',
  sql_read: 'SQL by {{by}}: {{rows}} rows, {{ms}} ms\n{{statement}}',
  sql_returned: 'SQL by {{by}}: {{rows}} rows, {{ms}} ms\n{{statement}}',
  sql_changed: 'SQL by {{by}}: {{rows}} rows affected, {{ms}} ms\n{{statement}}',
  sql_refused: 'SQL by {{by}}: refused ({{problem}}), {{ms}} ms\n{{statement}}',

  // Bibliography
  library_connected: 'Library {{library}} "{{name}}" ({{type}} {{number}}) connected by {{by}}',
  library_changed: 'Library {{library}} "{{name}}" changed: {{changed}} by {{by}}',
  library_removed: 'Library {{library}} removed, with its citations by {{by}}',
  library_key_unreadable:
    'The key of library {{library}} was encrypted under another secret and counts as none; enter it again.',
  citation_added: 'Citation {{citation}} of {{work}} added to {{table}} {{record}} by {{by}}',
  citation_changed: 'Citation {{citation}} of {{table}} {{record}} changed: {{changed}} by {{by}}',
  citation_removed: 'Citation {{citation}} of {{table}} {{record}} removed by {{by}}',
  citations_synced:
    'All citations synced: {{updated}} updated, {{detached}} detached, {{unchanged}} unchanged, {{errors}} errors by {{by}}',
} as const
