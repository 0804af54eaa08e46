import { ApiError, NetworkError, type Problem } from '@trowel/client'
import { interpolate } from '@trowel/contract/messages/messages.js'
import type { Params } from '@trowel/contract/messages/params.js'
import type { PropertyOf } from '@trowel/contract/model/field-properties.js'
import i18next from 'i18next'
import { knownMessage, messagesOf } from '../core/messages.js'

/** What an answer tells of a problem, or of why something was refused. */
type Refused = Pick<Problem, 'code' | 'text' | 'facts'> & {
  readonly sentence?: string | null | undefined
} & Limits

/** The bound that was not kept, under the name of its property. */
type Limits = { readonly [Name in PropertyOf<'bound' | 'length'>]?: unknown }

/**
 * A refusal or a problem in the language of the page: its message, or that of its code where it has none. In
 * the language of the service, and of what is not known here, its text is the one.
 */
export function problemText(problem: Refused): string
export function problemText(problem: Refused | undefined): string | undefined
export function problemText(problem: Refused | undefined): string | undefined {
  if (!problem) return undefined
  const { code, text, sentence, facts = {}, ...limits } = problem
  if (sentence) return knownMessage('problems', sentence, facts) ?? text
  const own = messagesOf('codes')[code]
  return own === undefined ? text : interpolate(own, limits as Params)
}

/** The sentence of a refusal; what is no refusal is a mistake of the client. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return problemText(error)
  if (error instanceof NetworkError) return i18next.t('states.offline')
  return error instanceof Error ? error.message : String(error)
}

/** Is it about an earlier state that the service does not know? */
export const isUnknownPast = (
  error: unknown,
): error is ApiError & { readonly code: 'before_journal' | 'journal_incomplete' } =>
  error instanceof ApiError && (error.code === 'before_journal' || error.code === 'journal_incomplete')

/** The title above that sentence. */
export function titleOf(error: unknown): string {
  if (error instanceof NetworkError) return i18next.t('states.offline')
  if (!(error instanceof ApiError)) return i18next.t('states.failed')
  if (isUnknownPast(error)) return i18next.t('past.unknown')
  if (error.status === 403) return i18next.t(error.detail === 'off' ? 'states.off' : 'states.refused')
  if (error.status === 404) return i18next.t('states.gone')
  if (error.status === 409) return i18next.t('states.conflict')
  return i18next.t(error.status === 412 ? 'states.stale' : 'states.failed')
}
