import type {
  ApiKeysReply,
  CreateApiKeyBody,
  CreateApiKeyReply,
  RemoveApiKeyReply,
  RevokeApiKeyReply,
} from '@trowel/contract/api-keys.js'
import type {
  BackupMadeReply,
  BackupRemovedReply,
  BackupRestoredReply,
  BackupScheduleBody,
  BackupScheduleReply,
  BackupsReply,
  CreateBackupBody,
} from '@trowel/contract/backups.js'
import type { LogsQuery, LogsReply, PurgeLogsReply } from '@trowel/contract/logs.js'
import type { RunSqlReply, VerifyPasswordReply } from '@trowel/contract/raw-sql.js'
import type {
  DeliveriesReply,
  DeliveryReply,
  WebhookBody,
  WebhookChangeBody,
  WebhookCreatedReply,
  WebhookDeletedReply,
  WebhookSecretReply,
  WebhooksReply,
  WebhookUpdatedReply,
} from '@trowel/contract/webhooks.js'
import { ticketDownload } from '../download.js'
import type { CallOptions, Transport } from '../transport.js'

/** Keys of programs. */
export const apiKeysOf = ({ send }: Transport) => ({
  /** Newest first; times are unix seconds. */
  list: (options?: CallOptions) => send<typeof ApiKeysReply>('GET /api/api-keys', [], options),

  /**
   * The answer has the key, once and never again.
   *
   * @param body `privilege`: 30 reads (by default), 20 writes, 10 administers; `manage`: also users, API
   *   keys, webhooks and backups
   */
  create: (body: CreateApiKeyBody, options?: CallOptions) =>
    send<typeof CreateApiKeyReply>('POST /api/api-keys', [], { body, ...options }),

  /** It is not accepted any more, and stays in the list. */
  revoke: (id: number, options?: CallOptions) =>
    send<typeof RevokeApiKeyReply>('POST /api/api-key/:id/revoke', [id], options),

  remove: (id: number, options?: CallOptions) =>
    send<typeof RemoveApiKeyReply>('DELETE /api/api-key/:id', [id], options),
})

/** Copies of the whole application. */
export const backupsOf = (transport: Transport) => {
  const { send } = transport
  return {
    /** Newest first. */
    list: (options?: CallOptions) => send<typeof BackupsReply>('GET /api/backups', [], options),

    /** @param body `files`: with the bytes of the uploaded files */
    create: (body: CreateBackupBody = {}, options?: CallOptions) =>
      send<typeof BackupMadeReply>('POST /api/backups', [], { body, ...options }),

    /** @param body when backups are made unasked from now on; `every_hours` 0: never */
    schedule: (body: BackupScheduleBody, options?: CallOptions) =>
      send<typeof BackupScheduleReply>('PUT /api/backups/schedule', [], { body, ...options }),

    /** The schedule of the service counts again. */
    dropSchedule: (options?: CallOptions) =>
      send<typeof BackupScheduleReply>('DELETE /api/backups/schedule', [], options),

    remove: (file: string, options?: CallOptions) =>
      send<typeof BackupRemovedReply>('DELETE /api/backup/:file', [file], options),

    /**
     * Everything becomes what it was; a backup of what it is now is made before. Sessions end, one's own too.
     */
    restore: (file: string, options?: CallOptions) =>
      send<typeof BackupRestoredReply>('POST /api/backup/:file/restore', [file], options),

    download: (file: string) => ticketDownload(transport, 'GET /api/backup/:file/download', [file]),
  }
}

type TranslatedSearch = readonly { readonly codes: readonly string[]; readonly words: readonly string[] }[]

/** What happened in the application. */
export const logsOf = ({ send }: Transport) => ({
  /** Newest first. */
  list: (
    { also, ...sought }: Omit<LogsQuery, 'also'> & { readonly also?: TranslatedSearch } = {},
    options?: CallOptions,
  ) => {
    const query = { ...sought, also: also?.map(({ codes, words }) => `${codes.join()}:${words.join(' ')}`) }
    return send<typeof LogsReply>('GET /api/logs', [], { query, ...options })
  },

  /** @param days how many stay, at least 1; 30 by default */
  purge: (days?: number, options?: CallOptions) =>
    send<typeof PurgeLogsReply>('POST /api/logs/purge', [], { body: { days }, ...options }),
})

/** Asking the database itself. */
export const rawSqlOf = ({ send }: Transport) => ({
  /** Confirms the password: for 30 minutes, renewed by each statement. @throws `free_sql_wrong_password` */
  verify: (password: string, options?: CallOptions) =>
    send<typeof VerifyPasswordReply>('POST /api/free-sql/verify', [], { body: { password }, ...options }),

  /**
   * Exactly one statement: `rows` for one that reads, `affected` for one that writes. @throws
   * `error_free_sql_run`
   */
  run: (sql: string, options?: CallOptions) =>
    send<RunSqlReply>('POST /api/free-sql/run', [], { body: { sql }, ...options }),
})

/** Other services that are told what was changed. */
export const webhooksOf = ({ send }: Transport) => ({
  /** In the order in which they were made, without their secrets. */
  list: (options?: CallOptions) => send<typeof WebhooksReply>('GET /api/webhooks', [], options),

  /** The answer has the secret, once and never again. */
  create: (body: WebhookBody, options?: CallOptions) =>
    send<typeof WebhookCreatedReply>('POST /api/webhooks', [], { body, ...options }),

  /** Changes what is given. Active again it goes on where it was; with `skip` at what comes next. */
  change: (id: number, body: WebhookChangeBody, options?: CallOptions) =>
    send<typeof WebhookUpdatedReply>('PUT /api/webhook/:id', [id], { body, ...options }),

  remove: (id: number, options?: CallOptions) =>
    send<typeof WebhookDeletedReply>('DELETE /api/webhook/:id', [id], options),

  /** A new secret, shown once; the former one signs for a day, too. */
  renewSecret: (id: number, options?: CallOptions) =>
    send<typeof WebhookSecretReply>('POST /api/webhook/:id/secret', [id], options),

  /** Newest first. */
  deliveries: (id: number, options?: CallOptions) =>
    send<typeof DeliveriesReply>('GET /api/webhook/:id/deliveries', [id], options),

  /** Sends a test and answers what came of it, within 15 seconds. */
  test: (id: number, options?: CallOptions) =>
    send<typeof DeliveryReply>('POST /api/webhook/:id/test', [id], options),

  /** Sends something once more, under the same id. What was not delivered yet is tried at once. */
  resend: (id: number, n: number, options?: CallOptions) =>
    send<typeof DeliveryReply>('POST /api/webhook/:id/delivery/:n/resend', [id, n], options),
})
