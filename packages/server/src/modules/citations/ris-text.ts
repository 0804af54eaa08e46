import type { CslItem } from './csl-item.js'

/**
 * Works as an RIS file in UTF-8, its tags as citation-js maps them. A value stays in one line, however long
 * it is: programs read a broken one with a blank in the middle of a word.
 */
export async function risText(items: readonly CslItem[]): Promise<string> {
  const { plugins } = await import('@citation-js/core')
  await import('@citation-js/plugin-ris')
  const works = plugins.output.format('ris', items, { type: 'object' })
  return works.map(workText).join('')
}

/** The type comes first and the end last (RIS format specification, Research Information Systems, 2011). */
function workText({ TY: type = 'GEN', ...tags }: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries({ ...tags, ...pages(tags) }).flatMap(([tag, value]) =>
    [value].flat().map((one) => line(tag, one)),
  )
  return [line('TY', type), ...lines, line('ER', '')].join('')
}

/** First and last page have a tag each; what is no single span stays as it is. */
function pages({ SP: span }: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const [, first, last] = /^([^-,;\s]+)-([^-,;\s]+)$/.exec(String(span ?? '')) ?? []
  return first && last ? { SP: first, EP: last } : {}
}

const line = (tag: string, value: unknown): string =>
  `${tag}  - ${String(value).replace(/\s+/g, ' ').trim()}\r\n`
