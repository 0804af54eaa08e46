/** The grave ones have the greater numbers. */
export const logLevels = {
  DEBUG: 100,
  INFO: 200,
  NOTICE: 250,
  WARNING: 300,
  ERROR: 400,
  CRITICAL: 500,
  ALERT: 550,
  EMERGENCY: 600,
} as const

interface LoggedKind {
  readonly channel: 'auth' | 'admin' | 'config' | 'data' | 'db' | 'http' | 'refman'
  readonly level: keyof typeof logLevels
  /** The first line is the summary. */
  readonly text: string
}

const auth = { channel: 'auth', level: 'INFO' } as const
const refused = { channel: 'auth', level: 'WARNING' } as const
const account = { channel: 'admin', level: 'INFO' } as const
const rights = { channel: 'admin', level: 'NOTICE' } as const
const config = { channel: 'config', level: 'NOTICE' } as const
const data = { channel: 'data', level: 'INFO' } as const
const rewritten = { channel: 'data', level: 'NOTICE' } as const
const db = { channel: 'db', level: 'INFO' } as const
const changed = { channel: 'db', level: 'NOTICE' } as const
const refman = { channel: 'refman', level: 'INFO' } as const

/**
 * What the log of an application tells. Facts are names, numbers and keys; no passwords, tokens or bodies of
 * requests.
 */
