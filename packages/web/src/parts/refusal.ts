import { ApiError, NetworkError, type Problem } from '@trowel/client'
import { errorCodes } from '@trowel/contract/errors.js'
import { type FieldRule, type FileWarning, fieldRules, fileWarnings } from '@trowel/contract/problem-codes.js'
import i18next from 'i18next'
import type english from '../locales/en.json'

/** The language of the service's own sentences. */
const serviceLanguage = 'en-GB'

/** Broken rules and oddities of which the service tells more than our own sentence: what was found, and where. */
const tellsMore: ReadonlySet<string> = new Set<FieldRule | FileWarning>([
  'text',
  'reference',
  'valid_wkt',
  'chrono_range',
  'osteo_data',
  'short_row',
  'long_row',
  'control_character',
])

/** Of all others our own sentence says all that there is to say. */
const saidWhole: ReadonlySet<string> = new Set(
  [...fieldRules, ...fileWarnings].filter((code) => !tellsMore.has(code)),
)

export interface Refusal {
  readonly sentence: string
  /** What the service says, where the sentence is our own and the service says more. */
  readonly detail?: string
}

/**
 * A refusal or a problem in the language of the page. Which codes have words of their own is what stands under `refusals` in the language
 * files; in the service's language, and of any other code, its sentence is the one.
 */
export function refusalOf({ code, text, ...facts }: Pick<Problem, 'code' | 'text'> & Limits): Refusal {
  if (!hasWords(code)) return { sentence: text }
  const { min, max, max_length } = facts
  const sentence = i18next.t(`refusals.${code}`, { min, max, max_length })
  return saidWhole.has(code) || text === usualText(code) ? { sentence } : { sentence, detail: text }
}

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

/** What a refusal says of single fields of a form. @returns what stands beside a field, which may have several names */
export const problemsIn =
  (error: unknown) =>
  (...names: readonly string[]): string | undefined =>
    error instanceof ApiError
      ? problemText(error.errors.find(({ field }) => field !== undefined && names.includes(field)))
      : undefined

/** The sentence of a refusal; what is no refusal is a mistake of the client. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return problemText({ code: error.code, text: error.text })
  if (error instanceof NetworkError) return i18next.t('states.offline')
  return error instanceof Error ? error.message : String(error)
}
