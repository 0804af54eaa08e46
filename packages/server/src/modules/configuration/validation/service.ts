import { isConfirmed } from '../../../access/confirmations.js'
import type { JsonObject } from '../../../catalogue/json-text.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import type { Services } from '../../../http/services.js'
import type { Reader } from '../../../storage/storage.js'
import { writeConfigurationLog } from '../change.js'
import { isUnset } from '../input-values.js'
import { countRows } from '../store.js'
import { examineReferences } from './examine-references.js'
import { examineRelations } from './examine-relations.js'
import { examineApplication, examineSecurity } from './examine-service.js'
import { examineSystemColumns, examineSystemTables } from './examine-system.js'
import {
  examineColumns,
  examineFieldTypes,
  examineLeftOut,
  examinePatterns,
  examineTables,
  unconfiguredTables,
} from './examine-tables.js'
import { type Fix, isSameFix, type Section } from './findings.js'
import { carryOutFix, type FixDone } from './fix-schema.js'
import { readSchemaFacts, type SchemaFacts } from './schema-facts.js'

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
