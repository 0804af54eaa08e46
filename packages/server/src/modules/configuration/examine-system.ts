import { systemPrefix, systemTables } from '../../catalogue/system-tables.js'
import { danger, type Finding, type Section, section, warning } from './findings.js'
import type { SchemaFacts } from './schema-facts.js'

/** The tables of the service itself: each is there, and none that nobody knows. */
export function examineSystemTables({ physical }: SchemaFacts): Section {
  const missing = systemTables
    .filter(({ name }) => !physical.has(name))
    .map(({ name }) => danger(`The system table ${name} is missing.`, { action: 'create', table: name }))
  const known = new Set(systemTables.map(({ name }) => name))
  const unknown = [...physical.keys()]
    .filter((name) => name.startsWith(systemPrefix) && !known.has(name))
    .map((name) => warning(`This version does not know the system table ${name}.`))
  return section('System tables', [...missing, ...unknown], `All ${systemTables.length} are there.`)
}

/** Their columns, in both directions. */
export function examineSystemColumns({ physical }: SchemaFacts): Section {
  const findings = systemTables.flatMap(({ name: table, columns }): Finding[] => {
    const existing = physical.get(table)?.columns.map(({ name }) => name)
    if (!existing) return []
    const wanted = ['id', ...columns.map(({ name }) => name)]
    return [
      ...wanted
        .filter((column) => !existing.includes(column))
        .map((column) =>
          danger(`The system column ${table}.${column} is missing.`, { action: 'create', table, column }),
        ),
      ...existing
        .filter((column) => !wanted.includes(column))
        .map((column) =>
          danger(`The service does not know the system column ${table}.${column}.`, {
            action: 'delete',
            table,
            column,
          }),
        ),
    ]
  })
  return section('System columns', findings, 'All are there, and no others.')
}
