import { conflictChoices } from '@trowel/contract/undo.js'
import { type Command, Option } from 'commander'
import { unwatched } from '../jobs/prepared-work.js'
import { prepareUndo } from '../modules/changes/index.js'
import { recordParts, undoRules } from '../record-parts.js'
import { asOperator, type Operator } from './operator.js'
import type { Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

interface UndoOptions {
  readonly app: string
  readonly preview?: boolean
  readonly conflicts: (typeof conflictChoices)[number]
}

/** @param changes the command of which it is a part */
export function addUndoCommand(changes: Command, terminal: Terminal): void {
  changes
    .command('undo')
    .argument('<id...>', 'numbers of change sets; several are undone together, the newest first')
    .description('take changes back: imports, deletions, edits')
    .requiredOption('--app <name>', 'the application')
    .option('--preview', 'only say what would become of the rows')
    .addOption(
      new Option('--conflicts <choice>', 'what becomes of values that were changed again later')
        .choices([...conflictChoices])
        .default('refuse'),
    )
    .addHelpText(
      'after',
      `
Undoing is a change set of its own: undo that one, and the changes are there again.

Examples:
  $ trowel changes undo 8123 --app vallelunga --preview
  $ trowel changes undo 8123 8124 --app vallelunga --conflicts keep`,
    )
    .action((ids: string[], options: UndoOptions) =>
      asOperator(terminal, (operator) => undo(operator, ids.map(asId), options)),
    )
}

function asId(given: string): number {
  if (/^[1-9]\d{0,14}$/.test(given)) return Number(given)
  throw new UsageError(`"${given}" is no number of a change set.`)
}

async function undo(
  { terminal, services, scopeOf }: Operator,
  ids: readonly number[],
  { app, preview = false, conflicts }: UndoOptions,
): Promise<void> {
  const scope = await scopeOf(app, 'undo')
  const how = { preview, conflicts, background: false }
  const work = await prepareUndo(scope, recordParts(services), undoRules(services), ids, how)
  const reply = await work.run(unwatched)
  for (const [entity, { created, updated, deleted }] of Object.entries(reply.counts)) {
    terminal.print(
      `${entity.replaceAll('_', ' ')}: ${created} back, ${updated} as before, ${deleted} deleted`,
    )
  }
  const kept = reply.kept > 0 ? `; ${reply.kept} later changes stay` : ''
  const end = preview ? 'Nothing was changed' : `Change set ${reply.change_set?.id ?? '-'}`
  terminal.note(`${end}${kept}.`)
}
