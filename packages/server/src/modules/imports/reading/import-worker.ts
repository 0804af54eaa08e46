import { open } from 'node:fs/promises'
import { isMainThread, parentPort } from 'node:worker_threads'
import { byteOrderMark, csvLine } from '@trowel/contract/csv.js'
import { FileProblem } from '../../../formats/file-problem.js'
import { scanTableFile, watchTableFile } from './file-scan.js'
import { openTableFile } from './open-table-file.js'
import { readCellBatches, readRowBatches } from './row-reading.js'
import type { FromWorker, ImportJob, RefusedJob, ToWorker } from './worker-protocol.js'

/** Loaded only where features come. */
const features = () => import('./geojson-file.js')

/**
 * What a job says, one message after the other. @param onRead told of the bytes read so far of a file that is
 * read as a whole
 */
async function* messagesOf(job: ImportJob, onRead: (bytes: number) => void): AsyncGenerator<FromWorker> {
  switch (job.do) {
    case 'scan':
      return yield { say: 'scanned', scan: await scanTableFile(job.file, () => {}) }
    case 'scan features':
      return yield { say: 'scanned features', scan: await (await features()).scanFeatures(job.path) }
    case 'watch':
      return yield { say: 'watched', watched: await watchTableFile(job.file) }
    case 'write refused':
      await writeRefusedRows(job)
      return yield { say: 'end' }
    case 'rows':
      for await (const batch of readRowBatches(job, onRead)) yield { say: 'rows', batch }
      return yield { say: 'end' }
    case 'cells':
      for await (const batch of readCellBatches(job, onRead)) yield { say: 'cells', batch }
      return yield { say: 'end' }
    case 'features':
      for await (const batch of (await features()).readFeatureBatches(job, onRead))
        yield { say: 'features', batch }
      return yield { say: 'end' }
  }
}

/** What another batch is asked for with. */
let asked = 0
let wake: () => void = () => {}

/** Batches are sent only when they were asked for. */
async function work(job: ImportJob, say: (said: FromWorker) => void): Promise<void> {
  asked = 0
  try {
    for await (const message of messagesOf(job, (bytesDone) => say({ say: 'read', bytesDone }))) {
      while (asked === 0 && 'batch' in message) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if ('batch' in message) asked -= 1
      say(message)
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    say({ say: 'problem', reason: error.said, line: error.line })
  }
}

/**
 * Writes the refused rows of a file as CSV: its columns as they were, so that it can be mended and imported
 * again, and behind them the line and the reason. Nothing in it is a formula.
 *
 * @throws FileProblem
 */
async function writeRefusedRows({ file, reasons, target }: RefusedJob): Promise<void> {
  const source = await openTableFile(file, () => {})
  const delimiter = source.form?.delimiter ?? ','
  const line = (cells: readonly unknown[]): string => `${csvLine(cells, delimiter)}\r\n`
  const output = await open(target, 'w', 0o600)
  try {
    const added = ['refused_line', 'refused_reason'].map((name) => unused(name, source.columns))
    let text = `${byteOrderMark}${line([...source.columns, ...added])}`
    for await (const { row, line: at, cells } of source.rows()) {
      const reason = reasons.get(row)
      if (reason === undefined) continue
      text += line([...cells, at ?? row, reason])
      if (text.length < 256 * 1024) continue
      await output.writeFile(text)
      text = ''
    }
    await output.writeFile(text)
    await output.sync()
  } finally {
    await output.close()
  }
}

function unused(name: string, columns: readonly string[]): string {
  let free = name
  for (let number = 2; columns.includes(free); number++) free = `${name}_${number}`
  return free
}

if (!isMainThread && parentPort) {
  const port = parentPort
  port.on('message', (said: ToWorker) => {
    if (said === 'more') {
      asked += 1
      wake()
    } else void work(said, (answer) => port.postMessage(answer))
  })
}
