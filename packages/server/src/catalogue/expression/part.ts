import { message } from '../../message.js'
import { syntaxError } from './lexer.js'
import { depthOf, type ExpertValue, type Test } from './tree.js'

export const maxDepth = 50

/** A part of an expression that was read: a test or a value, with its place and the depth of its tree. */
export type Part = { readonly position: number; readonly depth: number } & (
  | { readonly test: Test; readonly value?: undefined }
  | { readonly value: ExpertValue; readonly test?: undefined }
)

/** @throws `expert_syntax_error` when the part is a value */
export function asTest(part: Part): Test {
  if (!part.test) throw syntaxError(part.position, message('some_comparison', {}))
  return part.test
}

/** @throws `expert_syntax_error` when the part is a test */
export function asValue(part: Part): ExpertValue {
  if (!part.value) throw syntaxError(part.position, message('some_value', {}))
  return part.value
}

export const testAt = (position: number, test: Test): Part => ({ position, depth: depthOf(test), test })
export const valueAt = (position: number, value: ExpertValue): Part => ({ position, depth: 0, value })

/**
 * A value made of others. The engines walk its tree, so its depth is bounded like that of parentheses.
 * @throws `expert_syntax_error`
 */
export function madeOf(parts: readonly Part[], position: number, value: ExpertValue): Part {
  const depth = 1 + Math.max(0, ...parts.map((part) => part.depth))
  if (depth > maxDepth) throw syntaxError(position, message('levels_of_nesting', { most: maxDepth }))
  return { position, depth, value }
}
