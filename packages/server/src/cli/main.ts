import { runCommandLine } from './command-line.js'
import { processTerminal } from './terminal.js'

/** The command line: what the bundled program runs. */
export async function run(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endUnread)
  process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal())
}

/** Where what it says is read no further, as by `head`, a command ends; what is not committed is lost. */
function endUnread(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(1)
}
