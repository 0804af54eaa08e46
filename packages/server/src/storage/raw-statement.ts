import type { SqlValue } from './sql.js'

/** A statement as a person wrote it, and what it may not touch. */
export interface RawStatement {
  readonly text: string
  /** Columns that no statement reads, by table. */
  readonly secrets: Readonly<Record<string, readonly string[]>>
  /** Tables whose names begin so, in upper or lower case, are read and never changed. */
  readonly fixedPrefix: string
  /** Is it refused when it would write? */
  readonly readsOnly: boolean
}

/** What it answered. Integers beyond 2^53 are text, and so are bytes: `<blob 12 bytes>`. */
export type RawAnswer = RawRows | RawDone

export interface RawRows {
  /** As the engine names them, in order; names may come twice. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly SqlValue[])[]
  /** Were there more than fit into an answer? */
  readonly truncated: boolean
  readonly wrote: boolean
}

export interface RawDone {
  readonly affected: number
}

/** The most that one answer holds. */
export const rawLimits = { rows: 5_000, characters: 16 * 1024 * 1024 }

export type RawProblem =
  /** It is of a kind that cannot be run, or touches what it may not. */
  | 'not_allowed'
  /** It would write, and may only read. */
  | 'reads_only'
  | 'several'
  | 'failed'
  | 'timeout'
  /** The engine was not prepared for it. */
  | 'not_configured'

/** Why a statement was not run, or was undone. The message is the engine's. */
export class RawStatementError extends Error {
  constructor(
    readonly problem: RawProblem,
    message: string,
    options?: ErrorOptions & { readonly table?: string | undefined },
  ) {
    super(message, options)
    this.name = 'RawStatementError'
    this.table = options?.table
  }
  /** The table that may only be read, where the statement would change one. */
  readonly table: string | undefined
}

export const fixedTableMessage = (table: string): string =>
  `"${table}" is a table of the service itself: statements read it and do not change it.`

/**
 * What neither engine may be left with: a backup does not carry it, or the service would take it for its own.
 */
export const shapeMessage =
  'Indexes over expressions or parts of a table, names that begin as those of the service, and keys that refer to its tables cannot be made.'

/** A value as an answer shows it. */
export function shownValue(value: SqlValue): string | number | null {
  if (value instanceof Uint8Array) return `<blob ${value.byteLength} bytes>`
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

/** Collects rows until an answer is full. */
export class RawRowsCollector {
  readonly rows: (string | number | null)[][] = []
  truncated = false
  #characters = 0

  /** @returns false when the row does not fit any more */
  add(row: readonly SqlValue[]): boolean {
    const shown = row.map(shownValue)
    for (const value of shown) this.#characters += typeof value === 'string' ? value.length : 8
    this.truncated = this.rows.length >= rawLimits.rows || this.#characters > rawLimits.characters
    if (!this.truncated) this.rows.push(shown)
    return !this.truncated
  }
}
