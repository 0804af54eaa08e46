import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PrivilegeName, privileges } from '@trowel/contract/privileges.js'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { hashPassword } from '../access/passwords.js'
import { loadSecrets } from '../access/secrets.js'
import { issueToken, type Person } from '../access/session-token.js'
import { buildServer } from '../build-server.js'
import type { Application } from '../catalogue/application.js'
import { openApplications } from '../catalogue/open-applications.js'
import { type Config, readConfig } from '../config.js'
import type { Services } from '../http/services.js'
import { openImages } from '../images/images.js'
import { openCalibration } from '../radiocarbon/calibration.js'
import { openBinaries } from '../storage/binaries/open-binaries.js'
import { sql } from '../storage/sql.js'
import type { EngineName, Storage } from '../storage/storage.js'
import { type DigStorage, openDigStorage } from './dig-storage.js'
import { openStorage, type TestStorage } from './open-database.js'
import { fieldForms, rows, tableForms } from './small-excavation.js'

export { engines, oneEngine } from './open-database.js'

/** A service with a storage of its own. */
export interface TestService {
  readonly server: FastifyInstance
  readonly services: Services
  /** The folder that stands for `TROWEL_DATA`. */
  readonly dataFolder: string
  close(): Promise<void>
}

/** A service with an empty storage. */
export async function openService(
  engine: EngineName,
  environment: Record<string, string> = {},
  change: Partial<Services> = {},
): Promise<TestService> {
  return serve(await openStorage(engine), environment, change)
}

