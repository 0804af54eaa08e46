import { isSuperAdmin } from '../../access/global-level.js'
import { creatorId } from '../../access/principal.js'
import { tableOf } from '../../catalogue/catalogue.js'
import { textProblem } from '../../catalogue/column-values.js'
import { isObject, parseJson } from '../../catalogue/json-text.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Transaction } from '../../storage/storage.js'
import {
  deleteQuery,
  insertQuery,
  type SavedQueryRow,
  selectQueries,
  selectQuery,
  updateSharing,
} from './store.js'

const longestName = 200
const longestQueryBytes = 64 * 1024

/** What a client sends to have a query kept. */
export interface QueryInput {
  readonly name?: unknown
  readonly tb?: unknown
  readonly query?: unknown
}

/** The caller's own queries and those that are shared, by id: those of tables that he may read. */
export async function listSavedQueries(scope: RequestScope): Promise<SavedQueryRow[]> {
  const rows = await selectQueries(scope.db.quick, creatorId(scope.principal))
  return rows.filter(({ tb }) => {
    const table = scope.catalogue.tables.get(tb)
    return table !== undefined && scope.rights.allows('read', table)
  })
}

/**
 * Keeps a query for the caller. What it asks is stored as it came and looked at only when it is run: tables change.
 *
 * @throws `session_required` for whoever is no person, `parameter_missing`, `invalid_parameter`, `unknown_table`,
 *   `not_enough_privilege` when he may not read the table
 */
export async function saveQuery(scope: RequestScope, input: QueryInput): Promise<SavedQueryRow> {
  const owner = creatorId(scope.principal)
  if (owner === null) throw new AppError('session_required')
  refuseMissing(input)
  const name = readName(input.name)
  if (typeof input.tb !== 'string') throw wrong('tb', 'must be the name of a table')
  const table = tableOf(scope.catalogue, input.tb)
  scope.rights.require('read', table)
  const row = {
    user_id: owner,
    name,
    tb: table.name,
    query: readQuery(input.query),
    created_at: scope.now.getTime(),
    is_global: 0 as const,
  }
  return { ...row, id: await scope.db.write((tx) => insertQuery(tx, row)) }
}

/** Shows a query to everybody, or to its owner alone again. @throws `query_not_found`, `query_access_denied` */
export async function shareQuery(scope: RequestScope, queryId: number, isShared: boolean): Promise<void> {
  await scope.db.write(async (tx) => {
    await requireOwner(tx, scope, queryId)
    await updateSharing(tx, queryId, isShared ? 1 : 0)
  })
}

/** @throws `query_not_found`, `query_access_denied` */
export async function removeQuery(scope: RequestScope, queryId: number): Promise<void> {
  await scope.db.write(async (tx) => {
    await requireOwner(tx, scope, queryId)
    await deleteQuery(tx, queryId)
  })
}

/** Only the owner and super-administrators change a query. */
async function requireOwner(tx: Transaction, { principal }: RequestScope, queryId: number): Promise<void> {
  const row = Number.isSafeInteger(queryId) ? await selectQuery(tx, queryId) : undefined
  if (!row) throw new AppError('query_not_found')
  if (row.user_id !== creatorId(principal) && !isSuperAdmin(principal)) {
    throw new AppError('query_access_denied')
  }
}

function refuseMissing({ name, tb, query }: QueryInput): void {
  for (const [key, value] of Object.entries({ name, tb, query })) {
    const isBlank = typeof value === 'string' && value.trim() === ''
    if (value !== undefined && value !== null && !isBlank) continue
    throw new AppError('parameter_missing', { text: `"${key}" is missing.`, detail: key })
  }
}

function readName(value: unknown): string {
  if (typeof value !== 'string') throw wrong('name', 'must be a text')
  const name = value.trim()
  if ([...name].length > longestName) throw wrong('name', `has at most ${longestName} characters`)
  if (textProblem(name)) throw wrong('name', 'holds a character that cannot be stored')
  return name
}

/** @returns the query as JSON text */
function readQuery(value: unknown): string {
  const query = typeof value === 'string' ? parseJson(value) : value
  if (!isObject(query)) throw wrong('query', 'must be an object, or the JSON text of one')
  const text = JSON.stringify(query)
  if (Buffer.byteLength(text) > longestQueryBytes) throw wrong('query', 'has at most 64 KiB as JSON text')
  return text
}

const wrong = (name: string, reason: string): AppError =>
  new AppError('invalid_parameter', { text: `"${name}" ${reason}.`, detail: { name, reason } })
