import { type ChangeAuthor, noAuthor } from '../journal/seal.js'
import { StorageError, type Transaction, type WriteOptions } from '../storage.js'
import { type Send, SqliteTransaction } from './transaction.js'
import type { Writer } from './writer.js'

interface Job {
  readonly work: (tx: Transaction, send: Send) => Promise<unknown>
  readonly schema: boolean
  readonly author: ChangeAuthor
  readonly onChangeSet: WriteOptions['onChangeSet']
  /** The writer thread lets go of the file meanwhile, because another process writes. */
  readonly isAside?: boolean
  resolve(value: unknown): void
  reject(error: unknown): void
}

type Outcome =
  | {
      readonly value: unknown
      /** Known by the time the transaction is committed. */
      changeSet?: number | undefined
    }
  | { readonly error: unknown }

const maxJobsPerCommit = 64
const maxMsPerCommit = 20

let transactions = 0

/**
 * The transactions of one database, one after another. Short ones that wait share a commit: each has a
 * savepoint of its own within one transaction, and none resolves before that is on disk.
 */
export class WriteQueue {
  readonly #file: string
  readonly #writer: Writer
  readonly #onCommit: (tables: readonly string[], schema: boolean) => void
  readonly #jobs: Job[] = []
  readonly #background: Job[] = []
  #running: Promise<void> | undefined
  #isClosed = false

  /** @param onCommit called after each commit, before anybody hears of it */
  constructor(file: string, writer: Writer, onCommit: (tables: readonly string[], schema: boolean) => void) {
    this.#file = file
    this.#writer = writer
    this.#onCommit = onCommit
  }

  write<T>(work: (tx: Transaction) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    this.#writer.urgent(1)
    return this.#add(this.#jobs, work, options).finally(() => this.#writer.urgent(-1))
  }

  /** As `write`, but when no other write waits. */
  writeInBackground<T>(work: (tx: Transaction, send: Send) => Promise<T>): Promise<T> {
    return this.#add(this.#background, work, {})
  }

  /**
   * The write lock without a transaction: until `work` is done this process does not write, so that another
   * can.
   */
  aside<T>(work: () => Promise<T>): Promise<T> {
    this.#writer.urgent(1)
    return this.#add(this.#jobs, work, { schema: true }, true).finally(() => this.#writer.urgent(-1))
  }

  /** Takes no more transactions. Resolves when none is open or waits. */
  async end(): Promise<void> {
    this.#isClosed = true
    while (this.#running) await this.#running
  }

  /** @param isRemoved is the file removed next? */
  async close(isRemoved = false): Promise<void> {
    await this.end()
    await this.#writer.send(this.#file, 0, { do: 'close', isRemoved })
  }

  #add<T>(
    jobs: Job[],
    work: (tx: Transaction, send: Send) => Promise<T>,
    { schema = false, author = noAuthor, onChangeSet }: WriteOptions,
    isAside = false,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#isClosed) {
        reject(new StorageError('unavailable', 'The database is closed.'))
        return
      }
      const settling = { resolve: (value: unknown) => resolve(value as T), reject }
      jobs.push({ work, schema, author, onChangeSet, isAside, ...settling })
      this.#running ??= Promise.resolve().then(() => this.#run())
    })
  }

  async #run(): Promise<void> {
    for (;;) {
      const job = this.#jobs.shift() ?? this.#background.shift()
      if (!job) break
      await (job.isAside ? this.#stepAside(job) : this.#commitFrom(job))
    }
    this.#running = undefined
  }

  async #stepAside(job: Job): Promise<void> {
    const send: Send = (step) => this.#writer.send(this.#file, 0, step)
    await failureOf(send({ do: 'close', isRemoved: false }))
    settle(job, await attempt(job, send))
  }

  /** Performs `first` and, with it, those that wait by the time it has done its work. */
  async #commitFrom(first: Job): Promise<void> {
    const number = ++transactions
    const send: Send = (step) => this.#writer.send(this.#file, number, step)
    const began = performance.now()
    const begun = send({ do: 'begin', schema: first.schema })
    const [refused, outcome] = await Promise.all([failureOf(begun), attempt(first, send)])
    const failed = refused ?? ('error' in outcome ? outcome : undefined)
    if (failed) {
      await failureOf(send({ do: 'rollback' }))
      first.reject(failed.error)
      return
    }
    const done = [{ job: first, outcome }]
    while (!first.schema && done.length < maxJobsPerCommit && performance.now() - began < maxMsPerCommit) {
      const job = this.#jobs[0]
      if (!job || job.schema) break
      this.#jobs.shift()
      done.push({ job, outcome: await share(job, send) })
    }
    try {
      const tables = await send({ do: 'commit' })
      this.#onCommit(tables, first.schema)
      for (const { job, outcome } of done) settle(job, outcome)
    } catch (error) {
      await failureOf(send({ do: 'rollback' }))
      for (const { job, outcome } of done) settle(job, 'error' in outcome ? outcome : { error })
    }
  }
}

function settle(job: Job, outcome: Outcome): void {
  if ('error' in outcome) {
    job.reject(outcome.error)
    return
  }
  if (outcome.changeSet !== undefined) job.onChangeSet?.(outcome.changeSet)
  job.resolve(outcome.value)
}

/** Performs a transaction within the one that is open: when it fails, what the others did stays. */
async function share(job: Job, send: Send): Promise<Outcome> {
  // When one of these steps fails the commit does, too, and tells why.
  const quietly = (text: string): Promise<unknown> => failureOf(send({ do: 'exec', text }))
  void quietly('SAVEPOINT shared')
  const outcome = await attempt(job, send)
  if ('error' in outcome) void quietly('ROLLBACK TO shared')
  void quietly('RELEASE shared')
  return outcome
}

async function attempt(job: Job, send: Send): Promise<Outcome> {
  const tx = new SqliteTransaction(send, job)
  try {
    const value = await job.work(tx, send)
    const failed = tx.end()
    if (failed) return failed
    const outcome: Outcome = { value }
    if (job.isAside) return outcome
    const sealed = send({ do: 'seal', author: job.author }).then((changeSet) => {
      outcome.changeSet = changeSet
    })
    // When this fails the commit does, too, and tells why.
    void failureOf(sealed)
    return outcome
  } catch (error) {
    tx.end()
    return { error }
  }
}

const failureOf = (step: Promise<unknown>): Promise<{ readonly error: unknown } | undefined> =>
  step.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
