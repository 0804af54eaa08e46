import { open, stat } from 'node:fs/promises'
import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { fileProblem } from '../../../formats/file-problem.js'
import { message } from '../../../message.js'
import type { FileRow, TableFile } from './table-file.js'

/** JSON is read as a whole; larger tables come as CSV, which is read as a stream. */
const maxBytes = 64 * 1024 * 1024
/** Every row has a cell for each of them. */
const maxKeys = 5000

/** A list of objects, or an object with such a list under `data`. @throws FileProblem */
export async function openJson(path: string, onRead: (bytes: number) => void): Promise<TableFile> {
  const { size } = await stat(path)
  if (size > maxBytes) throw fileProblem('json_too_large', {})
  const parsed = parseJson(await readWhole(path, size, onRead))
  const list = isObject(parsed) ? parsed['data'] : parsed
  if (!Array.isArray(list)) {
    throw fileProblem('json_without_list', {})
  }
  const columns = new Set<string>()
  for (const [index, row] of list.entries()) {
    if (!isObject(row)) throw fileProblem('json_row_no_object', { row: index + 1 })
    addKeys(columns, row)
  }
  const names = [...columns]
  return {
    columns: names,
    headerProblem: columns.has('') ? message('key_empty', {}) : undefined,
    headerLine: 1,
    form: undefined,
    sheets: [],
    sheet: undefined,
    bytesDone: () => size,
    rows: () => rowsOf(list as readonly JsonObject[], names),
  }
}

const bytesAtOnce = 1024 * 1024

/** @param onRead told of the bytes read so far */
export async function readWhole(
  path: string,
  size: number,
  onRead: (bytes: number) => void,
): Promise<Buffer> {
  const bytes = Buffer.alloc(size)
  const file = await open(path)
  try {
    for (let read = 0; read < size; ) {
      const { bytesRead } = await file.read(bytes, read, Math.min(bytesAtOnce, size - read), read)
      if (bytesRead === 0) return bytes.subarray(0, read)
      read += bytesRead
      onRead(read)
    }
    return bytes
  } finally {
    await file.close()
  }
}

/** @throws FileProblem when there are too many */
export function addKeys(keys: Set<string>, object: JsonObject): void {
  for (const name of Object.keys(object)) keys.add(name)
  if (keys.size > maxKeys) throw fileProblem('json_too_many_keys', { most: maxKeys })
}

/** @throws FileProblem for what is no JSON in UTF-8 */
export function parseJson(bytes: Buffer): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw fileProblem('json_not_utf8', {})
  }
  if (text.trim() === '') throw fileProblem('file_empty', {})
  try {
    return JSON.parse(withExactNumbers(text))
  } catch (error) {
    throw fileProblem('json_not_valid', { reason: (error as Error).message })
  }
}

/** A whole number of so many digits; more of them than a number keeps would be lost. */
const longNumber = /(?<![\d.eE+-])-?[1-9]\d{15,}(?![\d.eE])/g

/** Whole numbers that are too large to be exact as numbers become texts, as those of a GeoPackage do. */
function withExactNumbers(text: string): string {
  if (text.search(longNumber) < 0) return text
  const exact = (number: string) => (Number.isSafeInteger(Number(number)) ? number : `"${number}"`)
  let done = ''
  let copied = 0
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at)
    const end = quote < 0 ? text.length : quote
    const plain = text.slice(at, end)
    const written = plain.replace(longNumber, exact)
    if (written !== plain) {
      done += text.slice(copied, at) + written
      copied = end
    }
    at = quote < 0 ? end : endOfString(text, quote)
  }
  return done + text.slice(copied)
}

/** Where a string ends that begins with the quotation mark at a place. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return end + 1
  }
  return text.length
}

async function* rowsOf(list: readonly JsonObject[], names: readonly string[]): AsyncGenerator<FileRow> {
  for (const [index, object] of list.entries()) {
    const row = index + 1
    yield { row, line: null, cells: cellsOf(object, names, row) }
  }
}

/** What an object says under each of these names. @throws FileProblem */
export const cellsOf = (object: JsonObject, names: readonly string[], row: number): readonly unknown[] =>
  names.map((name) => (Object.hasOwn(object, name) ? plain(object[name], row) : undefined))

/** Lists and objects become their JSON text. */
function plain(value: unknown, row: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  try {
    return JSON.stringify(value)
  } catch (error) {
    // What is parsed without the stack is written with it.
    throw error instanceof RangeError ? fileProblem('json_too_deep', { row }) : error
  }
}
