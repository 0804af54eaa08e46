import { doers } from '@trowel/contract/doers.js'
import type { Facts } from '@trowel/contract/facts.js'
import type { FindingCode } from '@trowel/contract/findings.js'
import type { EventCode } from '@trowel/contract/logged-events.js'
import type { ProblemSentence } from '@trowel/contract/problem-sentences.js'
import { interpolate } from '@trowel/contract/sentences.js'
import type { UpgradeStep } from '@trowel/contract/upgrade-steps.js'
import i18next from 'i18next'
import type { Language } from './languages.js'

/** What the service says, in another language than its own: words for every code, as the compiler sees to. */
export interface ServiceSentences {
  readonly findings: Readonly<Record<FindingCode, string>>
  readonly events: Readonly<Record<EventCode, string>>
  readonly doers: Readonly<Record<keyof typeof doers, string>>
  readonly steps: Readonly<Record<UpgradeStep, string>>
  readonly problems: Readonly<Record<ProblemSentence, string>>
}

/** Few views show them, so they are fetched with those. English is what the service says itself. */
const files: Record<Exclude<Language, 'en-GB'>, () => Promise<{ default: ServiceSentences }>> = {
  it: () => import('../locales/it.sentences.json'),
}

const fetched = new Map<string, ServiceSentences>()
let areWanted = false

/** Fetches them in the language of the page, for a view that is about to be shown. */
export function wantSentences(): Promise<void> {
  areWanted = true
  return fetchSentences(i18next.language)
}

/** Fetches them in the language that the page is about to take, if a view has wanted them. */
export async function fetchSentences(language: string): Promise<void> {
  if (!areWanted || !isOther(language) || fetched.has(language)) return
  fetched.set(language, (await files[language]()).default)
}

const isOther = (language: string): language is keyof typeof files => Object.hasOwn(files, language)

/** The sentences of a list by their codes, in the language of the page; none in that of the service. */
export const sentencesOf = (list: keyof ServiceSentences): Readonly<Record<string, string>> =>
  fetched.get(i18next.language)?.[list] ?? {}

/** A sentence as an answer has it: put together, and what it was put together of. */
interface Message {
  /** `null` in what an older service wrote. */
  readonly code: string | null
  readonly facts?: Facts
  readonly text: string
}

/**
 * A sentence of the service in the language of the page; one whose code is not known here is as the service
 * said it.
 */
export function sentenceIn(list: keyof ServiceSentences, { code, facts = {}, text }: Message): string {
  const known = sentencesOf(list)
  const sentence = code !== null && Object.hasOwn(known, code) ? known[code] : undefined
  return sentence === undefined ? text : interpolate(sentence, translated(facts))
}

/** Who did something is a name, or words for somebody without one. */
function translated(facts: Facts): Facts {
  const doer = Object.entries(doers).find(([, english]) => english === facts['by'])
  return doer ? { ...facts, by: sentencesOf('doers')[doer[0]] ?? doer[1] } : facts
}
