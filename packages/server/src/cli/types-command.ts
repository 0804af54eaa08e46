import type { Command } from 'commander'
import { writeTypes } from '../modules/types/index.js'
import { askBySdk } from './ask-by-sdk.js'
import { asReader } from './operator.js'
import type { Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

interface TypesOptions {
  readonly app?: string
  readonly url?: string
  readonly apiKey?: string
}

export function addTypesCommand(program: Command, terminal: Terminal): void {
  program
    .command('types')
    .description('write the tables and fields of an application as types for TypeScript')
    .option('--app <name>', 'the application; not needed with --url, whose key names it')
    .option('--url <address>', 'of a running service: what its key can read')
    .option('--api-key <key>', 'key of that service; better given in TROWEL_API_KEY')
    .addHelpText(
      'after',
      `
Programs give them to the SDK, createClient<Vallelunga>(…), and the compiler finds tables and fields that are not there.

Examples:
  $ trowel types --app vallelunga > vallelunga.d.ts
  $ TROWEL_API_KEY=trw_… trowel types --url http://127.0.0.1:8530 > vallelunga.d.ts`,
    )
    .action(async (options: TypesOptions) => terminal.print((await typesOf(terminal, options)).trimEnd()))
}

function typesOf(terminal: Terminal, { app, url, apiKey }: TypesOptions): Promise<string> {
  if (url !== undefined) {
    const service = { url, ...(apiKey !== undefined && { apiKey }) }
    return askBySdk(terminal, service, async ({ info }) => (await info.types().fetch()).text())
  }
  if (app === undefined) throw new UsageError('Name the application with --app, or a service with --url.')
  return asReader(terminal, async ({ scopeOf }) => writeTypes(await scopeOf(app)))
}