async function serve(
  opened: Pick<TestStorage, 'storage' | 'close'>,
  environment: Record<string, string>,
  change: Partial<Services> = {},
): Promise<TestService> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'trowel-test-'))
  const config: Config = readConfig(
    { TROWEL_DATA: dataFolder, TROWEL_SECRET: 'secret of the tests', ...environment },
    2,
  )
  const log = pino({ level: process.env['TROWEL_TEST_LOG'] ?? 'silent' })
  const storage: Storage = opened.storage
  const applications = openApplications(storage, { version: '5.0.0', log })
  const binaries = await openBinaries(config)
  const services: Services = {
    config,
    storage,
    applications,
    binaries,
    images: openImages({ maxPixels: config.limits.pictureMegapixels * 1e6, log }),
    calibration: openCalibration(binaries),
    secrets: await loadSecrets(config),
    version: '5.0.0',
    changelog: '# 5.0.0\n',
    ...change,
  }
  const server = await buildServer(services, log)
  server.addHook('onClose', async () => {
    closed.add(server)
  })
  await server.ready()
  return {
    server,
    services,
    dataFolder,
    close: async () => {
      // The server would wait a second for connections that clients of the tests keep open.
      server.server.closeIdleConnections()
      await server.close()
      await services.images.close()
      await applications.close()
      await services.binaries.close()
      await opened.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

export type Role = PrivilegeName | 'key10' | 'key10_manage' | 'key20' | 'key30'

export const password = 'a-trowel-for-tests'

/**
 * A service with the application `dig`: a person of every level (`reader@dig.example` …) and a small
 * excavation.
 *
 * | table | |
 * |---|---|
 * | `trenches` | code A, B, C |
 * | `contexts` | ctx_no C1 … C6; trench (lookup), ctx_type, notes, depth_cm (FLOAT), count_of (INTEGER) |
 * | | stratigraphic relations, fuzzy dates, map data |
 * | `samples` | plugin of contexts: litres (INTEGER), lab |
 * | `finds` | inv_no F1 … F8; context (lookup), material, weight_g (FLOAT), found_on (date) |
 * | | F7 and F8 were made by the self_writer |
 */
export async function openDig(engine: EngineName, environment: Record<string, string> = {}): Promise<Dig> {
  const like = process.env[laidOut[engine]]
  if (like === undefined) return layOut(await openService(engine, environment))
  const isUsual = Object.keys(environment).length === 0
  const idle = isUsual ? idleDigs.get(engine) : undefined
  if (isUsual) idleDigs.delete(engine)
  const digs = idle?.digs ?? (await openDigStorage(engine, like))
  await digs.fill()
  const service = idle?.service ?? (await serve(digs, environment))
  const application = await service.services.applications.open('dig')
  if (!application) throw new Error(`There is no dig in ${like}.`)
  // As it is after laying out: nothing goes on in the background that a test would count, and the service
  // knows the super_admin.
  await digs.whenHeard()
  await application.reload()
  await application.db.whenIdle()
  const close = async (): Promise<void> => {
    if (!isUsual || idleDigs.has(engine) || !(await canServeAgain(service))) return service.close()
    await service.services.applications.close()
    await digs.empty()
    await rm(join(service.dataFolder, 'applications'), { recursive: true, force: true })
    idleDigs.set(engine, { digs, service })
  }
  const dig = new Dig({ ...service, close }, application)
  await dig.enter()
  return dig
}

/** Services whose dig was closed: the next dig that this worker opens gets one, with a storage as new. */
const idleDigs = new Map<EngineName, { readonly digs: DigStorage; readonly service: TestService }>()

/** Is everything that the service did in its storage, and over? */
async function canServeAgain({ server, services, dataFolder }: TestService): Promise<boolean> {
  if (closed.has(server) || server.server.listening) return false
  try {
    const names = await services.applications.names()
    const application = await services.applications.open('dig')
    if (names.length > 1 || !application) return false
    const job = await application.db.quick.get(
      sql`SELECT "id" FROM "sys_jobs" WHERE "state" = 'running' LIMIT 1`,
    )
    const left = await readdir(dataFolder, { recursive: true, withFileTypes: true })
    const ofDigs = join(dataFolder, 'applications', 'dig')
    return job === undefined && left.every((it) => it.isDirectory() || it.parentPath.startsWith(ofDigs))
  } catch {
    return false
  }
}

const closed = new WeakSet<FastifyInstance>()

/**
 * Where `openDig` finds a dig to copy: a folder, or a database of the tests' PostgreSQL server. It lays out
 * one anew where there is none.
 */
export const laidOut: Readonly<Record<EngineName, string>> = {
  sqlite: 'TROWEL_TEST_DIG_FOLDER',
  pgsql: 'TROWEL_TEST_DIG_DATABASE',
}

/** Lays out a dig in a storage and closes both. */
export async function layOutIn(opened: Pick<TestStorage, 'storage' | 'close'>): Promise<void> {
  const service = await serve(opened, {})
  await layOut(service)
  await service.close()
}

async function layOut(service: TestService): Promise<Dig> {
  const passwordHash = await hashPassword(password)
  const application = await service.services.applications.create('dig', {
    definition: 'A small dig',
    superAdmin: { name: 'super_admin', email: 'super_admin@dig.example', passwordHash },
  })
  const dig = new Dig(service, application)
  await dig.fill(passwordHash)
  return dig
}

const plainRoles: readonly PrivilegeName[] = [
  'super_admin',
  'admin',
  'writer',
  'self_writer',
  'reader',
  'waiting',
]

export class Dig {
  private readonly tokens = new Map<Role, Promise<string>>()

  constructor(
    readonly service: TestService,
    readonly application: Application,
  ) {}

  get services(): Services {
    return this.service.services
  }

  /** @internal fills the fresh application */
  async fill(hash: string): Promise<void> {
    const { db } = this.application
    await db.write(async (tx) => {
      for (const name of plainRoles.slice(1)) {
        await tx.insert('sys_users', {
          name,
          email: `${name}@dig.example`,
          password: hash,
          privilege: privileges[name],
          token_version: 0,
        })
      }
    })
    for (const form of tableForms) await this.must(this.post('/api/config/tables', form, 'super_admin'))
    for (const [table, form] of fieldForms) {
      await this.must(this.post(`/api/config/table/${table}/field`, form, 'super_admin'))
    }
    await this.must(this.post('/api/config/table/contexts/fuzzy-date', {}, 'super_admin'))
    for (const [table, idField] of [
      ['trenches', 'code'],
      ['contexts', 'ctx_no'],
      ['finds', 'inv_no'],
    ]) {
      const form = { id_field: idField, order: 'id', preview: [idField] }
      await this.must(this.put(`/api/config/table/${table}`, form, 'super_admin'))
    }
    await db.write(async (tx) => {
      for (const [table, list] of Object.entries(rows)) for (const row of list) await tx.insert(table, row)
    })
  }

  /** @internal lets the service know the super_admin */
  async enter(): Promise<void> {
    await this.must(this.get('/api/tables', 'super_admin'))
  }

  private async must(answer: Promise<LightMyRequestResponse>): Promise<void> {
    const { statusCode, body } = await answer
    if (statusCode !== 200) throw new Error(`The dig could not be laid out: ${statusCode} ${body}`)
  }

  /** The bearer token of a role: a session of the person of that level, or an API key. */
  token(role: Role): Promise<string> {
    let token = this.tokens.get(role)
    if (!token) {
      token = role.startsWith('key')
        ? this.makeKey(Number(role.slice(3, 5)), role.endsWith('manage'))
        : this.beginSession(role)
      this.tokens.set(role, token)
    }
    return token
  }

  /**
   * The id of the person of that level: 1 super_admin, 2 admin, 3 writer, 4 self_writer, 5 reader, 6 waiting.
   */
  userId(role: PrivilegeName): number {
    return plainRoles.indexOf(role) + 1
  }

  /** What a login answers, without the cost of a password. */
  private async beginSession(role: Role): Promise<string> {
    const person = await this.application.db.quick.get<Person>(
      sql`SELECT "id", "name", "email", "privilege", "token_version" AS "tokenVersion" FROM "sys_users" WHERE "email" = ${`${role}@dig.example`}`,
    )
    if (!person) throw new Error(`There is no ${role}.`)
    const { token } = await issueToken(
      this.services.secrets,
      this.application,
      person,
      randomBytes(16).toString('hex'),
      new Date(),
    )
    return token
  }

  private async makeKey(privilege: number, manage: boolean): Promise<string> {
    const reply = await this.post(
      '/api/api-keys',
      { label: `key ${privilege}`, privilege, manage },
      'super_admin',
    )
    if (reply.statusCode !== 200) throw new Error(`The key could not be made: ${reply.body}`)
    return reply.json<{ key: string }>().key
  }

  async request(options: InjectOptions, as?: Role): Promise<LightMyRequestResponse> {
    const authorization = as === undefined ? {} : { authorization: `Bearer ${await this.token(as)}` }
    return this.service.server.inject({ ...options, headers: { ...authorization, ...options.headers } })
  }

  get = (url: string, as?: Role) => this.request({ method: 'GET', url }, as)
  post = (url: string, body?: unknown, as?: Role) => this.request(withBody('POST', url, body), as)
  put = (url: string, body?: unknown, as?: Role) => this.request(withBody('PUT', url, body), as)
  patch = (url: string, body?: unknown, as?: Role) => this.request(withBody('PATCH', url, body), as)
  delete = (url: string, body?: unknown, as?: Role) => this.request(withBody('DELETE', url, body), as)

  /** The super-admin's password confirmation, which destructive changes of the schema ask for. */
  async confirm(): Promise<void> {
    await this.must(this.post('/api/admin/check-password', { pwd: password }, 'super_admin'))
  }

  close(): Promise<void> {
    return this.service.close()
  }
}

function withBody(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body: unknown): InjectOptions {
  if (body === undefined) return { method, url }
  return { method, url, payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}
