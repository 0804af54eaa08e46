import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommandLine } from '../cli/command-line.js'
import type { Terminal } from '../cli/terminal.js'
import { readConfig } from '../config.js'
import type { EngineName } from '../storage/storage.js'
import { makeServerDatabase } from './server-database.js'

/** What a command said and how it ended. */
export interface Outcome {
  readonly code: number
  readonly printed: string
  readonly noted: string
}

/** A terminal without a person, in an empty folder, for a service with an empty storage of its own. */
export interface TestTerminal {
  /** Where relative paths of commands start; the service's data lie in its folder `data`. */
  readonly folder: string
  readonly environment: Record<string, string>
  run(...words: string[]): Promise<Outcome>
  close(): Promise<void>
}

export async function openTerminal(engine: EngineName): Promise<TestTerminal> {
  const folder = await mkdtemp(join(tmpdir(), 'trowel-terminal-'))
  const database = engine === 'pgsql' ? await makeServerDatabase() : undefined
  const environment: Record<string, string> = {
    TROWEL_DATA: join(folder, 'data'),
    TROWEL_WORKERS: '1',
    TROWEL_LOG_LEVEL: 'silent',
    ...(database === undefined ? {} : { TROWEL_DATABASE_URL: database.url }),
  }
  return {
    folder,
    environment,
    run: async (...words) => {
      let printed = ''
      let noted = ''
      const terminal: Terminal = {
        environment,
        folder,
        readSettings: () => readConfig(environment, 2),
        print: (line) => {
          printed += `${line}\n`
        },
        note: (line) => {
          noted += `${line}\n`
        },
        redraw: undefined,
        askSecret: undefined,
      }
      const code = await runCommandLine(words, terminal)
      return { code, printed, noted }
    },
    close: async () => {
      await database?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
