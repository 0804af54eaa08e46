import { stampTables } from '../storage/journal/stamps.js'
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
    case 'compare':
    case 'expression':
      addTablesUsed(condition, tables)
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

/** Adds the tables whose rows decide what the fields in it hold, their own apart. */
export function addTablesUsed(part: unknown, tables: Set<string>): void {
  if (namesStamp(part)) for (const table of stampTables) tables.add(table)
  addCountedRows(part, tables)
}

/** Is one of the fields in it no column of its table? */
const namesStamp = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && ('stamp' in part || Object.values(part).some(namesStamp))

/** The tables whose rows a formula counts or adds up. */
function addCountedRows(part: unknown, tables: Set<string>): void {
  if (typeof part !== 'object' || part === null) return
  if ('kind' in part && part.kind === 'rows' && 'table' in part) tables.add(String(part.table))
  for (const inner of Object.values(part)) addCountedRows(inner, tables)
}
