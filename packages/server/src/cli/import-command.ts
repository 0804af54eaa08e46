import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type MissingUnits, missingUnits } from '@trowel/contract/relation-import.js'
import { type Command, Option } from 'commander'
import { parseMapOption } from './column-mapping.js'
import { importFolder } from './folder-import.js'
import { importLocally } from './local-import.js'
import { asOperator } from './operator.js'
import { showProgress } from './progress.js'
import { type RelationCounts, relateLocally, relateRemotely } from './relation-import.js'
import { type ImportCounts, importRemotely, serviceIn } from './remote-import.js'
import type { Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

interface ImportOptions {
  readonly app?: string
  readonly table?: string
  readonly createTable?: true
  readonly createTables?: true
  readonly plan?: true
  readonly epsg?: number
  readonly relations?: true
  readonly missing: MissingUnits
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
      'CSV with a header line, also gzipped (.csv.gz); encoding and delimiter are found out. With --create-tables also a folder, a workbook, a GeoPackage, or an Access file',
    )
    .description('import the rows of a file: all of them or, when one is refused, none')
    .option('--table <name>', 'the table that takes the rows')
    .option('--app <name>', 'the application; not needed with --url, whose key names it')
    .option('--create-table', 'make the table first, with a field for each column, as the values suggest')
    .option(
      '--create-tables',
      'make a table of each file of a folder, or of each sheet, with the links between them',
    )
    .option('--plan', 'with the same: tell what would be made, and store nothing')
    .option('--epsg <code>', 'with the same: the reference system of coordinates that do not say it', Number)
    .option('--relations', 'the file states stratigraphic relations between records; also .lst')
    .addOption(
      new Option('--missing <how>', 'with --relations: what becomes of units that have no record')
        .choices([...missingUnits])
        .default('refuse'),
    )
    .option(
      '--key <field>',
      'the field that tells records apart: a row that matches a record changes it; without it every row is new',
    )
    .option(
      '--map <column=field>',
      'a column for a field of another name (with --relations: for a relation), or "column=" to leave it out; may be repeated',
      parseMapOption,
      new Map<string, string>(),
    )
    .option('--url <address>', 'let a running service do it')
    .option('--api-key <key>', 'key of that service with privilege 20; better given in TROWEL_API_KEY')
    .addHelpText(
      'after',
      `
Columns go into the fields that have their name or label; the others are named and left out.
With --create-tables a folder that "trowel export --all" wrote comes back as it was; of any other folder, or workbook, tables, fields, keys and links are proposed by the values.
With --relations a column has the unit (--key), others those that lie above, below … (--map "older=covers").

Examples:
  $ trowel import finds.csv --app vallelunga --table finds --create-table
  $ trowel import finds.csv --app vallelunga --table finds --key inv_no --map "Mass (g)=weight_g"
  $ trowel import registers --app vallelunga --plan
  $ trowel import registers --app vallelunga --create-tables
  $ trowel import harris.lst --app vallelunga --table contexts --relations --missing make
  $ TROWEL_API_KEY=trw_… trowel import finds.csv --url http://127.0.0.1:8530 --table finds --key inv_no`,
    )
    .action(async (given: string, options: ImportOptions) => {
      if (options.createTables || options.plan) return importTables(terminal, given, options)
      const began = Date.now()
      const { table } = options
      if (table === undefined)
        throw new UsageError('Say with --table which table takes the rows, or --create-tables for a folder.')
      const file = await plainFile(terminal, given)
      try {
        const [what, outcome] = options.relations
          ? relationsInWords(await relate(terminal, file.path, options, table))
          : rowsInWords(await run(terminal, file.path, options, table))
        const seconds = (Date.now() - began) / 1000
        terminal.print(`${what} into "${table}" in ${seconds.toFixed(1)} s: ${outcome}.`)
      } finally {
        await file.remove()
      }
    })
}

/** What was imported, and what came of it. */
type Told = readonly [what: string, outcome: string]

function rowsInWords({ inserted, updated, skipped }: ImportCounts): Told {
  const matched = updated > 0 ? `, ${number(updated)} matched records` : ''
  const left = skipped > 0 ? `, ${number(skipped)} skipped for an empty key` : ''
  return [`${number(inserted + updated + skipped)} rows`, `${number(inserted)} new records${matched}${left}`]
}

function relationsInWords({ added, known, repeated, total, made, notFound }: RelationCounts): Told {
  const outcome = [
    `${number(added)} new`,
    ...(known > 0 ? [`${number(known)} known`] : []),
    ...(repeated > 0 ? [`${number(repeated)} stated twice`] : []),
    ...(notFound > 0 ? [`${number(notFound)} left out for units without a record`] : []),
    ...(made > 0 ? [`${number(made)} records made`] : []),
  ]
  return [`${number(total)} relations`, outcome.join(', ')]
}

function relate(
  terminal: Terminal,
  path: string,
  options: ImportOptions,
  table: string,
): Promise<RelationCounts> {
  const { app, key: unit, map: wanted, missing } = options
  const task = { path, table, unit, wanted, missing }
  if (options.createTable) throw new UsageError('Say either --relations or --create-table.')
  const service = serviceIn(terminal, options)
  if (service) return relateRemotely(service, task, terminal)
  if (app === undefined) throw new UsageError('Say with --app which application has the records.')
  return asOperator(terminal, (operator) => relateLocally(operator, app, task))
}

/** Tables out of a folder, or out of a file of several. */
async function importTables(terminal: Terminal, given: string, options: ImportOptions): Promise<void> {
  const { app, url, table, createTable, relations, plan = false, epsg } = options
  if (url !== undefined) throw new UsageError(needsMachine('--create-tables'))
  if (table !== undefined || createTable || relations)
    throw new UsageError('--create-tables names tables by their files; leave --table and the like out.')
  if (app === undefined) throw new UsageError('Say with --app which application gets the tables.')
  if (epsg !== undefined && !Number.isSafeInteger(epsg))
    throw new UsageError('--epsg takes the code of a reference system, such as 32633.')
  const path = resolve(terminal.folder, given)
  if (!(await stat(path).catch(() => undefined))) throw new UsageError(`There is nothing at ${path}.`)
  await asOperator(terminal, (operator) => importFolder(operator, { app, path, isPlan: plan, epsg }))
}

function run(terminal: Terminal, path: string, options: ImportOptions, table: string): Promise<ImportCounts> {
  const { app, key: keyField, map: wanted } = options
  if (options.url !== undefined && options.createTable) throw new UsageError(needsMachine('--create-table'))
  const service = serviceIn(terminal, options)
  if (service) {
    if (keyField === undefined)
      throw new UsageError('With --url say with --key which field tells records apart.')
    return importRemotely(service, { file: path, table, keyField, wanted }, terminal)
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

const needsMachine = (option: string): string =>
  `${option} does not work with --url: tables are made by super-administrators, and no API key is one. Give the command on the machine of the service, or choose "New table" under "Import" in the web client.`

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
