import { doers } from '@trowel/contract/doers.js'
import { interpolate, type Messages, translateParams } from '@trowel/contract/messages/messages.js'
import type { Params } from '@trowel/contract/messages/params.js'
import i18next from 'i18next'
import { isLanguage, languages } from './languages.js'

const fetched = new Map<string, Messages>()
let areWanted = false

/**
 * Fetches what the service says in the language of the page: for a view that shows much of it, and before a
 * refusal is shown. The first view does without. English is what the service says itself.
 */
export function wantMessages(): Promise<void> {
  areWanted = true
  return fetchMessages(i18next.language)
}

/** Fetches them in the language that the page is about to take, if anything has wanted them. */
export async function fetchMessages(language: string): Promise<void> {
  if (!areWanted || fetched.has(language) || !isLanguage(language)) return
  const entry = languages[language]
  if (!('messages' in entry)) return
  const { messages } = await entry.messages()
  fetched.set(language, messages)
}

/** The messages of a group by their codes, in the language of the page; none in that of the service. */
export const messagesOf = (group: keyof Messages): Readonly<Record<string, string>> =>
  fetched.get(i18next.language)?.[group] ?? {}

/** A message as an answer has it: its text in English, and what that was made of. */
interface CodedMessage {
  /** `null` in what an older service wrote. */
  readonly code: string | null
  readonly facts?: Params
  readonly text: string
}

/** A message in the language of the page; one whose code is not known here is as the service wrote it. */
export const messageIn = (group: keyof Messages, { code, facts = {}, text }: CodedMessage): string =>
  knownMessage(group, code, facts) ?? text

/** The same; `undefined` when its code is not known here, or the page speaks the language of the service. */
export function knownMessage(group: keyof Messages, code: string | null, params: Params): string | undefined {
  const known = messagesOf(group)
  const message = code !== null && Object.hasOwn(known, code) ? known[code] : undefined
  return message === undefined ? undefined : interpolate(message, translated(params))
}

/** Who did something is a name, or words for a user without one; a param can be a message itself. */
function translated(params: Params): Params {
  const doer = Object.entries(doers).find(([, english]) => english === params['by'])
  const grouped = Object.entries(params).map(([name, value]) => [name, inDigits(value)] as const)
  const texts = { ...messagesOf('codes'), ...messagesOf('problems') }
  const known = translateParams(Object.fromEntries(grouped), texts)
  return doer ? { ...known, by: messagesOf('doers')[doer[0]] ?? doer[1] } : known
}

/** A large number as English groups its digits, in those of the page. */
const inDigits = (value: string | number): string | number =>
  typeof value === 'string' && /^\d{1,3}(?:,\d{3})+$/.test(value)
    ? Number(value.replaceAll(',', '')).toLocaleString(i18next.language)
    : value
