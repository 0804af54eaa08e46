import type { Catalogue, TableRelation } from '../../catalogue/catalogue.js'
import { indexName } from '../../catalogue/physical-names.js'
import type { Database, PhysicalTables } from '../../storage/storage.js'
import { StorageError } from '../../storage/storage.js'
import { type Finding, type Section, section, warning } from './findings.js'
import { isEnforced } from './relations.js'
import { countOrphans } from './store.js'

/** Counting goes on to the next relation for so long; what is left then is not counted. */
const countingMs = 10_000

/** Which relations the database enforces, and what stands in the way of the others. */
export async function examineRelations(
  db: Database,
  catalogue: Catalogue,
  physical: PhysicalTables,
): Promise<Section> {
  const loose = catalogue.relations.filter(
    (relation) => !isEnforced(relation, physical.get(relation.fromTable)),
  )
  const until = Date.now() + countingMs
  const findings: Finding[] = []
  for (const relation of loose) findings.push(await looseFinding(db, catalogue, physical, relation, until))
  return section(
    'Relations',
    [
      ...findings,
      ...emptiedFields(catalogue),
      ...detachedTables(catalogue),
      ...lostIndexes(catalogue, physical),
    ],
    `The database enforces all ${catalogue.relations.length} relations.`,
  )
}

async function looseFinding(
  db: Database,
  catalogue: Catalogue,
  physical: PhysicalTables,
  relation: TableRelation,
  until: number,
): Promise<Finding> {
  const { fromTable, fromColumn, toTable, toColumn } = relation
  const name = `${fromTable}.${fromColumn} to ${toTable}.${toColumn}`
  const from = physical.get(fromTable)?.columns.find((column) => column.name === fromColumn)
  const to = physical.get(toTable)?.columns.find((column) => column.name === toColumn)
  const type = catalogue.tables.get(fromTable)?.fields.get(fromColumn)?.dbType
  if (!from || !to || !type) return warning(`The relation ${name} has lost a column.`)
  if (from.type !== to.type) {
    return warning(`The relation ${name} is not enforced: its columns have different types.`)
  }
  if (Date.now() > until) return warning(`The relation ${name} is not enforced; its rows were not counted.`)
  try {
    const isText = type === 'TEXT' || type === 'TIMESTAMP'
    const orphans = await countOrphans(db.scan, relation, isText, db.dialect.stoppable)
    return warning(
      orphans > 0
        ? `The relation ${name} is not enforced: ${orphans} rows of ${fromTable} refer to nothing.`
        : `The relation ${name} is not enforced; apply the constraints to see why, or to enforce it.`,
    )
  } catch (error) {
    if (!(error instanceof StorageError) || error.problem !== 'timeout') throw error
    return warning(`The relation ${name} is not enforced; its rows could not be counted in time.`)
  }
}

/** Relations that would empty a field which must not be empty. */
const emptiedFields = ({ relations, tables }: Catalogue): Finding[] =>
  relations
    .filter(({ onDelete, onUpdate }) => onDelete === 'SET NULL' || onUpdate === 'SET NULL')
    .filter(({ fromTable, fromColumn }) =>
      tables.get(fromTable)?.fields.get(fromColumn)?.checks.includes('not_empty'),
    )
    .map(({ fromTable, fromColumn }) =>
      warning(`A relation empties ${fromTable}.${fromColumn}, a field that must have a value.`),
    )

const detachedTables = ({ tables }: Catalogue): Finding[] =>
  [...tables.values()]
    .filter((table) => table.isPlugin && table.parent === undefined)
    .map(({ name }) => warning(`The plugin table ${name} belongs to no table; nobody sees its rows.`))

const lostIndexes = ({ indexes }: Catalogue, physical: PhysicalTables): Finding[] =>
  indexes
    .filter(({ table, name }) => {
      const existing = physical.get(table)?.indexes
      return existing !== undefined && !existing.includes(indexName(table, name))
    })
    .map(({ table, name }) =>
      warning(`The index ${name} of ${table} is not in the database; apply the constraints to make it.`),
    )
