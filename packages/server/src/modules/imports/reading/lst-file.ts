import { readFile, stat } from 'node:fs/promises'
import { fileProblem } from '../../../formats/file-problem.js'
import type { FileRow, TableFile } from './table-file.js'
import { decode, detectEncoding } from './text-encoding.js'

/** A sequence of a hundred thousand units is smaller. */
const maxBytes = 16 * 1024 * 1024

const lists = ['above', 'contemporary with', 'equal to', 'below'] as const
const columns = ['Name', ...lists]

/** The top and the bottom of every sequence: they are no units. */
const isEnd = (name: string): boolean => name === '+' || name === '-'

/**
 * The list format that BASP Harris, ArchEd and Stratify exchange, as rows: a unit, and the units above it,
 * contemporary with it, equal to it and below it, with commas between them. Names are what stands at the
 * beginning of a line.
 *
 * @throws FileProblem
 */
export async function openLst(path: string): Promise<TableFile> {
  const { size } = await stat(path)
  if (size > maxBytes) throw fileProblem('file_too_large', {})
  const bytes = await readFile(path)
  const pieces = () => piecesOf(bytes)
  const { encoding } = await detectEncoding(pieces())
  let text = ''
  for await (const piece of decode(pieces(), encoding)) text += piece
  const lines = text.split(/\r\n|\r|\n/)
  const nameAt = lines.findIndex((line) => line.trim().toLowerCase() === 'name')
  if (nameAt < 0 || !/Stratigraphic Dataset/i.test(lines.slice(0, nameAt).join('\n'))) {
    throw fileProblem('lst_without_heading', {})
  }
  return {
    columns,
    headerProblem: undefined,
    headerLine: nameAt + 1,
    form: undefined,
    sheets: [],
    sheet: undefined,
    bytesDone: () => size,
    rows: () => rowsOf(lines, nameAt + 1),
  }
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function* rowsOf(lines: readonly string[], from: number): AsyncGenerator<FileRow> {
  let row = 0
  let unit:
    | { readonly line: number; readonly name: string; readonly units: Map<string, string[]> }
    | undefined
  const finished = (): FileRow | undefined => {
    if (!unit || isEnd(unit.name)) return undefined
    row += 1
    const cells = lists.map((list) => (unit?.units.get(list) ?? []).join(', '))
    return { row, line: unit.line, cells: [unit.name, ...cells] }
  }
  for (const [at, line] of lines.entries()) {
    if (at < from || line.trim() === '') continue
    if (/^\S/.test(line)) {
      const done = finished()
      if (done) yield done
      unit = { line: at + 1, name: line.trim(), units: new Map() }
      continue
    }
    const [, name = '', units = ''] = /^\s+([a-z ]+?)\s*:(.*)$/i.exec(line) ?? []
    const list = lists.find((one) => one === name.toLowerCase())
    if (!unit || !list) throw fileProblem('lst_line_unknown', {}, at + 1)
    const named = units.split(/[\s,]+/).filter((one) => one !== '' && !isEnd(one))
    unit.units.set(list, [...(unit.units.get(list) ?? []), ...named])
  }
  const last = finished()
  if (last) yield last
}
