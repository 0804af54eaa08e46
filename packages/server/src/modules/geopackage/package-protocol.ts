import type { Geometry } from '@trowel/contract/model/geometry.js'
import type { SqlValue } from '../../storage/sql.js'
import type { PackageColumn } from './package-schema.js'

/** A table of the service as it comes into the package. */
export interface PackageTable {
  /** Its records, each once, without geometry. */
  readonly name: string
  readonly label: string
  /** `id` first. */
  readonly columns: readonly PackageColumn[]
  /** One layer for each kind of geometry that occurs; `undefined` when the table has no map data. */
  readonly layers:
    | {
        readonly names: Readonly<Record<Geometry['type'], string>>
        readonly key: string
        readonly geometry: string
      }
    | undefined
}

/**
 * What the thread that writes a package is asked, one after another; it answers each with `undefined`, or
 * with what went wrong.
 */
export type PackageRequest =
  | { readonly do: 'table'; readonly table: PackageTable }
  /**
   * Rows of the table that came last, by id; a table with layers has the id and the WKT of a geometry at the
   * end of each.
   */
  | { readonly do: 'rows'; readonly rows: readonly (readonly SqlValue[])[] }
  | { readonly do: 'finish' }

export interface PackageAnswer {
  readonly problem?: string
}
