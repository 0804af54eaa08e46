import type { MarkedText } from '../versions/changed-words.js'

/** So many characters are shown before and after what differs, and of what differs itself. */
const maxAround = 120
const maxOwn = 400

/** A long text cut down to what differs and some words around it; the text itself where it is short. */
export function foldedText(text: MarkedText): MarkedText {
  const { start, own, end } = text
  if (start.length <= maxAround && own.length <= maxOwn && end.length <= maxAround) return text
  return {
    start: start.length > maxAround ? `… ${start.slice(-maxAround).replace(/^\S+(?=\s)/, '')}` : start,
    own: own.length > maxOwn ? firstWords(own, maxOwn) : own,
    end: end.length > maxAround ? firstWords(end, maxAround) : end,
  }
}

const firstWords = (text: string, length: number): string =>
  `${text.slice(0, length).replace(/\s+\S*$/, '')} …`
