import type { Condition } from './condition.js'

/**
 * Adds to `tables` the name of every table whose rows decide whether a record meets the condition, its own
 * apart.
 */
export function addTablesRead(condition: Condition, tables: Set<string>): Set<string> {
  switch (condition.kind) {
    case 'and':
    case 'or':
      for (const part of condition.of) addTablesRead(part, tables)
      break
    case 'unless':
      addTablesRead(condition.of, tables)
      break
    case 'related':
      tables.add(condition.table.name)
      addTablesRead(condition.where, tables)
      if (condition.restriction) addTablesRead(condition.restriction, tables)
      break
    case 'label':
      tables.add(condition.table.name)
      if (condition.restriction) addTablesRead(condition.restriction, tables)
      break
    default:
  }
  return tables
}
