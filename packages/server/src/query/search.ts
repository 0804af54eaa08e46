import { textProblem } from '@trowel/contract/wire/input.js'
import { isTextual, type Table } from '../catalogue/catalogue.js'
import { parseExpression } from '../catalogue/expression/parser.js'
import { AppError } from '../errors.js'
import { message, messageOf } from '../message.js'
import type { Condition } from './condition.js'

/**
 * Records in which any textual field of the table itself contains the text, ignoring case; `%` and `_` mean
 * themselves.
 *
 * @returns `undefined` for a blank text: no restriction; a condition that nothing meets when the table has no
 *   textual field
 * @throws `invalid_parameter` when the text is too long, or holds a NUL character
 */
export function fastSearch(table: Table, text: string): Condition | undefined {
  if (text.trim() === '') return undefined
  const problem = textProblem(text)
  if (problem) {
    const reason = messageOf(problem)
    throw new AppError('invalid_parameter', {
      ...message('search_text_wrong', { reason }),
      detail: { name: 'search', reason: reason.text },
    })
  }
  const columns = [...table.fields.values()].filter(isTextual).map((field) => field.name)
  return { kind: 'search', columns, text }
}

/**
 * An expression of the expert search (`depth_cm * 10 > 45 AND notes LIKE '%burnt%'`) as a condition on the
 * rows of one table.
 *
 * @returns `undefined` for a blank text: no restriction
 * @throws `expert_syntax_error` with the place and what was expected there; `unknown_field`
 */
export function expertSearch(table: Table, text: string): Condition | undefined {
  return text.trim() === '' ? undefined : { kind: 'expression', test: parseExpression(text, table) }
}