export const loggedEvents = {
  // Who came
  login: { ...auth, text: 'login {{user}}' },
  logout: { ...auth, text: 'logout {{user}}' },
  provider_login: { ...auth, text: 'oauth login {{provider}} {{user}}' },
  login_refused: { ...refused, text: 'Login refused for {{email}}\naddress {{address}}' },
  confirmation_refused: { ...refused, text: 'Password confirmation refused for user {{user}}' },
  provider_login_refused: {
    ...refused,
    text: 'Login at {{provider}} refused: it was not begun here, is used, or took too long\naddress {{address}}',
  },

  // Accounts, rights, keys
  user_created: { ...account, text: 'user {{user}} created with privilege {{privilege}} by {{by}}' },
  user_saved: { ...account, text: 'user {{user}} saved: {{changed}} by {{by}}' },
  password_changed: { ...account, text: 'password of user {{user}} changed by {{by}}' },
  privilege_changed: {
    ...rights,
    text: 'privilege of user {{user}} changed from {{before}} to {{after}} by {{by}}',
  },
  user_deleted: { ...rights, text: 'user {{user}} deleted by {{by}}' },
  sessions_ended: { ...rights, text: 'sessions of user {{user}} ended by {{by}}' },
  override_set: {
    ...rights,
    text: 'override of user {{user}} on {{table}} set to {{privilege}} by {{by}}',
  },
  override_set_rows_hidden: {
    ...rights,
    text: 'override of user {{user}} on {{table}} set to {{privilege}} on some rows, hide outside by {{by}}',
  },
  override_set_rows_as_ever: {
    ...rights,
    text: 'override of user {{user}} on {{table}} set to {{privilege}} on some rows, global outside by {{by}}',
  },
  override_deleted: { ...rights, text: 'override of user {{user}} on {{table}} deleted by {{by}}' },
  overrides_deleted: { ...rights, text: 'overrides of user {{user}} deleted: {{overrides}} by {{by}}' },
  row_filter_invalid: {
    channel: 'admin',
    level: 'WARNING',
    text: 'row_filter_invalid: the row filter of user {{user}} on {{table}} is not valid; the table is hidden',
  },
  key_created: {
    ...account,
    text: 'API key {{key}} "{{label}}" created with privilege {{privilege}} by {{by}}',
  },
  key_created_managing: {
    ...account,
    text: 'API key {{key}} "{{label}}" that manages users, keys and backups created with privilege {{privilege}} by {{by}}',
  },
  key_revoked: { ...account, text: 'API key {{key}} revoked by {{by}}' },
  key_deleted: { ...account, text: 'API key {{key}} deleted by {{by}}' },
  welcome_saved: { ...account, text: 'welcome text saved by {{by}}' },
  log_purged: { ...account, text: 'log older than {{days}} days purged by {{by}}\n{{rows}} rows' },

  // Configuration
  application_edited: { ...config, text: 'edit application by {{by}}' },
  table_created: { ...config, text: 'create table {{table}} by {{by}}' },
  table_edited: { ...config, text: 'edit table {{table}} by {{by}}' },
  table_renamed: { ...config, text: 'rename table {{table}} (to {{to}}) by {{by}}' },
  table_deleted: { ...config, text: 'delete table {{table}} (rows: {{rows}}) by {{by}}' },
  tables_sorted: { ...config, text: 'sort tables by {{by}}' },
  field_added: { ...config, text: 'add field {{table}}.{{field}} by {{by}}' },
  field_edited: { ...config, text: 'edit field {{table}}.{{field}} by {{by}}' },
  field_renamed: { ...config, text: 'rename field {{table}}.{{field}} (to {{to}}) by {{by}}' },
  field_deleted: { ...config, text: 'delete field {{table}}.{{field}} by {{by}}' },
  fields_sorted: { ...config, text: 'sort fields {{table}} by {{by}}' },
  chronology_on: { ...config, text: 'switch chronology on {{table}} by {{by}}' },
  chronology_off: { ...config, text: 'switch chronology off {{table}} by {{by}}' },
  osteology_on: { ...config, text: 'switch osteology on {{table}} by {{by}}' },
  osteology_off: { ...config, text: 'switch osteology off {{table}} by {{by}}' },
  radiocarbon_on: { ...config, text: 'switch radiocarbon on {{table}} by {{by}}' },
  radiocarbon_off: { ...config, text: 'switch radiocarbon off {{table}} by {{by}}' },
  index_added: { ...config, text: 'add index {{table}} ({{index}}) by {{by}}' },
  index_deleted: { ...config, text: 'delete index {{table}} ({{index}}) by {{by}}' },
  relation_added: { ...config, text: 'add relation {{from}} (to {{to}}) by {{by}}' },
  relation_edited: { ...config, text: 'edit relation {{from}} (to {{to}}) by {{by}}' },
  relation_deleted: { ...config, text: 'delete relation {{from}} (to {{to}}) by {{by}}' },
  constraints_applied: {
    ...config,
    text: 'apply constraints ({{applied}} applied, {{skipped}} skipped) by {{by}}',
  },
  schema_applied: { ...config, text: 'apply schema (new tables: {{tables}}) by {{by}}' },
  repair_create_table: { ...config, text: 'repair: create table {{table}} by {{by}}' },
  repair_create_column: { ...config, text: 'repair: create column {{table}}.{{field}} by {{by}}' },
  repair_delete_table: { ...config, text: 'repair: delete table {{table}} by {{by}}' },
  repair_delete_column: { ...config, text: 'repair: delete column {{table}}.{{field}} by {{by}}' },
  map_layers_edited: { ...config, text: 'edit map layers ({{layers}}) by {{by}}' },
  map_file_uploaded: { ...config, text: 'upload map file {{file}} by {{by}}' },
  map_file_deleted: { ...config, text: 'delete map file {{file}} by {{by}}' },
  template_saved: { ...config, text: 'save template {{template}} {{table}} by {{by}}' },
  template_deleted: { ...config, text: 'delete template {{template}} {{table}} by {{by}}' },
  template_renamed: { ...config, text: 'rename template {{template}} to {{to}} {{table}} by {{by}}' },

  // Records
  text_replaced: {
    ...rewritten,
    text: 'text replaced in {{rows}} rows of {{table}}.{{field}} by {{by}}',
  },
  vocabulary_item_renamed: {
    ...rewritten,
    text: 'an item of the vocabulary {{vocabulary}} was renamed in {{rows}} rows by {{by}}',
  },
  feature_added: { ...data, text: 'map feature {{feature}} of {{table}} {{record}} added by {{by}}' },
  features_changed: { ...data, text: 'map features changed: {{features}} by {{by}}' },
  features_deleted: { ...data, text: 'map features deleted: {{features}} by {{by}}' },

  // The database
  backup_made: { ...db, text: 'Backup made: {{file}}' },
  backup_without: {
    ...db,
    level: 'WARNING',
    text: 'Backup {{file}} could not carry what was made by hand in the database: {{names}}',
  },
  backup_downloaded: { ...db, text: 'Backup downloaded by {{by}}: {{file}}' },
  backup_deleted: { ...changed, text: 'Backup deleted by {{by}}: {{file}}' },
  backup_restored: { ...changed, text: 'Backup restored by {{by}}: {{file}}' },
  backup_failed: { channel: 'db', level: 'ERROR', text: 'Backup not made: {{reason}}' },
  restored_without_bytes: {
    channel: 'db',
    level: 'CRITICAL',
    text: 'Bytes of files may be missing after the restore of {{file}}; restore it again or look with: trowel files check',
  },
  migration_failed: {
    channel: 'db',
    level: 'ERROR',
    text: 'migration {{migration}} failed and was undone; the log of the service says why',
  },
  sql_read: { ...db, text: 'SQL by {{by}}: {{rows}} rows, {{ms}} ms\n{{statement}}' },
  sql_returned: { ...changed, text: 'SQL by {{by}}: {{rows}} rows, {{ms}} ms\n{{statement}}' },
  sql_changed: { ...changed, text: 'SQL by {{by}}: {{rows}} rows affected, {{ms}} ms\n{{statement}}' },
  sql_refused: {
    channel: 'db',
    level: 'WARNING',
    text: 'SQL by {{by}}: refused ({{problem}}), {{ms}} ms\n{{statement}}',
  },

  // Bibliography
  library_connected: {
    ...refman,
    text: 'Library {{library}} "{{name}}" ({{type}} {{number}}) connected by {{by}}',
  },
  library_changed: { ...refman, text: 'Library {{library}} "{{name}}" changed: {{changed}} by {{by}}' },
  library_removed: { ...refman, text: 'Library {{library}} removed, with its citations by {{by}}' },
  library_key_unreadable: {
    channel: 'refman',
    level: 'WARNING',
    text: 'The key of library {{library}} was encrypted under another secret and counts as none; enter it again.',
  },
  citation_added: {
    ...refman,
    text: 'Citation {{citation}} of {{work}} added to {{table}} {{record}} by {{by}}',
  },
  citation_changed: {
    ...refman,
    text: 'Citation {{citation}} of {{table}} {{record}} changed: {{changed}} by {{by}}',
  },
  citation_removed: { ...refman, text: 'Citation {{citation}} of {{table}} {{record}} removed by {{by}}' },
  citations_synced: {
    ...refman,
    text: 'All citations synced: {{updated}} updated, {{detached}} detached, {{unchanged}} unchanged, {{errors}} errors by {{by}}',
  },
} as const satisfies Readonly<Record<string, LoggedKind>>

export type EventCode = keyof typeof loggedEvents
