import type { Facts } from './facts.js'

/**
 * Sentences of the service as data: each has a code that keeps its meaning for ever, and stands here in
 * English with the names of its facts in double braces. An answer carries the code, the facts and the
 * sentence put together, so that whoever speaks another language can put together his own.
 */
export type Sentences = Readonly<Record<string, string>>

type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The facts that a sentence needs, by the names that stand in it. */
export type FactsOf<Text extends string> = { readonly [Name in NamesIn<Text>]: string | number }

/** The sentence with its facts in their places. */
export const interpolate = (text: string, facts: Facts): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(facts[name] ?? ''))
