/** A text cut into what stands in both, and what stands only here, in between. */
export interface MarkedText {
  readonly start: string
  readonly own: string
  readonly end: string
}

/** Where two texts begin and end with the same words, so that what is different between can be marked. */
export function changedWords(before: string, after: string): { before: MarkedText; after: MarkedText } {
  const one = wordsOf(before)
  const two = wordsOf(after)
  const shortest = Math.min(one.length, two.length)
  let start = 0
  while (start < shortest && one[start] === two[start]) start++
  let end = 0
  while (end < shortest - start && one.at(-1 - end) === two.at(-1 - end)) end++
  const cut = (words: readonly string[]): MarkedText => ({
    start: words.slice(0, start).join(''),
    own: words.slice(start, words.length - end).join(''),
    end: words.slice(words.length - end).join(''),
  })
  return { before: cut(one), after: cut(two) }
}

/** Words and what is between them. */
const wordsOf = (text: string): string[] => text.split(/(\s+)/).filter((part) => part !== '')
