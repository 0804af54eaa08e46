import type { Operator } from '@trowel/contract/model/operators.js'
import type { Field, Table } from '../catalogue/catalogue.js'
import type { Test } from '../catalogue/expression/tree.js'
import type { Operand } from './operators.js'

export type { Operand } from './operators.js'

/**
 * What a filter, a search or a row filter asks of a row: names resolved to the catalogue, values cast to
 * their columns. A plain value: a copy of it means the same.
 */
export type Condition =
  | { readonly kind: 'and'; readonly of: readonly Condition[] }
  | { readonly kind: 'or'; readonly of: readonly Condition[] }
  /** True unless `of` is true: a row for which `of` is unknown (NULL) passes. */
  | { readonly kind: 'unless'; readonly of: Condition }
  | { readonly kind: 'compare'; readonly field: Field; readonly operator: Operator; readonly value: Operand }
  /**
   * Some row of `table`, joined as `joint` says, meets `where`; only rows that `restriction` leaves are
   * looked at.
   */
  | {
      readonly kind: 'related'
      readonly table: Table
      /** `<target>.<targetColumn> = <this row>.<column>` */
      readonly joint: { readonly column: string; readonly targetColumn: string }
      readonly where: Condition
      readonly restriction: Condition | undefined
    }
  /** Any textual column of the table contains the text, ignoring case. */
  | { readonly kind: 'search'; readonly columns: readonly string[]; readonly text: string }
  /** A parsed expert expression. */
  | { readonly kind: 'expression'; readonly test: Test }
  /** The record of `table` that a lookup field names has this label, and `restriction` leaves it. */
  | {
      readonly kind: 'label'
      readonly field: Field
      readonly table: Table
      readonly restriction: Condition | undefined
      readonly label: string
    }

/** What a caller may see of a table: whether he may read it at all, and which rows. */
export interface TableVisibility {
  readonly readable: boolean
  /** Rows that do not meet it do not exist for the caller; `undefined` when all of them do. */
  readonly restriction: Condition | undefined
}

export type VisibilityOf = (table: Table) => TableVisibility

export const everything: Condition = { kind: 'and', of: [] }

/** Does every row meet it? */
export const isEverything = (condition: Condition): boolean =>
  condition.kind === 'and' && condition.of.length === 0

/** What meets every one of them: everything, when there are none. */
export const allOf = (conditions: readonly Condition[]): Condition => group('and', conditions)

/** What meets one of them at least: nothing, when there are none. */
export const anyOf = (conditions: readonly Condition[]): Condition => group('or', conditions)

/** One alone is itself. */
function group(kind: 'and' | 'or', of: readonly Condition[]): Condition {
  const [first, ...others] = of
  return first && others.length === 0 ? first : { kind, of }
}
