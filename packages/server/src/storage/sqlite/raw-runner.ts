import { type ChildProcess, fork } from 'node:child_process'
import type { ChangeAuthor } from '../journal/seal.js'
import { type RawAnswer, type RawStatement, RawStatementError } from '../raw-statement.js'
import { timeIsOver } from './errors.js'
import type { RawReport, RawRequest } from './raw-protocol.js'

/** Holds the write lock: no transaction writes until `work` is done. */
export type WithWriteLock = (work: () => Promise<RawReport>) => Promise<RawReport>

/** How many statements of people run at a time; the others wait. */
const maxConcurrent = 2

/**
 * Runs statements of people on one database file, each in a process of its own that is killed when its time
 * is over.
 */
export class RawRunner {
  readonly #file: string
  readonly #limitMs: number
  readonly #children = new Set<ChildProcess>()
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(file: string, limitMs: number) {
    this.#file = file
    this.#limitMs = limitMs
  }

  /** @throws RawStatementError */
  async run(statement: RawStatement, author: ChangeAuthor, withWriteLock: WithWriteLock): Promise<RawAnswer> {
    if (this.#running >= maxConcurrent) await new Promise<void>((go) => this.#waiting.push(go))
    this.#running++
    const child = this.#start()
    try {
      const ask = (request: RawRequest, limitMs?: number) => answerOf(child, request, limitMs)
      const limitMs = this.#limitMs
      let report = await ask({ do: 'compile', file: this.#file, statement, limitMs }, limitMs)
      if (report.tell === 'writes') {
        report = await withWriteLock(async () => {
          const written = await ask({ do: 'write' }, limitMs)
          // From here on it must not be killed: it would be unknown whether it was committed.
          return written.tell === 'done' ? ask({ do: 'commit', author }) : written
        })
      }
      return rawAnswerOf(report)
    } finally {
      await end(child)
      this.#children.delete(child)
      this.#running--
      this.#waiting.shift()?.()
    }
  }

  close(): void {
    for (const child of this.#children) child.kill('SIGKILL')
  }

  #start(): ChildProcess {
    const child = fork(new URL('./raw-process.cjs', import.meta.url), [], {
      // Nothing of the service's secrets goes along.
      env: {},
      execArgv: ['--max-old-space-size=256'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#children.add(child)
    return child
  }
}

/** The tables that a statement wrote to; `undefined` when it failed or only read. */
export function writtenBy(report: RawReport): readonly string[] | undefined {
  return report.tell === 'rows' || report.tell === 'affected' ? report.written : undefined
}

function rawAnswerOf(report: RawReport): RawAnswer {
  if (report.tell === 'failed') {
    const { problem, message, table } = report
    throw new RawStatementError(problem, message, { table })
  }
  if (report.tell === 'affected') return { affected: report.affected }
  if (report.tell !== 'rows') throw new Error(`Not the end of a statement: ${report.tell}.`)
  const { columns, rows, truncated, written } = report
  return { columns, rows, truncated, wrote: written !== undefined }
}

/** @param limitMs after which the process is killed */
function answerOf(child: ChildProcess, request: RawRequest, limitMs?: number): Promise<RawReport> {
  return new Promise((resolve, reject) => {
    let isOver = false
    const timer =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            isOver = true
            child.kill('SIGKILL')
          }, limitMs)
    const settle = (how: () => void): void => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
      how()
    }
    const onMessage = (report: unknown): void => settle(() => resolve(report as RawReport))
    const onError = (cause: Error): void =>
      settle(() => reject(new RawStatementError('failed', 'The statement could not be started.', { cause })))
    const onExit = (): void =>
      settle(() =>
        reject(
          isOver
            ? new RawStatementError('timeout', timeIsOver)
            : new RawStatementError('failed', 'The statement needs more memory than it may have.'),
        ),
      )
    child.on('message', onMessage).on('exit', onExit).on('error', onError)
    if (child.connected) child.send(request, (error) => error && onError(error))
    else onExit()
  })
}

/** A process that is gone holds no lock any more. */
function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
