import { Worker } from 'node:worker_threads'
import { StorageError } from '../storage.js'
import { fromPlainError } from './errors.js'
import type { Answer, Request, Results, Step } from './writer-protocol.js'

interface Waiting {
  resolve(value: Results[keyof Results]): void
  reject(error: Error): void
}

/** The accepting thread's end of the writer thread: sends steps, in order, and brings their results. */
export class Writer {
  #worker: Worker | undefined
  #outbox: Request[] = []
  #waiting: Waiting[] = []
  /** How many transactions of people are open or wait: work in the background gives way to them. */
  readonly #urgent = new Int32Array(new SharedArrayBuffer(4))
  #exited: Promise<void> | undefined
  #closed = false

  /** Steps that are sent without waiting for one another travel together. */
  send<S extends Step>(file: string, transaction: number, step: S): Promise<Results[S['do']]> {
    return new Promise<Results[keyof Results]>((resolve, reject) => {
      if (this.#closed) {
        reject(new StorageError('unavailable', 'The storage is closed.'))
        return
      }
      // After all promises that can be settled are: they may send more.
      if (this.#outbox.length === 0) process.nextTick(() => this.#flush())
      this.#outbox.push({ file, transaction, step })
      this.#waiting.push({ resolve, reject })
    }) as Promise<Results[S['do']]>
  }

  urgent(change: 1 | -1): void {
    Atomics.add(this.#urgent, 0, change)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#worker?.ref()
    this.#worker?.postMessage([{ file: '', transaction: 0, step: { do: 'exit' } } satisfies Request])
    await this.#exited
  }

  #flush(): void {
    const requests = this.#outbox
    this.#outbox = []
    try {
      this.#worker ??= this.#start()
      // Alone, a thread that has nothing to do does not keep the process alive.
      this.#worker.ref()
      this.#worker.postMessage(requests)
    } catch (error) {
      const lost = this.#waiting.splice(this.#waiting.length - requests.length)
      for (const { reject } of lost) reject(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./writer-thread.cjs', import.meta.url), {
      workerData: this.#urgent,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    worker.on('message', (answers: readonly Answer[]) => {
      const done = this.#waiting.splice(0, answers.length)
      done.forEach(({ resolve, reject }, k) => {
        const answer = answers[k] as Answer
        if ('error' in answer) reject(fromPlainError(answer.error))
        else resolve(answer.value)
      })
      if (this.#waiting.length === 0) worker.unref()
    })
    let failure: Error | undefined
    worker.on('error', (error) => {
      failure = error
    })
    this.#exited = new Promise((resolve) => worker.on('exit', () => resolve()))
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
      // Steps still in the outbox go to the next thread, which refuses those of transactions it does not
      // know.
      const lost = this.#waiting.splice(0, this.#waiting.length - this.#outbox.length)
      const error = new StorageError('unavailable', 'The thread that writes has stopped.', { cause: failure })
      for (const { reject } of lost) reject(error)
    })
    return worker
  }
}
