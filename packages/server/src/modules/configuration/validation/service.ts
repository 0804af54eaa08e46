import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject } from '@trowel/contract/json.js'
import { isConfirmed } from '../../../access/confirmations.js'
import { systemPrefix, systemTables } from '../../../catalogue/system-tables.js'
import type { Config } from '../../../config.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import type { Services } from '../../../http/services.js'
import { beforeTable } from '../../../storage/journal/journal-tables.js'
import type { Reader } from '../../../storage/storage.js'
import { listStoredBackups } from '../../backups/index.js'
import { writeConfigurationLog } from '../change.js'
import { isUnset } from '../input-values.js'
import { countRows } from '../store.js'
import { examineReferences } from './examine-references.js'
import { examineRelations } from './examine-relations.js'
import {
  examineColumns,
  examineFieldTypes,
  examineFormulas,
  examineLeftOut,
  examinePatterns,
  examineTables,
  unconfiguredTables,
} from './examine-tables.js'
import {
  danger,
  type Finding,
  type Fix,
  head,
  info,
  isSameFix,
  type Section,
  section,
  success,
  warning,
} from './findings.js'
import { carryOutFix, type FixDone } from './fix-schema.js'
import { journaledTables, readSchemaFacts, type SchemaFacts } from './schema-facts.js'

/**
 * Holds the configuration against the database, and both against what the service expects.
 * @throws `error_validation` when something cannot be looked at
 */
export async function examineConfiguration(scope: RequestScope, services: Services): Promise<Section[]> {
  const { db, catalogue } = scope
  try {
    const physical = await db.inspect()
    const facts = await readSchemaFacts(db.scan, physical)
    return [
      await examineSecurity(services.config),
      await examineApplication(scope, services),
      ...examineSchema(facts, await rowsOfUnconfigured(db.scan, facts)),
      examineFormulas(catalogue),
      await examineRelations(db, catalogue, physical),
    ]
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('error_validation', { cause: error })
  }
}

const examineSchema = (facts: SchemaFacts, rows?: ReadonlyMap<string, number>): Section[] => [
  examineSystemTables(facts),
  examineSystemColumns(facts),
  examineLeftOut(facts),
  examineFieldTypes(facts),
  examinePatterns(facts),
  examineTables(facts, rows),
  ...examineColumns(facts),
  examineReferences(facts),
]

async function rowsOfUnconfigured(reader: Reader, facts: SchemaFacts): Promise<Map<string, number>> {
  const rows = new Map<string, number>()
  for (const name of unconfiguredTables(facts)) rows.set(name, await countRows(reader, name))
  return rows
}

/**
 * Carries out a repair that the examination proposes at this moment, and no other.
 *
 * @param body `action`, `tb` and, for a column, `col`
 * @throws `invalid_action`; `password_confirmation_required` for a deletion; `col_type_not_found`;
 *   `error_creating_table`
 */
export async function fixConfiguration(scope: RequestScope, body: JsonObject): Promise<FixDone> {
  const fix = readFix(body)
  if (fix.action === 'delete' && !(await isConfirmed(scope))) {
    throw new AppError('password_confirmation_required')
  }
  const { application, db } = scope
  const done = await db.write(
    async (tx) => {
      const facts = await readSchemaFacts(tx, await tx.schema.inspect())
      const proposed = examineSchema(facts).flatMap(({ findings }) =>
        findings.flatMap((one) => one.fix ?? []),
      )
      if (!proposed.some((one) => isSameFix(one, fix))) throw new AppError('invalid_action')
      const outcome = await carryOutFix(tx, facts, fix)
      await db.announceConfigurationChange(tx)
      return outcome
    },
    { schema: true },
  )
  await application.reload()
  const { action, table, column } = fix
  await (column === undefined
    ? writeConfigurationLog(scope, `repair_${action}_table`, { table })
    : writeConfigurationLog(scope, `repair_${action}_column`, { table, field: column }))
  return done
}

