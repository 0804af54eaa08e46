import type { Configuration, RecordTable } from './configuration.js'
import type { IndexFit } from './index-fit.js'
import type { Installation } from './installation.js'
import type { References } from './references.js'
import type { ReportBuilder } from './report.js'
import type { Values } from './source-rows.js'
import type { SourceDatabase } from './sources/source.js'

/** Bytes of the old installation that come along. */
export interface AdoptedBytes {
  readonly path: string
  readonly area: 'files' | 'geodata'
  readonly name: string
  readonly size: number
  readonly sha256: string
}

/** What only a running service can do; a plan does without it. */
export interface Means {
  /** Of this service. */
  readonly version: string
  /** The key of a library as it is stored. */
  sealKey(library: { readonly type: string; readonly refmanId: string }, key: string): string
  /** Of a picture as it is shown, in pixels. */
  measure(path: string): Promise<{ readonly width: number; readonly height: number } | undefined>
  /** Rows of a radiocarbon table with the ranges that their curves give. */
  calibrate(table: RecordTable, rows: readonly Values[]): Promise<Values[]>
}

/** One installation on its way into a new application. */
export interface Adoption {
  readonly installation: Installation
  readonly source: SourceDatabase
  readonly report: ReportBuilder
  /** `undefined` while the adoption is only planned. */
  readonly means: Means | undefined
  readonly keySalt: string
  readonly configuration: Configuration
  /** Levels of the people by their ids. */
  readonly people: ReadonlyMap<number, number>
  readonly references: References
  readonly indexFit: IndexFit
  /** Found while rows are read. */
  readonly bytes: AdoptedBytes[]
  /** Unix milliseconds: the time of what has none. */
  readonly now: number
}

export const personIsGone = 'the user is gone'

/** Why a row is left out that belongs to a record which is not there. */
export const recordIsGone = (table: string, id: number | undefined): string =>
  `its record, ${table} ${id ?? '?'}, is gone`
