import type { SqlValue } from '../../storage/sql.js'
import type { SourceDatabase, SourceValue } from './sources/source.js'

/** A value that is another here than there, or cannot be what it claims. */
export interface ChangedValue {
  readonly id: number
  readonly field: string
  readonly was: string | number | null
  readonly now: string | number | null
  readonly why: string
}

export interface LeftOutRow {
  readonly id: number
  readonly why: string
}

/** What became of the rows of one table of the old service. */
export interface TableReport {
  readonly table: string
  readonly read: number
  readonly adopted: number
  readonly changed: readonly ChangedValue[]
  readonly left_out: readonly LeftOutRow[]
}

/** A right of a person on one table, which the old service stored and never enforced. */
export interface RightReport {
  readonly user: number
  readonly table: string
  readonly takes_effect: boolean
  /** The SQL text that was to choose rows. */
  readonly condition: string | null
  readonly translated: boolean
}

/** What an adoption did, or would do. No password, hash or key is in it. */
export interface AdoptionReport {
  readonly app: string
  readonly source: {
    readonly engine: SourceDatabase['engine']
    readonly version: string
    readonly migrations: number
  }
  readonly tables: readonly TableReport[]
  readonly files: {
    readonly adopted: number
    /** Ids of files whose bytes are lost. */
    readonly missing: readonly number[]
    /** Names of bytes that belong to no file. */
    readonly stray: readonly string[]
  }
  readonly rights: readonly RightReport[]
  readonly settings: readonly { readonly name: string; readonly where_it_belongs: string }[]
  readonly not_adopted: readonly { readonly what: string; readonly why: string }[]
  readonly planned: boolean
}

/** Longer texts are not needed to know which one is meant. */
const maxShownLength = 200

/** Gathers what is to be said of one table. */
export class TableNotes {
  read = 0
  adopted = 0
  readonly #changed: ChangedValue[] = []
  readonly #leftOut: LeftOutRow[] = []

  constructor(readonly table: string) {}

  change(id: number, field: string, was: SourceValue, now: SqlValue, why: string): void {
    this.#changed.push({ id, field, was: shown(was), now: shown(now), why })
  }

  leaveOut(id: number, why: string): undefined {
    this.#leftOut.push({ id, why })
  }

  report(): TableReport {
    const { table, read, adopted } = this
    const changed = [...this.#changed].sort((one, other) => one.id - other.id)
    return { table, read, adopted, changed, left_out: this.#leftOut }
  }
}

function shown(value: SourceValue | SqlValue): string | number | null {
  if (value === null || typeof value === 'number') return value
  const text = value instanceof Uint8Array ? `${value.length} bytes` : String(value)
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength)}…`
}

/** Gathers what an adoption has to say, in the order in which it is found out. */
export class ReportBuilder {
  readonly files = { adopted: 0, missing: [] as number[], stray: [] as string[] }
  readonly rights: RightReport[] = []
  readonly settings: { name: string; where_it_belongs: string }[] = []
  readonly notAdopted: { what: string; why: string }[] = []
  readonly #tables = new Map<string, TableNotes>()

  table(name: string): TableNotes {
    const notes = this.#tables.get(name) ?? new TableNotes(name)
    this.#tables.set(name, notes)
    return notes
  }

  report({ app, source, planned }: Pick<AdoptionReport, 'app' | 'source' | 'planned'>): AdoptionReport {
    return {
      app,
      source,
      tables: [...this.#tables.values()].map((notes) => notes.report()),
      files: this.files,
      rights: this.rights,
      settings: this.settings,
      not_adopted: this.notAdopted,
      planned,
    }
  }
}
