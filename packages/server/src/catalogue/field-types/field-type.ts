import type { FieldRule } from '@trowel/contract/problem-codes.js'
import type { Message } from '../../message.js'
import type { ColumnType } from '../../storage/storage.js'

/** A value as a column of a user table holds it. */
export type StoredValue = string | number | null

/** The rules a value of a record can break, by the name under which an answer reports them. */
export type RuleName = FieldRule

/**
 * A value that its field cannot hold in any form: the rule it breaks, and a sentence that says what the field
 * takes.
 */
export class Unusable {
  constructor(
    readonly rule: RuleName,
    readonly said: Message,
    /** What was sent, where it is plain: a stored value that reads the same was not changed. */
    readonly sent?: unknown,
  ) {}

  get problem(): Message & { readonly rule: RuleName } {
    return { rule: this.rule, ...this.said }
  }
}

/** What a type of field means for the values stored under it. */
export interface FieldType {
  readonly name: string
  /** The column a new field of this type gets when nobody says which. */
  readonly column: ColumnType
  /**
   * May its values be chosen from a vocabulary, another column, the records of another table or a fixed list?
   */
  readonly offersChoices: boolean
  /** Is `min` or `max` of such a field a day (`YYYY-MM-DD`) instead of a number? */
  readonly boundsAreDays: boolean
  /** Do people write in it what they like, so that parts of a value can be replaced? */
  readonly takesAnyText: boolean
  /** Does a value hold several, with `;` between them? */
  readonly holdsList: boolean
  /**
   * The value in the form of this type; what the column makes of it comes after. Never called for an empty
   * value.
   */
  prepare(value: unknown): unknown
}

/** Values stay as they were sent. */
export const asSent = (value: unknown): unknown => value
