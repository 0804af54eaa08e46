import type { Route } from '@trowel/contract/guard-table.js'
import type { RunSqlReply } from '@trowel/contract/raw-sql.js'
import { nameInLog } from '../../access/principal.js'
import { writeLog } from '../../catalogue/event-log.js'
import { secretColumns } from '../../catalogue/secret-columns.js'
import { systemPrefix } from '../../catalogue/system-tables.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { type Message, message } from '../../message.js'
import { type RawAnswer, type RawProblem, RawStatementError } from '../../storage/raw-statement.js'
import { checkPassword } from '../auth/index.js'

const maxStatementLength = 100_000
const charactersInLog = 2_000

/**
 * Confirms the password of the super-administrator who asks, as before destructive changes of the
 * configuration.
 * @returns until when, if he does nothing
 * @throws `free_sql_wrong_password`, `not_enough_privilege`, `session_required`,
 *   `too_many_attempts`
 */
export async function confirmPassword(scope: RequestScope, password: string): Promise<Date> {
  try {
    return await checkPassword(scope, password)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_pasword') throw error
    throw new AppError('free_sql_wrong_password')
  }
}

/**
 * Runs one statement in a transaction of its own. No versions are written; every run is logged.
 * @throws `invalid_parameter`, `statement_not_allowed`, `multiple_statements`,
 *   `error_free_sql_run` (detail: the message of the database, or `timeout`), `provider_not_configured`;
 *   `not_enough_privilege` for what writes in a frozen application
 */
export async function runStatement(scope: RequestScope, text: string): Promise<RunSqlReply> {
  refuseUnusable(text)
  const { db, log } = scope
  const began = performance.now()
  const run = () => ({
    by: nameInLog(scope.principal),
    ms: Math.round(performance.now() - began),
    statement: text.slice(0, charactersInLog),
  })
  let answer: RawAnswer
  try {
    answer = await scope.db.runRaw({
      text,
      secrets: secretColumns,
      fixedPrefix: systemPrefix,
      readsOnly: scope.application.settings.status === 'frozen',
    })
  } catch (error) {
    if (!(error instanceof RawStatementError)) throw error
    await writeLog(db, log, 'sql_refused', { ...run(), problem: error.problem })
    throw refusalOf(error)
  }
  if (!('rows' in answer) || answer.wrote) await reloadConfiguration(scope)
  if ('affected' in answer) {
    await writeLog(db, log, 'sql_changed', { ...run(), rows: answer.affected })
    return { status: 'success', code: 'ok_free_sql_run', affected: answer.affected }
  }
  await writeLog(db, log, answer.wrote ? 'sql_returned' : 'sql_read', { ...run(), rows: answer.rows.length })
  const columns = distinctNames(answer.columns)
  const { rows, truncated } = answer
  return {
    status: 'success',
    rows: rows.map((row) => namedValues(columns, row as (string | number | null)[])),
    columns,
    total: rows.length,
    truncated,
  }
}

function refuseUnusable(given: string): void {
  if (given.length > maxStatementLength)
    throw invalid(message('it_has_at_most', { most: maxStatementLength }))
  if (given.includes('\0')) throw invalid(message('it_holds_nul', {}))
  if (/\p{Surrogate}/u.test(given)) throw invalid(message('it_holds_half_character', {}))
}

const invalid = (reason: Message): AppError =>
  new AppError('invalid_parameter', {
    ...message('text_unusable', { name: 'sql', reason }),
    detail: { name: 'sql', reason: reason.text },
  })

/**
 * The statement may have changed rows of the configuration; other nodes look again, too. It was done,
 * whatever happens here.
 */
async function reloadConfiguration({ application, db, log }: RequestScope): Promise<void> {
  try {
    await db.write((tx) => db.announceConfigurationChange(tx))
    await application.reload()
  } catch (error) {
    log.error({ app: db.app, err: error }, 'configuration not reloaded after SQL')
  }
}

/** Without a prototype, so that a column may have any name. */
function namedValues(
  columns: readonly string[],
  row: readonly (string | number | null)[],
): Record<string, string | number | null> {
  const named: Record<string, string | number | null> = Object.create(null)
  columns.forEach((name, k) => {
    named[name] = row[k] ?? null
  })
  return named
}

const frozen = {
  ...message('sql_frozen', {}),
  detail: 'frozen',
}

const codes = {
  not_allowed: 'statement_not_allowed',
  reads_only: 'not_enough_privilege',
  several: 'multiple_statements',
  failed: 'error_free_sql_run',
  timeout: 'error_free_sql_run',
  not_configured: 'provider_not_configured',
} as const satisfies Record<RawProblem, string>

