import { ApiError, NetworkError, type Problem } from '@trowel/client'
import { errorCodes } from '@trowel/contract/errors.js'
import { interpolate } from '@trowel/contract/messages/messages.js'
import type { Params } from '@trowel/contract/messages/params.js'
import type { PropertyOf } from '@trowel/contract/model/field-properties.js'
import {
  type FieldRule,
  type FileWarning,
  fieldRules,
  fileWarnings,
  type ProblemCode,
} from '@trowel/contract/problem-codes.js'
import i18next from 'i18next'
import { isUsual, knownMessage, messagesOf } from '../core/messages.js'

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
 * A refusal or a problem in the language of the page; in the service's language, and of a code that is not
 * known here, the text of the service is the one. A message that tells more than its code stands in place of
 * the words of the code; one that is no whole sentence stands beside those of a refusal.
 */
export function refusalOf({ code, text, sentence = null, facts = {}, ...limits }: RefusedProblem): Refusal {
  const exact = knownMessage('problems', sentence, facts)
  const usual = messagesOf('codes')[code]
  if (usual === undefined) return { sentence: exact ?? text }
  const own = interpolate(usual, limits as Params)
  if (exact === undefined)
    return saidWhole.has(code) || isUsual(code, text) ? { sentence: own } : { sentence: own, detail: text }
  // The end of a sentence, such as what is wrong with a file, needs one that it stands beside.
  if (!Object.hasOwn(errorCodes, code) || !/^\p{Ll}/u.test(exact)) return { sentence: exact }
  const line = facts['line']
  return {
    sentence: own,
    detail: line === undefined ? exact : `${i18next.t('import.line', { line })}: ${exact}`,
  }
}

/** What an answer tells of a problem, or of why something was refused. */
type RefusedProblem = Pick<Problem, 'code' | 'text' | 'facts'> & {
  readonly sentence?: string | null | undefined
} & Limits

/** The bound that was not kept, under the name of its property. */
type Limits = { readonly [Name in PropertyOf<'bound' | 'length'>]?: unknown }

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
