import { constants, existsSync } from 'node:fs'
import { access, open, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { doers } from '@trowel/contract/doers.js'
import type { Command } from 'commander'
import { type AdoptionReport, adopt, planAdoption } from '../modules/adoption/index.js'
import { openStorage } from '../open-services.js'
import { asOperator, logOf } from './operator.js'
import { showProgress } from './progress.js'
import { asTable, type Terminal } from './terminal.js'

interface AdoptOptions {
  readonly app?: string
  readonly plan?: boolean
  readonly report?: string
}

export function addAdoptCommand(program: Command, terminal: Terminal): void {
  program
    .command('adopt')
    .argument('<path>', 'the folder of one application of version 5: projects/<application>')
    .description('take over an installation of version 5 as a new application')
    .option('--app <name>', 'what it is called here; as its folder otherwise')
    .option('--plan', 'read everything and say what would become of it; nothing is written')
    .option('--report <file>', 'write the report there, as JSON')
    .addHelpText(
      'after',
      `
The installation is only read, and may go on meanwhile. Everything is adopted, or nothing.

Examples:
  $ trowel adopt /var/www/v5/projects/vallelunga --plan
  $ trowel adopt /var/www/v5/projects/vallelunga --report adopted.json`,
    )
    .action(async (path: string, options: AdoptOptions) => {
      const file = options.report === undefined ? undefined : resolve(terminal.folder, options.report)
      // Said before anything is done: the report tells what has to be looked at afterwards.
      if (file !== undefined) await requireWritable(file)
      const report = await run(terminal, path, options)
      say(terminal, report)
      if (file !== undefined) await writeFile(file, `${JSON.stringify(report, undefined, 2)}\n`)
    })
}

/** @throws when no file can be written there */
async function requireWritable(file: string): Promise<void> {
  if (!existsSync(file)) return access(dirname(file), constants.W_OK)
  const handle = await open(file, 'a')
  await handle.close()
}

async function run(terminal: Terminal, path: string, { app, plan }: AdoptOptions): Promise<AdoptionReport> {
  const task = { path: resolve(terminal.folder, path), app, by: doers.command_line }
  const progress = showProgress(terminal)
  const onProgress = progress.update
  try {
    if (plan) return await planAdoption({ ...task, taken: await applicationNames(terminal), onProgress })
    return await asOperator(terminal, async ({ services, log }) =>
      adopt(services, log, { ...task, taken: await services.applications.names(), onProgress }),
    )
  } finally {
    progress.end()
  }
}

/** Without making anything: there may be no data folder yet. */
async function applicationNames(terminal: Terminal): Promise<readonly string[]> {
  const config = terminal.readSettings()
  if (config.databaseUrl === undefined && !existsSync(config.dataFolder)) return []
  const storage = await openStorage(config, logOf(terminal), { readOnly: true })
  try {
    return await storage.applications()
  } finally {
    await storage.close()
  }
}

/** More rows of one kind are not read; the report as JSON names all. */
const maxLines = 50

function say(terminal: Terminal, report: AdoptionReport): void {
  const { app, source, tables, files, rights, settings, not_adopted: notAdopted, planned } = report
  const line = (text = ''): void => terminal.print(text)
  line(`Version ${source.version || '?'} on ${source.engine}, ${source.migrations} migrations`)
  line()
  const rows = tables
    .filter(({ read }) => read > 0)
    .map((one) => [
      one.table,
      ...[one.read, one.adopted, one.changed.length, one.left_out.length].map(String),
    ])
  for (const text of asTable(['table', 'read', 'adopted', 'changed', 'left out'], rows)) line(text)
  list(
    terminal,
    'Values that are others here, or lead nowhere',
    tables.flatMap(({ table, changed }) =>
      changed.map(({ id, field, was, now, why }) => {
        const value = was === now ? JSON.stringify(was) : `${JSON.stringify(was)} → ${JSON.stringify(now)}`
        return `${table} ${id}, ${field}: ${value} (${why})`
      }),
    ),
  )
  list(
    terminal,
    'Rows left out',
    tables.flatMap(({ table, left_out: leftOut }) => leftOut.map(({ id, why }) => `${table} ${id}: ${why}`)),
  )
  list(terminal, 'Files without bytes', files.missing.map(String))
  list(terminal, 'Bytes without a file', files.stray)
  list(
    terminal,
    'Rights on single tables, which take effect now: look at each',
    rights
      .filter((right) => right.takes_effect)
      .map(({ user, table, condition, translated }) => {
        const rowsOf = condition === null ? 'all rows' : condition
        return `user ${user}, ${table}: ${rowsOf}${condition !== null && !translated ? ' (no row filter says this: nothing can be written there)' : ''}`
      }),
  )
  list(
    terminal,
    'Settings of the service',
    settings.map(({ name, where_it_belongs: where }) => `${name} belongs into ${where}`),
  )
  list(
    terminal,
    'Not adopted',
    notAdopted.map(({ what, why }) => `${what}: ${why}`),
  )
  line()
  line(
    planned
      ? `Nothing was written. Without --plan this becomes the application "${app}".`
      : `The application "${app}" is ready: ${files.adopted} files, and everybody logs in as before.`,
  )
}

function list({ print }: Terminal, title: string, items: readonly string[]): void {
  if (items.length === 0) return
  print('')
  print(`${title}:`)
  for (const item of items.slice(0, maxLines)) print(`  ${item}`)
  if (items.length > maxLines) print(`  … and ${items.length - maxLines} more; --report names all`)
}
