import { privileges } from '@trowel/contract/privileges.js'
import type { Application, AppStatus } from '../catalogue/application.js'
import { type Catalogue, fieldOf, type Table } from '../catalogue/catalogue.js'
import { writeLog } from '../catalogue/event-log.js'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import type { Condition, TableVisibility } from '../query/condition.js'
import { parseRowFilter } from '../query/filter/parse-row-filter.js'
import { sql } from '../storage/sql.js'
import { weakMemoize } from '../storage/weak-memoize.js'
import type { Principal } from './principal.js'
import type { Action, Rights, TableLevels } from './rights.js'

/** What an administrator set for one user on one table, in place of the user's global level. */
export interface Override {
  readonly table: string
  readonly privilege: number
  /** JSON of the row filter: only the rows that meet it have `privilege`. */
  readonly filter: string | null
  /** The level of all other rows: none (`hide`) or the user's global one. */
  readonly outside: string | null
}

export interface RightsFacts {
  readonly principal: Principal
  readonly overrides: ReadonlyMap<string, Override>
  readonly status: AppStatus
  readonly catalogue: Catalogue
  /** Told of a row filter that cannot be understood any more; the table is then hidden. */
  readonly onBrokenFilter: (override: Override, cause: unknown) => void
}

interface RightsLog {
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/**
 * What the principal may do in the application at this moment. One short read, and none for administrators
 * and API keys.
 */
export async function loadRights(
  application: Application,
  principal: Principal,
  log: RightsLog,
): Promise<Rights> {
  const { catalogue, settings } = application
  return makeRights({
    principal,
    overrides: await overridesOf(application, principal),
    status: settings.status,
    catalogue,
    onBrokenFilter: (override, cause) => reportBrokenFilter(application, principal, override, cause, log),
  })
}

const noOverrides: ReadonlyMap<string, Override> = new Map()

async function overridesOf(
  { db }: Application,
  principal: Principal,
): Promise<ReadonlyMap<string, Override>> {
  if (principal.kind !== 'user' || principal.privilege <= privileges.admin) return noOverrides
  const overrides = await db.quick.all<Override>(sql`
    SELECT "table_name" AS "table", "privilege", "filter", "outside" FROM "sys_user_table_privs"
    WHERE "user_id" = ${principal.id}`)
  return overrides.length === 0
    ? noOverrides
    : new Map(overrides.map((override) => [override.table, override]))
}

/** The least power that each action needs on a row; the creator of a record may edit it from `create` on. */
const required: Readonly<Record<Action, number>> = {
  read: privileges.reader,
  create: privileges.self_writer,
  edit: privileges.self_writer,
  edit20: privileges.writer,
}

/** Rights out of what is known already, without a look at the database. */
export function makeRights(facts: RightsFacts): Rights {
  const { principal, catalogue, status } = facts
  const known = new Map<string, TableLevels>()

  const levelsOn = (table: Table): TableLevels => {
    let levels = known.get(table.name)
    if (!levels) {
      const parent =
        table.isPlugin && table.parent !== undefined ? catalogue.tables.get(table.parent) : undefined
      if (parent) levels = throughParent(table, parent, levelsOn(parent))
      else levels = table.isPlugin ? leastLevels(facts) : ownLevels(facts, table)
      known.set(table.name, levels)
    }
    return levels
  }
  const levelOn = (table: Table): number => {
    const { inside, outside } = levelsOn(table)
    return Math.min(inside, outside)
  }
  const isFrozen = (action: Action): boolean => status === 'frozen' && action !== 'read'
  const allows = (action: Action, table: Table): boolean =>
    !isFrozen(action) && levelOn(table) <= required[action]

  return {
    levelsOn,
    levelOn,
    allows,
    require(action, table) {
      if (levelOn(table) > required[action]) {
        // What people may not read they are not told the label of, either.
        const where =
          levelOn(table) > required.read
            ? message('this_table', {})
            : message('the_table', { table: table.label })
        throw new AppError(
          'not_enough_privilege',
          message('may_not', { action: message(`to_${action}`, {}), where }),
        )
      }
      if (isFrozen(action)) throw frozen()
    },
    visibilityOf: (table) => visibilityOf(levelsOn(table)),
    mayEdit(table, row) {
      if (isFrozen('edit')) return false
      const { inside, outside } = levelsOn(table)
      const level = row.insideFilter ? inside : outside
      if (level <= privileges.writer) return true
      const isOwn = principal.kind === 'user' && row.creator === principal.id
      return isOwn && level <= privileges.self_writer
    },
  }
}

export const frozen = (): AppError =>
  new AppError('not_enough_privilege', {
    ...message('application_is_frozen', {}),
    detail: 'frozen',
  })

const everyRow = (level: number): TableLevels => ({ inside: level, outside: level, filter: undefined })

/** The levels on a table that follows no other. */
function ownLevels(facts: RightsFacts, table: Table): TableLevels {
  const { principal, overrides, onBrokenFilter } = facts
  const override = overrides.get(table.name)
  if (!override || principal.kind !== 'user' || principal.privilege <= privileges.admin) {
    return everyRow(principal.privilege)
  }
  const level = Math.max(override.privilege, privileges.writer)
  if (override.filter === null) return everyRow(level)
  try {
    return {
      inside: level,
      outside: override.outside === 'global' ? principal.privilege : privileges.waiting,
      filter: parseRowFilter(JSON.parse(override.filter), table, principal.id),
    }
  } catch (error) {
    onBrokenFilter(override, error)
    return everyRow(privileges.waiting)
  }
}

/**
 * The levels on a plugin table that no table carries: whose its rows are cannot be told any more, so that
 * they are shown and changed by as little as the person may do on any row of any table. What was forbidden on
 * the table that carried them stays so.
 */
function leastLevels(facts: RightsFacts): TableLevels {
  const { principal, overrides, catalogue } = facts
  const restricted = [...overrides.keys()].flatMap((name) => catalogue.tables.get(name) ?? [])
  const levels = restricted.map((table) => ownLevels(facts, table))
  return everyRow(
    Math.max(principal.privilege, ...levels.flatMap(({ inside, outside }) => [inside, outside])),
  )
}

/** The rows of a plugin table have the level of the record that carries them. */
function throughParent(table: Table, parent: Table, levels: TableLevels): TableLevels {
  const { filter } = levels
  if (!filter) return levels
  const column = fieldOf(table, 'id_link').name
  return {
    ...levels,
    filter: {
      kind: 'related',
      table: parent,
      joint: { column, targetColumn: 'id' },
      where: filter,
      restriction: undefined,
    },
  }
}

function visibilityOf({ inside, outside, filter }: TableLevels): TableVisibility {
  const readsInside = inside <= privileges.reader
  const readsOutside = outside <= privileges.reader
  if (!filter || readsInside === readsOutside) return { readable: readsInside, restriction: undefined }
  const restriction: Condition = readsInside ? filter : { kind: 'unless', of: filter }
  return { readable: true, restriction }
}

const hour = 3_600_000
const reportTimes = weakMemoize((_application: Application) => new Map<string, number>())

/** Once an hour for each user and table, so that a broken filter does not flood the log. */
function reportBrokenFilter(
  application: Application,
  principal: Principal,
  override: Override,
  cause: unknown,
  log: RightsLog,
): void {
  const times = reportTimes(application)
  const user = principal.kind === 'user' ? principal.id : 0
  const key = `${user} ${override.table}`
  const now = Date.now()
  if ((times.get(key) ?? 0) > now - hour) return
  times.set(key, now)
  log.warn({ app: application.name, user, table: override.table, err: cause }, 'row_filter_invalid')
  void writeLog(application.db, log, 'row_filter_invalid', { user, table: override.table })
}
