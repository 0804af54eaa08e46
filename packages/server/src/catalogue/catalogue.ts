import type { HeldProperties } from '@trowel/contract/model/field-properties.js'
import type { TableColor, TableIcon } from '@trowel/contract/model/table-marks.js'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import type { StampColumn } from '../storage/journal/stamps.js'
import type { ColumnType, IndexKind } from '../storage/storage.js'
import { weakMemoize } from '../storage/weak-memoize.js'
import type { ExpertValue } from './expression/tree.js'
import type { LeftOut } from './sound-rows.js'

/**
 * The tables, fields, plugin tables and relations that the people of one application defined, as one
 * immutable value. A change of configuration replaces it as a whole; nothing of it is read per request.
 */
export interface Catalogue {
  readonly app: string
  /** Every configured table in configuration order, plugin tables included; system tables never. */
  readonly tables: ReadonlyMap<string, Table>
  readonly relations: readonly TableRelation[]
  readonly indexes: readonly TableIndex[]
  /** Stored rows that it was made without. */
  readonly leftOut: readonly LeftOut[]
}

export interface Table {
  readonly name: string
  readonly label: string
  /** By what it is told apart at a glance; `undefined`: as all tables without one. */
  readonly icon: TableIcon | undefined
  readonly color: TableColor | undefined
  readonly isPlugin: boolean
  /**
   * The table whose records carry the rows of this plugin table; `undefined` for a main table and for a
   * detached plugin table.
   */
  readonly parent: string | undefined
  /** Names of the attached plugin tables, in configuration order. */
  readonly plugins: readonly string[]
  /** In configuration order; `id` first, `creator` or `id_link` among them. */
  readonly fields: ReadonlyMap<string, Field>
  /** The field whose value names a record to people. */
  readonly idField: string
  /** The field that orders lists when no other is asked for. */
  readonly orderField: string
  readonly preview: readonly string[]
  readonly sort: number
  /**
   * Stratigraphic relations between its records. `rsSetting` is what was stored: true, or the name of a label
   * field.
   */
  readonly hasStratigraphy: boolean
  readonly rsSetting: boolean | string
  readonly hasGeodata: boolean
  readonly hasCitations: boolean
  readonly hasFuzzyDate: boolean
  readonly hasOsteology: boolean
  readonly isRadiocarbon: boolean
  readonly chronoDensityPath: readonly string[]
  readonly backlinks: readonly Backlink[]
  /** Settings that this service does not know and keeps as they came. */
  readonly extra: Readonly<Record<string, unknown>>
}

/**
 * `ref:via:column`: records of `ref` that reach this table through rows of their plugin table `via`, whose
 * `column` holds an id of this table.
 */
export interface Backlink {
  readonly ref: string
  readonly via: string
  readonly column: string
}

/** With `idFromTable` it is a lookup field: it stores ids of records of that table. */
export interface Field extends HeldProperties {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly dbType: ColumnType
  readonly sort: number
  readonly extra: Readonly<Record<string, unknown>>
  /** It is no column of its table: who made its records or changed them last, or when. */
  readonly stamp?: StampColumn
  /** It is no column of its table either: what its formula says. */
  readonly computed?: ExpertValue
  /** An index of prefixes has its texts. */
  readonly hasPrefixIndex?: true
}

/** A column that holds keys of another table. */
export interface TableRelation {
  readonly id: number
  readonly fromTable: string
  readonly fromColumn: string
  readonly toTable: string
  readonly toColumn: string
  readonly onDelete: string
  readonly onUpdate: string
}

export interface TableIndex {
  readonly id: number
  readonly table: string
  readonly name: string
  readonly columns: readonly string[]
  readonly isUnique: boolean
  /** Made by the service itself, for a relation or because a query was slow. */
  readonly auto: boolean
  /** It has texts of any length, as far as the engine takes them into an index. */
  readonly isPrefix: boolean
}

export const kindOfIndex = ({ isUnique, isPrefix }: Pick<TableIndex, 'isUnique' | 'isPrefix'>): IndexKind =>
  isUnique ? 'unique' : isPrefix ? 'prefix' : 'whole'

/** Is its column one of texts? */
export const isText = ({ dbType }: Field): boolean => dbType === 'TEXT' || dbType === 'TIMESTAMP'

/** @throws `unknown_table` */
export function tableOf(catalogue: Catalogue, name: string): Table {
  const table = catalogue.tables.get(name)
  if (!table)
    throw new AppError('unknown_table', {
      ...message('no_such_table_named', { table: name }),
      detail: { table: name },
    })
  return table
}

/** @throws `unknown_table`; `plugin_table_not_allowed` for a plugin table */
export function mainTableOf(catalogue: Catalogue, name: string): Table {
  const table = tableOf(catalogue, name)
  if (table.isPlugin) throw new AppError('plugin_table_not_allowed', { detail: { table: name } })
  return table
}

/** @throws `unknown_field` */
export function fieldOf(table: Table, name: string): Field {
  const field = table.fields.get(name)
  if (!field) {
    throw new AppError('unknown_field', {
      ...message('table_has_no_field', { table: table.name, field: name }),
      detail: { table: table.name, field: name },
    })
  }
  return field
}

/** Do rows hold texts of it? */
export const isTextual = (field: Field): boolean => field.dbType === 'TEXT' && !field.computed

/** The fields that are columns of the table: all but those that are computed. */
export const storedFields = weakMemoize((table: Pick<Table, 'fields'>): ReadonlyMap<string, Field> => {
  const stored = [...table.fields].filter(([, field]) => !field.computed)
  return stored.length === table.fields.size ? table.fields : new Map(stored)
})

/** Main tables in configuration order. */
export function mainTables(catalogue: Catalogue): Table[] {
  return [...catalogue.tables.values()].filter((table) => !table.isPlugin)
}
