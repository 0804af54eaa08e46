import { Type } from 'typebox'
import type { JsonObject } from './json.js'
import { english } from './messages/en/english.js'
import { type FindingCode, phrase } from './messages/messages.js'
import { Params } from './messages/params.js'
import { columnTypes } from './model/column-types.js'
import { type DeletePolicy, deletePolicies } from './model/delete-policies.js'
import {
  type FieldProperty,
  fieldProperties,
  fieldPropertyNames,
  type WrittenProperties,
} from './model/field-properties.js'
import { offeredTypes } from './model/field-types.js'
import { inWords } from './model/in-words.js'
import { type TableColor, type TableIcon, tableColorNames, tableIconNames } from './model/table-marks.js'
import { type Input, input, nameList, nullable, pathId, readByService, text, yesOrNo } from './wire/input.js'

const loose = { additionalProperties: true }

const optional = <Sent>(description: string) => Type.Optional(readByService<Sent>(description))

const before = (what: string) =>
  optional<JsonObject>(`${what}: refused where they are others now, and not what is sent`)

export const TableParams = Type.Object({ tb: Type.String({ description: 'name of the table' }) })
export const FieldParams = Type.Object({
  tb: Type.String({ description: 'name of the table' }),
  fld: Type.String({ description: 'name of the field' }),
})
export const IndexParams = Type.Object({
  tb: Type.String({ description: 'name of the table' }),
  id: pathId({ description: 'id of the index' }),
})

/*
 * The service reads the bodies as a whole: what a property may be depends on tables and types, and everything
 * that is wrong is told at once, with a code for each property.
 */

export const AppBody = Type.Object(
  {
    definition: optional<string>('what the application is about, at most 2000 characters'),
    status: optional<'on' | 'frozen' | 'off'>('`on`, `frozen` or `off`'),
    maxImageSize: optional<number>('largest side of an uploaded picture in pixels; 0: no limit'),
    list_columns: optional<'all' | 'preview'>(
      'columns of lists for clients that send no `columns`: `all` or `preview`',
    ),
    color: optional<string>('indigo, blue, violet, emerald, teal, amber, rose or slate'),
    lang: optional<string>('language of the application, 2 to 5 characters, or empty'),
    before: before('settings as the caller saw them'),
  },
  loose,
)
export type AppSettings = Input<typeof AppBody>

/** On or off. */
type Switch = boolean | 0 | 1

interface TableLink {
  readonly other_tb: string
  readonly fld: readonly { readonly my: string; readonly other: string }[]
}

const tableProperties = {
  label: optional<string>('what people read, 1 to 200 characters'),
  icon: optional<TableIcon | null>(`drawing beside its name: ${inWords(tableIconNames, 'or')}`),
  color: optional<TableColor | null>(`colour of the drawing: ${inWords(tableColorNames, 'or')}`),
  is_plugin: optional<'0' | '1'>('`1` for a plugin table, `0` for a main table; never changes'),
  plugin_of: optional<string | null>('main table that carries a plugin table; `null`: none'),
  order: optional<string>('field that sorts lists'),
  id_field: optional<string>('field whose value names a record to people'),
  preview: optional<readonly string[]>('names of the fields that lists show'),
  rs: optional<Switch>('stratigraphic relations on or off'),
  geodata: optional<Switch>('geometries on or off'),
  refman: optional<Switch>('bibliography on or off'),
  zotero: optional<Switch>('the same as `refman`'),
  backlinks: optional<readonly string[]>('list of `table:via:field`'),
  chrono_density_path: optional<readonly string[]>('tables over which dates reach this one'),
}

export const NewTableBody = Type.Object(
  { name: optional<string>('name of the table'), ...tableProperties },
  loose,
)
export type NewTable = TableSettings & { readonly name: string }

export const TableBody = Type.Object(
  {
    name: optional<string>('the name of the table, unchanged'),
    ...tableProperties,
    fuzzy_date: optional<Switch>('chronology on or off'),
    osteology: optional<Switch>('osteological inventory on or off'),
    link: optional<readonly TableLink[]>(
      'relations that lead from this table: `[{other_tb, fld: [{my, other}]}]`',
    ),
    before: before('settings as the caller saw them'),
  },
  loose,
)
/** Further keys are kept and given back. */
export type TableSettings = Input<typeof TableBody> & { readonly [more: string]: unknown }

const properties = Object.fromEntries(
  fieldPropertyNames.map((name) => [name, optional(fieldProperties[name].takes)]),
) as { readonly [Name in FieldProperty]: ReturnType<typeof optional<WrittenProperties[Name]>> }

export const FieldBody = Type.Object(
  {
    name: optional<string>('name of the column'),
    label: optional<string>('what people read'),
    type: optional<string>(inWords(offeredTypes, 'or')),
    db_type: optional<string>(inWords(columnTypes, 'or')),
    sort: optional<number>('place among the fields'),
    ...properties,
    before: before('its properties as the caller saw them'),
  },
  loose,
)
/**
 * What a change leaves out is unset, but `name`, `sort` and `db_type`; further keys are kept and given back.
 */
