import type { RunSqlReply } from '@trowel/contract/raw-sql.js'
import { nameInLog } from '../../access/principal.js'
import { writeLog } from '../../catalogue/event-log.js'
import { secretColumns } from '../../catalogue/secret-columns.js'
import { systemPrefix } from '../../catalogue/system-tables.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { type RawAnswer, type RawProblem, RawStatementError } from '../../storage/raw-statement.js'
import { checkPassword } from '../auth/index.js'
import { distinctNames } from './column-names.js'
import { instead } from './instead-of-sql.js'

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
  if (given.length > maxStatementLength) throw invalid(`It has at most ${maxStatementLength} characters.`)
  if (given.includes('\0')) throw invalid('It holds the NUL character.')
  if (/\p{Surrogate}/u.test(given)) throw invalid('It holds half of a character.')
}

const invalid = (reason: string): AppError =>
  new AppError('invalid_parameter', {
    text: `"sql" cannot be used. ${reason}`,
    detail: { name: 'sql', reason },
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
  text: 'The application is frozen: SQL can read, not change anything.',
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
  const { problem, message, table } = error
  if (problem === 'reads_only') return new AppError(codes[problem], frozen)
  if (table !== undefined)
    return new AppError(codes[problem], { text: instead(table), detail: message, cause: error })
  return new AppError(codes[problem], {
    detail: problem === 'timeout' ? 'timeout' : message,
    cause: error,
    ...(problem === 'timeout'
      ? { text: 'The statement took too long and was stopped; nothing of it happened.' }
      : {}),
  })
}
