import type { NewRelationBody } from '@trowel/contract/stratigraphy.js'
import type { Static } from 'typebox'
import { AppError, type FieldProblem } from '../../../errors.js'
import { message } from '../../../message.js'
import type { NewRelation } from './relations.js'

const names = ['first', 'relation', 'second'] as const

/**
 * A relation as it came in: numbers, or their digits as text.
 *
 * @throws `parameter_missing`, `invalid_parameter`, `invalid_relation`, each with all that is wrong;
 *   `invalid_parameter` when the body names another table than the address
 */
export function readNewRelation(
  tableName: string,
  body: Static<typeof NewRelationBody>,
): { readonly relation: NewRelation; readonly force: boolean } {
  if (body.tb !== undefined && body.tb !== tableName) {
    throw new AppError('invalid_parameter', {
      text: `"tb" is ${JSON.stringify(body.tb)} in the body and "${tableName}" in the address.`,
      detail: { name: 'tb', reason: 'differs from the address' },
    })
  }
  const problems: FieldProblem[] = []
  const values = { first: 0, relation: 0, second: 0 }
  for (const name of names) {
    const given = body[name]
    const number = numberOf(given)
    if (given === undefined || given === null || given === '') {
      problems.push({ field: name, code: 'parameter_missing', ...message('parameter_is_missing', { name }) })
    } else if (number !== undefined) {
      values[name] = number
    } else if (name === 'relation') {
      problems.push({
        field: name,
        code: 'invalid_relation',
        ...message('relation_number', {}),
      })
    } else {
      problems.push({
        field: name,
        code: 'invalid_parameter',
        ...message('record_id_needed', { name }),
      })
    }
  }
  const [worst] = problems.sort((a, b) => rank(a) - rank(b))
  if (worst) {
    throw new AppError(worst.code as (typeof ranks)[number], {
      text: problems.map(({ text }) => text).join(' '),
      detail: worst.code === 'parameter_missing' ? worst.field : { name: worst.field, reason: worst.text },
      errors: problems,
    })
  }
  return { relation: values, force: isForced(body.force) }
}

const ranks = ['parameter_missing', 'invalid_parameter', 'invalid_relation'] as const
const rank = ({ code }: FieldProblem): number => ranks.indexOf(code as (typeof ranks)[number])

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

function isForced(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false || value === 'false')
    return false
  if (value === true || value === 'true' || value === 1 || value === '1') return true
  if (value === 0 || value === '0') return false
  throw new AppError('invalid_parameter', {
    text: '"force" must be true or false.',
    detail: { name: 'force', reason: 'not true or false' },
  })
}
