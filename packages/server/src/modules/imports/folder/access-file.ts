import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FolderProblem } from './folder-problem.js'
import type { Source } from './sources.js'

/** The tables of an Access file, written as CSV files. */
export interface AccessTables {
  readonly sources: readonly Source[]
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
    for (const [at, name] of names
      .split('\n')
      .filter((name) => name.trim() !== '')
      .entries()) {
      // The program would read such a name as one of its options.
      if (name.startsWith('-'))
        throw problem(title, `The table "${name}" cannot be read: its name begins with "-".`)
      const target = join(folder, `${at}.csv`)
      await run('mdb-export', [...dayForms, '-b', 'strip', file, name], target, limits.bytes)
      const form = { encoding: 'utf-8', delimiter: ',', namesDelimiter: false } as const
      sources.push({ title: `${title}: ${name}`, name, file: { path: target, type: 'csv', form } })
    }
    return { sources, remove }
  } catch (error) {
    await remove()
    throw error
  }
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
