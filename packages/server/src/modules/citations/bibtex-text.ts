import type { CslItem } from './csl-item.js'

/** What TeX reads as a command, written so that it is read as itself. */
const commands: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}

/** Read letter by letter, whatever stands in them. */
const verbatim: ReadonlySet<string> = new Set(['id', 'type', 'URL', 'DOI', 'ISBN', 'ISSN', 'PMID', 'PMCID'])

/**
 * Works as a BibTeX file in UTF-8. citation-js maps them; letters of all scripts stay what they are, and what
 * TeX would read as a command is written so that it is not.
 */
export async function bibtexText(items: readonly CslItem[]): Promise<string> {
  const { plugins } = await import('@citation-js/core')
  await import('@citation-js/plugin-bibtex')
  // The library keeps its settings for the whole process; nothing else uses it.
  Object.assign(plugins.config.get('@bibtex').format, {
    useIdAsLabel: true,
    checkLabel: false,
    asciiOnly: false,
  })
  return plugins.output.format('bibtex', items.map(withoutCommands)).trim()
}

function withoutCommands(item: CslItem): object {
  // A key of the library's own would take the place of the id, as it stands; another work may have it.
  const { 'citation-key': _key, ...fields } = item
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field,
      verbatim.has(field) ? withoutBraces(value) : escaped(value),
    ]),
  )
}

function escaped(value: unknown): unknown {
  if (typeof value === 'string') return escapedText(oneLine(value))
  if (Array.isArray(value)) return value.map(escaped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, escaped(part)]))
}

function escapedText(text: string): string {
  const plain = text.replace(/[\\{}&%$#_~^]/g, (sign) => commands[sign] ?? sign)
  return hasOpenTag(text) ? plain.replaceAll('<', '\\textless{}') : plain
}

/** What citation-js takes for the tags of rich text, and writes as braces. */
const tags = /<(\/?(?:i|b|sc|sup|sub|span)|span .*?)>/g

/** Is a tag never closed? Its brace would not be either, and all works behind it were lost. */
function hasOpenTag(text: string): boolean {
  const open: (string | undefined)[] = []
  for (const [, tag = ''] of text.matchAll(tags)) {
    if (!tag.startsWith('/')) open.push(tag.split(' ')[0])
    else if (open.at(-1) === tag.slice(1)) open.pop()
  }
  return open.length > 0
}

/** A brace would end the value, and a backslash before its end would keep it open. */
const withoutBraces = (value: unknown): unknown =>
  typeof value === 'string' ? oneLine(value).replace(/[\\{}]/g, encodeURIComponent) : value

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
