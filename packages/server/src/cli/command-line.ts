import { Command, CommanderError } from 'commander'
import { ConfigError } from '../config.js'
import { AppError } from '../errors.js'
import { SourceProblem } from '../modules/adoption/index.js'
import { FolderProblem } from '../modules/imports/index.js'
import { productVersion } from '../product-version.js'
import { CurveProblem } from '../radiocarbon/calibration-curve.js'
import { StorageError } from '../storage/storage.js'
import { addAdoptCommand } from './adopt-command.js'
import { addAppCommands, addDemoCommands } from './app-commands.js'
import { addBackupCommands } from './backup-commands.js'
import { addChangesCommands } from './changes-commands.js'
import { addCurveCommands } from './curve-commands.js'
import { addDoctorCommand } from './doctor/doctor-command.js'
import { addExportCommand } from './export-command.js'
import { addFileCommands } from './file-commands.js'
import { addImportCommand } from './import-command.js'
import { addKeyCommands } from './key-commands.js'
import type { Terminal } from './terminal.js'
import { addTypesCommand } from './types-command.js'
import { addUpgradeCommand } from './upgrade-command.js'
import { UsageError } from './usage-error.js'
import { addUserCommands } from './user-commands.js'
import { addWebhookCommands } from './webhook-commands.js'
import { addWidgetCommands } from './widget-commands.js'

/** 0: done; 1: refused or failed, nothing half-done is left; 2: the command was given wrongly. */
export type ExitCode = 0 | 1 | 2

/** Runs one command of `trowel`. Never throws for what a person can mend: that is said on the terminal. */
export async function runCommandLine(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const program = await buildProgram(terminal)
  try {
    await program.parseAsync([...words], { from: 'user' })
    return 0
  } catch (error) {
    return explain(error, terminal)
  }
}

async function buildProgram(terminal: Terminal): Promise<Command> {
  const program = new Command('trowel')
    .description('Records service for excavations, surveys and collections.')
    .version(await productVersion(), '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    })
    .showHelpAfterError('Add --help for what this command takes.')
    .addHelpText(
      'after',
      `
The settings are those of the service (TROWEL_DATA, TROWEL_DATABASE_URL and so on), from the environment or a file .env.

Examples:
  $ trowel serve
  $ trowel app create vallelunga --definition "Survey of a Roman estate" --email ada@example.org
  $ trowel import finds.csv --app vallelunga --table finds --create-table
  $ trowel key create --app vallelunga --label "GIS desktop" --privilege 30`,
    )
  addServeCommand(program)
  addAppCommands(program, terminal)
  addAdoptCommand(program, terminal)
  addImportCommand(program, terminal)
  addExportCommand(program, terminal)
  addKeyCommands(program, terminal)
  addWebhookCommands(program, terminal)
  addUserCommands(program, terminal)
  addFileCommands(program, terminal)
  addWidgetCommands(program, terminal)
  addBackupCommands(program, terminal)
  addUpgradeCommand(program, terminal)
  addDoctorCommand(program, terminal)
  addChangesCommands(program, terminal)
  addTypesCommand(program, terminal)
  addCurveCommands(program, terminal)
  addDemoCommands(program, terminal)
  return program
}

/** More than a screenful is not read. */
const maxProblems = 20

/**
 * Says what went wrong so that a person can act on it. What is not a refusal is a mistake of ours and shows
 * its stack.
 */
function explain(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof UsageError) {
    terminal.note(error.message)
    return 2
  }
  if (error instanceof AppError) {
    terminal.note(error.message)
    const problems = error.facts.errors ?? []
    for (const { field, text, row } of problems.slice(0, maxProblems)) {
      terminal.note(`  ${row === undefined ? '' : `row ${row}, `}${field}: ${text}`)
    }
    if (problems.length > maxProblems) terminal.note(`  … and ${problems.length - maxProblems} more`)
    return 1
  }
  if (isPlain(error) || isAboutAFile(error)) {
    terminal.note(error.message)
    return 1
  }
  terminal.note(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return 1
}

/** What says in its own words what a person has to mend. */
const isPlain = (error: unknown): error is Error =>
  [ConfigError, StorageError, CurveProblem, FolderProblem, SourceProblem].some(
    (kind) => error instanceof kind,
  )

const isAboutAFile = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'path' in error && 'code' in error && typeof error.code === 'string'

function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the service until it is stopped with Ctrl-C or SIGTERM')
    .addHelpText(
      'after',
      `
Examples:
  $ trowel serve
  $ TROWEL_PORT=0 TROWEL_DATA=/srv/trowel trowel serve`,
    )
    .action(async () => {
      // The web framework is loaded only by the command that needs it.
      const { serve } = await import('../serve.js')
      await serve()
    })
}
