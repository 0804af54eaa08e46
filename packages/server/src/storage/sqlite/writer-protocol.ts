import type { ChangeAuthor } from '../journal/seal.js'
import type { SqlValue } from '../sql.js'
import type { JsonColumn } from '../storage.js'
import type { Rows } from './connection.js'
import type { PlainError } from './errors.js'

/** One step of a transaction. Steps of one database are done in the order they were sent. */
export type Step =
  | { readonly do: 'begin'; readonly schema: boolean }
  | { readonly do: 'exec'; readonly text: string }
  /** Ends the set of changes that was written since the last one. */
  | { readonly do: 'seal'; readonly author: ChangeAuthor }
  | { readonly do: 'commit' }
  | { readonly do: 'rollback' }
  | { readonly do: 'all'; readonly text: string; readonly values: readonly SqlValue[] }
  | {
      readonly do: 'json'
      readonly text: string
      readonly values: readonly SqlValue[]
      readonly columns: readonly JsonColumn[]
    }
  | { readonly do: 'run'; readonly text: string; readonly values: readonly SqlValue[] }
  | { readonly do: 'insert'; readonly text: string; readonly values: readonly SqlValue[] }
  | { readonly do: 'many'; readonly text: string; readonly rows: readonly (readonly SqlValue[])[] }
  | {
      readonly do: 'insertMany'
      readonly table: string
      readonly columns: readonly string[]
      readonly rows: readonly (readonly SqlValue[])[]
    }
  | { readonly do: 'index'; readonly table: string; readonly columns: readonly string[] }
  | { readonly do: 'mergeIndex'; readonly table: string }
  /** @see collectClosed */
  | { readonly do: 'close'; readonly isRemoved: boolean }
  | { readonly do: 'exit' }

export interface Request {
  readonly file: string
  /** Number of the outermost transaction that the step belongs to: a step of one that ended is refused. */
  readonly transaction: number
  readonly step: Step
}

export interface Results {
  begin: undefined
  exec: undefined
  /** The number of the set; nothing where the journal has nothing of the transaction. */
  seal: number | undefined
  /** Tables whose rows the transaction changed. */
  commit: string[]
  rollback: undefined
  all: Rows
  json: readonly SqlValue[]
  run: number
  insert: number
  /** Rows changed by all together. */
  many: number
  /** Their ids. */
  insertMany: number[]
  /** Is every row indexed now? */
  index: boolean
  /** Is nothing left to merge? */
  mergeIndex: boolean
  close: undefined
  exit: undefined
}

export type Answer = { readonly value: Results[keyof Results] } | { readonly error: PlainError }
