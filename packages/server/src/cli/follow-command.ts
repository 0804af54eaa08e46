import type { Command } from 'commander'
import { askBySdk } from './ask-by-sdk.js'
import type { Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

interface FollowOptions {
  readonly url: string
  readonly apiKey?: string
  readonly after?: string
  readonly count?: string
}

/** @param changes the command of which it is a part */
export function addFollowCommand(changes: Command, terminal: Terminal): void {
  changes
    .command('follow')
    .description('print each change set of a running service as it is saved, one line of JSON each')
    .requiredOption('--url <address>', 'address of the service')
    .option('--api-key <key>', 'key of that service; better given in TROWEL_API_KEY')
    .option('--after <id>', 'begin after this change set; from now on without it, 0 for all')
    .option('--count <number>', 'end after so many; never without it')
    .addHelpText(
      'after',
      `
It connects again when the connection breaks, and goes on where it was.

Example:
  $ TROWEL_API_KEY=trw_… trowel changes follow --url http://127.0.0.1:8530 | jq .title`,
    )
    .action((options: FollowOptions) => follow(terminal, options))
}

async function follow(terminal: Terminal, { after, count, ...service }: FollowOptions): Promise<void> {
  const begin = numberOf(after, 'the number of a change set')
  const end = numberOf(count, 'a number of change sets') ?? Number.POSITIVE_INFINITY
  await askBySdk(terminal, service, async ({ history }) => {
    let printed = 0
    // A wrong address or key is said at once, and not tried again and again.
    const { last } = await history.changesAfter({ limit: 1 })
    if (end === 0) return
    for await (const set of history.follow({ after: begin ?? last })) {
      terminal.print(JSON.stringify(set))
      printed += 1
      if (printed >= end) return
    }
  })
}

function numberOf(given: string | undefined, what: string): number | undefined {
  if (given === undefined) return undefined
  if (!/^\d{1,15}$/.test(given)) throw new UsageError(`"${given}" is not ${what}.`)
  return Number(given)
}
