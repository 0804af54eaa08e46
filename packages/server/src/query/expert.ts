import type { Table } from '../catalogue/catalogue.js'
import { compileExpression } from './compile-expression.js'
import type { Condition } from './condition.js'
import { parseExpression } from './expert-parser.js'

/**
 * An expression of the expert search (`depth_cm * 10 > 45 AND notes LIKE '%burnt%'`) as a condition on the
 * rows of one table.
 *
 * @returns `undefined` for a blank text: no restriction
 * @throws `expert_syntax_error` with the place and what was expected there; `unknown_field`
 */
export function parseExpert(text: string, context: { readonly table: Table }): Condition | undefined {
  if (text.trim() === '') return undefined
  const test = parseExpression(text, context.table)
  return { kind: 'expression', toSql: (alias, dialect) => compileExpression(test, alias, dialect) }
}
