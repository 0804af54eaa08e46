import { doers } from '@trowel/contract/doers.js'
import { maxTranslated } from '@trowel/contract/logs.js'
import { messagesOf } from '../../core/messages.js'

export interface TranslatedMatch {
  readonly codes: string[]
  readonly words: readonly string[]
}

/**
 * People look for the words that they see, and the service looks through its own. These are the sentences
 * that say in the language of the page some of the words that are sought; the others must be among what a
 * line speaks of, which is the same in every language.
 */
export function translatedMatches(sought: string): TranslatedMatch[] {
  const words = wordsIn(sought)
  if (words.length > maxTranslated.words) return []
  const names = messagesOf('doers')
  const named = Object.entries(doers).map(([doer, english]) => [names[doer] ?? english, english] as const)
  const found = new Map<string, TranslatedMatch>()
  const note = (code: string, rest: readonly string[]) => {
    const key = rest.join(' ')
    const match = found.get(key) ?? { codes: [], words: rest }
    match.codes.push(code)
    found.set(key, match)
  }
  for (const [code, text] of Object.entries(messagesOf('events'))) {
    const fixedText = text.replace(/\{\{\w+\}\}/g, ' ').toLowerCase()
    const rest = words.filter((word) => !fixedText.includes(word))
    if (rest.length < words.length) note(code, rest)
    if (!text.includes('{{by}}')) continue
    // A user without a name is shown in words too.
    for (const [name, english] of named) {
      const left = rest.filter((word) => !name.includes(word))
      if (left.length < rest.length) note(code, [...left, ...english.split(' ')])
    }
  }
  return [...found.values()]
}

/** What stands between blanks, without the marks around it. */
const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '')
