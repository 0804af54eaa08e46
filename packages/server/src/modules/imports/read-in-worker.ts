import { on, once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { FileProblem } from './file-problem.js'
import type { FileType } from './table-file.js'
import type { Batch, FileScan, FromWorker, ImportJob, TableProposal } from './worker-protocol.js'

/** Files are read off the thread that answers requests, at most so many at once; the others wait. */
const mostWorkers = 2
const batchesAhead = 2

let working = 0
const waiting: (() => void)[] = []

async function takeTurn(): Promise<() => void> {
  if (working >= mostWorkers) await new Promise<void>((resolve) => waiting.push(resolve))
  else working += 1
  return () => {
    const next = waiting.shift()
    if (next) next()
    else working -= 1
  }
}

const start = (job: ImportJob): Worker =>
  new Worker(new URL('./import-worker.js', import.meta.url), {
    workerData: job,
    name: 'import',
    resourceLimits: { maxOldGenerationSizeMb: 'type' in job && job.type === 'json' ? 1536 : 256 },
  })

/** @throws FileProblem */
export async function scanFile(path: string, type: FileType): Promise<FileScan> {
  const answer = await ask({ do: 'scan', path, type })
  if (answer.say !== 'scanned') throw unexpected(answer)
  return answer.scan
}

/** @throws FileProblem */
export async function proposeTable(path: string): Promise<TableProposal> {
  const answer = await ask({ do: 'propose', path })
  if (answer.say !== 'proposed') throw unexpected(answer)
  return answer.proposal
}

async function ask(job: ImportJob): Promise<FromWorker> {
  const done = await takeTurn()
  const worker = start(job)
  try {
    const [answer] = (await Promise.race([once(worker, 'message'), ended(worker)])) as [FromWorker]
    if (answer.say === 'problem') throw new FileProblem(answer.reason, answer.line)
    return answer
  } catch (error) {
    throw asFileProblem(error)
  } finally {
    await worker.terminate()
    done()
  }
}

/**
 * Lets `use` take the rows of a file in batches, which are read a few ahead of it. Its turn comes before it begins, so that
 * nobody holds a transaction while he waits.
 *
 * @throws FileProblem
 */
export async function withRows<T>(
  job: Extract<ImportJob, { do: 'rows' }>,
  use: (batches: AsyncIterable<Batch>) => Promise<T>,
): Promise<T> {
  const done = await takeTurn()
  try {
    return await use(readBatches(job))
  } finally {
    done()
  }
}

async function* readBatches(job: Extract<ImportJob, { do: 'rows' }>): AsyncGenerator<Batch> {
  const worker = start(job)
  const stop = new AbortController()
  let failure: unknown
  worker.once('error', (error) => {
    failure = error
    stop.abort()
  })
  try {
    for (let ahead = 0; ahead < batchesAhead; ahead++) worker.postMessage('more')
    for await (const [message] of on(worker, 'message', { signal: stop.signal, close: ['exit'] })) {
      const said = message as FromWorker
      if (said.say === 'end') return
      if (said.say === 'problem') throw new FileProblem(said.reason, said.line)
      if (said.say !== 'batch') throw unexpected(said)
      yield said.batch
      worker.postMessage('more')
    }
    throw new Error('The worker that reads the file ended early.')
  } catch (error) {
    throw asFileProblem(failure ?? error)
  } finally {
    await worker.terminate()
  }
}

async function ended(worker: Worker): Promise<never> {
  const [code] = (await once(worker, 'exit')) as [number]
  throw new Error(`The worker that reads the file ended with code ${code}.`)
}

/** A file that needs more memory than a worker may take is refused like one that cannot be read. */
function asFileProblem(error: unknown): unknown {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isTooLarge
    ? new FileProblem('the file is too large to be read in this form; send it as CSV.', null)
    : error
}

const unexpected = (answer: FromWorker): Error => new Error(`The worker said "${answer.say}" out of turn.`)
