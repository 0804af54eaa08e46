import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Config } from '../config.js'
import { configFromEnvironment } from '../environment.js'

/** What a command sees of the place where a user types. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The settings of the service. @throws ConfigError */
  readSettings(): Config
  /** The folder in which the command was given: relative paths start there. */
  readonly folder: string
  /** Results: what another program may read. */
  print(line: string): void
  /** What is said to people beside the results. */
  note(line: string): void
  /** A line that the next one replaces; `undefined` where lines cannot be replaced. */
  readonly redraw: ((line: string) => void) | undefined
  /**
   * Asks for something that must not be seen while it is typed; `undefined` when there is no person to ask.
   */
  readonly askSecret: ((question: string) => Promise<string>) | undefined
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process
  return {
    environment: process.env,
    readSettings: configFromEnvironment,
    folder: process.cwd(),
    print: (line) => {
      stdout.write(`${line}\n`)
    },
    note: (line) => {
      stderr.write(`${line}\n`)
    },
    redraw: stderr.isTTY
      ? (line) => {
          const width = Math.max(20, stderr.columns - 1)
          stderr.write(`\r${line.slice(0, width).padEnd(width)}`)
        }
      : undefined,
    askSecret: stdin.isTTY && stderr.isTTY ? askSecret : undefined,
  }
}

async function askSecret(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

/** Columns that stand below each other. */
export function asTable(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = header.map((title, column) =>
    rows.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), title.length),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(header), ...rows.map(line)]
}
