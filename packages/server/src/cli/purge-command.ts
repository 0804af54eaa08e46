import { PurgeBody } from '@trowel/contract/purge.js'
import type { Command } from 'commander'
import { readInput } from '../http/read-input.js'
import { purgeJournal } from '../modules/changes/index.js'
import { asOperator, type Operator } from './operator.js'
import { asTable, type Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

interface PurgeOptions {
  readonly app: string
  readonly before: string
  readonly preview?: boolean
  readonly yes?: boolean
}

/** @param changes the command of which it is a part */
export function addPurgeCommand(changes: Command, terminal: Terminal): void {
  changes
    .command('purge')
    .description('forget what was changed before a moment, for good')
    .requiredOption('--app <name>', 'the application')
    .requiredOption('--before <moment>', 'ISO 8601, this day or moment itself not included')
    .option('--preview', 'only count what would go')
    .option('--yes', 'it is meant: nothing but a backup brings back what goes')
    .addHelpText(
      'after',
      `
Records stay as they are. What goes can neither be undone nor looked at any more.

Examples:
  $ trowel changes purge --app vallelunga --before 2024-01-01 --preview
  $ trowel changes purge --app vallelunga --before 2024-01-01 --yes`,
    )
    .action((options: PurgeOptions) => {
      if (!options.preview && !options.yes)
        throw new UsageError('What goes cannot be undone. Look at it with --preview, then repeat with --yes.')
      return asOperator(terminal, (operator) => purge(operator, options))
    })
}

async function purge(
  { terminal, scopeOf }: Operator,
  { app, before, preview = false }: PurgeOptions,
): Promise<void> {
  const scope = await scopeOf(app)
  const reply = await purgeJournal(scope, scope.log, readInput(PurgeBody, { before, preview }))
  const rows = reply.tables.map(({ entity, table, changes, images }) => [
    entity?.replaceAll('_', ' ') ?? 'of a table that is gone',
    table ?? '',
    String(changes),
    String(images),
  ])
  for (const line of asTable(['what', 'table', 'changes', 'with states'], rows)) terminal.print(line)
  const since = reply.since === null ? 'the beginning' : reply.since
  const end = preview ? 'would go' : 'went'
  terminal.note(`${reply.sets} change sets ${end}. States are known from ${since} on.`)
}
