import { systemPrefix, systemTables } from '../../../catalogue/system-tables.js'
import { danger, type Finding, head, type Section, section, success, warning } from './findings.js'
import type { SchemaFacts } from './schema-facts.js'

/** The tables of the service itself: each is there, and none that nobody knows. */
export function examineSystemTables({ physical }: SchemaFacts): Section {
  const missing = systemTables
    .filter(({ name }) => !physical.has(name))
    .map(({ name }) => danger('system_table_missing', { table: name }, { action: 'create', table: name }))
  const known = new Set(systemTables.map(({ name }) => name))
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
export function examineSystemColumns({ physical }: SchemaFacts): Section {
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
