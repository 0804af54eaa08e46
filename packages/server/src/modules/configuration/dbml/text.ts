import type { Message } from '../../../message.js'
/** What a DBML text says, before anybody asks whether it can be. */
export interface SchemaText {
  readonly tables: readonly TableText[]
  readonly vocabularies: readonly VocabularyText[]
  /** Elements that have no meaning here. */
  readonly skipped: readonly { readonly element: string; readonly line: number }[]
}

export interface TableText {
  readonly name: string
  readonly note: string
  readonly columns: readonly ColumnText[]
  readonly indexes: readonly IndexText[]
}

export interface ColumnText {
  readonly name: string
  /** As written: `varchar(20)`. */
  readonly type: string
  readonly isKey: boolean
  readonly isRequired: boolean
  readonly isUnique: boolean
  readonly default: string | undefined
  readonly note: string
  readonly refs: readonly RefText[]
}

/**
 * `>`: many of this column to one of the other; `<`: the other way round; `-`: one to one; `<>`: many to
 * many.
 */
export interface RefText {
  readonly sign: string
  readonly table: string
  readonly column: string
}

export interface IndexText {
  readonly name: string | undefined
  /** `undefined` where an expression stands instead of a column. */
  readonly columns: readonly (string | undefined)[]
  readonly isUnique: boolean
  readonly isKey: boolean
}

export interface VocabularyText {
  readonly name: string
  readonly values: readonly string[]
}

/** A place in the text that cannot be understood; lines and columns count from 1. */
export interface SyntaxProblem {
  readonly line: number
  readonly column: number
  readonly said: Message
}

export type ReadSchema =
  | { readonly schema: SchemaText; readonly problems?: never }
  | { readonly problems: readonly SyntaxProblem[]; readonly schema?: never }
