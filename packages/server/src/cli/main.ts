import { runCommandLine } from './command-line.js'
import { processTerminal } from './terminal.js'

/** The command line: what the bundled program runs. */
export async function run(): Promise<void> {
  process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal())
}
