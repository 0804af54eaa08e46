import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Command } from 'commander'
import { parseMapOption } from './column-mapping.js'
import { importLocally } from './local-import.js'
import { asOperator } from './operator.js'
import { showProgress } from './progress.js'
import { type ImportCounts, importRemotely } from './remote-import.js'
import type { Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

interface ImportOptions {
  readonly app?: string
  readonly table: string
  readonly createTable?: true
  readonly key?: string
  readonly map: ReadonlyMap<string, string>
  readonly url?: string
  readonly apiKey?: string
}

export function addImportCommand(program: Command, terminal: Terminal): void {
  program
    .command('import')
    .argument(
      '<file>',
      'CSV with a header line, also gzipped (.csv.gz); encoding and delimiter are found out',
    )
    .description('import the rows of a file: all of them or, when one is refused, none')
    .requiredOption('--table <name>', 'the table that takes the rows')
    .option('--app <name>', 'the application; not needed with --url, whose key names it')
    .option('--create-table', 'make the table first, with a field for each column, as the values suggest')
    .option(
      '--key <field>',
      'the field that tells records apart: a row that matches a record changes it; without it every row is new',
    )
    .option(
      '--map <column=field>',
      'a column for a field of another name, or "column=" to leave it out; may be repeated',
      parseMapOption,
      new Map<string, string>(),
    )
    .option('--url <address>', 'let a running service do it')
    .option('--api-key <key>', 'key of that service with privilege 20; better given in TROWEL_API_KEY')
    .addHelpText(
      'after',
      `
Columns go into the fields that have their name or label; the others are named and left out.

Examples:
  $ trowel import finds.csv --app vallelunga --table finds --create-table
  $ trowel import finds.csv --app vallelunga --table finds --key inv_no --map "Mass (g)=weight_g"
  $ TROWEL_API_KEY=trw_… trowel import finds.csv --url http://127.0.0.1:8530 --table finds --key inv_no`,
    )
    .action(async (given: string, options: ImportOptions) => {
      const began = Date.now()
      const file = await plainFile(terminal, given)
      try {
        const counts = await run(terminal, file.path, options)
        const seconds = (Date.now() - began) / 1000
        const rows = counts.inserted + counts.updated + counts.skipped
        const matched = counts.updated > 0 ? `, ${number(counts.updated)} matched records` : ''
        const skipped = counts.skipped > 0 ? `, ${number(counts.skipped)} skipped for an empty key` : ''
        terminal.print(
          `${number(rows)} rows into "${options.table}" in ${seconds.toFixed(1)} s: ${number(counts.inserted)} new records${matched}${skipped}.`,
        )
      } finally {
        await file.remove()
      }
    })
}

function run(terminal: Terminal, path: string, options: ImportOptions): Promise<ImportCounts> {
  const { app, table, url, key: keyField, map: wanted } = options
  if (url !== undefined) {
    if (options.createTable)
      throw new UsageError('--create-table works on the data folder only, not with --url.')
    const key = options.apiKey ?? terminal.environment['TROWEL_API_KEY']
    if (keyField === undefined)
      throw new UsageError('With --url say with --key which field tells records apart.')
    if (!key)
      throw new UsageError(
        'Give the key of the service with --api-key, or in the environment as TROWEL_API_KEY.',
      )
    return importRemotely({ url, key }, { file: path, table, keyField, wanted }, terminal)
  }
  if (app === undefined) throw new UsageError('Say with --app which application takes the rows.')
  return asOperator(terminal, async (operator) => {
    const progress = showProgress(terminal)
    try {
      return await importLocally(operator, {
        app,
        path,
        table,
        keyField,
        wanted,
        createTable: options.createTable ?? false,
        onProgress: progress.update,
      })
    } finally {
      progress.end()
    }
  })
}

const number = (value: number): string => value.toLocaleString('en')

interface FileToImport {
  readonly path: string
  /** Removes what was unpacked. */
  remove(): Promise<void>
}

/** The file that a user names, unpacked when it is gzipped. @throws UsageError when there is none */
async function plainFile(terminal: Terminal, given: string): Promise<FileToImport> {
  const path = resolve(terminal.folder, given)
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new UsageError(`There is no file ${path}.`)
  if (!path.endsWith('.gz')) return { path, remove: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), 'trowel-import-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const plain = join(folder, basename(path, '.gz'))
  try {
    await pipeline(createReadStream(path), createGunzip(), createWriteStream(plain))
  } catch (error) {
    await remove()
    throw new UsageError(
      `${path} cannot be unpacked: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
  return { path: plain, remove }
}
