import { CreateApiKeyBody } from '@trowel/contract/api-keys.js'
import type { Command } from 'commander'
import { readInput } from '../http/read-input.js'
import { createApiKey, listApiKeys, revokeApiKey } from '../modules/api-keys/index.js'
import { levelOf, levelText, momentText } from './levels.js'
import { asOperator, asReader } from './operator.js'
import { asTable, type Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

interface Of {
  readonly app: string
}

interface CreateOptions extends Of {
  readonly label: string
  readonly privilege: string
  readonly manage: boolean
}

export function addKeyCommands(program: Command, terminal: Terminal): void {
  const key = program.command('key').description('API keys: for programs that work without a person')

  key
    .command('create')
    .description('make a key and print it; nobody can see it again')
    .requiredOption('--app <name>', 'the application that the key opens')
    .requiredOption('--label <text>', 'what the key is for')
    .option('--privilege <level>', '30 (reader), 20 (writer) or 10 (admin)', '30')
    .option(
      '--manage',
      'the key may manage users, API keys, webhooks and backups, as far as its level allows',
      false,
    )
    .addHelpText(
      'after',
      `
The key stands alone on stdout, so that a script can take it.

Examples:
  $ trowel key create --app vallelunga --label "GIS desktop"
  $ KEY=$(trowel key create --app vallelunga --label "nightly copy" --privilege admin --manage)`,
    )
    .action(({ app, label, privilege, manage }: CreateOptions) =>
      asOperator(terminal, async ({ services, scopeOf }) => {
        const made = await createApiKey(
          services,
          await scopeOf(app),
          readInput(CreateApiKeyBody, { label, privilege: levelOf(privilege), manage }),
        )
        terminal.note(
          `Key ${made.id} "${made.label}" with privilege ${levelText(made.privilege)}; it is shown only now:`,
        )
        terminal.print(made.key)
      }),
    )

  key
    .command('list')
    .description('list the keys of an application, newest first')
    .requiredOption('--app <name>', 'the application')
    .addHelpText('after', '\nExample:\n  $ trowel key list --app vallelunga')
    .action(({ app }: Of) =>
      asReader(terminal, async ({ scopeOf }) => {
        const keys = await listApiKeys(await scopeOf(app))
        const rows = keys.map((one) => [
          String(one.id),
          one.label,
          one.manage === 1 ? `${levelText(one.privilege)}, manages` : levelText(one.privilege),
          momentText(one.createdAt),
          momentText(one.lastUsedAt),
          momentText(one.revokedAt),
        ])
        const header = ['id', 'label', 'privilege', 'created', 'last used', 'revoked']
        for (const line of asTable(header, rows)) terminal.print(line)
      }),
    )

  key
    .command('revoke')
    .argument('<id>', 'the number that `trowel key list` shows')
    .description('make a key useless; it stays in the list')
    .requiredOption('--app <name>', 'the application of the key')
    .addHelpText('after', '\nExample:\n  $ trowel key revoke 7 --app vallelunga')
    .action((id: string, { app }: Of) =>
      asOperator(terminal, async ({ scopeOf }) => {
        if (!/^\d{1,15}$/.test(id)) throw new UsageError(`"${id}" is not the number of a key.`)
        await revokeApiKey(await scopeOf(app), Number(id))
        terminal.print(`Key ${id} works no more.`)
      }),
    )
}
