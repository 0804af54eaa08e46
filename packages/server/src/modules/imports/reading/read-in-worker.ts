import { on, once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FileType } from '@trowel/contract/imports.js'
import { FileProblem, fileProblem } from '../../../formats/file-problem.js'
import { Limiter } from '../../../limiter.js'
import type { OnStep } from '../uploads/progress.js'
import type { KnownFile } from './table-file.js'
import type {
  Batch,
  CellsJob,
  CellsRow,
  FeatureScan,
  FeaturesJob,
  FileScan,
  FromWorker,
  ImportJob,
  ReadFeature,
  RefusedJob,
  RowsJob,
  ToWorker,
  WatchedScan,
} from './worker-protocol.js'

const batchesAhead = 2

/**
 * Files are read off the thread that answers requests, so many at once; the others wait. A scan does not wait
 * for long runs.
 */
const scans = new Limiter(2)
const runs = new Limiter(2)

const wholeTypes: ReadonlySet<FileType> = new Set(['json', 'xlsx', 'ods', 'geojson', 'lst', 'gpkg'])

/** Files that are read as a whole need more memory than those that are read as a stream. */
const isReadWhole = (job: ImportJob): boolean => !('file' in job) || wholeTypes.has(job.file.type)

/**
 * The largest workbook takes ten seconds of work; a hostile one would keep one of the few threads for
 * minutes.
 */
const wholeFileMs = 60_000

/** So long a thread that has read a file to its end waits for the next one, in milliseconds. */
const idleMs = 5_000

interface IdleThread {
  readonly worker: Worker
  /** Ends the thread. */
  readonly timer: NodeJS.Timeout
}

/** Threads that wait, by the memory that they may take: to start one costs more than to read a small file. */
const idle = new Map<number, IdleThread[]>()

const memoryMbOf = (job: ImportJob): number => (isReadWhole(job) ? 1536 : 256)

/** Lets a thread do a job; one that waits already, if there is one. */
function start(job: ImportJob): Worker {
  const memoryMb = memoryMbOf(job)
  const waiting = idle.get(memoryMb)?.pop()
  clearTimeout(waiting?.timer)
  const worker = waiting?.worker ?? startThread(memoryMb)
  worker.ref()
  worker.postMessage(job satisfies ToWorker)
  return worker
}

