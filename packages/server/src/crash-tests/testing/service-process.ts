import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { readConfig } from '../../config.js'
import { start } from '../../serve.js'

const program = fileURLToPath(new URL('../../main.js', import.meta.url))

const running = new Set<ChildProcess>()

/** What a test that failed left running. */
export function killLeftovers(): void {
  for (const child of running) child.kill('SIGKILL')
}
process.once('exit', killLeftovers)

export interface RunningService {
  readonly url: string
  /** What it has said so far, its log included. */
  readonly output: () => string
  /** Ends it as an operator would. */
  stop(): Promise<void>
}

/** The service as people start it: a process of its own. */
export interface ServiceProcess extends RunningService {
  readonly pid: number
  /** Ends it as a power cut would: nothing of it runs any more, not even a handler. */
  kill(): Promise<void>
}

type Settings = Readonly<Record<string, string>>

const usual = { TROWEL_PORT: '0', TROWEL_LOG_LEVEL: 'error', TROWEL_WORKERS: '1' }

/** The same service in the process of the tests, where nothing has to be killed: it need not be loaded. */
export async function startServiceHere(settings: Settings): Promise<RunningService> {
  let output = ''
  const config = readConfig({ ...usual, ...settings }, 1)
  const log = pino({ level: config.logLevel }, { write: (line: string) => (output += line) })
  const { address, stop } = await start(config, log)
  return { url: address, output: () => output, stop }
}

/**
 * Starts the service on the data that `settings` name and waits until it listens.
 *
 * @param killAfterMs kills it so long after its start, whatever it is doing; the answer is then `undefined`
 *   when it never listened
 */
export async function startService(settings: Settings): Promise<ServiceProcess>
export async function startService(
  settings: Settings,
  killAfterMs: number,
): Promise<ServiceProcess | undefined>
export async function startService(
  settings: Settings,
  killAfterMs?: number,
): Promise<ServiceProcess | undefined> {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      ...usual,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let output = ''
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    child.kill(signal)
    await ended
  }
  const killer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const listening = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece) => {
        output += String(piece)
        const url = /^listening on (http:\/\/\S+)$/m.exec(output)?.[1]
        if (url !== undefined) resolve(url)
      })
    }
  })
  const url = await Promise.race([listening, ended])
  clearTimeout(killer)
  if (url !== undefined)
    return {
      url,
      pid: child.pid ?? 0,
      output: () => output,
      kill: () => end('SIGKILL'),
      stop: () => end('SIGTERM'),
    }
  if (killAfterMs !== undefined && child.signalCode === 'SIGKILL') return undefined
  throw new Error(`The service did not start.\n${output}`)
}
