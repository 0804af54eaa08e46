import { isAdmin } from '../../access/global-level.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { RecordPart } from '../records/rows/record-part.js'
import { type RecordVersion, readVersionPage } from '../records/versions/versions.js'
import { type By, changesIn } from './store.js'

export interface HistoryInput {
  /** Name of a table; `''` for all. */
  readonly table: string
  /** As it was asked for: `''` for the caller, `*` for everybody, an id, or part of a name or e-mail address. */
  readonly user: string
  /** From 1. */
  readonly page: number
  readonly perPage: number
}

export interface HistoryEntry extends RecordVersion {
  readonly tableLabel: string
}

/**
 * The changes of one person, or, for an administrator, of those he asks for; newest first. What was changed in tables and records that
 * the caller cannot read is left out, contents included.
 *
 * @throws `not_enough_privilege` when somebody else asks for the changes of others
 */
export async function listHistory(
  scope: RequestScope,
  parts: readonly RecordPart[],
  input: HistoryInput,
): Promise<{ readonly total: number; readonly entries: readonly HistoryEntry[] }> {
  const by = whoseChanges(scope, input.user)
  if (!by) return { total: 0, entries: [] }
  const { tables } = scope.catalogue
  const wanted = [...tables.values()].filter(({ name }) => input.table === '' || name === input.table)
  const page = { limit: input.perPage, offset: (input.page - 1) * input.perPage }
  const { total, versions } = await readVersionPage(scope, parts, changesIn(scope, wanted, by), page)
  const entries = versions.map((version) => ({
    ...version,
    tableLabel: tables.get(version.tb)?.label ?? version.tb,
  }))
  return { total, entries }
}

/** `undefined` for a program, which has no changes of its own. */
function whoseChanges({ principal }: RequestScope, user: string): By | undefined {
  const own = principal.kind === 'user' ? principal.id : undefined
  if (user === '') return own === undefined ? undefined : { userId: own }
  if (!isAdmin(principal)) {
    if (own === undefined) return undefined
    if (user !== String(own)) {
      throw new AppError('not_enough_privilege', { text: 'Only administrators see the changes of others.' })
    }
  }
  if (user === '*') return 'everybody'
  if (!/^\d+$/.test(user)) return { named: user }
  return Number.isSafeInteger(Number(user)) ? { userId: Number(user) } : undefined
}
