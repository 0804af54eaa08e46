import type {
  AppReply,
  ConfiguredTableReply,
  ConfiguredTablesReply,
  doneReply,
  FieldLabelsReply,
  FieldStructureReply,
  NewFieldReply,
  NewTableReply,
  RadiocarbonReply,
  renamedReply,
} from '@trowel/contract/configuration.js'
import type { CallOptions, Transport } from '../transport.js'

export type Done<Code extends string> = ReturnType<typeof doneReply<Code>>
type Renamed<Code extends string> = ReturnType<typeof renamedReply<Code>>

export interface AppSettings {
  readonly definition?: string | undefined
  readonly status?: 'on' | 'frozen' | 'off' | undefined
  /** Largest side of an uploaded picture in pixels; 0: no limit. */
  readonly maxImageSize?: number | undefined
  /** Columns of lists for clients that name none. */
  readonly list_columns?: 'all' | 'preview' | undefined
  readonly color?: string | undefined
  readonly lang?: string | undefined
}

/** What is left out stays as it is; further keys are kept and given back. */
export interface TableSettings {
  readonly label?: string | undefined
  /** Field that sorts lists. */
  readonly order?: string | undefined
  /** Field whose value names a record to people. */
  readonly id_field?: string | undefined
  /** Fields that lists show. */
  readonly preview?: readonly string[] | undefined
  readonly rs?: boolean | 0 | 1 | undefined
  readonly geodata?: boolean | 0 | 1 | undefined
  readonly refman?: boolean | 0 | 1 | undefined
  readonly fuzzy_date?: boolean | 0 | 1 | undefined
  readonly osteology?: boolean | 0 | 1 | undefined
  /** Main table that carries a plugin table; `null`: none. */
  readonly plugin_of?: string | null | undefined
  /** `table:via:field` */
  readonly backlinks?: readonly string[] | undefined
  readonly chrono_density_path?: readonly string[] | undefined
  readonly [more: string]: unknown
}

export interface NewTable extends TableSettings {
  readonly name: string
  readonly is_plugin?: '0' | '1' | undefined
}

/**
 * What a change leaves out is unset, but `name`, `sort` and `db_type`; further keys are kept and given back.
 */
export interface FieldSettings {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly db_type?: string | undefined
  readonly sort?: number | undefined
  /**
   * Where a select takes its values from: a vocabulary, `table:field`, the records of a table, or a fixed
   * list.
   */
  readonly vocabulary_set?: string | undefined
  readonly get_values_from_tb?: string | undefined
  readonly id_from_tb?: string | undefined
  readonly dic?: readonly string[] | undefined
  /** not_empty, int, email, no_dupl, range, regex, valid_wkt */
  readonly check?: readonly string[] | undefined
  readonly [more: string]: unknown
}

/** Tables and fields of the application, and its settings. For super-administrators. */
export const configurationOf = ({ send }: Transport) => ({
  app: (options?: CallOptions) => send<typeof AppReply>('GET /api/config/app', [], options),

  saveApp: (body: AppSettings, options?: CallOptions) =>
    send<Done<'ok_cfg_data_updated'>>('PUT /api/config/app', [], { body, ...options }),

  tables: (options?: CallOptions) =>
    send<typeof ConfiguredTablesReply>('GET /api/config/tables', [], options),

  createTable: (body: NewTable, options?: CallOptions) =>
    send<typeof NewTableReply>('POST /api/config/tables', [], { body, ...options }),

  /** @param sort names in their new order; those left out follow */
  sortTables: (sort: readonly string[], options?: CallOptions) =>
    send<Done<'ok_sort_update'>>('POST /api/config/tables/sort', [], { body: { sort }, ...options }),

  /** A table with its settings and fields. */
  table: (tb: string, options?: CallOptions) =>
    send<typeof ConfiguredTableReply>('GET /api/config/table/:tb', [tb], options),

  saveTable: (tb: string, body: TableSettings, options?: CallOptions) =>
    send<Done<'ok_cfg_data_updated'>>('PUT /api/config/table/:tb', [tb], { body, ...options }),

  /** Whatever names the table follows: relations, filters, templates, charts. */
  renameTable: (tb: string, newName: string, options?: CallOptions) =>
    send<Renamed<'ok_renaming_table'>>('PATCH /api/config/table/:tb', [tb], {
      body: { new_name: newName },
      ...options,
    }),

  /** With its records. @throws `password_confirmation_required`: `auth.checkPassword` first */
  removeTable: (tb: string, options?: CallOptions) =>
    send<Done<'ok_cfg_tb_delete'>>('DELETE /api/config/table/:tb', [tb], options),

  /** The form of a field: its entries in their order. */
  fieldStructure: (options?: CallOptions) =>
    send<typeof FieldStructureReply>('GET /api/config/field-structure', [], options),

  /** Labels of the fields of a table, by name. */
  fields: (tb: string, options?: CallOptions) =>
    send<typeof FieldLabelsReply>('GET /api/config/table/:tb/fields', [tb], options),

  /** @param sort names in their new order */
  sortFields: (tb: string, sort: readonly string[], options?: CallOptions) =>
    send<Done<'ok_sort_update'>>('POST /api/config/table/:tb/fields/sort', [tb], {
      body: { sort },
      ...options,
    }),

  createField: (tb: string, body: FieldSettings, options?: CallOptions) =>
    send<typeof NewFieldReply>('POST /api/config/table/:tb/field', [tb], { body, ...options }),

  /** @throws `not_convertible` when stored values do not fit another `db_type` */
  saveField: (tb: string, fld: string, body: FieldSettings, options?: CallOptions) =>
    send<Done<'ok_cfg_data_updated'>>('PUT /api/config/table/:tb/field/:fld', [tb, fld], {
      body,
      ...options,
    }),

  renameField: (tb: string, fld: string, newName: string, options?: CallOptions) =>
    send<Renamed<'ok_renaming_column'>>('PATCH /api/config/table/:tb/field/:fld', [tb, fld], {
      body: { new_name: newName },
      ...options,
    }),

  /** With its values. @throws `password_confirmation_required`: `auth.checkPassword` first */
  removeField: (tb: string, fld: string, options?: CallOptions) =>
    send<Done<'ok_cfg_column_delete'>>('DELETE /api/config/table/:tb/field/:fld', [tb, fld], options),

  /** Switches keep what was stored: switched on again, values and definitions are as they were. */
  fuzzyDateOn: (tb: string, options?: CallOptions) =>
    send<Done<'fuzzy_date_activated'>>('POST /api/config/table/:tb/fuzzy-date', [tb], options),
  fuzzyDateOff: (tb: string, options?: CallOptions) =>
    send<Done<'fuzzy_date_deactivated'>>('DELETE /api/config/table/:tb/fuzzy-date', [tb], options),
  osteologyOn: (tb: string, options?: CallOptions) =>
    send<Done<'osteology_activated'>>('POST /api/config/table/:tb/osteology', [tb], options),
  osteologyOff: (tb: string, options?: CallOptions) =>
    send<Done<'osteology_deactivated'>>('DELETE /api/config/table/:tb/osteology', [tb], options),
  radiocarbonOn: (tb: string, options?: CallOptions) =>
    send<typeof RadiocarbonReply>('POST /api/config/table/:tb/radiocarbon', [tb], options),
  radiocarbonOff: (tb: string, options?: CallOptions) =>
    send<Done<'radiocarbon_deactivated'>>('DELETE /api/config/table/:tb/radiocarbon', [tb], options),
})
