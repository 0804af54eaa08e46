import type { Command } from 'commander'
import { type Config, ConfigError } from '../../config.js'
import { AppError } from '../../errors.js'
import { message } from '../../message.js'
import { productVersion } from '../../product-version.js'
import { StorageError } from '../../storage/storage.js'
import { asReader } from '../operator.js'
import type { Terminal } from '../terminal.js'
import { checkApplications } from './check-applications.js'
import { checkDatabase } from './check-database.js'
import { checkFolder, checkNode, checkOpenFiles } from './check-machine.js'
import { checkService } from './check-service.js'
import { checkProxy, checkSettings } from './check-settings.js'
import { type Finding, wrong } from './finding.js'

export function addDoctorCommand(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .description(
      'look whether everything is right where the service runs, and say what to do where it is not',
    )
    .option('--json', 'what it finds, for programs')
    .addHelpText(
      'after',
      `
It looks at the settings, the data folder, the database, the clock, the room on the disk, the web server in front, the limit of open files, and at the backups and migrations of each application. Nothing is changed, and the service may run beside it. Run it as the user of the service.
The command ends with 1 when anything is wrong; what could be better alone ends with 0.

Examples:
  $ trowel doctor
  $ sudo -u trowel trowel doctor --json`,
    )
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      const findings = await examine(terminal)
      if (json) terminal.print(JSON.stringify({ status: isRight(findings) ? 'ok' : 'wrong', findings }))
      else for (const line of findings.flatMap(linesOf)) terminal.print(line)
      const failed = findings.filter(({ state }) => state === 'wrong').length
      if (failed > 0)
        throw new AppError('conflict', message('checks_failed', { failed, all: findings.length }))
    })
}

const isRight = (findings: readonly Finding[]): boolean => findings.every(({ state }) => state !== 'wrong')

function linesOf({ check, state, found, advice }: Finding): string[] {
  const line = `${state.padEnd(5)}  ${check.padEnd(12)}  ${found}`
  return advice === undefined ? [line] : [line, `${' '.repeat(21)}→ ${advice}`]
}

async function examine(terminal: Terminal): Promise<Finding[]> {
  let config: Config
  try {
    config = terminal.readSettings()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const problems = error.message.split('\n')
    return [
      ...checkNode(),
      ...problems.map((each) => wrong('settings', each, 'Set it right, then look again.')),
    ]
  }
  const folder = await checkFolder(config)
  const database = await checkDatabase(config)
  return [
    ...checkNode(),
    ...checkSettings(config, terminal.environment),
    ...checkProxy(config),
    ...checkOpenFiles(),
    ...folder.findings,
    ...database,
    // A user who is not that of the service would leave files that the service cannot use.
    ...(folder.isUsable && isRight(database) ? await examineStored(terminal) : []),
    ...(await checkService(config, await productVersion())),
  ]
}

async function examineStored(terminal: Terminal): Promise<Finding[]> {
  try {
    return await asReader(terminal, ({ services }) => checkApplications(services, Date.now()))
  } catch (error) {
    if (!(error instanceof StorageError) && !(error instanceof ConfigError)) throw error
    return [wrong('applications', error.message, 'The guide on servers says what the service needs.')]
  }
}
