import type { FilterKind, Operator, operators } from '@trowel/contract/model/operators.js'

/** A field of an application, as `trowel types` writes it. */
export interface FieldTypes {
  /** How filters ask for it, which also says what it holds. */
  readonly kind: FilterKind
  /** What may be chosen in it. */
  readonly values?: string
  /** Of one with `values`: others may be typed. */
  readonly open?: true
  /** The table of whose records it holds ids. */
  readonly table?: string
  /** The service keeps or computes it. */
  readonly readonly?: true
  /** It may not be empty. */
  readonly required?: true
  /** Of a required one: a new record has a value by itself. */
  readonly filled?: true
}

type Fields = Readonly<Record<string, FieldTypes>>

/** A table of an application: one with records, or a plugin table, whose rows hang from records. */
export interface TableTypes {
  readonly kind: 'table' | 'plugin'
  readonly fields: Fields
  /** Names of its plugin tables; `never` without any. */
  readonly plugins: string
  /** Other tables that a filter of this one can ask about. */
  readonly ways: string
}

/** The tables of an application by name, which `createClient<…>()` takes for the compiler. */
export type ApplicationTypes = Readonly<Record<string, TableTypes>>

/** Any table, also one of plugin rows. */
export type AnyTable<Dig extends ApplicationTypes> = keyof Dig & string

/** A table with records of its own. */
export type MainTable<Dig extends ApplicationTypes> = {
  [Name in AnyTable<Dig>]: Dig[Name]['kind'] extends 'table' ? Name : never
}[AnyTable<Dig>]

/** Other texts too, though editors propose these. */
type Or<Text extends string> = Text | (string & {})

type Offered<Field extends FieldTypes> = Field extends { values: infer Text extends string } ? Text : string

type Allowed<Field extends FieldTypes> = Field extends { open: true } ? Or<Offered<Field>> : Offered<Field>

/**
 * What a field of each kind holds, is compared with, and takes. Stored values are not held against a list
 * that has changed since, so that any text may be read.
 */
interface ValuesOf<Text extends string> {
  text: { read: Or<Text>; compared: Text; taken: Text }
  choice: { read: Or<Text>; compared: Text; taken: Text }
  several: { read: string; compared: string; taken: Text | readonly Text[] }
  number: { read: number; compared: number; taken: number }
  date: { read: string; compared: string; taken: string }
  moment: { read: string; compared: string; taken: string }
  boolean: { read: 0 | 1; compared: 0 | 1 | boolean; taken: 0 | 1 | boolean }
  record: { read: number; compared: number; taken: number }
  dating: { read: number; compared: number; taken: number }
}

type ValueOf<Field extends FieldTypes> = ValuesOf<Allowed<Field>>[Field['kind']]
/** What a field holds. */
export type Read<Field extends FieldTypes> = ValueOf<Field>['read']
/** What may be written into it. */
export type Taken<Field extends FieldTypes> = ValueOf<Field>['taken']
type Compared<Field extends FieldTypes> = ValueOf<Field>['compared']

type WithText = 'text' | 'choice' | 'several' | 'date' | 'moment'
type WithOrder = 'text' | 'number' | 'date' | 'moment' | 'dating'

/** Texts are looked into, numbers and days have an order, and one operator is for one field. */
type Fits<Name extends Operator, Kind extends FilterKind> = (typeof operators)[Name] extends {
  onlyOn: string
}
  ? Kind extends 'dating'
    ? Name
    : never
  : (typeof operators)[Name] extends { comparedAs: 'text' }
    ? Kind extends WithText
      ? Name
      : never
    : (typeof operators)[Name] extends { byOrder: true }
      ? Kind extends WithOrder
        ? Name
        : never
      : Name

interface Operands<Value> {
  one: Value
  many: readonly Value[]
  two: readonly [Value, Value]
  flag: boolean
}

type Operand<Name extends Operator, Field extends FieldTypes> = Operands<
  (typeof operators)[Name] extends { comparedAs: 'text' } ? string : Compared<Field>
>[(typeof operators)[Name]['takes']]

/** What a filter may ask of a field. */
export type Condition<Field extends FieldTypes> = {
  readonly [Name in Operator as Fits<Name, Field['kind']>]?: Operand<Name, Field> | undefined
}

