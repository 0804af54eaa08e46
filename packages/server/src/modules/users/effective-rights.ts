import { beginAttempt } from '../../access/attempts.js'
import { isAdmin } from '../../access/global-level.js'
import { makeRights, type Override } from '../../access/levels.js'
import { ownerKey } from '../../access/principal.js'
import type { Rights } from '../../access/rights.js'
import type { Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import {
  countShares,
  type Editable,
  type PreviewRow,
  type RowRights,
  type Shares,
  selectFirstRows,
} from './effective-store.js'
import { type OverrideInput, readOverride } from './override-input.js'
import { selectOverrides } from './override-store.js'
import { type Account, managedAccount } from './service.js'

/** What a person's rights on one table come to. */
export interface EffectiveRights extends Shares {
  readonly table: Table
  /** Where the levels come from. */
  readonly source: 'global' | 'override'
  readonly inside: number
  readonly outside: number
  readonly canAdd: boolean
}

/**
 * What a person may do on each main table, in configuration order, while the application is switched on and
 * not frozen.
 * @throws `user_not_found`, `not_enough_privilege`, `too_many_attempts`
 */
export async function readEffectiveRights(
  scope: RequestScope,
  userId: number,
): Promise<{ readonly account: Account; readonly tables: EffectiveRights[] }> {
  const account = await managedAccount(scope, userId)
  await countLook(scope)
  const overrides = await selectOverrides(scope.db.quick, userId)
  const person = personOf(scope, account, overrides)
  const tables = [...scope.catalogue.tables.values()].filter(({ isPlugin }) => !isPlugin)
  return { account, tables: await Promise.all(tables.map((table) => effective(scope, person, table))) }
}

/** How many records a preview shows. */
const previewed = 20

/**
 * What a person would see of a table if the override were set: how many records, and the first of them.
 * Nothing is changed.
 * @throws what saving the override throws; `too_many_attempts`
 */
export async function previewOverride(
  scope: RequestScope,
  userId: number,
  input: OverrideInput,
): Promise<{ readonly effective: EffectiveRights; readonly rows: PreviewRow[] }> {
  const account = await managedAccount(scope, userId)
  const { table, override } = readOverride(input, scope.principal, scope.catalogue)
  if (isAdmin(account)) throw new AppError('override_not_applicable')
  await countLook(scope)
  const person = personOf(scope, account, [override])
  const [rights, rows] = await Promise.all([
    effective(scope, person, table),
    selectFirstRows(scope.db, table, rowRights(person, table), previewed),
  ])
  return { effective: rights, rows }
}

/** A look reads whole tables, so there may be one a second, on average over a minute. */
async function countLook({ db, principal, now }: RequestScope): Promise<void> {
  await beginAttempt(db, [{ key: `effective ${ownerKey(principal)}`, limit: 60, windowMs: 60_000 }], now)
}

interface Person {
  readonly account: Account
  readonly rights: Rights
  readonly overridden: ReadonlySet<string>
}

function personOf(scope: RequestScope, account: Account, overrides: readonly Override[]): Person {
  const rights = makeRights({
    principal: { kind: 'user', ...account, session: '' },
    overrides: new Map(overrides.map((override) => [override.table, override])),
    status: 'on',
    catalogue: scope.catalogue,
    // Hidden, as it is for the person.
    onBrokenFilter: () => {},
  })
  const overridden = new Set(isAdmin(account) ? [] : overrides.map(({ table }) => table))
  return { account, rights, overridden }
}

async function effective(scope: RequestScope, person: Person, table: Table): Promise<EffectiveRights> {
  const { inside, outside } = person.rights.levelsOn(table)
  return {
    table,
    source: person.overridden.has(table.name) ? 'override' : 'global',
    inside,
    outside,
    canAdd: person.rights.allows('create', table),
    ...(await countShares(scope.db, table, rowRights(person, table))),
  }
}

function rowRights({ account, rights }: Person, table: Table): RowRights {
  const which = (insideFilter: boolean): Editable => {
    if (rights.mayEdit(table, { creator: null, insideFilter })) return 'all'
    return rights.mayEdit(table, { creator: account.id, insideFilter }) ? 'own' : 'none'
  }
  return {
    userId: account.id,
    visibility: rights.visibilityOf(table),
    filter: rights.levelsOn(table).filter,
    inside: which(true),
    outside: which(false),
  }
}
