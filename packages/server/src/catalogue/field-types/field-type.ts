import type { FieldRule } from '@trowel/contract/problem-codes.js'
import type { Message } from '../../message.js'

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
