import type { ErrorCode } from '@trowel/contract/errors.js'
import type { EventCode } from '@trowel/contract/logged-events.js'
import type { Params } from '@trowel/contract/messages/params.js'
import { nameInLog } from '../../access/principal.js'
import type { Catalogue } from '../../catalogue/catalogue.js'
import { writeEvent } from '../../catalogue/event-log.js'
import { loadCatalogue } from '../../catalogue/load-catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { RowWriter } from '../../records/writing/row-writer.js'
import { StorageError, type Transaction } from '../../storage/storage.js'
import { writeOrTryOut } from '../../storage/try-out.js'
import { selectTableNames } from './store.js'

/** A change of configuration under way, alone with the database. */
export interface Change {
  readonly tx: Transaction
  /** Changes rows of records and plugin tables in it. */
  readonly rows: RowWriter
  /** The configuration as it is stored when the change begins. */
  readonly catalogue: Catalogue
  /** The configuration with what this change did to it so far. */
  current(): Promise<Catalogue>
  /** Something of which the log line speaks, and which is known by now. */
  note(facts: Params): void
}

export interface Operation {
  /** What the log says of it, and of what that speaks, as far as it is known beforehand. */
  readonly event: EventCode
  readonly facts?: Params
  /** The refusal when the database already uses a name that the change would need. */
  readonly whenNameIsTaken?: ErrorCode
  /** Nothing of it is stored, and the answer is what it would have been. */
  readonly isTrial?: boolean
}

/**
 * Runs one change of configuration: rows and columns in one transaction, all of it or nothing; then every
 * reader of the configuration, on this node and the others, gets the new one, and the log one line.
 */
export async function changeConfiguration<T>(
  scope: RequestScope,
  operation: Operation,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const { application, db } = scope
  let notes: Params = {}
  const transaction = async (tx: Transaction): Promise<T> => {
    notes = {}
    const current = () => loadCatalogue(tx, application.name)
    const before = await current()
    const rows = new RowWriter(tx, scope, 'configuration')
    const done = await work({
      tx,
      rows,
      catalogue: before,
      current,
      note: (facts) => (notes = { ...notes, ...facts }),
    })
    await rows.applyEffects()
    const made = (await selectTableNames(tx)).filter((name) => !before.tables.has(name))
    if (made.length > 0) await tx.schema.journal(made)
    await db.announceConfigurationChange(tx)
    return done
  }
  const { isTrial = false } = operation
  const result = await writeOrTryOut(db, isTrial, transaction, { schema: true }).catch((error: unknown) => {
    throw nameRefusal(error, operation.whenNameIsTaken ?? 'conflict')
  })
  if (isTrial) return result
  await application.reload()
  await writeConfigurationLog(scope, operation.event, { ...operation.facts, ...notes })
  return result
}

/**
 * One line in the log of the application: what was done, and who did it, with the number of the account or
 * the API key.
 */
export async function writeConfigurationLog(
  { application, db, log, principal }: RequestScope,
  event: EventCode,
  facts: Params,
): Promise<void> {
  const said = { ...facts, by: nameInLog(principal) }
  log.info({ channel: 'config', app: application.name, facts: said }, event)
  await writeEvent(db, log, event, said)
}

/**
 * Tables, indexes and keys share one set of names in a database, and some of them are made by the engine
 * itself.
 */
function nameRefusal(error: unknown, code: ErrorCode): unknown {
  if (!(error instanceof StorageError) || error.problem !== 'exists') return error
  return new AppError(code, {
    status: 409,
    ...message('name_of_database', {}),
    cause: error,
  })
}
