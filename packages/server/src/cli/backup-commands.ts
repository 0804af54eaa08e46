import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import {
  createBackup,
  listBackups,
  proveStoredBackup,
  restoreFile,
  restoreStoredBackup,
} from '../modules/backups/index.js'
import { asOperator, asReader, type Operator } from './operator.js'
import { asTable, type Terminal } from './terminal.js'

interface AppOption {
  readonly app: string
}

/** Says what a backup is called in the commands. */
const fileHelp = 'its name in `trowel backup list`, or the path of a file'

export function addBackupCommands(program: Command, terminal: Terminal): void {
  const backup = program.command('backup').description('everything of an application in one file, and back')
  const command = (words: string, description: string, example: string): Command =>
    backup
      .command(words)
      .description(description)
      .requiredOption('--app <name>', 'the application')
      .addHelpText('after', `\nExample:\n  $ trowel backup ${example}`)

  command(
    'create',
    'make a backup, restore it into a scratch place, compare',
    'create --app vallelunga --files',
  )
    .option('--files', 'with the bytes of uploaded files and of files for the map')
    .action((options: AppOption & { readonly files?: boolean }) =>
      asOperator(terminal, async (operator) => {
        const scope = await operator.scopeOf(options.app)
        const { file, size, metadata } = await createBackup(operator.services, scope, options.files === true)
        terminal.print(file)
        terminal.note(`${inMebibytes(size)}; restored into a scratch place and compared.`)
        const { left_out: leftOut = [] } = metadata
        if (leftOut.length > 0)
          terminal.note(`It is without what was made by hand in the database: ${leftOut.join(', ')}`)
        if (metadata.missing_files > 0)
          terminal.note(`The bytes of ${metadata.missing_files} files are missing. Try: trowel files check`)
      }),
    )

  command('list', 'list the backups, newest first', 'list --app vallelunga').action((options: AppOption) =>
    asReader(terminal, (operator) => list(operator, options.app)),
  )

  command('verify <file>', 'restore a backup into a scratch place, compare', 'verify --app vallelunga <file>')
    .addHelpText('after', `\n<file> is ${fileHelp}.`)
    .action((file: string, { app }: AppOption) =>
      asOperator(terminal, async (operator) => {
        const path = pathOf(terminal, file)
        await proveStoredBackup(operator.services, await operator.scopeOf(app), path ?? { file })
        terminal.note('It was restored into a scratch place, and everything is as it says.')
      }),
    )

  command('restore <file>', 'put a backup in the place of everything', 'restore --app vallelunga <file>')
    .addHelpText('after', `\n<file> is ${fileHelp}. What is there now is backed up before.`)
    .action((file: string, { app }: AppOption) =>
      asOperator(terminal, async (operator) => {
        const { services } = operator
        const scope = await operator.scopeOf(app)
        const path = pathOf(terminal, file)
        const safety =
          path === undefined
            ? await restoreStoredBackup(services, scope, file)
            : await restoreFile(services, scope, path)
        terminal.note(`Restored. Everybody has to log in again. What was there before: ${safety}`)
      }),
    )
}

/** A name with a folder in it, or of a file that lies here, is a path. */
function pathOf({ folder }: Terminal, file: string): string | undefined {
  const path = resolve(folder, file)
  if (existsSync(path)) return path
  if (!/[/\\]/.test(file)) return undefined
  throw new AppError('file_not_found', message('no_file_at', { path }))
}

async function list({ terminal, services, scopeOf }: Operator, app: string): Promise<void> {
  const backups = await listBackups(services, await scopeOf(app))
  if (backups.length === 0)
    return terminal.note('There is no backup yet. Make one with: trowel backup create')
  const rows = backups.map((each) => [
    each.file,
    each.formatted_time ?? '',
    inMebibytes(each.size),
    each.kind ?? '',
    each.verified ? 'verified' : 'not verified',
    each.created_by ?? '',
  ])
  for (const line of asTable(['backup', 'made (UTC)', 'size', 'kind', '', 'by'], rows)) terminal.print(line)
}

const inMebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`
