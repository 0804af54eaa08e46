import type { Command } from 'commander'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import { checkFiles, type FileFinding, type FoundFile } from '../modules/files/index.js'
import { asOperator, asReader, type Operator } from './operator.js'
import { asTable, type Terminal } from './terminal.js'

interface CheckOptions {
  readonly app?: string
  readonly mend?: boolean
}

/** What a finding means, and what becomes of it with `--mend`. */
const words: Readonly<Record<FileFinding, { readonly found: string; readonly mended: string }>> = {
  missing: { found: 'its bytes are not there', mended: 'its bytes were found under another name' },
  damaged: { found: 'its bytes are not those that were taken in', mended: '' },
  'unknown digest': { found: 'it has no digest yet', mended: 'its digest was written down' },
  'left over': { found: 'bytes that belong to no file', mended: 'removed' },
}

export function addFileCommands(program: Command, terminal: Terminal): void {
  const files = program.command('files').description('look after the bytes of uploaded files')

  files
    .command('check')
    .description('hold every file against its bytes: missing, damaged, left over')
    .option('--app <name>', 'this application only')
    .option('--mend', 'remove what is left over, find missing bytes again, write missing digests down')
    .addHelpText(
      'after',
      `
Every byte is read once, beside a running service too; --mend needs the data folder for itself where SQLite is used. Bytes that are damaged, or missing everywhere, only a backup can bring back.
The command ends with 1 while anything is left to be mended.

Examples:
  $ trowel files check
  $ trowel files check --app vallelunga --mend`,
    )
    .action((options: CheckOptions) =>
      (options.mend ? asOperator : asReader)(terminal, (operator) => check(operator, options)),
    )
}

async function check(operator: Operator, { app, mend = false }: CheckOptions): Promise<void> {
  const { terminal, services } = operator
  const names = app === undefined ? await services.applications.names() : [app]
  const found: { readonly app: string; readonly each: FoundFile }[] = []
  let looked = 0
  for (const name of names) {
    const { db } = await operator.scopeOf(name)
    const before = Date.now() - services.config.limits.uploadMinutes * 60_000
    const findings = checkFiles({
      binaries: services.binaries,
      db,
      mend,
      // Where only one process uses the database, it is this one: no upload is under way.
      before: db.writeVersion('sys_file_transit') === undefined ? before : Date.now() + 1,
      onProgress: (done) => terminal.redraw?.(`${name}: ${done} files looked at`),
    })
    for await (const each of findings) found.push({ app: name, each })
    looked++
  }
  if (found.length > 0) {
    const rows = found.map((finding) => rowOf(finding.app, finding.each))
    for (const line of asTable(['application', 'file', 'stored as', 'what'], rows)) terminal.print(line)
  }
  const open = found.filter(({ each }) => !each.isMended).length
  if (open > 0) {
    const counts = { open, found: found.length }
    throw new AppError('conflict', message(mend ? 'findings_not_mended' : 'findings_to_mend', counts))
  }
  const what = looked === 1 ? 'the application' : `${looked} applications`
  terminal.note(`The files of ${what} and their bytes agree${found.length > 0 ? ' now' : ''}.`)
}

function rowOf(app: string, { finding, file, name, isMended }: FoundFile): string[] {
  const title = file ? `${file.id} ${file.filename}.${file.ext}` : '-'
  const { found, mended } = words[finding]
  return [app, title, name, isMended ? `${finding}: ${mended}` : `${finding}: ${found}`]
}
