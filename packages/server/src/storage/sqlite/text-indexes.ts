import type { Sql } from '../sql.js'
import { id, sql } from '../sql.js'
import type { TextIndexedTable } from '../storage.js'
import type { Connection } from './connection.js'
import { textOf } from './sql-text.js'
import {
  createTextIndex,
  dropTextIndex,
  readTextIndexes,
  rowsAboveMark,
  searchOf,
  type TextIndex,
} from './text-index-tables.js'
import type { WriteQueue } from './write-queue.js'
import type { Step } from './writer-protocol.js'

/** A table with fewer rows is read as a whole in no time. */
const minRows = 2_000
/** An index with more rows above its mark is no help until it is brought up to date. */
const maxRowsAboveMark = 2_000
/** So many rows may wait above the mark of an index: a search reads them in well under a millisecond. */
const rowsLeftAlone = 256
const minTextLength = 3
const delayMs = 100

type BackgroundStep = Extract<Step, { readonly do: 'index' | 'mergeIndex' }>

interface Known extends TextIndex {
  /** Are there few enough rows above the mark? */
  isReady: boolean
}

/**
 * The text indexes of one database: what searches use of them, and the work in the background that keeps
 * them.
 */
export class TextIndexes {
  readonly #connection: Connection
  readonly #queue: WriteQueue
  readonly #log: (message: string, error?: unknown) => void
  #indexes = new Map<string, Known>()
  /** As the catalogue wants it; `undefined` until it told. */
  #wanted: ReadonlyMap<string, readonly string[]> | undefined
  #working: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isDirty = false
  #isClosed = false

  constructor(connection: Connection, queue: WriteQueue, log: (message: string, error?: unknown) => void) {
    this.#connection = connection
    this.#queue = queue
    this.#log = log
    this.#load()
  }

  search(table: string, columns: readonly string[], folded: string): Sql | undefined {
    const index = this.#indexes.get(table)
    if (!index?.isReady || columns.length === 0 || folded.includes('\0')) return undefined
    if ([...folded].length < minTextLength || !columns.every((name) => index.columns.includes(name)))
      return undefined
    return searchOf(index, columns, folded)
  }

  maintain(tables: readonly TextIndexedTable[]): void {
    this.#wanted = new Map(
      tables.filter(({ columns }) => columns.length > 0).map((each) => [each.table, each.columns]),
    )
    this.#isDirty = true
    this.#schedule(0)
  }

  committed(tables: readonly string[], schema: boolean): void {
    if (schema) this.#load()
    for (const table of tables) {
      const index = this.#indexes.get(table)
      if (index) index.isReady = this.#rowsAboveMark(table, maxRowsAboveMark + 1) <= maxRowsAboveMark
      if (!this.#wanted?.has(table)) continue
      this.#isDirty = true
      this.#schedule(delayMs)
    }
  }

  async whenIdle(): Promise<void> {
    while (!this.#isClosed && (this.#timer || this.#working)) {
      if (!this.#working) this.#start()
      await this.#working
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#working
  }

  #schedule(delay: number): void {
    if (this.#timer || this.#isClosed) return
    this.#timer = setTimeout(() => this.#start(), delay)
    this.#timer.unref()
  }

  #start(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined
    })
  }

  async #work(): Promise<void> {
    while (this.#isDirty && !this.#isClosed) {
      this.#isDirty = false
      const wanted = this.#wanted
      if (!wanted) return
      for (const { table, columns } of [...this.#indexes.values()]) {
        if (!isSame(columns, wanted.get(table))) await this.#attempt(table, () => this.#drop(table))
      }
      for (const [table, columns] of wanted) await this.#attempt(table, () => this.#keep({ table, columns }))
    }
  }

  async #attempt(table: string, work: () => Promise<void>): Promise<void> {
    if (this.#isClosed) return
    try {
      await work()
    } catch (error) {
      // A change of configuration may have been quicker: then the catalogue comes again with what is right.
      this.#log(`The text index of "${table}" could not be kept.`, error)
    }
  }

  async #drop(table: string): Promise<void> {
    this.#indexes.delete(table)
    await this.#queue.writeInBackground((tx) => dropTextIndex(tx, table))
    this.#load()
  }

  async #keep(wanted: TextIndex): Promise<void> {
    const { table } = wanted
    if (!this.#indexes.has(table)) {
      if (!this.#hasManyRows(table)) return
      await this.#queue.writeInBackground((tx) => createTextIndex(tx, wanted))
      this.#load()
    }
    const index = this.#indexes.get(table)
    if (!index || this.#rowsAboveMark(table, rowsLeftAlone + 1) <= rowsLeftAlone) return
    await this.#inSteps(table, { do: 'index', table, columns: index.columns })
    await this.#inSteps(table, { do: 'mergeIndex', table })
  }

  /** Does a step again and again while nobody else writes, until it says that nothing is left to do. */
  async #inSteps(table: string, step: BackgroundStep): Promise<void> {
    for (let isDone = false; !isDone && !this.#isClosed && this.#indexes.has(table); ) {
      // The first of them may have dropped the index.
      isDone = await this.#queue.writeInBackground(async (_, send) =>
        this.#indexes.has(table) ? send(step) : true,
      )
      const known = this.#indexes.get(table)
      if (known) known.isReady = this.#rowsAboveMark(table, maxRowsAboveMark + 1) <= maxRowsAboveMark
    }
  }

  #load(): void {
    this.#indexes = new Map(
      readTextIndexes(this.#connection).map((index) => {
        const isReady = this.#rowsAboveMark(index.table, maxRowsAboveMark + 1) <= maxRowsAboveMark
        return [index.table, { ...index, isReady }]
      }),
    )
  }

  #rowsAboveMark(table: string, limit: number): number {
    return Number(this.#connection.value(textOf(rowsAboveMark(table, limit))))
  }

  #hasManyRows(table: string): boolean {
    return (
      this.#connection.value(textOf(sql`SELECT 1 FROM ${id(table)} LIMIT 1 OFFSET ${minRows}`), [minRows]) !==
      undefined
    )
  }
}

const isSame = (columns: readonly string[], wanted: readonly string[] | undefined): boolean =>
  wanted !== undefined && columns.length === wanted.length && columns.every((name) => wanted.includes(name))
