import type { Command } from 'commander'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import { listStoredBackups } from '../modules/backups/index.js'
import { type AppVersion, appVersions, type TriedUpgrade, tryUpgrade } from '../modules/upgrade/index.js'
import { asOperator, asReader, type Operator, requireApplication } from './operator.js'
import { asTable, type Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

interface UpgradeOptions {
  readonly app?: string
  readonly check?: boolean
  readonly dryRun?: boolean
  readonly json?: boolean
}

export function addUpgradeCommand(program: Command, terminal: Terminal): void {
  program
    .command('upgrade')
    .description('bring the applications up to date with this version, each after a backup of it')
    .option('--app <name>', 'this application only')
    .option('--check', 'only say what would be done')
    .option('--dry-run', 'only try it, on a copy that is thrown away')
    .option('--json', 'what it says, for programs')
    .addHelpText(
      'after',
      `
The service does the same by itself when it starts: this command does it while nobody waits, and says how it went.
--check and --dry-run change nothing. They work beside a running service of the older version: unpack the new one elsewhere, and run them there with the same settings.
The command ends with 1 when an application cannot be brought up to date.

Examples:
  $ trowel upgrade --check
  $ trowel upgrade --dry-run --app vallelunga
  $ trowel upgrade`,
    )
    .action((options: UpgradeOptions) => {
      if (options.check && options.dryRun) throw new UsageError('Give --check or --dry-run, not both.')
      const isTrial = options.check || options.dryRun
      return (isTrial ? asReader : asOperator)(terminal, async (operator) => {
        const { services } = operator
        if (options.app !== undefined) await requireApplication(services, options.app)
        const names = options.app === undefined ? await services.applications.names() : [options.app]
        const outcomes: Outcome[] = []
        for (const version of await appVersions(services.storage, names))
          outcomes.push(await outcomeOf(operator, version, options))
        tell(terminal, outcomes, options)
        const failed = outcomes.filter(({ state }) => state === 'failed')
        if (failed.length > 0)
          throw new AppError(
            'upgrade_failed',
            message('not_up_to_date', { names: failed.map(({ app }) => app).join(', ') }),
          )
      })
    })
}

/** What became of an application, or would. */
interface Outcome {
  readonly app: string
  readonly state: 'current' | 'waiting' | 'works' | 'done' | 'failed'
  readonly migrations: readonly {
    readonly name: string
    readonly title: string
    readonly milliseconds?: number
  }[]
  /** Why it failed, and what to do. */
  readonly reason?: string
  /** What was made before. */
  readonly backup?: string
}

async function outcomeOf(
  operator: Operator,
  version: AppVersion,
  { check, dryRun }: UpgradeOptions,
): Promise<Outcome> {
  const { app, waiting, unknown, damage } = version
  const outcome = { app, migrations: waiting }
  if (damage !== undefined) return { ...outcome, state: 'failed', reason: `${damage} Try: trowel app list` }
  if (unknown.length > 0)
    return {
      ...outcome,
      state: 'failed',
      reason: `A newer version of the service has had it (${unknown.join(', ')}): start that one.`,
    }
  if (waiting.length === 0) return { ...outcome, state: 'current' }
  if (check) return { ...outcome, state: 'waiting' }
  return dryRun
    ? tried(version, await tryUpgrade(operator.services, version, operator.log))
    : upgraded(operator, version)
}

function tried({ app, waiting }: AppVersion, { steps, failed }: TriedUpgrade): Outcome {
  const migrations = waiting.map((migration) => {
    const step = steps.find(({ name }) => name === migration.name)
    return step ? { ...migration, milliseconds: step.milliseconds } : migration
  })
  if (!failed) return { app, state: 'works', migrations }
  const reason = `${failed.name} fails: ${failed.reason} Stay with the version that runs, and report it.`
  return { app, state: 'failed', migrations, reason }
}

/** An application is brought up to date by being opened. */
async function upgraded({ services }: Operator, { app, waiting }: AppVersion): Promise<Outcome> {
  const application = await services.applications.open(app)
  const left = application?.pendingMigrations ?? []
  const backup = await newestSafetyBackup(services, app)
  const outcome = { app, migrations: waiting, ...(backup === undefined ? {} : { backup }) }
  if (left.length === 0) return { ...outcome, state: 'done' }
  const reason = `It stays as it was before ${left[0]}; the messages above say why.`
  return { ...outcome, state: 'failed', reason }
}

async function newestSafetyBackup(
  { binaries }: Operator['services'],
  app: string,
): Promise<string | undefined> {
  const backups = await listStoredBackups(binaries, app)
  return backups
    .filter(({ metadata }) => metadata?.reason === 'before_upgrade')
    .sort((a, b) => b.modified.getTime() - a.modified.getTime())[0]?.file
}

const words: Readonly<Record<Outcome['state'], string>> = {
  current: 'up to date',
  waiting: 'waits',
  works: 'works on a copy',
  done: 'brought up to date',
  failed: 'failed',
}

function tell(terminal: Terminal, outcomes: readonly Outcome[], { json }: UpgradeOptions): void {
  if (json) terminal.print(JSON.stringify({ applications: outcomes }))
  else if (outcomes.length === 0) terminal.note('There is no application yet.')
  else tellPeople(terminal, outcomes)
}

function tellPeople(terminal: Terminal, outcomes: readonly Outcome[]): void {
  const rows = outcomes.flatMap(({ app, state, migrations }) => [
    [app, words[state], '', ''],
    ...migrations.map(({ name, title, milliseconds }) => [
      '',
      '',
      `${name}: ${title}`,
      milliseconds === undefined ? '' : `${milliseconds} ms`,
    ]),
  ])
  for (const line of asTable(['application', 'state', 'migration', ''], rows)) terminal.print(line)
  for (const { app, backup, reason } of outcomes) {
    if (backup !== undefined) terminal.note(`${app}: its backup of before is ${backup}`)
    if (reason !== undefined) terminal.note(`${app}: ${reason}`)
  }
}
