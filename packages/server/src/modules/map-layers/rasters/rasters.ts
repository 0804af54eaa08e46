import { fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Limiter } from '../../../limiter.js'
import type { RasterFacts, RasterMessage, RasterProblem, RasterTask } from './raster-task.js'

const program = fileURLToPath(new URL('./raster-process.js', import.meta.url))

export type RasterOutcome =
  | { readonly facts: RasterFacts }
  | { readonly problem: RasterProblem; readonly reason: string }

/** To look at a file takes a moment; to prepare one keeps a core busy for minutes. */
const atOnce = { describe: new Limiter(2), prepare: new Limiter(1) }

export interface Watch {
  readonly limitMs: number
  readonly signal?: AbortSignal | undefined
  /** @param share of the work that is done, 0 to 1 */
  readonly onProgress?: (share: number) => void
}

/**
 * Looks at a file that shall lie on a map, or writes it as maps read it, in a process of its own. A file that
 * kills its process, takes too long or too much memory is one that cannot be read.
 */
export async function performRasterTask(task: RasterTask, watch: Watch): Promise<RasterOutcome> {
  try {
    return await atOnce[task.do].run(() => inProcess(task, watch))
  } finally {
    await rm(task.between, { force: true })
  }
}

function inProcess(task: RasterTask, { limitMs, signal, onProgress }: Watch): Promise<RasterOutcome> {
  return new Promise((resolve) => {
    const child = fork(program, {
      // Nothing of the service's settings and secrets is handed on.
      env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '2' },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const stop = () => child.kill('SIGKILL')
    const timer = setTimeout(() => {
      end({ problem: 'too_slow', reason: `longer than ${limitMs} ms` })
      stop()
    }, limitMs)
    signal?.addEventListener('abort', stop)
    const end = (outcome: RasterOutcome): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      resolve(outcome)
    }
    const onExit = () => end({ problem: 'unreadable', reason: 'its process ended' })
    child.on('exit', onExit).on('error', onExit)
    child.on('message', (message: RasterMessage) => {
      if ('progress' in message) onProgress?.(message.progress)
      else end(message)
    })
    child.send(task, (error) => {
      if (error) onExit()
    })
  })
}
