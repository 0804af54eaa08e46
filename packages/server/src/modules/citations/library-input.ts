import { type LibraryChangeInput, type LibraryInput, libraryTypes } from '@trowel/contract/citations.js'
import { textProblem } from '../../catalogue/column-values.js'
import { AppError } from '../../errors.js'
import { collectProblems, type InputProblems } from './input-problems.js'

/** Used where nobody asks for another one (https://github.com/citation-style-language/styles). */
export const defaultStyle = 'chicago-author-date'

export interface NewLibrary {
  readonly type: 'user' | 'group'
  readonly refmanId: string
  readonly name: string
  readonly apiKey: string | null
  readonly citationStyle: string
}

/** @throws `parameter_missing`, `invalid_parameter`, `invalid_refman_id`, `invalid_citation_style` */
export function readNewLibrary(input: LibraryInput): NewLibrary {
  const problems = collectProblems()
  const type = libraryTypes.find((known) => known === input.type)
  if (!type) problems.missing('type')
  const given = input.refman_id
  const refmanId = typeof given === 'number' ? String(given) : given
  if (typeof refmanId !== 'string' || refmanId === '') problems.missing('refman_id')
  const name = readName(problems, input.name)
  const apiKey = readApiKey(problems, input.api_key)
  problems.refuse()
  // A segment of the address under which it is asked.
  if (typeof refmanId !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(refmanId))
    throw new AppError('invalid_refman_id')
  return { type: type ?? 'user', refmanId, name, apiKey, citationStyle: readStyle(input.citation_style) }
}

/** What is left out stays as it is. */
export type LibraryChange = Partial<Pick<NewLibrary, 'name' | 'apiKey' | 'citationStyle'>>

/**
 * @throws `parameter_missing` also when nothing is to be changed, `invalid_parameter`,
 * `invalid_citation_style`
 */
export function readLibraryChange(input: LibraryChangeInput): LibraryChange {
  const { name, api_key: apiKey, citation_style: citationStyle } = input
  const problems = collectProblems()
  const change = {
    ...(name === undefined ? {} : { name: readName(problems, name) }),
    ...(apiKey === undefined ? {} : { apiKey: readApiKey(problems, apiKey) }),
  }
  if (name === undefined && apiKey === undefined && citationStyle === undefined) problems.missing('name')
  problems.refuse()
  return citationStyle === undefined ? change : { ...change, citationStyle: readStyle(citationStyle) }
}

function readName(problems: InputProblems, given: unknown): string {
  const name = typeof given === 'string' ? given.trim() : ''
  if (name === '') problems.missing('name')
  else if ([...name].length > 200 || /\p{Cc}/u.test(name) || textProblem(name)) {
    problems.invalid('name', 'The name has 1 to 200 characters in one line.')
  }
  return name
}

/** It goes into a header of each request. */
function readApiKey(problems: InputProblems, given: unknown): string | null {
  if (given === undefined || given === null) return null
  const key = typeof given === 'string' ? given.trim() : undefined
  if (key === undefined || !/^[\x21-\x7e]{0,256}$/.test(key)) {
    problems.invalid('api_key', 'The key has at most 256 letters, digits and signs, without blanks.')
  }
  return key || null
}

function readStyle(given: unknown): string {
  if (given === undefined || given === null) return defaultStyle
  const style = typeof given === 'string' ? given.trim() : undefined
  if (style === '') return defaultStyle
  if (style === undefined || !/^[A-Za-z0-9-]{1,100}$/.test(style))
    throw new AppError('invalid_citation_style')
  return style
}
