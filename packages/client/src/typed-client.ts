import type { BulkEditBody } from '@trowel/contract/bulk-edit.js'
import type { CellEditBody } from '@trowel/contract/cell-edit.js'
import type { Cell, RecordReply } from '@trowel/contract/record.js'
import type { FieldOptionsQuery, NextNumberQuery, UniqueQuery } from '@trowel/contract/record-forms.js'
import type { GroupsBody, TotalsBody } from '@trowel/contract/record-groups.js'
import type { PluginRow, RecordInput } from '@trowel/contract/record-writes.js'
import type { ExportQuery, ListReply, RecordListQuery, RecordQuery } from '@trowel/contract/records.js'
import type {
  AnyTable,
  ApplicationTypes,
  Columns,
  ListedField,
  ListedRow,
  MainTable,
  NewValues,
  Row,
  TableFilter,
  Values,
} from './application-types.js'
import type { TicketDownload } from './download.js'
import type { filesOf } from './groups/files.js'
import type { historyOf } from './groups/history.js'
import type { ChangeOptions, CreateOptions, EachQuery, recordsOf, Tagged } from './groups/records.js'
import type { searchOf } from './groups/searching.js'
import type { Answer, CallOptions } from './transport.js'

/** The same functions; those that begin with a table take one that there is. */
type OfTables<Group, Table extends string> = {
  [Name in keyof Group]: Group[Name] extends (tb: string, ...rest: infer Rest) => infer Reply
    ? string extends Parameters<Group[Name]>[0]
      ? (tb: Table, ...rest: Rest) => Reply
      : Group[Name]
    : Group[Name]
}

type Asked<Query, Dig extends ApplicationTypes, Table extends AnyTable<Dig>> = Omit<
  Query,
  'filter' | 'sort_field' | 'sort' | 'columns' | 'group_by'
> & {
  readonly filter?: TableFilter<Dig, Table> | undefined
  readonly sort_field?: ListedField<Dig, Table> | undefined
  readonly sort?: readonly (ListedField<Dig, Table> | `-${ListedField<Dig, Table>}`)[] | undefined
  readonly group_by?: ListedField<Dig, Table> | `${ListedField<Dig, Table>}:${'year' | 'month'}` | undefined
}

type Showing<Shown> = { readonly columns?: Shown | undefined }

type ListOf<Row> = Omit<Answer<typeof ListReply>, 'data'> & { readonly data: Row[] }

type CellOf<Value> = Omit<Cell, 'val'> & { readonly val: Value }

type CellsOf<Dig extends ApplicationTypes, Table extends AnyTable<Dig>> = {
  readonly [Name in keyof Row<Dig, Table>]: CellOf<Row<Dig, Table>[Name]>
}

type PluginOf<Dig extends ApplicationTypes, Table extends AnyTable<Dig>> = Dig[Table]['plugins'] &
  AnyTable<Dig>

type RecordOf<Dig extends ApplicationTypes, Table extends AnyTable<Dig>> = Omit<
  RecordReply,
  'core' | 'plugins'
> & {
  readonly core: CellsOf<Dig, Table>
  readonly plugins: {
    readonly [Plugin in PluginOf<Dig, Table>]: Omit<RecordReply['plugins'][string], 'data'> & {
      readonly data: CellsOf<Dig, Plugin>[]
    }
  }
}

/** A plugin row: to be made with all that it must have, or changed or removed by its id. */
type RowInput<Dig extends ApplicationTypes, Plugin extends AnyTable<Dig>> =
  | (Omit<PluginRow, 'fields' | 'id'> & { readonly id?: null; readonly fields: NewValues<Dig, Plugin> })
  | (Omit<PluginRow, 'fields' | 'id'> & { readonly id: number; readonly fields?: Values<Dig, Plugin> })

type Input<Dig extends ApplicationTypes, Table extends AnyTable<Dig>, Core> = Omit<
  RecordInput,
  'core' | 'plugins'
> & {
  readonly core?: Core | undefined
  readonly plugins?:
    | { readonly [Plugin in PluginOf<Dig, Table>]?: readonly RowInput<Dig, Plugin>[] | undefined }
    | undefined
}

type NewInput<Dig extends ApplicationTypes, Table extends AnyTable<Dig>> = Input<
  Dig,
  Table,
  NewValues<Dig, Table>
> & { readonly core: NewValues<Dig, Table> }

type CellsInput<Dig extends ApplicationTypes, Table extends AnyTable<Dig>> = Omit<CellEditBody, 'records'> & {
  readonly records: readonly (Omit<CellEditBody['records'][number], 'core' | 'before'> & {
    readonly core?: Values<Dig, Table> | undefined
    readonly before?: Partial<Row<Dig, Table>> | undefined
  })[]
}

