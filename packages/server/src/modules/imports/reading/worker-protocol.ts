import type { DayForm, DecimalMark } from '@trowel/contract/imports.js'
import type { Table } from '../../../catalogue/catalogue.js'
import type { StoredValue } from '../../../catalogue/field-types/field-type.js'
import type { ValueProblem } from '../../../catalogue/value-rules.js'
import type { FieldProblem } from '../../../errors.js'
import type { Message } from '../../../message.js'
import type { CellFormats } from './cell-formats.js'
import type { ColumnFacts } from './column-watch.js'
import type { Detected } from './format-detector.js'
import type { CsvForm, FileGeometries, FileWarning, KnownFile } from './table-file.js'

/** What a whole look through a file tells. */
export interface FileScan {
  readonly columns: readonly string[]
  readonly headerProblem: Message | undefined
  readonly headerLine: number
  readonly form: CsvForm | undefined
  /** The sheets of a workbook, and the one that was read. */
  readonly sheets: readonly string[]
  readonly sheet: string | undefined
  /** The first ten rows. */
  readonly sample: readonly (readonly unknown[])[]
  readonly count: number
  readonly bytes: number
  /** The first hundred. */
  readonly warnings: readonly FileWarning[]
  readonly warningCount: number
  /** How sure it is, 0 to 1, that encoding and delimiter were found rightly. */
  readonly sure: number
  readonly detected: DetectedForms
  /** What the rows have besides their cells; `undefined` where rows have no geometries. */
  readonly geometry: FileGeometries | undefined
}

/** What was found out about the way a file is written; null where its kind leaves nothing to find out. */
export interface DetectedForms {
  readonly encoding: Detected | null
  readonly delimiter: Detected | null
  readonly decimal: Detected<DecimalMark>
  readonly dates: Detected<DayForm>
}

/** The same, with what the values of each column have in common. */
export interface WatchedScan {
  readonly scan: FileScan
  readonly facts: readonly ColumnFacts[]
}

/** What is said to a worker: a job, which it does to its end, or that another batch of it may come. */
export type ToWorker = ImportJob | 'more'

/** What a worker is to do. */
export type ImportJob =
  | { readonly do: 'scan'; readonly file: KnownFile }
  | { readonly do: 'scan features'; readonly path: string }
  | { readonly do: 'watch'; readonly file: KnownFile }
  | RowsJob
  | CellsJob
  | FeaturesJob
  | RefusedJob

export interface RowsJob {
  readonly do: 'rows'
  readonly file: KnownFile
  /** How numbers and days are written in it. */
  readonly written: CellFormats
  readonly table: Table
  /** Which column of the file goes into which field. */
  readonly mapping: readonly MappedColumn[]
  /** Where the places of the records stand. */
  readonly place: PlaceSource | undefined
}

/** Reads cells as the texts that they are. */
export interface CellsJob {
  readonly do: 'cells'
  readonly file: KnownFile
  readonly columns: readonly string[]
}

/** Where the places of records stand in a file, and in which reference system. */
export type PlaceSource = { readonly epsg: number } & (
  | { readonly from: 'columns'; readonly x: string; readonly y: string }
  | { readonly from: 'wkt'; readonly column: string }
  | { readonly from: 'geometry' }
)

export interface FeaturesJob {
  readonly do: 'features'
  readonly path: string
  /** The property whose value names the record. */
  readonly property: string
  /** The reference system of the coordinates. */
  readonly epsg: number
}

export interface RefusedJob {
  readonly do: 'write refused'
  readonly file: KnownFile
  /** Why, by the number of the row. */
  readonly reasons: ReadonlyMap<number, string>
  /** Where the CSV file is to be written. */
  readonly target: string
}

export interface MappedColumn {
  readonly column: string
  readonly field: string
}

/** A value read from a file: `undefined` when the row says nothing about it. */
export type ReadValue = StoredValue | undefined | NamedRecord

/** What a cell of a lookup field says. */
export interface NamedRecord {
  /** As it stands in the file: `007` is a name of its own. */
  readonly label: string
  /** The same as a number, where it consists of digits alone and so may be an id. */
  readonly id: number | undefined
}

/** A row whose values are in the form in which they are stored, in the order of the mapping. */
export interface ReadRow {
  readonly row: number
  readonly line: number | null
  readonly values: readonly ReadValue[]
  /** What is wrong with values by themselves, with their place in `values`. */
  readonly problems: readonly (readonly [number, ValueProblem])[]
  /** WKT, longitude and latitude in WGS 84; `undefined` when it has no place, or one with problems. */
  readonly place?: string | undefined
  /** What is wrong with it. */
  readonly placeProblems?: readonly FieldProblem[]
}

/** Cells of a row, in the order of the columns that were asked for, without blanks around them. */
export interface CellsRow {
  readonly row: number
  readonly line: number | null
  readonly cells: readonly string[]
}

/** A feature of a GeoJSON file. */
export interface ReadFeature {
  /** 1 for the first feature. */
  readonly row: number
  /** The value of its property as text; `undefined` when it has none. */
  readonly key: string | undefined
  /** Longitude and latitude in WGS 84; `undefined` when it has no geometry, or one with problems. */
  readonly wkt: string | undefined
  readonly problems: readonly FieldProblem[]
}

/** What a whole look through a GeoJSON file tells. */
export interface FeatureScan {
  readonly count: number
  /** Types of geometry, in order of appearance; features without a geometry have none. */
  readonly geometryTypes: readonly string[]
  readonly properties: readonly string[]
  /** The code of its reference system, as far as the file says; 4326 when it says nothing. */
  readonly epsg: number | undefined
  /** What the file says of its reference system. */
  readonly crs: string | null
  readonly bytes: number
}

export interface Batch<Row = ReadRow> {
  readonly rows: readonly Row[]
  readonly bytesDone: number
}

/**
 * What a worker says. It sends a batch only when it was asked for one more. After an answer, the end or a
 * problem it can take another job.
 */
export type FromWorker =
  | { readonly say: 'scanned'; readonly scan: FileScan }
  | { readonly say: 'scanned features'; readonly scan: FeatureScan }
  | { readonly say: 'watched'; readonly watched: WatchedScan }
  | { readonly say: 'read'; readonly bytesDone: number }
  | { readonly say: 'rows'; readonly batch: Batch }
  | { readonly say: 'cells'; readonly batch: Batch<CellsRow> }
  | { readonly say: 'features'; readonly batch: Batch<ReadFeature> }
  | { readonly say: 'end' }
  | { readonly say: 'problem'; readonly reason: Message; readonly line: number | null }
