import { ApiError, NetworkError, type Problem } from '@trowel/client'
import { errorCodes } from '@trowel/contract/errors.js'
import {
  type FieldRule,
  type FileWarning,
  fieldRules,
  fileWarnings,
  type ProblemCode,
} from '@trowel/contract/problem-codes.js'
import i18next from 'i18next'
import { sentenceIn } from '../core/sentences.js'
import type english from '../locales/en.json'

/** The language of the service's own sentences. */
const serviceLanguage = 'en-GB'

/**
 * Broken rules and oddities of which the service tells more than our own sentence: what was found, and where.
 */
const tellsMore: ReadonlySet<string> = new Set<FieldRule | FileWarning>([
  'text',
  'reference',
  'chrono_range',
  'osteo_data',
  'short_row',
  'long_row',
  'control_character',
])

/** Of these our own sentence says all that there is to say, beside the field or the line that it is about. */
const saidWhole: ReadonlySet<string> = new Set<ProblemCode>([
  ...[...fieldRules, ...fileWarnings].filter((code) => !tellsMore.has(code)),
  'not_empty',
  'too_common',
  'too_personal',
  'invalid_range',
  'invalid_pattern',
  'invalid_characters',
  'repeated_name',
  'ambiguous_source',
  'unsupported_geometry',
  'invalid_coordinates',
  'outside_the_world',
  'ring_too_short',
  'ring_not_closed',
  'import_error_no_key',
  'import_error_unknown_crs',
  'import_error_validation',
])

export interface Refusal {
  readonly sentence: string
  /** What the service says, where the sentence is our own and the service says more. */
  readonly detail?: string
}

/**
 * A refusal or a problem in the language of the page. Which codes have words of their own is what stands
 * under `refusals` in the language files; in the service's language, and of any other code, its sentence is
 * the one. A sentence that tells more than a code and is known in the language of the page stands beside the
 * words of a refusal, and in place of those of a problem.
 */
export function refusalOf({ code, text, sentence = null, facts, ...limits }: Told): Refusal {
  const exact = sentenceIn('problems', { code: sentence, text, ...(facts && { facts }) })
  const isKnown = exact !== text
  if (!hasWords(code) || (isKnown && usualText(code) === undefined)) return { sentence: exact }
  const { min, max, max_length } = limits
  const own = i18next.t(`refusals.${code}`, { min, max, max_length })
  if (!isKnown)
    return saidWhole.has(code) || text === usualText(code)
      ? { sentence: own }
      : { sentence: own, detail: text }
  const line = facts?.['line']
  return {
    sentence: own,
    detail: line === undefined ? exact : `${i18next.t('import.line', { line })}: ${exact}`,
  }
}

/** What an answer tells of a problem, or of why something was refused. */
type Told = Pick<Problem, 'code' | 'text' | 'facts'> & {
  readonly sentence?: string | null | undefined
} & Limits

interface Limits {
  readonly min?: unknown
  readonly max?: unknown
  readonly max_length?: unknown
}

const hasWords = (code: string): code is keyof typeof english.refusals =>
  i18next.language !== serviceLanguage && i18next.exists(`refusals.${code}`)

const usualText = (code: string): string | undefined =>
  Object.hasOwn(errorCodes, code) ? errorCodes[code as keyof typeof errorCodes].text : undefined

/** The same in one line, to stand beside a field. */
export function problemText(problem: Parameters<typeof refusalOf>[0]): string
export function problemText(problem: Parameters<typeof refusalOf>[0] | undefined): string | undefined
export function problemText(problem: Parameters<typeof refusalOf>[0] | undefined): string | undefined {
  if (!problem) return undefined
  const { sentence, detail } = refusalOf(problem)
  return detail === undefined ? sentence : `${sentence} (${detail})`
}

/** The sentence of a refusal; what is no refusal is a mistake of the client. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return problemText(error)
  if (error instanceof NetworkError) return i18next.t('states.offline')
  return error instanceof Error ? error.message : String(error)
}
