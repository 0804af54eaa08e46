import type { Table } from '../catalogue/catalogue.js'
import type { Condition, TableVisibility } from '../query/condition.js'

/**
 * What a principal may do on one table: rows that meet `filter` have the level `inside`, all others
 * `outside`.
 */
export interface TableLevels {
  readonly inside: number
  readonly outside: number
  readonly filter: Condition | undefined
}

export type Action = 'read' | 'create' | 'edit' | 'edit20'

/**
 * The one place that knows what a principal may do. Made once per request from what storage says at that
 * moment; every query builder asks it, no module compares levels.
 */
export interface Rights {
  /** The levels on a table; a plugin table has those of its parent. */
  levelsOn(table: Table): TableLevels
  /** The best level a caller has anywhere on the table: `min(inside, outside)`. */
  levelOn(table: Table): number
  /** May the table be used for `action` at all, on some row? */
  allows(action: Action, table: Table): boolean
  /** @throws `not_enough_privilege` */
  require(action: Action, table: Table): void
  /** Which rows the caller sees. */
  visibilityOf(table: Table): TableVisibility
  /** May he change this row? `insideFilter`: does the row meet the filter of `levelsOn(table)`. */
  mayEdit(table: Table, row: { readonly creator: number | null; readonly insideFilter: boolean }): boolean
}
