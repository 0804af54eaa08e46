import { existsSync } from 'node:fs'
import type { ChangeOrigin } from '@trowel/contract/model/change-origins.js'
import { type Logger, pino } from 'pino'
import type { Config } from '../config.js'
import { AppError } from '../errors.js'
import { operatorScope } from '../http/operator-scope.js'
import type { RequestScope } from '../http/scope.js'
import { openLog } from '../log.js'
import { message } from '../message.js'
import { type OpenedServices, openServices } from '../open-services.js'
import { noAuthor } from '../storage/journal/seal.js'
import { type CommitWatch, StorageError } from '../storage/storage.js'
import { watchCommits } from '../storage/watch-commits.js'
import type { Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

/** Who works at the command line: the service's parts, opened for one command. */
export interface Operator {
  readonly terminal: Terminal
  readonly services: OpenedServices
  readonly log: Logger
  /**
   * The scope of an application as its configuration is now. @param origin by which way its changes come
   * @throws `app_not_found`
   */
  scopeOf(app: string, origin?: ChangeOrigin): Promise<RequestScope>
}

type Open = (config: Config, log: Logger) => Promise<OpenedServices>

/** Opens the services that the settings name, lets `work` use them, and closes them whatever happens. */
export const asOperator = <T>(terminal: Terminal, work: (operator: Operator) => Promise<T>): Promise<T> =>
  withServices(terminal, openAlone, work)

/**
 * As `asOperator`, for work that only reads: it goes on beside a running service that has the data folder.
 */
export const asReader = <T>(terminal: Terminal, work: (operator: Operator) => Promise<T>): Promise<T> =>
  withServices(terminal, openBeside, work)

/** Warnings belong to the person who typed the command; the usual reports of a running service do not. */
export const logOf = ({ environment }: Terminal): Logger =>
  openLog(environment['TROWEL_LOG_LEVEL']?.trim() || 'warn', pino.destination({ dest: 2, sync: true }))

async function withServices<T>(
  terminal: Terminal,
  open: Open,
  work: (operator: Operator) => Promise<T>,
): Promise<T> {
  // First: they say what is wrong with the level of the log, which may stand in the file `.env`.
  const config = terminal.readSettings()
  const log = logOf(terminal)
  const services = await open(config, log)
  try {
    return await work({
      terminal,
      services,
      log,
      scopeOf: async (app, origin) => {
        const application = await services.applications.open(app)
        if (!application) throw await noSuchApplication(services, app)
        const scope = operatorScope(services, application)
        if (origin === undefined) return scope
        const watch: CommitWatch = { hasCommitted: false, author: { ...noAuthor, origin } }
        return { ...scope, db: watchCommits(scope.db, watch) }
      },
    })
  } finally {
    await services.close()
  }
}

/** The embedded engine has its folder for one process alone. */
const isTaken = (config: Config, error: unknown): error is StorageError =>
  config.databaseUrl === undefined && error instanceof StorageError && error.problem === 'unavailable'

async function openBeside(config: Config, log: Logger): Promise<OpenedServices> {
  // To look is no reason to make a data folder where there is none.
  if (!existsSync(config.dataFolder)) return openServices(config, log, { readOnly: true })
  try {
    return await openServices(config, log)
  } catch (error) {
    if (!isTaken(config, error)) throw error
    return openServices(config, log, { readOnly: true })
  }
}

/** Where a running service has the folder, the refusal says the other way too. */
async function openAlone(config: Config, log: Logger): Promise<OpenedServices> {
  try {
    return await openServices(config, log)
  } catch (error) {
    if (!isTaken(config, error)) throw error
    const otherWay =
      'Or let it do the work: its HTTP API can do what the command line can, and `trowel import` talks to it with --url and --api-key.'
    throw new StorageError(error.problem, `${error.message}\n${otherWay}`, { cause: error })
  }
}

/** @throws `app_not_found` when there is none of that name; it is not opened */
export async function requireApplication(services: OpenedServices, app: string): Promise<void> {
  if (!(await services.applications.names()).includes(app)) throw await noSuchApplication(services, app)
}

async function noSuchApplication(services: OpenedServices, app: string): Promise<AppError> {
  const names = await services.applications.names()
  const known =
    names.length > 0 ? message('there_are', { names: names.join(', ') }) : message('make_application', {})
  return new AppError('app_not_found', message('no_such_application', { app, known }))
}

/** A password from the option, the environment, or the person at the terminal, who types it twice. */
export async function passwordFrom(terminal: Terminal, given: string | undefined): Promise<string> {
  const password = given ?? terminal.environment['TROWEL_PASSWORD']
  if (password !== undefined && password !== '') return password
  if (!terminal.askSecret) {
    throw new UsageError('Give the password with --password, or in the environment as TROWEL_PASSWORD.')
  }
  const first = await terminal.askSecret('Password (8 to 200 characters): ')
  const second = await terminal.askSecret('The same again: ')
  if (first !== second) throw new UsageError('The two passwords differ; nothing was changed.')
  return first
}
