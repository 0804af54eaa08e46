import { WebhookBody } from '@trowel/contract/webhooks.js'
import type { Command } from 'commander'
import { readInput } from '../http/read-input.js'
import { readUser } from '../modules/users/index.js'
import { addWebhook, listDeliveries, listWebhooks, removeWebhook } from '../modules/webhooks/index.js'
import { asOperator, asReader } from './operator.js'
import { asTable, type Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

interface Of {
  readonly app: string
}

interface AddOptions extends Of {
  readonly as: string
  readonly table?: string[]
  readonly operation?: string[]
}

export function addWebhookCommands(program: Command, terminal: Terminal): void {
  const webhook = program.command('webhook').description('other services that are told what was changed')

  webhook
    .command('list')
    .description('list the webhooks of an application and how they are')
    .requiredOption('--app <name>', 'the application')
    .addHelpText('after', '\nExample:\n  $ trowel webhook list --app vallelunga')
    .action(({ app }: Of) =>
      asReader(terminal, async ({ scopeOf }) => {
        const rows = (await listWebhooks(await scopeOf(app))).map((one) => [
          String(one.id),
          one.url,
          one.tables === null ? 'everything' : one.tables.join(', '),
          one.as_user_name ?? '',
          one.failing ? 'failing' : one.active ? 'active' : one.paused ? 'paused' : 'inactive',
          String(one.waiting),
        ])
        for (const line of asTable(['id', 'address', 'tables', 'for', 'state', 'waiting'], rows))
          terminal.print(line)
      }),
    )

  webhook
    .command('add')
    .argument('<url>', 'where changes are sent')
    .description('make a webhook and print its secret; nobody can see it again')
    .requiredOption('--app <name>', 'the application')
    .requiredOption('--as <email>', 'what this person may see is sent')
    .option('--table <names...>', 'only changes of records of these tables')
    .option('--operation <kinds...>', 'only created, updated or deleted ones')
    .addHelpText(
      'after',
      `
The secret stands alone on stdout, so that a script can take it.

Example:
  $ trowel webhook add https://hooks.example/trowel --app vallelunga --as site@example.org --table finds`,
    )
    .action((url: string, { app, as, table, operation }: AddOptions) =>
      asOperator(terminal, async ({ services, scopeOf }) => {
        const scope = await scopeOf(app)
        const { id } = await readUser(scope, as)
        const body = { url, as_user: id, ...(table && { tables: table }), operations: operation }
        const made = await addWebhook(services, scope, readInput(WebhookBody, body))
        terminal.note(`Webhook ${made.webhook.id} for ${as}; its secret is shown only now:`)
        terminal.print(made.secret)
      }),
    )

  webhook
    .command('deliveries')
    .argument('<id>', 'the number that `trowel webhook list` shows')
    .description('list what was sent and what came of it, newest first')
    .requiredOption('--app <name>', 'the application')
    .addHelpText('after', '\nExample:\n  $ trowel webhook deliveries 3 --app vallelunga')
    .action((id: string, { app }: Of) =>
      asReader(terminal, async ({ scopeOf }) => {
        const rows = (await listDeliveries(await scopeOf(app), numberOf(id))).map((one) => [
          one.time,
          one.event,
          String(one.set ?? ''),
          String(one.attempt),
          String(one.status ?? ''),
          one.error?.text ?? 'delivered',
        ])
        for (const line of asTable(['time', 'what', 'set', 'try', 'status', 'outcome'], rows))
          terminal.print(line)
      }),
    )

  webhook
    .command('remove')
    .argument('<id>', 'the number that `trowel webhook list` shows')
    .description('delete a webhook; what waits is not sent')
    .requiredOption('--app <name>', 'the application')
    .addHelpText('after', '\nExample:\n  $ trowel webhook remove 3 --app vallelunga')
    .action((id: string, { app }: Of) =>
      asOperator(terminal, async ({ scopeOf }) => {
        await removeWebhook(await scopeOf(app), numberOf(id))
        terminal.print(`Webhook ${id} is gone.`)
      }),
    )
}

function numberOf(id: string): number {
  if (!/^\d{1,15}$/.test(id)) throw new UsageError(`"${id}" is not the number of a webhook.`)
  return Number(id)
}
