import { english } from '@trowel/contract/messages/en/english.js'
import {
  interpolate,
  type MessageCode,
  type NamesIn,
  type Phrase,
  translateParams,
} from '@trowel/contract/messages/messages.js'
import type { Params } from '@trowel/contract/messages/params.js'
import { languages } from '@trowel/contract/model/languages.js'
import type { ProblemCode } from '@trowel/contract/problem-codes.js'

declare const made: unique symbol
/** A text that a message says. Only this file makes one, so that none exists in English alone. */
export type MessageText = string & { readonly [made]: true }

/**
 * What is said of a problem, by its names on the wire: the text in English, which message of the contract
 * that is, and what it speaks of. Without `sentence` the text is that of the code of the problem.
 */
export interface Message {
  readonly text: MessageText
  readonly sentence?: MessageCode
  readonly facts?: Params
}

/** A message as a part of another one; that of a code is known by it. */
type Part = Message & { readonly code?: ProblemCode }

const textOf = (text: string, params: Params) => interpolate(text, params) as MessageText

/** What a message speaks of. A part can be a message itself. */
type Parts = Readonly<Record<string, string | number | Part>>
type PartsOf<Text extends string> = { readonly [Name in NamesIn<Text>]: string | number | Part }

/** A message of the contract; the compiler knows what it speaks of. */
export const message = <Code extends MessageCode>(
  code: Code,
  parts: PartsOf<(typeof english.problems)[Code]>,
): Required<Message> => putTogether(code, parts)

function putTogether(sentence: MessageCode, parts: Parts): Required<Message> {
  const facts: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value !== 'object') {
      facts[name] = value
      continue
    }
    facts[name] = value.text
    const inner = value.sentence ?? value.code
    if (inner === undefined) continue
    facts[`${name}.sentence`] = inner
    for (const [key, fact] of Object.entries(value.facts ?? {})) facts[`${name}.${key}`] = fact
  }
  return { text: textOf(english.problems[sentence], facts), sentence, facts }
}

/** What a shape or a rule says; `name` is the place of the value that it is about. */
export function messageOf({ sentence, params }: Phrase, name?: string): Required<Message> {
  const parts = Object.entries(params).map(
    ([key, value]) => [key, typeof value === 'object' ? messageOf(value) : value] as const,
  )
  return putTogether(sentence, { ...(name !== undefined && { name }), ...Object.fromEntries(parts) })
}

/** What a code says by itself; a rule of a field speaks of its limits. */
export const codeText = (code: ProblemCode, limits: Params = {}): MessageText =>
  textOf(english.codes[code], limits)

/** How a problem is said in some language; limits of a field stand beside its code. */
export type Saying = (
  problem: Message & { readonly code: ProblemCode; readonly [limit: string]: unknown },
) => string

export const inEnglish: Saying = ({ text }) => text

/** For a file that the service writes: in the language of an application, in English where it knows none. */
export async function sayingIn(language: string): Promise<Saying> {
  const [, entry] = Object.entries(languages).find(([tag]) => tag.slice(0, 2) === language) ?? []
  if (!entry || !('messages' in entry)) return inEnglish
  const { codes, problems } = (await entry.messages()).messages
  const texts = { ...codes, ...problems }
  return ({ code, sentence, facts = {}, ...limits }) =>
    sentence === undefined
      ? interpolate(codes[code], scalars(limits))
      : interpolate(problems[sentence], translateParams(facts, texts))
}

const scalars = (values: Readonly<Record<string, unknown>>): Params =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  )

/** What a problem says, without what else is known of it. */
export const saidOf = ({ text, sentence, facts }: Message): Message => ({
  text,
  ...(sentence !== undefined && { sentence }),
  ...(facts !== undefined && { facts }),
})

/** Several values of which one is meant. */
export const either = ([one = '', ...others]: readonly string[]): string | Message =>
  others.length === 0 ? one : message('one_or_other', { one, other: either(others) })

/** A list of problems tells more than so many sentences in one. */
const maxJoined = 10

/** Several messages, one behind the other; `undefined` for none. */
export function joined(messages: readonly Part[]): Message | undefined {
  const shown = messages.length <= maxJoined ? messages : messages.slice(0, maxJoined - 1)
  const left = messages.length - shown.length
  const all = left === 0 ? shown : [...shown, message('and_further_problems', { problems: left })]
  const whole = oneBehindAnother(all)
  return whole && saidOf(whole)
}

function oneBehindAnother([first, ...others]: readonly Part[]): Part | undefined {
  const further = first && oneBehindAnother(others)
  return further ? message('first_and_further', { first, further }) : first
}
