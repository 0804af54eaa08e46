import type { GivenNumbers } from './numbering.js'

export interface SavedRecord {
  readonly id: number
  /** What became of the rows of each plugin table that was named. */
  readonly plugins: Readonly<Record<string, SavedRows>>
  /** The numbers that the record was given, by field. */
  readonly numbers: GivenNumbers
  /** The entity tag of the record as it was saved; none when the caller cannot read it any more. */
  readonly etag: string | undefined
  /** The change set that made it, where an earlier request did. */
  readonly madeBefore?: number | undefined
}

export interface SavedRows {
  /** Ids of the new rows, in the order in which they were sent. */
  readonly inserted: readonly number[]
  readonly updated: number
  readonly deleted: number
}

/** What the transaction that made a record knows of it. */
export interface CreatedRecord extends Omit<SavedRecord, 'etag' | 'madeBefore'> {
  readonly version: string
}
