import type { WantedIndex } from './relations-and-indexes.js'
import type { Values } from './source-rows.js'

/** PostgreSQL keeps no more in an entry of an index; a backup of either engine is to fit the other. */
const maxEntryBytes = 2600

interface Watched {
  readonly index: WantedIndex
  readonly seen: Set<string>
  problem: string | undefined
}

/** Which of the configured indexes the rows allow. */
export class IndexFit {
  readonly #watched: readonly Watched[]

  constructor(wanted: readonly WantedIndex[]) {
    this.#watched = wanted.map((index) => ({ index, seen: new Set(), problem: undefined }))
  }

  /** A record that is adopted. */
  add(table: string, id: number, row: Values): void {
    for (const watched of this.#watched) {
      if (watched.index.table === table && watched.problem === undefined) this.#look(watched, id, row)
    }
  }

  #look(watched: Watched, id: number, row: Values): void {
    const { columns, isUnique } = watched.index
    const values = columns.map((column) => row[column] ?? null)
    const bytes = values.reduce<number>((sum, value) => sum + Buffer.byteLength(String(value ?? '')), 0)
    if (bytes > maxEntryBytes) watched.problem = `the text of record ${id} is too long for an index`
    // Nothing is not the same as nothing.
    if (!isUnique || values.includes(null)) return
    const key = JSON.stringify(values.map(String))
    if (watched.seen.has(key)) watched.problem = `record ${id} repeats a value`
    watched.seen.add(key)
  }

  /** Those that can be made; known when all tables were read. */
  get fit(): readonly WantedIndex[] {
    return this.#watched.filter(({ problem }) => problem === undefined).map(({ index }) => index)
  }

  get unfit(): readonly { readonly index: WantedIndex; readonly problem: string }[] {
    return this.#watched.flatMap(({ index, problem }) => (problem === undefined ? [] : [{ index, problem }]))
  }
}
