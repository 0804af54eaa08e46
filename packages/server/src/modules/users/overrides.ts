import type { JsonObject } from '@trowel/contract/json.js'
import { isAdmin } from '../../access/global-level.js'
import type { Override } from '../../access/levels.js'
import type { Catalogue } from '../../catalogue/catalogue.js'
import { parseJson } from '../../catalogue/json-text.js'
import { refuseLostChange } from '../../changed-meanwhile.js'
import { AppError, type FieldProblem } from '../../errors.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { checkRowFilter } from '../../query/filter/parse-row-filter.js'
import { administratorNow, changeableAccount } from './account-rights.js'
import { type OverrideInput, readOverride } from './override-input.js'
import {
  deleteOverrides,
  isConfigured,
  type OverrideChoice,
  putOverride,
  type StoredOverride,
  selectOverride,
  selectOverrideOn,
  selectOverrides,
} from './override-store.js'
import { managedAccount } from './service.js'

export interface ListedOverride extends StoredOverride {
  /**
   * Why the table does not understand the row filter any more, and is hidden therefore; `[]` when all is
   * well.
   */
  readonly problems: readonly FieldProblem[]
}

/**
 * On which tables a user has another level than everywhere else, by table. @throws `user_not_found`,
 * `not_enough_privilege`
 */
export async function listOverrides(scope: RequestScope, userId: number): Promise<ListedOverride[]> {
  await managedAccount(scope, userId)
  const overrides = await selectOverrides(scope.db.quick, userId)
  return overrides.map((override) => ({ ...override, problems: problemsOf(scope.catalogue, override) }))
}

function problemsOf(catalogue: Catalogue, { table: name, filter }: StoredOverride): FieldProblem[] {
  const table = catalogue.tables.get(name)
  return table && filter !== null ? checkRowFilter(parseJson(filter), table) : []
}

/**
 * Sets the level of a user on one table, in place of what was set there before. It counts from the next
 * request.
 * @returns the id of the override
 * @throws `user_not_found`, `override_not_applicable`, and what `readOverride` throws; `stale_record` where
 *   something else is set by now than the caller saw
 */
export async function saveOverride(
  scope: RequestScope,
  userId: number,
  input: OverrideInput,
): Promise<number> {
  const { override } = readOverride(input, scope.principal, scope.catalogue)
  const id = await scope.db.write(async (tx) => {
    const caller = await administratorNow(tx, scope.principal)
    readOverride(input, caller, scope.catalogue)
    const account = await changeableAccount(tx, caller, userId)
    if (isAdmin(account)) throw new AppError('override_not_applicable')
    if (!(await isConfigured(tx, override.table))) throw new AppError('unknown_table', { status: 422 })
    const known = await selectOverrideOn(tx, userId, override.table)
    refuseLostChange({ before: input.before, now: shownOf(known), after: shownOf(override) }, [
      'privilege',
      'filter',
      'outside',
    ])
    return putOverride(tx, userId, override, known?.id)
  })
  const { table, privilege, filter, outside } = override
  const onRows = outside === 'global' ? 'override_set_rows_as_ever' : 'override_set_rows_hidden'
  await noteEvent(scope, filter === null ? 'override_set' : onRows, { user: userId, table, privilege })
  return id
}

/** What forms show of an override; nothing where there is none. */
const shownOf = (override: Override | undefined): JsonObject =>
  override
    ? {
        privilege: override.privilege,
        filter: override.filter === null ? null : parseJson(override.filter),
        outside: override.outside === 'global' ? 'global' : 'hide',
      }
    : {}

/** @throws `not_found`, `not_enough_privilege` */
export async function removeOverride(scope: RequestScope, overrideId: number): Promise<void> {
  const removed = await scope.db.write(async (tx) => {
    const caller = await administratorNow(tx, scope.principal)
    const override = await selectOverride(tx, overrideId)
    if (!override) throw noSuchOverride()
    await changeableAccount(tx, caller, override.userId)
    await deleteOverrides(tx, override.userId, { table: undefined, id: overrideId })
    return override
  })
  await noteEvent(scope, 'override_deleted', { user: removed.userId, table: removed.table })
}

/**
 * @returns how many were deleted
 * @throws `user_not_found`, `not_enough_privilege`; `not_found` when one was chosen that does not exist
 */
export async function removeOverrides(
  scope: RequestScope,
  userId: number,
  choice: OverrideChoice,
): Promise<number> {
  const deleted = await scope.db.write(async (tx) => {
    await changeableAccount(tx, await administratorNow(tx, scope.principal), userId)
    const count = await deleteOverrides(tx, userId, choice)
    const isOne = choice.table !== undefined || choice.id !== undefined
    if (isOne && count === 0) throw noSuchOverride()
    return count
  })
  await noteEvent(scope, 'overrides_deleted', { user: userId, overrides: deleted })
  return deleted
}

const noSuchOverride = (): AppError => new AppError('not_found', message('no_such_override', {}))
