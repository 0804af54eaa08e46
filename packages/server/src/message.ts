import { english } from '@trowel/contract/messages/en/english.js'
import { interpolate, type MessageCode, type NamesIn } from '@trowel/contract/messages/messages.js'
import type { Params } from '@trowel/contract/messages/params.js'

/**
 * What is said of a problem, by its names on the wire: the text in English, which message of the contract
 * that is, and what it speaks of.
 */
export interface Message {
  readonly text: string
  readonly sentence?: MessageCode
  readonly facts?: Params
}

type Given<Text extends string> = { readonly [Name in NamesIn<Text>]: string | number | Message }

/** A message of the contract; the compiler knows what it speaks of. A param can be a message itself. */
export function message<Code extends MessageCode>(
  code: Code,
  params: Given<(typeof english.problems)[Code]>,
): Required<Message> {
  const facts: Record<string, string | number> = {}
  for (const [name, value] of Object.entries<string | number | Message>(params)) {
    if (typeof value !== 'object') {
      facts[name] = value
      continue
    }
    facts[name] = value.text
    if (value.sentence === undefined) continue
    facts[`${name}.sentence`] = value.sentence
    for (const [inner, fact] of Object.entries(value.facts ?? {})) facts[`${name}.${inner}`] = fact
  }
  return { text: interpolate(english.problems[code], facts), sentence: code, facts }
}
