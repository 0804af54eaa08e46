import { id, join, type Sql, type SqlValue, sql } from '../sql.js'
import type { JsonColumn, JsonRows, Reader } from '../storage.js'
import { mayHoldHugeInteger, rowsAsJson } from './reader.js'

interface WaitingRead {
  readonly query: Sql
  readonly resolve: (rows: Row[]) => void
  readonly reject: (error: unknown) => void
}

type Row = Record<string, SqlValue>

/** With so many reads in one statement the way to the server hardly counts any more. */
const maxTogether = 12

/**
 * Reads that are asked for at once go to the server as one statement: the way there and back takes the
 * service longer than a short read takes the server. Where one of them fails, all do.
 */
export class ReadsTogether implements Reader {
  #waiting: WaitingRead[] = []

  constructor(private readonly reader: Reader) {}

  all<Found>(query: Sql): Promise<Found[]> {
    const rows = new Promise<Row[]>((resolve, reject) => {
      this.#waiting.push({ query, resolve, reject })
    })
    // After everything that is due now: other reads may be asked for by it.
    if (this.#waiting.length === 1) queueMicrotask(() => process.nextTick(() => this.#ask()))
    return rows as Promise<Found[]>
  }

  async get<Found>(query: Sql): Promise<Found | undefined> {
    return (await this.all<Found>(query))[0]
  }

  json(query: Sql, columns: readonly JsonColumn[]): Promise<JsonRows> {
    return this.reader.json(query, columns)
  }

  #ask(): void {
    while (this.#waiting.length > 0) void this.#askFor(this.#waiting.splice(0, maxTogether))
  }

  async #askFor(reads: readonly WaitingRead[]): Promise<void> {
    try {
      const found = reads.length === 1 ? [] : await this.#textsOf(reads)
      await Promise.all(
        reads.map(async ({ query, resolve }, k) => {
          resolve(rowsIn(found[k]) ?? (await this.reader.all<Row>(query)))
        }),
      )
    } catch (error) {
      for (const { reject } of reads) reject(error)
    }
  }

  async #textsOf(reads: readonly WaitingRead[]): Promise<(string | undefined)[]> {
    const lists = reads.map(({ query }, k) => sql`(${rowsAsJson(query)}) AS ${id(`rows${k}`)}`)
    const row = await this.reader.get<Record<string, string>>(sql`SELECT ${join(lists)}`)
    return reads.map((_, k) => row?.[`rows${k}`])
  }
}

/** What JSON has no numbers for, and PostgreSQL writes as text. */
const noNumber = /:"(?:NaN|-?Infinity)"/

/** The rows in a JSON text as statements give them; `undefined` where they must be asked for singly. */
function rowsIn(text: string | undefined): Row[] | undefined {
  if (text === undefined || mayHoldHugeInteger.test(text) || noNumber.test(text)) return undefined
  const rows = JSON.parse(text) as Record<string, SqlValue | boolean | object>[]
  for (const row of rows) {
    for (const name in row) {
      const value = row[name]
      if (typeof value === 'boolean') row[name] = value ? 1 : 0
      else if (typeof value === 'object' && value !== null) return undefined
    }
  }
  return rows as Row[]
}
