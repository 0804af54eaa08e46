import type {
  AppReply,
  AppSettings,
  ConfiguredTableReply,
  ConfiguredTablesReply,
  doneReply,
  FieldLabelsReply,
  FieldSettings,
  FieldStructureReply,
  NewFieldReply,
  NewFields,
  NewFieldsReply,
  NewTable,
  NewTableReply,
  RadiocarbonReply,
  renamedReply,
  SeenOrder,
  TableSettings,
} from '@trowel/contract/configuration.js'
import type { CallOptions, Transport } from '../transport.js'

export type Done<Code extends string> = ReturnType<typeof doneReply<Code>>
type Renamed<Code extends string> = ReturnType<typeof renamedReply<Code>>

/** Tables and fields of the application, and its settings. For super-administrators. */
export const configurationOf = ({ send }: Transport) => ({
  app: (options?: CallOptions) => send<typeof AppReply>('GET /api/config/app', [], options),

  /** @throws `stale_record` where a setting is another by now than `before` in the body says */
  saveApp: (body: AppSettings, options?: CallOptions) =>
    send<Done<'ok_cfg_data_updated'>>('PUT /api/config/app', [], { body, ...options }),

  tables: (options?: CallOptions) =>
    send<typeof ConfiguredTablesReply>('GET /api/config/tables', [], options),

  createTable: (body: NewTable, options?: CallOptions) =>
    send<typeof NewTableReply>('POST /api/config/tables', [], { body, ...options }),

  /**
   * @param sort names in their new order; those left out follow
   * @param before as the caller saw them; without it, any order is replaced
   * @throws `stale_record` where another person put them into another order than `before`
   */
  sortTables: (sort: readonly string[], { before, ...options }: CallOptions & SeenOrder = {}) =>
    send<Done<'ok_sort_update'>>('POST /api/config/tables/sort', [], {
      body: { sort, ...(before && { before }) },
      ...options,
    }),

  /** A table with its settings and fields. */
  table: (tb: string, options?: CallOptions) =>
    send<typeof ConfiguredTableReply>('GET /api/config/table/:tb', [tb], options),

  /** @throws `stale_record` where a setting is another by now than `before` in the body says */
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

  /** The same for the fields of a table. */
  sortFields: (tb: string, sort: readonly string[], { before, ...options }: CallOptions & SeenOrder = {}) =>
    send<Done<'ok_sort_update'>>('POST /api/config/table/:tb/fields/sort', [tb], {
      body: { sort, ...(before && { before }) },
      ...options,
    }),

  createField: (tb: string, body: FieldSettings, options?: CallOptions) =>
    send<typeof NewFieldReply>('POST /api/config/table/:tb/field', [tb], { body, ...options }),

  /** All of them or none. @throws `error_cfg_data_updated`: `errors` names the fields as `fields[n]` */
  createFields: (tb: string, body: NewFields, options?: CallOptions) =>
    send<typeof NewFieldsReply>('POST /api/config/table/:tb/fields', [tb], { body, ...options }),

  /**
   * @throws `not_convertible` when stored values do not fit another `db_type`; `stale_record` where the field
   *   is another by now than `before` in the body says
   */
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
