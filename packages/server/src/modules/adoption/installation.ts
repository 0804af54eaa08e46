import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { isObject, type JsonObject, objectOrEmpty } from '@trowel/contract/json.js'
import { parseJson } from '../../catalogue/json-text.js'
import { AppError } from '../../errors.js'
import { type Message, message } from '../../message.js'
import type { SourceConfig, SourceDatabase } from './sources/source.js'

/** The folder of one application of the old service, and what its `config.json` says. */
export interface Installation {
  readonly folder: string
  /** As the old service calls the application: the name of the folder. */
  readonly name: string
  readonly definition: string
  readonly version: string
  readonly database: SourceConfig
  /** Identity providers that are set up there. */
  readonly providers: readonly string[]
  /** What else lies in the folder. */
  readonly besides: readonly string[]
}

const maxConfigBytes = 1024 * 1024

/** What is read of the folder. */
const known: ReadonlySet<string> = new Set(['config.json', 'db', 'files', 'geodata'])

/** @throws `error_app_not_created` when there is none at this path */
export async function openInstallation(path: string): Promise<Installation> {
  const folder = resolve(path)
  const config = await readConfig(folder)
  const text = (key: string): string => {
    const value = config[key]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const database = {
    engine: engineOf(text('db_engine')),
    host: text('db_host'),
    port: text('db_port'),
    name: text('db_name'),
    username: text('db_username'),
    password: text('db_password'),
  }
  const entries = await readdir(folder)
  return {
    folder,
    name: basename(folder),
    definition: text('definition'),
    version: text('bdus_version'),
    database,
    providers: Object.keys(objectOrEmpty(config['oauth'])).sort(),
    besides: entries.filter((name) => !known.has(name)).sort(),
  }
}

async function readConfig(folder: string): Promise<JsonObject> {
  const file = join(folder, 'config.json')
  try {
    const { size } = await stat(file)
    const config = size <= maxConfigBytes ? parseJson(await readFile(file, 'utf8')) : undefined
    if (isObject(config)) return config
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) throw error
    throw refusal(message('adoption_no_installation', { path: folder }))
  }
  throw refusal(message('adoption_config_unreadable', { path: file }))
}

const engines: Readonly<Record<string, SourceDatabase['engine']>> = {
  sqlite: 'sqlite',
  mysql: 'mysql',
  mariadb: 'mysql',
  pgsql: 'pgsql',
  postgres: 'pgsql',
  postgresql: 'pgsql',
}

/** Where nothing is said the rows are in a file of the folder. */
function engineOf(stated: string): SourceDatabase['engine'] {
  const engine = stated === '' ? 'sqlite' : engines[stated.toLowerCase()]
  if (engine === undefined) throw refusal(message('adoption_engine_unknown', { engine: stated }))
  return engine
}

/** The last step of the old service's tables that an adoption builds on. */
const lastMigration = 'M038'

/**
 * How many steps its tables went.
 * @throws `error_app_not_created` for tables that are older than the adoption understands
 */
export async function requireMigrated(source: SourceDatabase): Promise<number> {
  const names: string[] = []
  const table = 'bdus_migrations'
  if (await source.columns(table))
    for await (const { name } of source.rows(table)) names.push(String(name ?? ''))
  if (names.some((name) => name.startsWith(lastMigration))) return names.length
  throw refusal(message('adoption_too_old', { newest: names.sort().at(-1)?.slice(0, 4) ?? '-' }))
}

/** Why there is nothing to adopt; nothing was changed. */
export const refusal = (said: Message): AppError => new AppError('error_app_not_created', said)
