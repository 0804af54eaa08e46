import { type Message, message } from '../../../message.js'

/**
 * Which part of a picture's name names its record: `{ctx_no}_*.jpg` finds `C0412` in `C0412_north.jpg`,
 * `{ctx_no}/*` the folder that a picture lies in. `*` stands for any characters within one part of a path;
 * case does not count.
 */
export interface NamePattern {
  readonly field: string
  /** What stands before the value, and behind it. */
  readonly before: string
  readonly after: string
  /** Parts of the path that it speaks of, counted from the end. */
  readonly segments: number
}

const maxPatternLength = 100
const maxNameLength = 255
/** A name that can be cut in more ways than these names nothing. */
const maxCuts = 64

/** @returns why it is none, in words that follow `"pattern" must` */
export function parseNamePattern(text: string): NamePattern | Message {
  if (text.length > maxPatternLength) return message('have_at_most_characters', { most: maxPatternLength })
  const pieces = text.split(/\{([^{}]*)\}/)
  const [before, field, after] = pieces
  if (pieces.length !== 3 || before === undefined || after === undefined || !field) {
    return message('name_one_field', {})
  }
  const plain = { before: folded(before), after: folded(after) }
  return { field, ...plain, segments: text.split('/').length }
}

/** Every value that a path can name by a pattern, the shortest first; `[]` when it does not fit. */
export function valuesNamed(path: string, { before, after, segments }: NamePattern): string[] {
  const name = path.split('/').slice(-segments).join('/')
  if (name.length > maxNameLength || name.split('/').length !== segments) return []
  const lower = folded(name)
  const starts = places(lower.length).filter((at) => fits(lower.slice(0, at), before))
  const ends = places(lower.length).filter((at) => fits(lower.slice(at), after))
  const values = new Set<string>()
  for (const start of starts) {
    for (const end of ends) {
      const value = name.slice(start, end)
      if (end <= start || value.includes('/') || value.trim() === '') continue
      values.add(value)
      if (values.size > maxCuts) return []
    }
  }
  return [...values].sort((one, two) => one.length - two.length)
}

/** What can stand behind a value in a name. */
const separator = /[\s_.,;()[\]+=#&-]/

/**
 * Every value with which a path can begin, those that count first: the whole name without its ending, less
 * and less of it, each time up to a separator, then the same of the folders outwards. `C4_north.jpg` begins
 * with `C4_north` and with `C4`.
 */
export function valuesBeginning(path: string): string[] {
  const [name = '', ...folders] = path.split('/').reverse()
  const values = new Set<string>()
  for (const part of [name.replace(/\.[^.]*$/, ''), ...folders]) {
    if (part.length > maxNameLength) continue
    const cuts = places(part.length).filter((at) => at === part.length || separator.test(part.charAt(at)))
    for (const at of cuts.reverse()) {
      const value = part.slice(0, at).trim()
      if (value !== '') values.add(value)
      if (values.size >= maxCuts) return [...values]
    }
  }
  return [...values]
}

/** One character for one, so that places in the name stay. */
const folded = (text: string): string =>
  [...text.normalize('NFC')]
    .map((letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter))
    .join('')

const places = (length: number): number[] => Array.from({ length: length + 1 }, (_, at) => at)

/**
 * Is the whole text what a pattern with stars says? Goes back to the last star only, so the time is bounded
 * by the two lengths.
 */
function fits(text: string, pattern: string): boolean {
  let at = 0
  let place = 0
  let star = -1
  let resume = 0
  while (at < text.length) {
    if (pattern[place] === '*') {
      star = place++
      resume = at
    } else if (place < pattern.length && pattern[place] === text[at]) {
      at += 1
      place += 1
    } else if (star >= 0 && text[resume] !== '/') {
      at = ++resume
      place = star + 1
    } else {
      return false
    }
  }
  while (pattern[place] === '*') place += 1
  return place === pattern.length
}
