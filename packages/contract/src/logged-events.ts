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
 * Where and how gravely the log of an application tells of what happened; its words stand in `messages/`.
 * Params are names, numbers and keys; no passwords, tokens or bodies of requests.
 */
export const loggedEvents = {
  // Who came
  login: auth,
  logout: auth,
  provider_login: auth,
  login_refused: refused,
  confirmation_refused: refused,
  provider_login_refused: refused,

  // Accounts, rights, keys
  user_created: account,
  user_saved: account,
  password_changed: account,
  privilege_changed: rights,
  user_deleted: rights,
  sessions_ended: rights,
  override_set: rights,
  override_set_rows_hidden: rights,
  override_set_rows_as_ever: rights,
  override_deleted: rights,
  overrides_deleted: rights,
  row_filter_invalid: { channel: 'admin', level: 'WARNING' },
  key_created: account,
  key_created_managing: account,
  key_revoked: account,
  key_deleted: account,
  webhook_created: rights,
  webhook_changed: rights,
  webhook_secret_renewed: rights,
  webhook_deleted: rights,
  webhook_paused: { channel: 'admin', level: 'ERROR' },
  welcome_saved: account,
  picture_set: account,
  picture_removed: account,
  log_purged: account,

  // Configuration
  application_edited: config,
  table_created: config,
  table_edited: config,
  table_renamed: config,
  table_deleted: config,
  tables_sorted: config,
  field_added: config,
  field_edited: config,
  field_renamed: config,
  field_deleted: config,
  fields_sorted: config,
  chronology_on: config,
  chronology_off: config,
  osteology_on: config,
  osteology_off: config,
  radiocarbon_on: config,
  radiocarbon_off: config,
  index_added: config,
  index_deleted: config,
  relation_added: config,
  relation_edited: config,
  relation_deleted: config,
  constraints_applied: config,
  schema_applied: config,
  repair_create_table: config,
  repair_create_column: config,
  repair_delete_table: config,
  repair_delete_column: config,
  map_layers_edited: config,
  map_system_set: config,
  map_file_uploaded: config,
  map_file_deleted: config,
  template_saved: config,
  template_deleted: config,
  template_renamed: config,

  // Records
  text_replaced: rewritten,
  vocabulary_item_renamed: rewritten,
  feature_added: data,
  features_changed: data,
  features_deleted: data,

  // The database
  backup_made: db,
  backup_without: { ...db, level: 'WARNING' },
  backup_downloaded: db,
  backup_deleted: changed,
  backup_restored: changed,
  backup_schedule_set: changed,
  backup_schedule_off: changed,
  backup_schedule_left: changed,
  journal_purged: changed,
  backup_failed: { channel: 'db', level: 'ERROR' },
  restored_without_bytes: { channel: 'db', level: 'CRITICAL' },
  application_adopted: changed,
  adoption_changed: changed,
  adoption_left_out: { ...db, level: 'WARNING' },
  adoption_files_missing: { ...db, level: 'WARNING' },
  adoption_files_stray: changed,
  adoption_right: { ...db, level: 'WARNING' },
  adoption_besides: changed,
  migration_failed: { channel: 'db', level: 'ERROR' },
  sql_read: db,
  sql_returned: changed,
  sql_changed: changed,
  sql_refused: { channel: 'db', level: 'WARNING' },

  // Bibliography
  library_connected: refman,
  library_changed: refman,
  library_removed: refman,
  library_key_unreadable: { channel: 'refman', level: 'WARNING' },
  citation_added: refman,
  citation_changed: refman,
  citation_removed: refman,
  citations_synced: refman,
} as const satisfies Readonly<Record<string, LoggedKind>>

export type EventCode = keyof typeof loggedEvents
