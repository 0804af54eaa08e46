import type { ErrorCode } from '@trowel/contract/errors.js'
import type { Catalogue } from '../../catalogue/catalogue.js'
import { writeLog } from '../../catalogue/event-log.js'
import { loadCatalogue } from '../../catalogue/load-catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { StorageError, type Transaction } from '../../storage/storage.js'

/** A change of configuration under way, alone with the database. */
export interface Change {
  readonly tx: Transaction
  /** The configuration as it is stored when the change begins. */
  readonly catalogue: Catalogue
  /** The configuration with what this change did to it so far. */
  current(): Promise<Catalogue>
  /** Something that the log line should add. */
  note(text: string): void
}

export interface Operation {
  /** What is done, as the log says it: `delete table`. */
  readonly what: string
  readonly table?: string
  readonly field?: string
  /** The refusal when the database already uses a name that the change would need. */
  readonly whenNameIsTaken?: ErrorCode
}

/**
 * Runs one change of configuration: rows and columns in one transaction, all of it or nothing; then every reader of the
 * configuration, on this node and the others, gets the new one, and the log one line.
 */
export async function changeConfiguration<T>(
  scope: RequestScope,
  operation: Operation,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const { application, db } = scope
  let notes: string[] = []
  const transaction = async (tx: Transaction): Promise<T> => {
    notes = []
    const current = () => loadCatalogue(tx, application.name)
    const done = await work({ tx, catalogue: await current(), current, note: (text) => notes.push(text) })
    await db.announceConfigurationChange(tx)
    return done
  }
  const result = await db.write(transaction, { schema: true }).catch((error: unknown) => {
    throw nameRefusal(error, operation.whenNameIsTaken ?? 'conflict')
  })
  await application.reload()
  await writeConfigurationLog(scope, operation, notes)
  return result
}

/** One line in the log of the application: what was done, and who did it. */
export async function writeConfigurationLog(
  scope: RequestScope,
  operation: Operation,
  notes: readonly string[] = [],
): Promise<void> {
  const { application, db, log } = scope
  const message = lineOf(scope, operation, notes)
  log.info({ channel: 'config', app: application.name }, message)
  await writeLog(db, log, { channel: 'config', level: 'NOTICE', message })
}

/** Tables, indexes and keys share one set of names in a database, and some of them are made by the engine itself. */
function nameRefusal(error: unknown, code: ErrorCode): unknown {
  if (!(error instanceof StorageError) || error.problem !== 'exists') return error
  return new AppError(code, {
    status: 409,
    text: 'The database itself uses a name that this would need; choose another name.',
    cause: error,
  })
}

function lineOf(
  { principal }: RequestScope,
  { what, table, field }: Operation,
  notes: readonly string[],
): string {
  const who = { user: 'user', key: 'API key', operator: 'operator' }[principal.kind]
  const which =
    principal.kind === 'user' ? principal.id : principal.kind === 'key' ? principal.keyId : principal.name
  const place = [table, field].filter((name) => name !== undefined).join('.')
  return [what, place, ...notes.map((note) => `(${note})`), `by ${who} ${which}`].filter(Boolean).join(' ')
}
