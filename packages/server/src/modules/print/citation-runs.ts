import { Parser } from 'htmlparser2'
import type { Paragraph, Run } from './print-document.js'

const bold: ReadonlySet<string> = new Set(['b', 'strong'])
const italic: ReadonlySet<string> = new Set(['i', 'em', 'cite'])

/**
 * A citation as its style writes it, in HTML: what leans or is heavy there leans and is heavy here, and the
 * rest is text.
 */
export function citationRuns(html: string): Paragraph {
  const runs: Run[] = []
  const open: string[] = []
  const parser = new Parser({
    onopentagname: (name) => open.push(name),
    onclosetag: () => open.pop(),
    ontext: (text) =>
      runs.push({
        text: text.replace(/\s+/g, ' '),
        bold: open.some((name) => bold.has(name)),
        italic: open.some((name) => italic.has(name)),
      }),
  })
  parser.end(html)
  return trimmed(runs)
}

function trimmed(runs: readonly Run[]): Paragraph {
  const kept = [...runs]
  while (kept[0]?.text.trim() === '') kept.shift()
  while (kept.at(-1)?.text.trim() === '') kept.pop()
  return kept.map((run, place) => {
    const text = place === 0 ? run.text.trimStart() : run.text
    return { ...run, text: place === kept.length - 1 ? text.trimEnd() : text }
  })
}
