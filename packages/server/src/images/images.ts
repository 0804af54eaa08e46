import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import {
  type ImageFacts,
  type ImageJob,
  type ImageResult,
  type ImageSize,
  type Outcome,
  ready,
} from './image-job.js'

/**
 * Looks at pictures and makes others of them, in processes of their own: few at a time, each job with a time
 * limit. A picture that kills its process, or takes for ever, is one that cannot be decoded.
 */
export interface Images {
  /** What a picture is and says of itself, without decoding it. */
  describe(path: string): Promise<ImageFacts | 'impossible' | 'unavailable'>
  preview(path: string, to: string, width: number): Promise<Outcome>
  /** @returns the size of the smaller picture, or why there is none */
  shrink(path: string, to: string, side: number): Promise<ImageSize | Exclude<Outcome, 'made'>>
  conceal(path: string, to: string): Promise<Outcome>
  /** A JPEG for paper. @returns its size; `undefined` when none can be made */
  print(path: string, to: string, side: number): Promise<ImageSize | undefined>
  close(): Promise<void>
}

export interface ImagesOptions {
  readonly maxPixels: number
  readonly log: { warn(facts: object, message: string): void }
}

const processesAtOnce = 2
const maxWaiting = 200
const patienceMs = 60_000
const idleMs = 20_000
const worker = fileURLToPath(new URL('./image-worker.cjs', import.meta.url))

interface Waiting {
  readonly job: ImageJob
  resolve(answer: ImageResult): void
}

/** Opens the desk; the first process starts with the first picture. */
export function openImages({ maxPixels, log }: ImagesOptions): Images {
  const queue: Waiting[] = []
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const busy = new Set<ChildProcess>()
  let isClosed = false

  const ask = async (job: ImageJob): Promise<ImageResult> => {
    if (isClosed) return { outcome: 'unavailable', reason: 'closed' }
    if (queue.length >= maxWaiting) {
      throw new AppError('overloaded', message('pictures_wait', {}))
    }
    return new Promise((resolve) => {
      queue.push({ job, resolve })
      serveNext()
    })
  }

  const serveNext = (): void => {
    while (queue.length > 0 && busy.size < processesAtOnce) {
      const { job, resolve } = queue.shift() as Waiting
      const child = takeProcess()
      busy.add(child)
      perform(child, job).then((answer) => {
        busy.delete(child)
        if (answer.outcome === 'impossible' || answer.outcome === 'unavailable')
          log.warn({ do: job.do, reason: answer.reason }, 'a picture cannot be worked on')
        if (child.connected && !isClosed) keepIdle(child)
        resolve(answer)
        serveNext()
      })
    }
  }

  const takeProcess = (): ChildProcess => {
    for (const [child, timer] of idle) {
      clearTimeout(timer)
      idle.delete(child)
      if (child.connected) return child
    }
    return startProcess()
  }

  const keepIdle = (child: ChildProcess): void => {
    const timer = setTimeout(() => {
      idle.delete(child)
      child.kill('SIGKILL')
    }, idleMs)
    idle.set(child, timer.unref())
  }

  const to = { maxPixels }
  return {
    async describe(path) {
      const { outcome, facts } = await ask({ do: 'describe', path, ...to })
      return facts ?? (outcome === 'unavailable' ? outcome : 'impossible')
    },
    preview: async (path, target, width) =>
      (await ask({ do: 'preview', path, to: target, width, ...to })).outcome,
    async shrink(path, target, side) {
      const { outcome, size } = await ask({ do: 'shrink', path, to: target, side, ...to })
      return size ?? (outcome === 'made' ? 'impossible' : outcome)
    },
    conceal: async (path, target) => (await ask({ do: 'conceal', path, to: target, ...to })).outcome,
    print: async (path, target, side) => (await ask({ do: 'print', path, to: target, side, ...to })).size,
    async close() {
      isClosed = true
      for (const child of [...idle.keys(), ...busy]) child.kill('SIGKILL')
      for (const timer of idle.values()) clearTimeout(timer)
      idle.clear()
      for (const { resolve } of queue.splice(0)) resolve({ outcome: 'unavailable', reason: 'closed' })
    },
  }
}

function startProcess(): ChildProcess {
  const child = fork(worker, {
    // Nothing of the service's settings and secrets is handed on.
    env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '2' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  return child
}

const readyProcesses = new WeakSet<ChildProcess>()

/** Always answers: a process that ends or does not answer in time is an answer too. */
function perform(child: ChildProcess, job: ImageJob): Promise<ImageResult> {
  return new Promise((resolve) => {
    child.channel?.ref()
    const end = (answer: ImageResult): void => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit).off('error', onExit)
      child.channel?.unref()
      resolve(answer)
    }
    const onMessage = (message: ImageResult | typeof ready): void => {
      if (message === ready) readyProcesses.add(child)
      else end(message)
    }
    const onExit = (): void => {
      const isImagesFault = readyProcesses.has(child)
      end(
        isImagesFault
          ? { outcome: 'impossible', reason: 'its process ended' }
          : { outcome: 'unavailable', reason: 'no process for pictures starts' },
      )
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    child.on('message', onMessage).on('exit', onExit).on('error', onExit)
    child.send(job, (error) => {
      if (error) onExit()
    })
  })
}