type Named<Query, Key extends keyof Query, Name> = Omit<Query, Key> & { readonly [One in Key]: Name }

type Records = ReturnType<typeof recordsOf>

/** What `records` offers when the tables of the application are known; each function means the same. */
interface TypedRecords<Dig extends ApplicationTypes> {
  list<Table extends AnyTable<Dig>, const Shown extends Columns<Dig, Table> = 'preview'>(
    tb: Table,
    query?: Asked<RecordListQuery, Dig, Table> & Showing<Shown>,
    options?: CallOptions,
  ): Promise<ListOf<ListedRow<Dig, Table, Shown>>>
  search<Table extends AnyTable<Dig>, const Shown extends Columns<Dig, Table> = 'preview'>(
    tb: Table,
    body?: Asked<RecordListQuery, Dig, Table> & Showing<Shown>,
    options?: CallOptions,
  ): Promise<ListOf<ListedRow<Dig, Table, Shown>>>
  each<Table extends AnyTable<Dig>, const Shown extends Columns<Dig, Table> = '*'>(
    tb: Table,
    query?: Asked<EachQuery, Dig, Table> & Showing<Shown>,
    options?: CallOptions,
  ): AsyncGenerator<ListedRow<Dig, Table, Shown>, void, undefined>
  totals<Table extends AnyTable<Dig>>(
    tb: Table,
    body?: Asked<TotalsBody, Dig, Table>,
    options?: CallOptions,
  ): ReturnType<Records['totals']>
  groups<Table extends AnyTable<Dig>>(
    tb: Table,
    body: Asked<GroupsBody, Dig, Table>,
    options?: CallOptions,
  ): ReturnType<Records['groups']>
  export<Table extends AnyTable<Dig>>(
    tb: Table,
    query?: Asked<ExportQuery, Dig, Table> & Showing<Columns<Dig, Table>>,
  ): TicketDownload
  read<Table extends MainTable<Dig>>(
    tb: Table,
    id: number,
    query?: RecordQuery,
    options?: CallOptions,
  ): Promise<RecordOf<Dig, Table> & Tagged>
  readNew<Table extends MainTable<Dig>>(
    tb: Table,
    query?: Parameters<Records['readNew']>[1],
    options?: CallOptions,
  ): Promise<RecordOf<Dig, Table>>
  create<Table extends MainTable<Dig>>(
    tb: Table,
    body: NewInput<Dig, Table>,
    options?: CreateOptions,
  ): ReturnType<Records['create']>
  update<Table extends MainTable<Dig>>(
    tb: Table,
    id: number,
    body: Input<Dig, Table, Values<Dig, Table>>,
    options?: ChangeOptions,
  ): ReturnType<Records['update']>
  check<Table extends MainTable<Dig>>(
    tb: Table,
    id: number | null,
    body: Input<Dig, Table, Values<Dig, Table>>,
    options?: CallOptions,
  ): ReturnType<Records['check']>
  bulkEdit<Table extends MainTable<Dig>>(
    tb: Table,
    body: Named<BulkEditBody, 'core', Values<Dig, Table>>,
    options?: CallOptions,
  ): ReturnType<Records['bulkEdit']>
  editCells<Table extends MainTable<Dig>>(
    tb: Table,
    body: CellsInput<Dig, Table>,
    options?: CallOptions,
  ): ReturnType<Records['editCells']>
  fieldOptions<Table extends AnyTable<Dig>>(
    tb: Table,
    query: Named<FieldOptionsQuery, 'fld', ListedField<Dig, Table>>,
    options?: CallOptions,
  ): ReturnType<Records['fieldOptions']>
  checkUnique<Table extends AnyTable<Dig>>(
    tb: Table,
    query: Named<UniqueQuery, 'field', ListedField<Dig, Table>>,
    options?: CallOptions,
  ): ReturnType<Records['checkUnique']>
  nextNumber<Table extends MainTable<Dig>>(
    tb: Table,
    query: Named<NextNumberQuery, 'fld', ListedField<Dig, Table>>,
    options?: CallOptions,
  ): ReturnType<Records['nextNumber']>
}

/** The groups whose functions name tables, when these are known. */
export interface TypedGroups<Dig extends ApplicationTypes> {
  records: TypedRecords<Dig> & OfTables<Omit<Records, keyof TypedRecords<Dig>>, MainTable<Dig>>
  files: OfTables<ReturnType<typeof filesOf>, MainTable<Dig>>
  history: OfTables<ReturnType<typeof historyOf>, MainTable<Dig>>
  search: OfTables<ReturnType<typeof searchOf>, MainTable<Dig>>
}
