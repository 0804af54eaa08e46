import { Worker } from 'node:worker_threads'
import { StorageError } from '../storage.js'
import { fromPlainError, timeIsOver } from './errors.js'
import type { ReadAnswer, ReadRequest, ReadResults } from './reader-protocol.js'

interface Job {
  readonly request: ReadRequest
  readonly onTaken: ((thread: ReaderThread) => void) | undefined
  resolve(value: ReadResults[keyof ReadResults]): void
  reject(error: Error): void
  timer?: NodeJS.Timeout
}

/** One reader thread: what it does, and what only it can do next. */
export interface ReaderThread {
  readonly worker: Worker
  readonly exited: Promise<void>
  job: Job | undefined
  readonly own: Job[]
  /** Its statement took so long that its caller is gone; SQLite has not let go of it yet. */
  overdue: boolean
}

/** How much longer than its time limit a statement may take before its caller is answered without it. */
const graceMs = 2_000

/**
 * The threads that answer statements of unknown length, shared by all applications. A thread in the middle of
 * a statement cannot be ended from outside without ending the process: it is left alone until the statement
 * ends, and another takes its place.
 */
export class ReaderPool {
  readonly #size: number
  readonly #limitMs: number
  readonly #threads = new Set<ReaderThread>()
  readonly #queue: Job[] = []
  /** Set to 1, it ends every statement that looks at the clock. */
  readonly #stop = new Int32Array(new SharedArrayBuffer(4))
  #closed = false

  constructor(options: { readonly readers: number; readonly queryTimeMs: number }) {
    this.#size = Math.max(1, options.readers)
    this.#limitMs = options.queryTimeMs
  }

  /**
   * @param onTaken called with the thread that does it
   * @throws StorageError `timeout` when no thread is free within the time limit, or the statement takes
   *   longer
   */
  ask<R extends ReadRequest>(
    request: R,
    onTaken?: (thread: ReaderThread) => void,
  ): Promise<ReadResults[R['do']]> {
    return this.#promise<R>(request, onTaken, (job) => {
      const thread = this.#freeThread()
      if (thread) {
        this.#start(thread, job)
        return
      }
      this.#queue.push(job)
      job.timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(job), 1)
        job.reject(new StorageError('timeout', 'No reader was free within the time limit.'))
      }, this.#limitMs)
    })
  }

  askThread<R extends ReadRequest>(thread: ReaderThread, request: R): Promise<ReadResults[R['do']]> {
    return this.#promise<R>(request, undefined, (job) => {
      if (!this.#threads.has(thread)) job.reject(new StorageError('unavailable', 'The reader has stopped.'))
      else if (thread.job) thread.own.push(job)
      else this.#start(thread, job)
    })
  }

  /** Every thread closes its connection to `file`. */
  async closeFile(file: string, isRemoved: boolean): Promise<void> {
    const idle = [...this.#threads].filter(({ overdue }) => !overdue)
    await Promise.allSettled(idle.map((thread) => this.askThread(thread, { do: 'close', file, isRemoved })))
  }

  async close(): Promise<void> {
    this.#closed = true
    Atomics.store(this.#stop, 0, 1)
    const error = new StorageError('unavailable', 'The storage is closed.')
    const threads = [...this.#threads]
    for (const thread of threads) {
      thread.worker.ref()
      thread.worker.postMessage({ do: 'exit' } satisfies ReadRequest)
      this.#drop(thread, error)
    }
    for (const job of this.#queue.splice(0)) refuse(job, error)
    await Promise.all(threads.map(({ exited }) => exited))
  }

  #promise<R extends ReadRequest>(
    request: R,
    onTaken: Job['onTaken'],
    take: (job: Job) => void,
  ): Promise<ReadResults[R['do']]> {
    return new Promise<ReadResults[keyof ReadResults]>((resolve, reject) => {
      if (this.#closed) reject(new StorageError('unavailable', 'The storage is closed.'))
      else take({ request, onTaken, resolve, reject })
    }) as Promise<ReadResults[R['do']]>
  }

  #freeThread(): ReaderThread | undefined {
    let serving = 0
    for (const thread of this.#threads) {
      if (!thread.job && !thread.overdue) return thread
      if (!thread.overdue) serving++
    }
    return serving < this.#size && this.#threads.size < 2 * this.#size ? this.#spawn() : undefined
  }

  #spawn(): ReaderThread {
    const worker = new Worker(new URL('./reader-thread.cjs', import.meta.url), {
      workerData: this.#stop,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    let failure: Error | undefined
    const exited = new Promise<void>((resolve) => {
      worker.on('exit', () => {
        this.#drop(thread, new StorageError('unavailable', 'A reader has stopped.', { cause: failure }))
        if (!this.#closed) this.#serveQueue()
        resolve()
      })
    })
    const thread: ReaderThread = { worker, exited, job: undefined, own: [], overdue: false }
    worker.on('message', (answer: ReadAnswer) => this.#answered(thread, answer))
    worker.on('error', (error) => {
      failure = error
    })
    worker.unref()
    this.#threads.add(thread)
    return thread
  }

  #start(thread: ReaderThread, job: Job): void {
    thread.job = job
    job.onTaken?.(thread)
    clearTimeout(job.timer)
    job.timer = setTimeout(() => this.#giveUp(thread), this.#limitMs + graceMs)
    thread.worker.ref()
    thread.worker.postMessage(job.request)
  }

  #giveUp(thread: ReaderThread): void {
    thread.overdue = true
    const error = new StorageError('timeout', timeIsOver)
    for (const job of [thread.job, ...thread.own.splice(0)]) if (job) refuse(job, error)
    thread.job = undefined
    thread.worker.unref()
    this.#serveQueue()
  }

  #answered(thread: ReaderThread, answer: ReadAnswer): void {
    const { job } = thread
    if (thread.overdue) {
      thread.overdue = false
      if (this.#threads.size > this.#size) {
        this.#threads.delete(thread)
        thread.worker.postMessage({ do: 'exit' } satisfies ReadRequest)
      }
    } else if (job) {
      thread.job = undefined
      clearTimeout(job.timer)
      if ('error' in answer) job.reject(fromPlainError(answer.error))
      else job.resolve(answer.value)
      const next = thread.own.shift()
      if (next) this.#start(thread, next)
      else thread.worker.unref()
    }
    this.#serveQueue()
  }

  /** Takes the thread out of service and refuses what it had to do. */
  #drop(thread: ReaderThread, error: Error): void {
    this.#threads.delete(thread)
    for (const job of [thread.job, ...thread.own.splice(0)]) if (job) refuse(job, error)
    thread.job = undefined
  }

  #serveQueue(): void {
    while (this.#queue.length > 0) {
      const thread = this.#freeThread()
      const job = thread && this.#queue.shift()
      if (!thread || !job) return
      this.#start(thread, job)
    }
  }
}

function refuse(job: Job, error: Error): void {
  clearTimeout(job.timer)
  job.reject(error)
}
