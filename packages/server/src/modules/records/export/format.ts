import type { Readable } from 'node:stream'
import type { Table } from '../../../catalogue/catalogue.js'
import type { RequestScope } from '../../../http/scope.js'
import type { ListPlan } from '../../../records/listing/list-plan.js'
import type { Spool } from '../../../storage/binaries/spool.js'
import type { RowTexts } from '../../../storage/row-texts.js'
import type { SqlValue } from '../../../storage/sql.js'

/** The values of one record in the order of the plan's columns. */
export type ExportedRow = readonly SqlValue[]

/** One kind of file that records are exported to: written while it is sent, or made before. */
export type ExportWriter = TextFormat | StreamedFormat | MadeFormat

/** A file that must be whole before its first byte can be sent. */
export interface MadeFormat {
  readonly contentType: string
  /** @param signal tells that its caller is gone */
  make(scope: RequestScope, plan: ListPlan, spool: Spool, signal: AbortSignal): Promise<Readable>
}

/** A file in which each row is a text of its own, which the storage writes while it reads. */
export interface TextFormat {
  readonly contentType: string
  readonly rows: RowTexts
  /**
   * The file piece by piece.
   *
   * @param texts of many rows each
   * @param bom a mark in front that tells spreadsheet programs that the text is UTF-8
   */
  write(texts: AsyncIterable<Uint8Array>, plan: ListPlan, bom: boolean): AsyncIterable<string | Uint8Array>
}

/** A file that is written row by row. */
export interface StreamedFormat {
  readonly contentType: string
  /**
   * Each row ends with the id of a map feature and its WKT: a record has a row for each of them, or one with
   * nothing there.
   */
  readonly withGeometries?: boolean
  /** @throws `invalid_parameter` when a table of this kind has nothing to write */
  accept?(table: Table): void
  /**
   * @throws `invalid_parameter` when a record holds what a file of this kind cannot; reads the records for it
   */
  refuseUnfit?(scope: RequestScope, plan: ListPlan): Promise<void>
  /** The file piece by piece; only the rows at hand are ever in memory. */
  write(batches: AsyncIterable<readonly ExportedRow[]>, plan: ListPlan): AsyncIterable<string | Uint8Array>
}