function startThread(memoryMb: number): Worker {
  const worker = new Worker(new URL('./import-worker.js', import.meta.url), {
    name: 'import',
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  worker.on('error', () => forget(worker))
  worker.on('exit', () => forget(worker))
  return worker
}

/**
 * Keeps a thread for the next job. It is called once the last message of a job was heard: a caller that gives
 * up before ends the thread of its job.
 */
function giveBack(worker: Worker, job: ImportJob): void {
  const memoryMb = memoryMbOf(job)
  const waiting = idle.get(memoryMb) ?? []
  idle.set(memoryMb, waiting)
  const timer = setTimeout(() => {
    forget(worker)
    void worker.terminate()
  }, idleMs).unref()
  waiting.push({ worker, timer })
  worker.unref()
}

function forget(worker: Worker): void {
  for (const waiting of idle.values()) {
    const place = waiting.findIndex((thread) => thread.worker === worker)
    if (place >= 0) clearTimeout(waiting.splice(place, 1)[0]?.timer)
  }
}

/** @param limitMs how long a file may take that is read as a whole @throws FileProblem */
export async function scanFile(file: KnownFile, limitMs = wholeFileMs): Promise<FileScan> {
  const answer = await ask({ do: 'scan', file }, limitMs)
  if (answer.say !== 'scanned') throw unexpected(answer)
  return answer.scan
}

/** @throws FileProblem */
export async function scanFeatureFile(path: string): Promise<FeatureScan> {
  const answer = await ask({ do: 'scan features', path })
  if (answer.say !== 'scanned features') throw unexpected(answer)
  return answer.scan
}

/** @throws FileProblem */
export async function watchFile(file: KnownFile): Promise<WatchedScan> {
  const answer = await ask({ do: 'watch', file })
  if (answer.say !== 'watched') throw unexpected(answer)
  return answer.watched
}

/** @throws FileProblem */
export async function writeRefused(job: RefusedJob): Promise<void> {
  const answer = await ask(job)
  if (answer.say !== 'end') throw unexpected(answer)
}

const ask = (job: ImportJob, limitMs = wholeFileMs): Promise<FromWorker> =>
  scans.run(async () => {
    const worker = start(job)
    const limit = new TimeLimit(worker, job, limitMs)
    const heard = new AbortController()
    let answer: FromWorker
    try {
      const { signal } = heard
      ;[answer] = (await Promise.race([once(worker, 'message', { signal }), ended(worker, signal)])) as [
        FromWorker,
      ]
    } catch (error) {
      await worker.terminate()
      throw asFileProblem(limit.isOver ? fileProblem('file_too_large', {}) : error)
    } finally {
      limit.end()
      heard.abort()
    }
    if (!limit.isOver) giveBack(worker, job)
    if (answer.say === 'problem') throw new FileProblem(answer.reason, answer.line)
    return answer
  })

/**
 * Ends a worker that works too long before it says anything; files that are read as a stream may take their
 * time. What counts is the time in which this process had a processor, so that a busy machine does not refuse
 * what a quiet one reads.
 */
class TimeLimit {
  isOver = false
  private timer: NodeJS.Timeout | undefined

  constructor(
    private readonly worker: Worker,
    job: ImportJob,
    limitMs: number,
  ) {
    if (isReadWhole(job)) this.wait(limitMs, limitMs, process.cpuUsage())
  }

  end(): void {
    clearTimeout(this.timer)
  }

  private wait(milliseconds: number, limitMs: number, atStart: NodeJS.CpuUsage): void {
    this.timer = setTimeout(() => {
      const { user, system } = process.cpuUsage(atStart)
      const leftMs = limitMs - (user + system) / 1000
      if (leftMs > 0) return this.wait(leftMs, limitMs, atStart)
      this.isOver = true
      void this.worker.terminate()
    }, milliseconds)
  }
}

/**
 * Lets `use` take the rows of a file in batches, which are read a few ahead of it. Its turn comes before it
 * begins, and so does the first batch: no transaction is open while a run waits, or while a file is read as a
 * whole.
 *
 * @param onStep told of what comes before `use`, which tells of the rest
 * @throws FileProblem
 */
export const withRows = <T>(
  job: RowsJob,
  onStep: OnStep,
  use: (batches: AsyncIterable<Batch>) => Promise<T>,
): Promise<T> => withBatches(job, (said) => (said.say === 'rows' ? said.batch : undefined), onStep, use)

/** The same for the cells of some columns. @throws FileProblem */
export const withCells = <T>(
  job: CellsJob,
  onStep: OnStep,
  use: (batches: AsyncIterable<Batch<CellsRow>>) => Promise<T>,
): Promise<T> => withBatches(job, (said) => (said.say === 'cells' ? said.batch : undefined), onStep, use)

/** The same for the features of a GeoJSON file. @throws FileProblem */
export const withFeatures = <T>(
  job: FeaturesJob,
  onStep: OnStep,
  use: (batches: AsyncIterable<Batch<ReadFeature>>) => Promise<T>,
): Promise<T> => withBatches(job, (said) => (said.say === 'features' ? said.batch : undefined), onStep, use)

function withBatches<Row, T>(
  job: RowsJob | CellsJob | FeaturesJob,
  batchIn: (said: FromWorker) => Batch<Row> | undefined,
  onStep: OnStep,
  use: (batches: AsyncIterable<Batch<Row>>) => Promise<T>,
): Promise<T> {
  onStep({ phase: 'waiting', rows: 0, bytes: 0 })
  return runs.run(async () => {
    const onRead = (bytes: number) => onStep({ phase: 'reading', rows: 0, bytes })
    onRead(0)
    const batches = readBatches(job, batchIn, onRead)
    try {
      const first = await batches.next()
      onStep({ phase: 'waiting', rows: 0, bytes: first.done ? 0 : first.value.bytesDone })
      return await use(startingWith(first, batches))
    } finally {
      await batches.return(undefined)
    }
  })
}

async function* startingWith<T>(
  first: IteratorResult<T, void>,
  rest: AsyncGenerator<T, void>,
): AsyncGenerator<T> {
  if (first.done) return
  yield first.value
  yield* rest
}

async function* readBatches<Row>(
  job: RowsJob | CellsJob | FeaturesJob,
  batchIn: (said: FromWorker) => Batch<Row> | undefined,
  onRead: (bytes: number) => void,
): AsyncGenerator<Batch<Row>, void> {
  const worker = start(job)
  const limit = new TimeLimit(worker, job, wholeFileMs)
  const stop = new AbortController()
  let failure: unknown
  let isDone = false
  const fail = (error: unknown) => {
    failure = error
    stop.abort()
  }
  worker.once('error', fail)
  try {
    for (let ahead = 0; ahead < batchesAhead; ahead++) worker.postMessage('more')
    for await (const [message] of on(worker, 'message', { signal: stop.signal, close: ['exit'] })) {
      const said = message as FromWorker
      if (said.say === 'read') {
        onRead(said.bytesDone)
        continue
      }
      limit.end()
      isDone = said.say === 'end' || said.say === 'problem'
      if (said.say === 'end') return
      if (said.say === 'problem') throw new FileProblem(said.reason, said.line)
      const batch = batchIn(said)
      if (!batch) throw unexpected(said)
      yield batch
      worker.postMessage('more')
    }
    throw new Error('The worker that reads the file ended early.')
  } catch (error) {
    throw asFileProblem(limit.isOver ? fileProblem('file_too_large', {}) : (failure ?? error))
  } finally {
    limit.end()
    worker.off('error', fail)
    if (isDone && !limit.isOver) giveBack(worker, job)
    else await worker.terminate()
  }
}

async function ended(worker: Worker, signal: AbortSignal): Promise<never> {
  const [code] = (await once(worker, 'exit', { signal })) as [number]
  throw new Error(`The worker that reads the file ended with code ${code}.`)
}

/** A file that needs more memory than a worker may take is refused like one that cannot be read. */
function asFileProblem(error: unknown): unknown {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isTooLarge ? fileProblem('file_too_large', {}) : error
}

const unexpected = (answer: FromWorker): Error => new Error(`The worker said "${answer.say}" out of turn.`)