export type FieldSettings = Input<typeof FieldBody> & {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly [more: string]: unknown
}

/** So many fields a table has at the most. */
const maxFields = 1000

const NewValues = Type.Object({
  name: text({ description: 'of the vocabulary' }),
  values: nameList({ description: 'what it offers; those that it has stay as they are' }),
})

export const vocabularyValues = nullable(
  Type.Array(NewValues),
  'values that vocabularies are to offer: `[{name, values}]`',
  { words: phrase('is_no_list', {}) },
)

export const FieldsBody = Type.Object(
  {
    fields: input(
      Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        minItems: 1,
        maxItems: maxFields,
        description: 'each as the body of one that is added alone',
      }),
      (given) => given,
      {
        words: (given) =>
          Array.isArray(given) && given.length > maxFields
            ? phrase('has_too_many_entries', { most: maxFields })
            : phrase('is_no_list', {}),
      },
    ),
    vocabularies: vocabularyValues,
    in_lists: nullable(yesOrNo, 'true: the first short ones are shown in lists, as far as there is room'),
  },
  loose,
)
export interface NewFields extends Omit<Input<typeof FieldsBody>, 'fields'> {
  readonly fields: readonly FieldSettings[]
}

export const RenameBody = Type.Object({ new_name: optional<string>('the new name') }, loose)

export const SortBody = Type.Object(
  {
    sort: optional<readonly string[]>('names in their new order'),
    before: optional<readonly string[]>(
      'names in the order that the caller saw: refused where they are in another one now, and not in that of `sort`',
    ),
  },
  loose,
)
/** How an order was seen that is replaced. */
export type SeenOrder = Pick<Input<typeof SortBody>, 'before'>
export const SortQuery = Type.Object({ sort: optional<readonly string[]>('names in their new order') }, loose)

export const IndexBody = Type.Object(
  {
    name: optional<string>('name of the index, unique in its table'),
    columns: optional<readonly string[]>('names of its fields'),
    is_unique: optional<Switch>('no two records may share the values'),
    unique: optional<Switch>('the same as `is_unique`'),
  },
  loose,
)

export const RelationParams = Type.Object({ id: pathId({ description: 'id of the relation' }) })

export const RelationBody = Type.Object(
  {
    from_tb: optional<string>('table whose column refers; never changes'),
    from_col: optional<string>('that column; never changes'),
    to_tb: optional<string>('table that is referred to'),
    to_col: optional<string>('column of it, mostly `id`'),
    on_delete: optional<DeletePolicy>(`${inWords(deletePolicies, 'or')}, when the other record is deleted`),
    on_update: optional<DeletePolicy>('the same, when the value of the other column changes'),
  },
  loose,
)

const fix = {
  action: optional<'create' | 'delete'>('`create` or `delete`'),
  tb: optional<string>('table'),
  col: optional<string>('column; empty: the table itself'),
}
export const FixBody = Type.Object(fix, loose)
export const FixQuery = Type.Object(fix, loose)

const success = { status: Type.Literal('success') }

/** An answer that says no more than that it was done. */
export const doneReply = <Code extends string>(code: Code) =>
  Type.Object({ ...success, code: Type.Literal(code) })

export const renamedReply = <Code extends string>(code: Code) =>
  Type.Object({ ...success, code: Type.Literal(code), warnings: Type.Array(Type.String()) })

export const AppReply = Type.Object({
  ...success,
  main: Type.Object({
    name: Type.String(),
    definition: Type.String(),
    status: Type.String(),
    maxImageSize: Type.Integer(),
    list_columns: Type.String(),
    welcome: Type.String(),
    color: Type.String(),
    lang: Type.String(),
    db_engine: Type.String(),
    version: Type.String(),
    db_host: Type.String(),
    db_port: Type.String(),
    db_name: Type.String(),
    db_username: Type.String(),
    db_password: Type.String(),
  }),
  users: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      email: Type.String(),
      privilege: Type.Integer(),
      verbose_privilege: Type.String(),
    }),
  ),
  db_engines: Type.Array(Type.String()),
  status_options: Type.Array(Type.String()),
})

export const ConfiguredTablesReply = Type.Object({
  ...success,
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      is_plugin: Type.Union([Type.Literal('1'), Type.Literal('0')]),
    }),
  ),
})

const Labels = Type.Record(Type.String(), Type.String())

const ConfiguredField = Type.Object(
  {
    name: Type.String(),
    label: Type.String(),
    type: Type.String(),
    db_type: Type.String(),
    sort: Type.Integer(),
  },
  loose,
)

export const ConfiguredTableReply = Type.Object({
  ...success,
  table: Type.Object(
    {
      name: Type.String(),
      label: Type.String(),
      is_plugin: Type.Union([Type.Literal('1'), Type.Literal('')]),
      fields: Type.Record(Type.String(), ConfiguredField),
    },
    loose,
  ),
  field_labels: Labels,
  available_plugins: Labels,
  available_tables: Labels,
  fuzzy_date_tables: Type.Array(Type.String()),
})

