import { type ChildProcess, spawn } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import { inject } from 'vitest'
import { listenHere } from '../packages/server/dist/testing/listen-here.js'
import { makeServerDatabase } from '../packages/server/dist/testing/server-database.js'
import { type LaidOut, whenLaidOut } from './demo.js'
import type { Engine } from './prepare.js'
import { makeFolder, program } from './program.js'

/**
 * What pages come from: a name, without encryption, as in the local network of most excavations. Browsers
 * keep some functions from such pages, but not from those of 127.0.0.1.
 */
export const nameOfHost = 'laptop'

/** A running service. */
export interface Running {
  readonly address: string
  stop(): Promise<void>
}

interface Start {
  /** Its data folder, which stays when it stops; one of its own, unless told. */
  readonly folder?: string
  /** SQLite, unless told. */
  readonly engine?: Engine
  readonly settings?: Readonly<Record<string, string>>
}

/** The service with nothing in it, or with what is in its folder. */
export const startService = (start: Start = {}): Promise<Running> => run(start, listenHere)

/** The service as it is shipped, in a process of its own. */
export const startProcess = (start: Start = {}): Promise<Running> => run(start, listenInProcess)

/** The service with a copy of the demo, and with the stand-ins. */
export function startDemo({ engine = 'sqlite', settings, ...start }: Start = {}): Promise<Running> {
  const like = inject('demos')[engine]
  if (like === undefined) throw new Error(`The demo is not laid out on ${engine}.`)
  return run({ ...start, engine, settings: { ...inject('standIns'), ...settings } }, listenHere, like)
}

async function run(
  { engine = 'sqlite', folder: given, settings }: Start,
  listen: typeof listenHere,
  like?: LaidOut,
): Promise<Running> {
  const folder = given ?? (await makeFolder())
  if (like) {
    await whenLaidOut(like)
    await cp(like.folder, folder, { recursive: true })
  }
  const database = engine === 'pgsql' ? await makeServerDatabase(like?.database) : undefined
  const { address, stop } = await listen({
    TROWEL_DATA: folder,
    TROWEL_HOST: '127.0.0.1',
    TROWEL_PORT: '0',
    ...(database && { TROWEL_DATABASE_URL: database.url }),
    ...settings,
  })
  return {
    address,
    stop: async () => {
      await stop()
      await database?.drop()
      if (given === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function listenInProcess(settings: Readonly<Record<string, string>>): Promise<Running> {
  const env = { ...process.env, TROWEL_LOG_LEVEL: 'warn', ...settings }
  const child = spawn(process.execPath, [program('main.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const end = () => child.kill('SIGTERM')
  // Whoever waits no longer for it leaves no service behind.
  process.once('exit', end)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return {
    address: await listening(child),
    stop: async () => {
      process.off('exit', end)
      end()
      await ended
    },
  }
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

/** The services of the journeys that are walked now, by engine. */
const running = new Map<Engine, Promise<Running>>()

/** @returns the address of the service with the demo that all journeys of a file share, and no other file */
export async function addressOf(engine: Engine): Promise<string> {
  const known = running.get(engine) ?? startDemo({ engine })
  running.set(engine, known)
  return (await known).address
}

/** What the journeys of the next file find is as if nobody had been there. */
export async function stopServices(): Promise<void> {
  const all = [...running.values()]
  running.clear()
  await Promise.all(all.map(async (one) => (await one).stop()))
}
