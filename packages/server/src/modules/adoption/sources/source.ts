/** A value as the old database has it. Moments are text, integers beyond 2^53 are exact. */
export type SourceValue = string | number | bigint | boolean | Uint8Array | null
export type SourceRow = Readonly<Record<string, SourceValue>>

export interface SourceColumn {
  readonly name: string
  /** As the engine calls it. */
  readonly type: string
}

/** The database of an old installation, all of it as it was when it was opened. Nothing is ever written. */
export interface SourceDatabase {
  readonly engine: SourceEngine
  tables(): Promise<string[]>
  /** `undefined`: there is no such table. */
  columns(table: string): Promise<SourceColumn[] | undefined>
  /** In order of id. Tables may be read side by side. */
  rows(table: string): AsyncIterable<SourceRow>
  /**
   * The id of the next row: numbers of deleted ones are not used again. `undefined`: the engine keeps none.
   */
  nextId(table: string): Promise<number | undefined>
  close(): Promise<void>
}

export type SourceEngine = 'sqlite' | 'mysql' | 'pgsql'

/** Where `config.json` says that the rows are. */
export interface SourceConfig {
  readonly engine: SourceEngine
  readonly host?: string | undefined
  readonly port?: string | undefined
  readonly name?: string | undefined
  readonly username?: string | undefined
  readonly password?: string | undefined
}

/** Why an old database cannot be read: a sentence that says what to do. */
export class SourceProblem extends Error {
  override readonly name = 'SourceProblem'
}

const rowsAtATime = 500

/**
 * Rows in order of id, a batch at a time, so that one connection serves several tables side by side.
 * @param read the rows after this id, or the first ones
 */
export async function* inBatches(
  read: (limit: number, after: SourceValue | undefined) => Promise<readonly SourceRow[]>,
): AsyncGenerator<SourceRow> {
  let after: SourceValue | undefined
  for (;;) {
    const rows = await read(rowsAtATime, after)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtATime) return
    after = last['id']
  }
}

/** An integer that came as text, or as one of any size. */
export function exactInteger(value: string | bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : BigInt(value)
}

/** The number with the fewest digits that is kept as this one in four bytes: 12.3, not 12.300000190734863. */
export function roundFloat32(value: number): number {
  const single = Math.fround(value)
  for (let digits = 6; digits < 9; digits++) {
    const number = Number(single.toPrecision(digits))
    if (Math.fround(number) === single) return number
  }
  return Number(single.toPrecision(9))
}
