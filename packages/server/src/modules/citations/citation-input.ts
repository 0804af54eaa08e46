import type { CitationChangeInput, CitationLinkInput } from '@trowel/contract/citations.js'
import { textProblem } from '../../catalogue/column-values.js'
import { AppError } from '../../errors.js'
import { idOf } from '../../http/wire-id.js'
import { message } from '../../message.js'
import { collectProblems, type InputProblems } from './input-problems.js'
import { isItemKey } from './library-item.js'
import type { CitationChange } from './store.js'

export interface CitationInput {
  readonly table: string
  readonly recordId: number
  readonly libraryId: number
  readonly refmanKey: string
  readonly pages: string | null
  readonly notes: string | null
  /** `undefined`: after all others. */
  readonly sort: number | undefined
}

/** A citation as it came in. @throws `parameter_missing`, `invalid_parameter`, each with all that is wrong */
export function readCitation(input: CitationLinkInput): CitationInput {
  const problems = collectProblems()
  const text = (field: 'tb' | 'refman_key'): string => {
    const given = input[field]
    if (typeof given === 'string' && given !== '') return given
    problems.missing(field)
    return ''
  }
  const reference = (field: 'record_id' | 'lib_id'): number => {
    const known = idOf(input[field])
    if (known !== undefined) return known
    problems.missing(field)
    return 0
  }
  const read = {
    table: text('tb'),
    recordId: reference('record_id'),
    libraryId: reference('lib_id'),
    refmanKey: text('refman_key'),
    pages: readRemark(problems, 'pages', input.pages),
    notes: readRemark(problems, 'notes', input.notes),
    sort: input.sort === undefined || input.sort === null ? undefined : readSort(problems, input.sort),
  }
  problems.refuse()
  return read
}

/** Refuses what no item of a library can be called. @throws `invalid_refman_key` */
export function requireItemKey(key: string): void {
  if (!isItemKey(key)) throw new AppError('invalid_refman_key')
}

/**
 * What is left out stays as it is. @throws `parameter_missing` when nothing is to be changed,
 * `invalid_parameter`
 */
export function readCitationChange({ pages, notes, sort }: CitationChangeInput): CitationChange {
  const problems = collectProblems()
  const change = {
    ...(pages === undefined ? {} : { pages: readRemark(problems, 'pages', pages) }),
    ...(notes === undefined ? {} : { notes: readRemark(problems, 'notes', notes) }),
    ...(sort === undefined ? {} : { sort: readSort(problems, sort) }),
  }
  if (Object.keys(change).length === 0) {
    throw new AppError('parameter_missing', {
      ...message('citation_nothing_to_change', {}),
      detail: 'pages',
    })
  }
  problems.refuse()
  return change
}

const maxRemarkLength = 2000

function readRemark(problems: InputProblems, field: 'pages' | 'notes', given: unknown): string | null {
  if (given === undefined || given === null || given === '') return null
  if (typeof given !== 'string' || [...given].length > maxRemarkLength) {
    problems.invalid(field, `"${field}" must be a text of at most ${maxRemarkLength} characters, or null.`)
    return null
  }
  const problem = textProblem(given)
  if (problem) problems.invalid(field, `"${field}" cannot be kept. ${problem.said.text}`)
  return given
}

/** So far from the largest number that can be kept that there is always room behind the last one. */
const farthestSort = 1_000_000_000

function readSort(problems: InputProblems, given: unknown): number {
  const sort = typeof given === 'string' && /^-?\d{1,15}$/.test(given) ? Number(given) : given
  if (typeof sort === 'number' && Number.isInteger(sort) && Math.abs(sort) <= farthestSort) return sort
  problems.invalid('sort', `"sort" must be a whole number from -${farthestSort} to ${farthestSort}.`)
  return 0
}
