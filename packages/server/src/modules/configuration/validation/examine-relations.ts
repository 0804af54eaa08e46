import type { Catalogue, TableRelation } from '../../../catalogue/catalogue.js'
import { indexName } from '../../../catalogue/physical-names.js'
import type { Database, PhysicalTables } from '../../../storage/storage.js'
import { StorageError } from '../../../storage/storage.js'
import { endsOf, isEnforced } from '../relations/relations.js'
import { countOrphans } from '../store.js'
import { type Finding, head, type Section, section, success, warning } from './findings.js'

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
    head('relations', {}),
    [
      ...findings,
      ...emptiedFields(catalogue),
      ...detachedTables(catalogue),
      ...lostIndexes(catalogue, physical),
    ],
    success('relations_right', { relations: catalogue.relations.length }),
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
  const ends = endsOf(relation)
  const from = physical.get(fromTable)?.columns.find((column) => column.name === fromColumn)
  const to = physical.get(toTable)?.columns.find((column) => column.name === toColumn)
  const type = catalogue.tables.get(fromTable)?.fields.get(fromColumn)?.dbType
  if (!from || !to || !type) return warning('relation_lost_column', ends)
  if (from.type !== to.type) return warning('relation_of_two_types', ends)
  if (Date.now() > until) return warning('relation_not_counted', ends)
  try {
    const isText = type === 'TEXT' || type === 'TIMESTAMP'
    const orphans = await countOrphans(db.scan, relation, isText, db.dialect.interruptible)
    return orphans > 0
      ? warning('relation_rows_astray', { ...ends, rows: orphans, table: fromTable })
      : warning('relation_not_enforced', ends)
  } catch (error) {
    if (!(error instanceof StorageError) || error.problem !== 'timeout') throw error
    return warning('relation_too_long_to_count', ends)
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
      warning('relation_empties_field', { table: fromTable, field: fromColumn }),
    )

const detachedTables = ({ tables }: Catalogue): Finding[] =>
  [...tables.values()]
    .filter((table) => table.isPlugin && table.parent === undefined)
    .map(({ name }) => warning('table_detached', { table: name }))

const lostIndexes = ({ indexes }: Catalogue, physical: PhysicalTables): Finding[] =>
  indexes
    .filter(({ table, name }) => {
      const existing = physical.get(table)?.indexes
      return existing !== undefined && !existing.includes(indexName(table, name))
    })
    .map(({ table, name }) => warning('index_lost', { index: name, table }))
