import type { english } from './en/english.js'
import type { Params } from './params.js'

/** The same messages in another language; one that is missing does not compile. */
export type Translation<Group> = Readonly<Record<keyof Group, string>>
export type AreaTranslation<Area> = { readonly [Group in keyof Area]: Translation<Area[Group]> }
export type Messages = AreaTranslation<typeof english>

/** What `sentence` of a problem can be. */
export type MessageCode = keyof typeof english.problems
export type FindingCode = keyof typeof english.findings
export type UpgradeStep = keyof typeof english.steps

/** The names of the params that stand in a message. */
export type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The params that a message needs, by the names that stand in it. */
export type ParamsOf<Text extends string> = { readonly [Name in NamesIn<Text>]: string | number }

/**
 * A message by its code, with what it speaks of: how shapes and rules say why they refuse something. The text
 * is put together where the refusal is made.
 */
export interface Phrase {
  readonly sentence: MessageCode
  readonly params: Readonly<Record<string, string | number | Phrase>>
}

/** What a phrase speaks of; `name`, the place of a value, is added by the reader of the request. */
type PhraseParams<Text extends string> = {
  readonly [Name in Exclude<NamesIn<Text>, 'name'>]: string | number | Phrase
}

export const phrase = <Code extends MessageCode>(
  sentence: Code,
  params: PhraseParams<(typeof english.problems)[Code]>,
): Phrase => ({ sentence, params })

/**
 * A param can be a message itself: `{ reason: 'must be a list', 'reason.sentence': 'must_be_list' }`, where
 * further keys that begin with `reason.` are the params of that one. Here it is said as `texts` have it.
 */
export function translateParams(params: Params, texts: Readonly<Record<string, string>>): Params {
  const translated: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(params)) {
    if (name.includes('.')) continue
    const code = String(params[`${name}.sentence`] ?? '')
    translated[name] = Object.hasOwn(texts, code)
      ? interpolate(texts[code] ?? '', within(params, name))
      : value
  }
  return translated

  function within(outer: Params, name: string): Params {
    const inner = Object.entries(outer)
      .filter(([key]) => key.startsWith(`${name}.`))
      .map(([key, value]) => [key.slice(name.length + 1), value] as const)
    return translateParams(Object.fromEntries(inner), texts)
  }
}

/** The message with its params in their places. */
export const interpolate = (text: string, params: Params): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))
