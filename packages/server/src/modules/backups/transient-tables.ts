/**
 * Tables whose rows say what is going on, not what the application holds: failed logins, sessions that were
 * ended, confirmed passwords, bytes on their way, jobs, and webhooks, since a copy elsewhere is to send
 * nothing. A backup has the tables without their rows, and a restore keeps the present ones.
 */
export const transientTables: readonly string[] = [
  'sys_attempts',
  'sys_confirmations',
  'sys_revoked_sessions',
  'sys_file_transit',
  'sys_jobs',
  'sys_webhooks',
  'sys_webhook_tables',
  'sys_webhook_deliveries',
]
