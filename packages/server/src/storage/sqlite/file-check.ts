import { type ChildProcess, fork } from 'node:child_process'
import { StorageError } from '../storage.js'
import { fromPlainError, type PlainError } from './errors.js'

/** `ok`, or the first thing that is wrong. */
export type CheckAnswer = { readonly found: string } | { readonly error: PlainError }

/** Reads a whole database file in a process of its own, so that no reader waits for it. */
export class FileCheck {
  readonly #file: string
  readonly #children = new Set<ChildProcess>()

  constructor(file: string) {
    this.#file = file
  }

  /**
   * @returns the first thing that is wrong
   * @throws StorageError `damaged` when the file cannot be read at all; `unavailable` when the check was
   *   ended
   */
  async run(): Promise<string | undefined> {
    const child = fork(new URL('./check-process.cjs', import.meta.url), [], {
      // Nothing of the service's secrets goes along.
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#children.add(child)
    // The service may end before.
    child.unref()
    child.channel?.unref()
    try {
      const answer = await answerOf(child, this.#file)
      if ('error' in answer) throw fromPlainError(answer.error)
      return answer.found === 'ok' ? undefined : answer.found
    } finally {
      this.#children.delete(child)
    }
  }

  /** Ends what is under way. */
  close(): void {
    for (const child of this.#children) child.kill('SIGKILL')
  }
}

const answerOf = (child: ChildProcess, file: string): Promise<CheckAnswer> =>
  new Promise((resolve, reject) => {
    child.once('message', (answer) => resolve(answer as CheckAnswer))
    child.once('error', reject)
    child.once('exit', () => reject(new StorageError('unavailable', 'The check of the database was ended.')))
    child.send(file, (error) => error && reject(error))
  })