export const NewTableReply = Type.Object({
  ...success,
  code: Type.Literal('ok_cfg_data_updated'),
  tb: Type.String({ description: 'name of the new table' }),
})

export const NewFieldReply = Type.Object({
  ...success,
  code: Type.Literal('ok_cfg_data_updated'),
  fld: Type.String({ description: 'name of the field' }),
})

export const NewFieldsReply = Type.Object({
  ...success,
  code: Type.Literal('ok_cfg_data_updated'),
  flds: Type.Array(Type.String(), { description: 'names of the fields' }),
})

export const FieldStructureReply = Type.Object({
  ...success,
  structure: Type.Record(Type.String(), Type.Object({ type: Type.String() }, loose), {
    description: 'the entries of the form in their order',
  }),
})

export const FieldLabelsReply = Type.Object({ ...success, code: Type.Literal('ok'), fields: Labels })

export const IndexesReply = Type.Object({
  ...success,
  data: Type.Array(
    Type.Object({
      id: Type.Integer(),
      tb: Type.String(),
      name: Type.String(),
      columns: Type.Array(Type.String()),
      is_unique: Type.Boolean(),
      auto: Type.Boolean({ description: 'made by the service itself' }),
    }),
  ),
})

export const IndexSuggestionsReply = Type.Object({
  ...success,
  data: Type.Array(
    Type.Object({
      tb: Type.String(),
      columns: Type.Array(Type.String(), { description: 'filtered by, then sorted by' }),
      times: Type.Integer({ description: 'how often such a question was slow' }),
      ms: Type.Number({ description: 'what one took, on average' }),
      slowest_ms: Type.Number(),
      total_ms: Type.Number(),
      call: Type.Object(
        {
          method: Type.Literal('POST'),
          path: Type.String(),
          body: Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) }),
        },
        { description: 'makes the index' },
      ),
    }),
  ),
})

export const NewIndexReply = Type.Object({
  ...success,
  code: Type.Literal('index_saved'),
  id: Type.Integer(),
})

export const RadiocarbonReply = Type.Object({
  ...success,
  code: Type.Literal('radiocarbon_activated'),
  tb: Type.String({ description: 'name of the radiocarbon table' }),
})

const successOrWarning = Type.Union([Type.Literal('success'), Type.Literal('warning')])

export const RelationsReply = Type.Object({
  ...success,
  code: Type.Literal('relations'),
  data: Type.Array(
    Type.Object({
      id: Type.Integer(),
      from_tb: Type.String(),
      from_col: Type.String(),
      from_label: Type.String(),
      to_tb: Type.String(),
      to_col: Type.String(),
      to_label: Type.String(),
      on_delete: Type.String(),
      on_update: Type.String(),
      enforced: Type.Boolean({ description: 'does the database refuse what contradicts it?' }),
    }),
  ),
})

const orphanIds = Type.Optional(
  Type.Array(Type.Integer(), { description: 'the first 20 rows whose key leads nowhere' }),
)

export const RelationReply = Type.Object({
  status: successOrWarning,
  code: Type.Union([Type.Literal('relation_saved'), Type.Literal('relation_saved_orphans_found')]),
  id: Type.Integer(),
  enforced: Type.Boolean(),
  reason: Type.Optional(
    Type.String({ description: 'why it is not: target_not_unique, type_mismatch, column_missing' }),
  ),
  orphans: Type.Optional(Type.Integer({ description: 'how many rows have a key that leads nowhere' })),
  orphan_ids: orphanIds,
})

export const ConstraintsReply = Type.Object({
  status: successOrWarning,
  code: Type.Literal('constraints_applied'),
  applied: Type.Integer({ description: 'relations and indexes that are there now' }),
  skipped: Type.Integer(),
  errors: Type.Array(
    Type.Object({
      from_tb: Type.String(),
      from_col: Type.String({ description: 'column of a relation, or name of an index' }),
      reason: Type.String({
        description: 'orphans_found:n, duplicates_found:n, target_not_unique, type_mismatch, column_missing',
      }),
      orphan_ids: orphanIds,
    }),
  ),
})

export const ValidationReply = Type.Object({
  ...success,
  report: Type.Array(
    Type.Object({
      status: Type.Enum(['head', 'success', 'info', 'warning', 'danger']),
      code: Type.Enum(Object.keys(english.findings) as FindingCode[], {
        description: 'which sentence it is',
      }),
      facts: Params,
      text: Type.String(),
      suggest: Type.Optional(Type.String({ description: 'what the button says that repairs it' })),
      fix: Type.Optional(
        Type.Array(Type.String(), { description: 'action, table and, for a column, its name' }),
      ),
    }),
  ),
})

export const FixReply = Type.Object({
  ...success,
  code: Type.Enum(['ok_creating_table', 'ok_adding_column', 'ok_deleting_table', 'ok_deleting_column']),
})
