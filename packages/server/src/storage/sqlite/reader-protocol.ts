import type { RowTexts } from '../row-texts.js'
import type { SqlValue } from '../sql.js'
import type { JsonColumn } from '../storage.js'
import type { Rows } from './connection.js'
import type { PlainError } from './errors.js'

export interface Query {
  readonly file: string
  /** Grows when tables of the file change their shape: statements compiled before are then forgotten. */
  readonly shape: number
  readonly text: string
  readonly values: readonly SqlValue[]
  readonly limitMs: number
}

export interface TextsRequest extends Query, RowTexts {
  readonly do: 'openTexts'
  readonly stream: number
  readonly columns: readonly JsonColumn[]
}

export type ReadRequest =
  | ({ readonly do: 'all' } & Query)
  | ({ readonly do: 'json'; readonly columns: readonly JsonColumn[] } & Query)
  /** Begins to read in batches, under a number of the asker's choice, and answers the first. */
  | ({ readonly do: 'open'; readonly stream: number } & Query)
  /** The same as text. */
  | TextsRequest
  /** Holds on to the present state of a database, under a number of the asker's choice. */
  | { readonly do: 'hold'; readonly state: number; readonly file: string }
  | ({ readonly do: 'allOf'; readonly state: number } & Query)
  | ({ readonly do: 'openOf'; readonly state: number; readonly stream: number } & Query)
  | { readonly do: 'closeCursor'; readonly state: number }
  | { readonly do: 'next'; readonly stream: number; readonly limitMs: number }
  | { readonly do: 'nextTexts'; readonly stream: number; readonly limitMs: number }
  | { readonly do: 'end'; readonly stream: number }
  /** @see collectClosed */
  | { readonly do: 'close'; readonly file: string; readonly isRemoved: boolean }
  | { readonly do: 'exit' }

export interface Batch {
  readonly names: readonly string[]
  readonly rows: SqlValue[][]
  readonly last: boolean
}

/** Rows as text in UTF-8; the bytes are handed over. */
export interface TextBatch {
  readonly text: Uint8Array
  readonly last: boolean
}

export interface ReadResults {
  all: Rows
  json: readonly SqlValue[]
  open: Batch
  openTexts: TextBatch
  hold: undefined
  allOf: Rows
  openOf: Batch
  closeCursor: undefined
  next: Batch
  nextTexts: TextBatch
  end: undefined
  close: undefined
  exit: undefined
}

export type ReadAnswer = { readonly value: ReadResults[keyof ReadResults] } | { readonly error: PlainError }
