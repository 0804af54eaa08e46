import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import literature from '../demo/literature.json' with { type: 'json' }
import { inventedWork } from '../packages/server/dist/testing/invented-works.js'
import startPostgresServer from '../packages/server/dist/testing/postgres-server.js'
import { openStandIn } from '../packages/server/dist/testing/reference-manager.js'
import { openUniversity } from './identity-provider.js'

/** Names the data folder with the demo that services get a copy of. */
const laidOut = 'TROWEL_TEST_DEMO'

const program = (path: string) => fileURLToPath(new URL(`../packages/server/dist/${path}`, import.meta.url))

/** Where the demo is served, by engine. */
export type Addresses = Readonly<Partial<Record<Engine, string>>>
export type Engine = 'sqlite' | 'pgsql'

declare module 'vitest' {
  interface ProvidedContext {
    addresses: Addresses
  }
}

/** A running service on a data folder of its own. */
export interface Running {
  readonly address: string
  stop(): Promise<void>
}

/** Starts the service with the demo on each engine, once for all journeys, beside stand-ins for the reference manager and an identity provider. Vitest calls it before the first. */
export default async function startServices(project: TestProject): Promise<() => Promise<void>> {
  const wanted = process.env['TROWEL_TEST_ENGINES'] ?? 'sqlite,postgres'
  const stopPostgres = await startPostgresServer()
  const manager = await openStandIn()
  const { items } = manager.library('groups/501')
  items.set('AAAAAAA2', inventedWork('AAAAAAA2'))
  items.set('AAAAAAA3', inventedWork('AAAAAAA3', { family: 'Marino', title: 'Amphorae of the gulf' }))
  // The works that the demo cites are in their library as they are in the demo.
  const cited = manager.library(`${literature.library.type}s/${literature.library.refman_id}`).items
  for (const { key, version } of literature.works) cited.set(key, { ...inventedWork(key), version })
  const university = await openUniversity()
  const settings = { TROWEL_REFMAN_URL: manager.address, ...university.settings }
  const databaseUrl = process.env['TROWEL_TEST_DATABASE_URL']
  const onServer = /postgres|pgsql/.test(wanted) && databaseUrl !== undefined
  const demo = await makeFolder()
  const [pgsql] = await Promise.all([
    onServer ? startService({ demo: true, databaseUrl, settings }) : undefined,
    loadDemo({ TROWEL_DATA: demo }),
  ])
  process.env[laidOut] = demo
  const sqlite = wanted.includes('sqlite') ? await startService({ demo: true, settings }) : undefined
  project.provide('addresses', {
    ...(sqlite && { sqlite: sqlite.address }),
    ...(pgsql && { pgsql: pgsql.address }),
  })
  return async () => {
    await Promise.all([sqlite?.stop(), pgsql?.stop()])
    await Promise.all([manager.close(), university.close(), rm(demo, { recursive: true, force: true })])
    await stopPostgres?.()
  }
}

const loadDemo = (settings: Readonly<Record<string, string>>) =>
  promisify(execFile)(process.execPath, [program('cli/main.js'), 'demo', 'load'], {
    env: { ...process.env, ...settings },
  })

/** A data folder of one's own, for a service or for several after each other. */
export const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'trowel-journeys-'))

/** The service as it is shipped, with or without the demo, on a port that is free. A folder that it is given stays when it stops. */
export async function startService({
  demo = false,
  databaseUrl,
  folder: given,
  settings = {},
}: {
  demo?: boolean
  databaseUrl?: string
  folder?: string
  settings?: Readonly<Record<string, string>>
} = {}): Promise<Running> {
  const folder = given ?? (await makeFolder())
  const data = {
    TROWEL_DATA: folder,
    ...(databaseUrl !== undefined && { TROWEL_DATABASE_URL: databaseUrl }),
  }
  if (demo) await (databaseUrl === undefined ? copyDemo(folder) : loadDemo(data))
  const env = {
    ...process.env,
    ...data,
    TROWEL_HOST: '127.0.0.1',
    TROWEL_PORT: '0',
    TROWEL_LOG_LEVEL: 'warn',
    ...settings,
  }
  const child = spawn(process.execPath, [program('main.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const address = await listening(child)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return {
    address,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      if (given === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Loading the demo takes seconds, copying it next to nothing. */
async function copyDemo(folder: string): Promise<void> {
  const demo = process.env[laidOut]
  if (demo === undefined) throw new Error(`${laidOut} does not name a folder with the demo.`)
  await cp(demo, folder, { recursive: true })
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      seen += text
      const address = /listening on (http:\S+)/.exec(seen)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`The service ended with ${code} before it listened.`)))
  })
}