function refusalOf(error: RawStatementError): AppError {
  const { problem, message: reason, table } = error
  if (problem === 'reads_only') return new AppError(codes[problem], frozen)
  if (table !== undefined)
    return new AppError(codes[problem], { ...instead(table), detail: reason, cause: error })
  return new AppError(codes[problem], {
    detail: problem === 'timeout' ? 'timeout' : reason,
    cause: error,
    ...(problem === 'timeout' ? message('sql_took_too_long', {}) : {}),
  })
}

/** The names of columns, each once: a name that comes again gets `_2`, `_3` … */
function distinctNames(names: readonly string[]): string[] {
  const given = new Set(names)
  const taken = new Set<string>()
  return names.map((name) => {
    let distinct = name
    for (let number = 2; taken.has(distinct); number++) {
      const next = `${name}_${number}`
      if (!given.has(next)) distinct = next
    }
    taken.add(distinct)
    return distinct
  })
}

/**
 * Where the rows of the service's tables are changed, since SQL does not; the others are kept by the service
 * alone.
 */
export const routesInstead: Readonly<Record<string, readonly Route[]>> = {
  sys_cfg_app: ['PUT /api/config/app', 'PUT /api/welcome', 'PUT /api/backups/schedule'],
  sys_cfg_tables: ['PATCH /api/config/table/:tb'],
  sys_cfg_fields: ['PATCH /api/config/table/:tb/field/:fld'],
  sys_cfg_relations: ['PUT /api/config/relations/:id'],
  sys_cfg_indexes: ['POST /api/config/table/:tb/indexes', 'DELETE /api/config/table/:tb/indexes/:id'],
  sys_cfg_templates: ['POST /api/template/:tb/:name'],
  sys_cfg_geoface: ['PUT /api/config/geoface'],
  sys_users: ['POST /api/user', 'DELETE /api/user/:id'],
  sys_revoked_sessions: ['POST /api/user/:id/revoke'],
  sys_user_table_privs: ['POST /api/user/:id/privileges', 'DELETE /api/privilege/:id'],
  sys_preferences: ['PUT /api/preferences'],
  sys_api_keys: ['POST /api/api-keys', 'POST /api/api-key/:id/revoke'],
  sys_webhooks: ['POST /api/webhooks', 'PUT /api/webhook/:id', 'DELETE /api/webhook/:id'],
  sys_webhook_tables: ['PUT /api/webhook/:id'],
  sys_files: ['PATCH /api/file/:fileId', 'POST /api/file/:fileId/replace', 'DELETE /api/file/:fileId'],
  sys_file_links: ['POST /api/record/:tb/:id/link-file', 'DELETE /api/file-link/:linkId'],
  sys_geodata: ['POST /api/geoface/feature', 'PUT /api/geoface/feature', 'DELETE /api/geoface/feature'],
  sys_rs: ['POST /api/record/:tb/rs', 'DELETE /api/rs/:id'],
  sys_userlinks: ['POST /api/manual-link', 'DELETE /api/manual-link/:id'],
  sys_versions: ['POST /api/version/:id/restore'],
  sys_vocabularies: ['POST /api/vocabularies', 'PATCH /api/vocabulary/:id', 'DELETE /api/vocabulary/:id'],
  sys_queries: ['POST /api/saved-queries', 'DELETE /api/saved-query/:id'],
  sys_charts: ['POST /api/charts', 'DELETE /api/chart/:id'],
  sys_assemblage_analyses: ['POST /api/assemblages', 'DELETE /api/assemblage/:id'],
  sys_map_views: ['POST /api/map-views', 'DELETE /api/map-view/:id'],
  sys_refman_libs: ['POST /api/refman/lib', 'DELETE /api/refman/lib/:id'],
  sys_refman_links: ['POST /api/refman/link', 'PATCH /api/refman/link/:id', 'DELETE /api/refman/link/:id'],
  sys_confirmations: ['POST /api/free-sql/verify'],
  sys_log: ['POST /api/logs/purge'],
  sys_change_sets: ['POST /api/change-sets/purge'],
  sys_changes: ['POST /api/change-sets/purge'],
  sys_migrations: ['POST /api/upgrade/minor'],
}

/** Tells who would change a table of the service what to do instead. */
function instead(table: string): Message {
  const routes = routesInstead[table.toLowerCase()]
  return routes
    ? message('sql_reads_with_routes', { table, routes: routes.join(' or ') })
    : message('sql_reads_alone', { table })
}
