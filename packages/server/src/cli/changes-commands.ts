import { ChangeSetParams, ChangeSetsQuery } from '@trowel/contract/changes.js'
import type { Command } from 'commander'
import { readInput } from '../http/read-input.js'
import { listChangeSets, readChangeSet } from '../modules/changes/index.js'
import { recordParts } from '../record-parts.js'
import { addFollowCommand } from './follow-command.js'
import { asReader } from './operator.js'
import { addPurgeCommand } from './purge-command.js'
import { asTable, type Terminal } from './terminal.js'
import { addUndoCommand } from './undo-command.js'
import { UsageError } from './usage-error.js'

interface Of {
  readonly app: string
}

interface ListOptions extends Of {
  readonly table?: string
  readonly record?: string
  readonly user: string
  readonly origin?: string
  readonly from?: string
  readonly to?: string
  readonly page: string
}

const [setsOnPage, changesOnPage] = [50, 500]

export function addChangesCommands(program: Command, terminal: Terminal): void {
  const changes = program.command('changes').description('what was changed, transaction by transaction')

  changes
    .command('list')
    .description('list change sets, newest first')
    .requiredOption('--app <name>', 'the application')
    .option('--table <name>', 'sets that changed rows of this table')
    .option('--record <table:id>', 'sets that changed this record or what hangs from it')
    .option('--user <who>', 'an id, or part of a name or e-mail address', '*')
    .option('--origin <way>', 'by which way the changes came, such as form or import')
    .option('--from <moment>', 'ISO 8601, from this day or moment on')
    .option('--to <moment>', 'ISO 8601, up to this day or moment')
    .option('--page <number>', `of ${setsOnPage} sets each`, '1')
    .addHelpText(
      'after',
      `
Examples:
  $ trowel changes list --app vallelunga --from 2026-05-01 --origin import
  $ trowel changes list --app vallelunga --record contexts:88`,
    )
    .action(({ app, page, ...asked }: ListOptions) =>
      asReader(terminal, async ({ services, scopeOf }) => {
        const query = readInput(ChangeSetsQuery, asked)
        const place = { page: pageOf(page), perPage: setsOnPage }
        const { total, sets } = await listChangeSets(await scopeOf(app), recordParts(services), query, place)
        const rows = sets.map((set) => [
          String(set.id),
          set.time,
          set.user_name ?? set.key?.label ?? '',
          set.origin,
          set.title,
          set.note ?? '',
        ])
        for (const line of asTable(['id', 'time', 'who', 'way', 'what', 'note'], rows)) terminal.print(line)
        terminal.note(`${total} in all.`)
      }),
    )

  changes
    .command('show')
    .argument('<id>', 'the number that `trowel changes list` shows')
    .description('show each row that a change set changed, before and after')
    .requiredOption('--app <name>', 'the application')
    .option('--page <number>', `of ${changesOnPage} rows each`, '1')
    .addHelpText('after', '\nExample:\n  $ trowel changes show 8123 --app vallelunga')
    .action((id: string, { app, page }: Of & { readonly page: string }) =>
      asReader(terminal, async ({ services, scopeOf }) => {
        if (!/^\d{1,15}$/.test(id)) throw new UsageError(`"${id}" is not the number of a change set.`)
        const params = readInput(ChangeSetParams, { id })
        const place = { page: pageOf(page), perPage: changesOnPage }
        const { set, total, changes } = await readChangeSet(
          await scopeOf(app),
          recordParts(services),
          params.id,
          place,
        )
        const rows = changes.flatMap(({ entity, table, id, operation, fields }) => {
          const head = [entity, table ?? '', String(id), operation]
          const shown = fields.map(({ field, before, after }) => [field, cell(before), cell(after)])
          return (shown.length === 0 ? [['', '', '']] : shown).map((each) => [...head, ...each])
        })
        const header = ['what', 'table', 'id', 'was', 'field', 'before', 'after']
        for (const line of asTable(header, rows)) terminal.print(line)
        terminal.note(`${set.title}, ${set.time}. ${total} in all.`)
      }),
    )

  addUndoCommand(changes, terminal)
  addFollowCommand(changes, terminal)
  addPurgeCommand(changes, terminal)
}

function pageOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`"${text}" is no number of a page, from 1.`)
  return Number(text)
}

/** A value in one line of a table. */
const cell = (value: string | number | null): string => {
  const text = String(value ?? '').replace(/\p{Cc}+/gu, ' ')
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
