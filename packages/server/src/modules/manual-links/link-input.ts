import type { ManualLinkInput } from '@trowel/contract/manual-links.js'
import { AppError, type FieldProblem } from '../../errors.js'
import type { LinkEnd } from './store.js'

/**
 * Two ends and a label as they came in; ids as numbers, or their digits as text.
 *
 * @throws `parameter_missing`, `invalid_parameter`, each with all that is wrong
 */
export function readManualLink(input: ManualLinkInput): {
  readonly one: LinkEnd
  readonly two: LinkEnd
  readonly label: string
} {
  const problems: FieldProblem[] = []
  const refuse = (field: string, given: unknown, text: string): void => {
    const isMissing = given === undefined || given === null || given === ''
    problems.push(
      isMissing
        ? { field, code: 'parameter_missing', text: `"${field}" is missing.` }
        : { field, code: 'invalid_parameter', text },
    )
  }
  const table = (field: 'tb_one' | 'tb_two'): string => {
    const given = input[field]
    if (typeof given === 'string' && given !== '') return given
    refuse(field, given, `"${field}" must be the name of a table.`)
    return ''
  }
  const record = (field: 'id_one' | 'id_two'): number => {
    const given = input[field]
    const id = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given
    if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id
    refuse(field, given, `"${field}" must be the id of a record, a whole number.`)
    return 0
  }
  const ends = {
    one: { table: table('tb_one'), id: record('id_one') },
    two: { table: table('tb_two'), id: record('id_two') },
  }
  const label = input.label ?? ''
  if (typeof label !== 'string') refuse('label', label, '"label" must be a text.')
  const missing = problems.find(({ code }) => code === 'parameter_missing')
  const [first] = problems
  if (first) {
    throw new AppError(missing ? 'parameter_missing' : 'invalid_parameter', {
      text: problems.map(({ text }) => text).join(' '),
      detail: missing ? missing.field : { name: first.field, reason: first.text },
      errors: problems,
    })
  }
  return { ...ends, label: String(label) }
}