/** Who made a record and changed it last, and when. */
interface StampTypes {
  readonly sys_created_at: { kind: 'moment' }
  readonly sys_changed_at: { kind: 'moment' }
  readonly sys_created_by: { kind: 'record' }
  readonly sys_changed_by: { kind: 'record' }
}

type PersonNamed = { readonly name: Condition<{ kind: 'text' }> }

type StampConditions = {
  readonly [Name in keyof StampTypes]?:
    | Condition<StampTypes[Name]>
    | (StampTypes[Name] extends { kind: 'record' } ? PersonNamed : never)
    | undefined
}

/** The filter of the table to which a lookup field leads. */
type Across<Dig extends ApplicationTypes, Field extends FieldTypes> = Field extends {
  table: infer Table extends AnyTable<Dig>
}
  ? TableFilter<Dig, Table>
  : never

/** A filter that names only what the table has, and asks only what its fields can answer. */
export type TableFilter<Dig extends ApplicationTypes, Table extends AnyTable<Dig>> = {
  readonly [Name in keyof Dig[Table]['fields']]?:
    | Condition<Dig[Table]['fields'][Name]>
    | Across<Dig, Dig[Table]['fields'][Name]>
    | undefined
} & {
  readonly [Other in (Dig[Table]['plugins'] | Dig[Table]['ways']) & AnyTable<Dig>]?:
    | TableFilter<Dig, Other>
    | undefined
} & StampConditions & {
    readonly _and?: readonly TableFilter<Dig, Table>[] | undefined
    readonly _or?: readonly TableFilter<Dig, Table>[] | undefined
  }

/** The values of a record or plugin row, by field. */
export type Row<Dig extends ApplicationTypes, Table extends AnyTable<Dig>> = {
  readonly [Name in keyof Dig[Table]['fields']]: Name extends 'id'
    ? number
    : Read<Dig[Table]['fields'][Name]> | null
}

/** The same with who made it and changed it last. */
type StampedRow<Dig extends ApplicationTypes, Table extends AnyTable<Dig>> = Row<Dig, Table> & {
  readonly [Name in keyof StampTypes]: Read<StampTypes[Name]> | null
}

/** A field that a list can show or be sorted by. */
export type ListedField<Dig extends ApplicationTypes, Table extends AnyTable<Dig>> =
  | (keyof Dig[Table]['fields'] & string)
  | keyof StampTypes

/** Which fields a list shows: those that the application says, all of them, or these. */
export type Columns<Dig extends ApplicationTypes, Table extends AnyTable<Dig>> =
  | 'preview'
  | '*'
  | readonly ListedField<Dig, Table>[]

/** A record of a list: for certain it has only the fields that were asked for by name. */
export type ListedRow<
  Dig extends ApplicationTypes,
  Table extends AnyTable<Dig>,
  Shown extends Columns<Dig, Table>,
> = { readonly id: number } & (Shown extends '*'
  ? Row<Dig, Table>
  : Shown extends readonly (infer Name extends ListedField<Dig, Table>)[]
    ? Pick<StampedRow<Dig, Table>, Name>
    : Partial<Row<Dig, Table>>)

type Writable<Own extends Fields> = {
  [Name in keyof Own]: Own[Name] extends { readonly: true } ? never : Name
}[keyof Own]

type Needed<Own extends Fields> = {
  [Name in Writable<Own>]: Own[Name] extends { required: true }
    ? Own[Name] extends { filled: true }
      ? never
      : Name
    : never
}[Writable<Own>]

/** Values to be written; fields that are left out stay as they are. */
export type Values<Dig extends ApplicationTypes, Table extends AnyTable<Dig>> = {
  readonly [Name in Writable<Dig[Table]['fields']>]?:
    | Taken<Dig[Table]['fields'][Name]>
    | (Dig[Table]['fields'][Name] extends { required: true } ? never : null)
    | undefined
}

/** The values of a new record or row: those that it must have are there. */
export type NewValues<Dig extends ApplicationTypes, Table extends AnyTable<Dig>> = Values<Dig, Table> & {
  readonly [Name in Needed<Dig[Table]['fields']>]: Taken<Dig[Table]['fields'][Name]>
}
