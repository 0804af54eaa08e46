import { csvLine } from '@trowel/contract/csv.js'

/** Cells as spreadsheet programs put them on the clipboard: tabs between cells, a line for each row. */
export const clipboardText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => csvLine(cells, '\t')).join('\n')

/**
 * The cells of a text from the clipboard. A cell with line breaks, tabs or quotes stands between quotes; the
 * apostrophe before what a spreadsheet program would take for a formula is no part of it.
 *
 * @returns rows of one length; empty cells where the text has none
 */
export function readClipboardText(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*)/y
  for (let at = 0; at <= text.length; ) {
    cell.lastIndex = at
    const [whole = '', quoted, bare = ''] = cell.exec(text) ?? []
    rows.at(-1)?.push(withoutApostrophe(quoted === undefined ? bare : quoted.replaceAll('""', '"')))
    at += whole.length
    const end = /^(?:\t|\r\n|\r|\n)/.exec(text.slice(at, at + 2))?.[0]
    if (end === undefined) break
    at += end.length
    if (end === '\t') continue
    // A line break ends the last row; it does not begin another one.
    if (at === text.length) break
    rows.push([])
  }
  const width = Math.max(...rows.map((cells) => cells.length))
  return rows.map((cells) => [...cells, ...Array<string>(width - cells.length).fill('')])
}

const withoutApostrophe = (text: string): string => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text)