function readFix({ action, tb, col }: JsonObject): Fix {
  if ((action !== 'create' && action !== 'delete') || typeof tb !== 'string')
    throw new AppError('invalid_action')
  if (isUnset(col)) return { action, table: tb }
  if (typeof col !== 'string') throw new AppError('invalid_action')
  return { action, table: tb, column: col }
}

/** Secrets that stand in instructions, and that anybody tries first. */
const wellKnown: ReadonlySet<string> = new Set(['secret', 'changeme', 'change-me', 'password', 'trowel'])
const minSecretLength = 16

/** What the operator should know about it. */
export async function examineSecurity(config: Config): Promise<Section> {
  const findings: Finding[] = [await secretFinding(config), success('data_folder_closed', {})]
  if (config.publicFiles) {
    findings.push(warning('public_files', {}))
  }
  if (config.allowNewApp === '1' && config.setupToken === undefined) {
    findings.push(warning('anybody_makes_applications', {}))
  }
  return { head: head('security', {}), findings }
}

async function secretFinding({ secret, dataFolder }: Config): Promise<Finding> {
  if (secret !== undefined) {
    return secret.length < minSecretLength || wellKnown.has(secret.toLowerCase())
      ? danger('secret_weak', {})
      : success('secret_own', {})
  }
  // Windows tells nothing of other users by the mode of a file.
  const tellsRights = process.platform !== 'win32'
  const found = tellsRights && (await stat(join(dataFolder, 'secret')).catch(() => undefined))
  return found && (found.mode & 0o077) !== 0 ? danger('secret_readable', {}) : success('secret_random', {})
}

async function examineApplication(
  { application, db }: RequestScope,
  { binaries, version }: Services,
): Promise<Section> {
  const backups = await listStoredBackups(binaries, db.app)
  const newest = Math.max(...backups.map(({ modified }) => modified.getTime()))
  return {
    head: head('application', {}),
    findings: [
      info(`application_${application.settings.status}`, { name: application.name }),
      info('engine', { engine: db.engine, version }),
      backups.length > 0
        ? info('backups', { backups: backups.length, day: new Date(newest).toISOString().slice(0, 10) })
        : info('no_backup', {}),
    ],
  }
}

/** The tables of the service itself: each is there, and no unknown one. */
function examineSystemTables(facts: SchemaFacts): Section {
  const { physical } = facts
  const kept = journaledTables(facts)
  const missing = [
    ...systemTables.map(({ name }) => name),
    ...kept.filter((name) => physical.has(name)).map(beforeTable),
  ]
    .filter((name) => !physical.has(name))
    .map((name) => danger('system_table_missing', { table: name }, { action: 'create', table: name }))
  const known = new Set([...systemTables.map(({ name }) => name), ...kept.map(beforeTable)])
  const unknown = [...physical.keys()]
    .filter((name) => name.startsWith(systemPrefix) && !known.has(name))
    .map((name) => warning('system_table_unknown', { table: name }))
  return section(
    head('system_tables', {}),
    [...missing, ...unknown],
    success('system_tables_right', { tables: systemTables.length }),
  )
}

/** Their columns, in both directions. */
function examineSystemColumns({ physical }: SchemaFacts): Section {
  const findings = systemTables.flatMap(({ name: table, columns }): Finding[] => {
    const existing = physical.get(table)?.columns.map(({ name }) => name)
    if (!existing) return []
    const wanted = ['id', ...columns.map(({ name }) => name)]
    return [
      ...wanted
        .filter((column) => !existing.includes(column))
        .map((column) =>
          danger('system_column_missing', { table, column }, { action: 'create', table, column }),
        ),
      ...existing
        .filter((column) => !wanted.includes(column))
        .map((column) =>
          danger(
            'system_column_unknown',
            { table, column },
            {
              action: 'delete',
              table,
              column,
            },
          ),
        ),
    ]
  })
  return section(head('system_columns', {}), findings, success('system_columns_right', {}))
}
