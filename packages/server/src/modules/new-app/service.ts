import { createHash, timingSafeEqual } from 'node:crypto'
import type { NewAppStatusReply } from '@trowel/contract/new-app.js'
import { AttemptMemory, networkOf } from '../../access/attempts.js'
import { hashPassword } from '../../access/passwords.js'
import { applicationName } from '../../catalogue/open-applications.js'
import { AppError, type FieldProblem } from '../../errors.js'
import type { Services } from '../../http/services.js'
import { Limiter } from '../../limiter.js'
import { message } from '../../message.js'
import { StorageError } from '../../storage/storage.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import { emailOf, guessableProblem, passwordProblem } from '../users/index.js'

/** First segments of addresses of the web client. */
const reservedNames = ['login', 'new_app', 'api', 'assets', 'oauth', 'trowel']
const maxDefinitionLength = 500
const hour = 3_600_000

export interface NewApplication {
  readonly name: string | undefined
  readonly definition: string | undefined
  /** Of the first super-administrator. */
  readonly email: string | undefined
  readonly password: string | undefined
}

export interface WizardInput extends NewApplication {
  readonly engine: string | undefined
  readonly setupToken: string
}

export async function newAppStatus(services: Services): Promise<NewAppStatusReply> {
  const { config, storage, applications } = services
  const fresh = (await applications.names()).length === 0
  return {
    status: 'success',
    permitted: config.allowNewApp === '1' || (config.allowNewApp === 'auto' && fresh),
    fresh,
    engines: [storage.engine],
    setup_token_required: config.setupToken !== undefined,
  }
}

const attemptsOf = weakMemoize((_services: Services) => new AttemptMemory())
const limiterOf = weakMemoize((_services: Services) => new Limiter(1))

/**
 * Makes an application for a person who is not known yet: only while that is permitted, and one after the
 * other, so that of two who are first one wins.
 *
 * @returns what was done, a line for each step
 * @throws `not_allowed_app_create`, `too_many_attempts`, `error_app_not_created` with all problems
 */
export function createByWizard(services: Services, input: WizardInput, address: string): Promise<string[]> {
  return limiterOf(services).run(async () => {
    const { permitted } = await newAppStatus(services)
    if (!permitted) throw new AppError('not_allowed_app_create')
    attemptsOf(services).begin({ key: networkOf(address), limit: 10, windowMs: hour }, new Date())
    requireSetupToken(services, input.setupToken)
    const problems = [...(await problemsOf(input)), ...engineProblems(services, input.engine)]
    return create(services, input, problems, services.config.allowNewApp === 'auto')
  })
}

/**
 * Makes an application with its first super-administrator, whose name is the e-mail address until he changes
 * it.
 *
 * @returns what was done, a line for each step
 * @throws `error_app_not_created` with all problems
 */
export async function createApplication(services: Services, input: NewApplication): Promise<string[]> {
  return create(services, input, await problemsOf(input), false)
}

async function create(
  services: Services,
  { name, definition, email, password }: NewApplication,
  problems: readonly FieldProblem[],
  asFirst: boolean,
): Promise<string[]> {
  const address = emailOf(email)
  if (
    problems.length > 0 ||
    name === undefined ||
    definition === undefined ||
    password === undefined ||
    address === undefined
  ) {
    throw new AppError('error_app_not_created', { errors: problems })
  }
  const superAdmin = { name: address, email: address, passwordHash: await hashPassword(password) }
  try {
    await services.applications.create(name, { definition: definition.trim(), superAdmin, asFirst })
  } catch (error) {
    // Another node was first.
    if (asFirst && error instanceof StorageError && error.problem === 'exists')
      throw new AppError('not_allowed_app_create', { cause: error })
    throw asRefusal(error)
  }
  return [
    'Name reserved',
    'Database created',
    'System tables created',
    'First administrator added',
    'Settings saved',
  ]
}

function asRefusal(error: unknown): AppError {
  if (error instanceof StorageError && error.problem === 'exists') {
    const said = message('application_exists', {})
    return new AppError('error_app_not_created', {
      status: 409,
      ...said,
      errors: [{ field: 'name', code: 'no_dupl', ...said }],
      cause: error,
    })
  }
  if (error instanceof StorageError && error.problem === 'unavailable') {
    const said = message('database_cannot_be_reached', {})
    const errors = [{ field: 'db_host', code: 'db_unreachable', ...said }] as const
    return new AppError('error_app_not_created', { ...said, errors, cause: error })
  }
  return new AppError('error_app_not_created', {
    status: 500,
    ...message('application_left_nothing', {}),
    cause: error,
  })
}

async function problemsOf({ name, definition, email, password }: NewApplication): Promise<FieldProblem[]> {
  const problems = [nameProblem(name), definitionProblem(definition)]
  if (emailOf(email) === undefined) {
    const isEmpty = email === undefined || email === ''
    problems.push({
      field: 'email',
      code: isEmpty ? 'not_empty' : 'email_not_valid',
      ...message(isEmpty ? 'first_email_needed' : 'first_email_invalid', {}),
    })
  }
  problems.push(await firstPasswordProblem(password, name, email))
  return problems.filter((problem) => problem !== undefined)
}

async function firstPasswordProblem(
  password: string | undefined,
  app: string | undefined,
  email: string | undefined,
): Promise<FieldProblem | undefined> {
  const problem = passwordProblem(password)
  if (problem || password === undefined) return problem
  return guessableProblem(password, { app: String(app), email: emailOf(email) ?? '', name: '' })
}

/** Why no application can have this name. */
export function nameProblem(name: string | undefined): FieldProblem | undefined {
  if (name === undefined || name === '') {
    return { field: 'name', code: 'not_empty', ...message('application_needs_name', {}) }
  }
  if (!applicationName.test(name)) {
    return {
      field: 'name',
      code: 'invalid_name',
      ...message('application_name_form', {}),
    }
  }
  if (reservedNames.includes(name)) {
    return { field: 'name', code: 'reserved_name', ...message('name_reserved', { name }) }
  }
  return undefined
}

function definitionProblem(definition: string | undefined): FieldProblem | undefined {
  if (definition === undefined || definition.trim() === '') {
    return { field: 'definition', code: 'not_empty', ...message('application_needs_definition', {}) }
  }
  if ([...definition.trim()].length > maxDefinitionLength || definition.includes('\u0000')) {
    return {
      field: 'definition',
      code: 'too_long',
      ...message('definition_too_long', { most: maxDefinitionLength }),
    }
  }
  return undefined
}

function engineProblems({ storage }: Services, engine: string | undefined): FieldProblem[] {
  if (engine === storage.engine) return []
  const isEmpty = engine === undefined
  return [
    {
      field: 'db_engine',
      code: isEmpty ? 'not_empty' : 'unsupported_engine',
      ...message('engine_of_new_applications', { engine: storage.engine }),
    },
  ]
}

function requireSetupToken({ config }: Services, given: string): void {
  if (config.setupToken === undefined) return
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  if (timingSafeEqual(digest(given), digest(config.setupToken))) return
  throw new AppError('not_allowed_app_create', {
    ...message('setup_token_wrong', {}),
    detail: 'setup_token',
  })
}
