import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openCsv } from '../reading/csv-file.js'
import { type FolderFinding, FolderProblem } from './folder-problem.js'
import type { Source } from './sources.js'

/** The tables of an Access file, written as CSV files. */
export interface AccessTables {
  readonly sources: readonly Source[]
  /** Columns whose values stay behind, such as pictures: nothing is left out silently. */
  readonly leftOut: readonly FolderFinding[]
  remove(): Promise<void>
}

export const isAccessFile = (path: string): boolean => /\.(?:mdb|accdb)$/i.test(path)

/** So long a program may work on one table, and so much may come of it. */
const limits = { milliseconds: 600_000, bytes: 1024 ** 3 } as const
const maxListBytes = 1024 ** 2

/** Days and moments as the service reads them. */
const dayForms = ['-D', '%Y-%m-%d', '-T', '%Y-%m-%d %H:%M:%S']

/**
 * Has mdbtools write the tables of an Access file (`.mdb`, `.accdb`) as CSV.
 *
 * @param path where its programs are looked for
 * @throws FolderProblem also where mdbtools is not installed
 */
export async function unpackAccess(file: string, path: string | undefined): Promise<AccessTables> {
  const folder = await mkdtemp(join(tmpdir(), 'trowel-access-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const title = basename(file)
  const run = (program: string, words: readonly string[], target: string, maxBytes: number) =>
    runInto({ program, words, path, title }, target, maxBytes)
  try {
    const list = join(folder, 'tables')
    const names = await run('mdb-tables', ['-1', file], list, maxListBytes)
    const sources: Source[] = []
    const leftOut: FolderFinding[] = []
    for (const [at, name] of names
      .split('\n')
      .filter((name) => name.trim() !== '')
      .entries()) {
      // The program would read such a name as one of its options.
      if (name.startsWith('-'))
        throw problem(title, `The table "${name}" cannot be read: its name begins with "-".`)
      const target = join(folder, `${at}.csv`)
      await run('mdb-export', [...dayForms, '-b', 'strip', file, name], target, limits.bytes)
      sources.push({ title: `${title}: ${name}`, name, file: { path: target, type: 'csv', form: csvForm } })
      const schema = join(folder, `${at}.sql`)
      const columns = await run('mdb-schema', [...columnsAlone, '-T', name, file], schema, maxListBytes)
      const unread = columnsOf(columns).filter(({ type }) => isUnread(type))
      if (unread.length === 0) continue
      const marked = join(folder, `${at}.marked`)
      await run('mdb-export', ['-b', 'strip', '-0', absent, file, name], marked, limits.bytes)
      const counts = await countFilled(marked, unread)
      for (const [index, { name: column, type }] of unread.entries()) {
        const text = leftOutText(type, counts[index] ?? 0)
        if (text !== undefined) leftOut.push({ path: `${title}: ${name}`, line: null, column, text })
      }
    }
    return { sources, leftOut, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

const csvForm = { encoding: 'utf-8', delimiter: ',', namesDelimiter: false } as const

/** Of a table only its columns are told, each in a line. */
const columnsAlone = [
  '--no-relations',
  '--no-indexes',
  '--no-default-values',
  '--no-not-null',
  '--no-comments',
]

/** What stands where a row has no value, since the bytes of a value are not written out either. */
const absent = '(no value)'

interface AccessColumn {
  readonly name: string
  readonly type: string
  readonly place: number
}

/** Lines such as `[Mass]\t\t\tLong Integer, ` between the brackets of the table. */
const columnsOf = (schema: string): readonly AccessColumn[] =>
  [...schema.matchAll(/^\t\[(.*)\]\t+(.+?)(?: \(\d+\))?[, ]*$/gm)].map(([, name = '', type = ''], place) => ({
    name,
    type,
    place,
  }))

/** Attachments and lists of values, which mdbtools does not know. */
const isUnknown = (type: string): boolean => /^(?:type|unknown)/i.test(type)

const isUnread = (type: string): boolean => isUnknown(type) || /^(?:OLE|Binary)$/i.test(type)

async function countFilled(path: string, columns: readonly AccessColumn[]): Promise<readonly number[]> {
  const counts = columns.map(() => 0)
  const file = await openCsv(path, csvForm, () => {})
  for await (const { cells } of file.rows()) {
    for (const [index, { place }] of columns.entries())
      if (cells[place] !== absent) counts[index] = (counts[index] ?? 0) + 1
  }
  return counts
}

function leftOutText(type: string, count: number): string | undefined {
  if (isUnknown(type)) return 'Attachments, or lists of values, are left out; how many there are is not told.'
  if (count === 0) return undefined
  const what = count === 1 ? '1 picture or other object is' : `${count} pictures or other objects are`
  return `${what} left out: their bytes are not read from Access.`
}

interface Program {
  readonly program: string
  readonly words: readonly string[]
  readonly path: string | undefined
  readonly title: string
}

/** Runs a program without a shell; what it says goes into a file. @returns the beginning of that */
async function runInto(
  { program, words, path, title }: Program,
  target: string,
  maxBytes: number,
): Promise<string> {
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...(path !== undefined && { PATH: path }), LC_ALL: 'C.UTF-8' },
    timeout: limits.milliseconds,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  let head = ''
  let complaint = ''
  child.stderr.on('data', (piece: Buffer) => {
    if (complaint.length < 500) complaint += piece.toString()
  })
  let bytes = 0
  const counting = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      if (head.length < maxListBytes) head += piece.toString()
      done(bytes > maxBytes ? problem(title, 'It holds more than can be read.') : null, piece)
    },
  })
  try {
    const [code] = await Promise.all([
      ended,
      pipeline(child.stdout, counting, createWriteStream(target, { mode: 0o600 })),
    ])
    if (code === 0) return head
    throw problem(
      title,
      `${program} cannot read it${complaint === '' ? '' : `: ${complaint.trim().slice(0, 500)}`}.`,
    )
  } catch (error) {
    child.kill('SIGKILL')
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw isMissing ? problem(title, notInstalled) : error
  }
}

const notInstalled =
  'Access files are read by mdbtools, which is not installed here. Install its package: apt install mdbtools (Debian, Ubuntu), dnf install mdbtools (Fedora), brew install mdbtools (macOS).'

const problem = (path: string, text: string): FolderProblem =>
  new FolderProblem('Nothing was imported:', [{ path, line: null, text }])
