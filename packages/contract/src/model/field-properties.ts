/**
 * Forms in which the setting of a field is read, stored and shown: `number` is a bound (of days a text),
 * `length` a count of characters, `source` a `table:field`, `table` the name of one.
 */
export type PropertyForm =
  | 'vocabulary'
  | 'source'
  | 'table'
  | 'options'
  | 'checks'
  | 'flag'
  | 'text'
  | 'value'
  | 'length'
  | 'bound'
  | 'pattern'
  | 'numbering'
  | 'formula'
  | 'widget'
  | 'direction'

/** What a kind of field may ask for beside its label: `unique` and `form` are rules as well. */
export type PropertyOption =
  | 'source'
  | 'target'
  | 'length'
  | 'limits'
  | 'form'
  | 'unique'
  | 'number'
  | 'formula'
  | 'direction'

interface PropertyDescription {
  /** Under which the service keeps it in a field of the catalogue. */
  readonly key: string
  readonly form: PropertyForm
  /** What a body may say. */
  readonly takes: string
  /** Absent: every kind of field has it. */
  readonly option?: PropertyOption
  /** A rule or default for what people write: a computed field has none. */
  readonly isOfWritten?: true
  /** The hint of its entry in the form that the service describes; absent: it has none there. */
  readonly hint?: string
  /** Does the schema of a record tell it? Where values come from is told there in a form of its own. */
  readonly isInSchema: boolean
  /** The annotation of a schema text; absent: the text says it in another way. */
  readonly annotation?: string
}

/** What `check` of a field may hold, in the order in which it is offered. */
export const checkTokens = ['not_empty', 'int', 'email', 'no_dupl', 'range', 'regex', 'valid_wkt'] as const

/**
 * The settings of a field besides name, label, type, column and place, by their names on the wire, in the
 * order in which they are stored and shown.
 */
export const fieldProperties = {
  vocabulary_set: {
    key: 'vocabulary',
    form: 'vocabulary',
    option: 'source',
    takes: 'vocabulary that feeds the list',
    hint: 'Vocabulary that feeds the list.',
    isInSchema: false,
    annotation: 'voc',
  },
  get_values_from_tb: {
    key: 'valuesFrom',
    form: 'source',
    option: 'source',
    takes: '`table:field` whose values feed the list',
    hint: 'Table and field whose values feed the list, as table:field.',
    isInSchema: false,
    annotation: 'get_values_from_tb',
  },
  id_from_tb: {
    key: 'idFromTable',
    form: 'table',
    option: 'target',
    takes: 'table whose record ids are stored',
    hint: 'Table whose records this field refers to; their ids are stored.',
    isInSchema: false,
  },
  dic: {
    key: 'options',
    form: 'options',
    option: 'source',
    takes: 'fixed list of options',
    isInSchema: false,
    annotation: 'dic',
  },
  check: {
    key: 'checks',
    form: 'checks',
    takes: checkTokens.join(', '),
    hint: 'Rules that every value must meet.',
    isInSchema: true,
    annotation: 'check',
  },
  readonly: {
    key: 'readonly',
    form: 'flag',
    takes: 'shown, but not edited',
    hint: 'Shown, but not edited.',
    isInSchema: true,
    annotation: 'readonly',
  },
  hide: {
    key: 'hide',
    form: 'flag',
    takes: 'not shown',
    hint: 'Not shown in the form of a record.',
    isInSchema: true,
    annotation: 'hide',
  },
  def_value: {
    key: 'defaultValue',
    form: 'value',
    isOfWritten: true,
    takes: 'value of a new record; `%today%`, `%current_user%`',
    hint: 'Value of a new record; %today% is the date of the day, %current_user% the id of the user.',
    isInSchema: true,
    annotation: 'def',
  },
  max_length: {
    key: 'maxLength',
    form: 'length',
    option: 'length',
    isOfWritten: true,
    takes: 'longest text in characters',
    hint: 'Longest text, in characters.',
    isInSchema: true,
    annotation: 'max_length',
  },
  min: {
    key: 'min',
    form: 'bound',
    option: 'limits',
    isOfWritten: true,
    takes: 'smallest number or earliest date',
    hint: 'Smallest number or earliest date.',
    isInSchema: true,
    annotation: 'min',
  },
  max: {
    key: 'max',
    form: 'bound',
    option: 'limits',
    isOfWritten: true,
    takes: 'largest number or latest date',
    hint: 'Largest number or latest date.',
    isInSchema: true,
    annotation: 'max',
  },
  pattern: {
    key: 'pattern',
    form: 'pattern',
    option: 'form',
    isOfWritten: true,
    takes: 'regular expression',
    hint: 'Regular expression that every value must match.',
    isInSchema: true,
    annotation: 'pattern',
  },
  number_pattern: {
    key: 'numberPattern',
    form: 'numbering',
    option: 'number',
    isOfWritten: true,
    takes: 'form of the numbers that are proposed, such as `{year}-{n:4}` or `{trench}.{n}`',
    hint: 'Form of the numbers that are proposed: texts, {n} or {n:4}, {year}, {name of a field}.',
    isInSchema: true,
    annotation: 'number',
  },
  number_gaps: {
    key: 'numbersFillGaps',
    form: 'flag',
    option: 'number',
    takes: 'the next number is the first that is free, not the one after the highest',
    hint: 'The next number is the first that is free, not the one after the highest.',
    isInSchema: true,
    annotation: 'number_gaps',
  },
  number_auto: {
    key: 'isNumberedOnSave',
    form: 'flag',
    option: 'number',
    takes: 'a new record whose field is empty gets the next number when it is saved',
    hint: 'A new record whose field is empty gets the next number when it is saved.',
    isInSchema: true,
    annotation: 'number_auto',
  },
  formula: {
    key: 'formula',
    form: 'formula',
    option: 'formula',
    takes: 'what a field of type formula is computed from, such as `round(weight_g / pieces, 1)`',
    hint: 'What the value is computed from: fields, numbers, texts, + - * / and functions.',
    isInSchema: true,
    annotation: 'formula',
  },
  help: {
    key: 'help',
    form: 'text',
    takes: 'hint beside the field',
    hint: 'Hint beside the field.',
    isInSchema: true,
    annotation: 'help',
  },
  widget: {
    key: 'widget',
    form: 'widget',
    takes: 'widget that shows the field',
    hint: 'Widget that shows the field.',
    isInSchema: true,
    annotation: 'widget',
  },
  direction: {
    key: 'direction',
    form: 'direction',
    option: 'direction',
    takes: '`ltr` or `rtl`',
    isInSchema: true,
    annotation: 'direction',
  },
} as const satisfies Record<string, PropertyDescription>

type Rows = typeof fieldProperties
export type FieldProperty = keyof Rows

/** What clients write for a property of each form; an empty text or list unsets it. */
interface Written {
  readonly vocabulary: string
  readonly source: string
  readonly table: string
  readonly options: readonly string[]
  readonly checks: readonly string[]
  readonly flag: boolean | 0 | 1 | '0' | '1' | ''
  readonly text: string
  readonly value: string
  readonly length: number | string
  readonly bound: number | string
  readonly pattern: string
  readonly numbering: string
  readonly formula: string
  readonly widget: string
  readonly direction: string
}

export type WrittenProperties = { readonly [Name in FieldProperty]: Written[Rows[Name]['form']] }

/** The properties of one form, such as all the flags. */
export type PropertyOf<Form extends PropertyForm> = {
  [Name in FieldProperty]: Rows[Name]['form'] extends Form ? Name : never
}[FieldProperty]

export const fieldPropertyNames = Object.keys(fieldProperties) as readonly FieldProperty[]

export const describeProperty = (name: FieldProperty): PropertyDescription => fieldProperties[name]

/** Where the choices of a field come from; the first of them that is set counts. */
export const valueSources = [
  'get_values_from_tb',
  'id_from_tb',
  'vocabulary_set',
  'dic',
] as const satisfies readonly FieldProperty[]

/** What a field of the catalogue holds of a property of each form. */
interface Held {
  readonly vocabulary: string | undefined
  readonly source: { readonly table: string; readonly field: string } | undefined
  readonly table: string | undefined
  readonly options: readonly string[] | undefined
  readonly checks: readonly string[]
  readonly flag: boolean
  readonly text: string | undefined
  readonly value: string | undefined
  readonly length: number | undefined
  readonly bound: number | string | undefined
  readonly pattern: string | undefined
  readonly numbering: string | undefined
  readonly formula: string | undefined
  readonly widget: string | undefined
  readonly direction: 'ltr' | 'rtl' | undefined
}

/** The properties of a field as the service holds them. */
export type HeldProperties = {
  readonly [Name in FieldProperty as Rows[Name]['key']]: Held[Rows[Name]['form']]
}

/** Makes the value of each property, one function for each form. */
export type PropertyReaders = {
  readonly [Form in PropertyForm]: (name: PropertyOf<Form>) => Held[Form]
}

export function holdProperties(readers: PropertyReaders): HeldProperties {
  const entries = fieldPropertyNames.map((name) => {
    const { key, form } = fieldProperties[name]
    // A reader takes the names of its own form, and this is one of them.
    const read = readers[form] as (name: FieldProperty) => unknown
    return [key, read(name)] as const
  })
  return Object.fromEntries(entries) as HeldProperties
}

/** What the schema of a record tells of a field. */
export type SchemaProperty = {
  [Name in FieldProperty]: Rows[Name]['isInSchema'] extends true ? Name : never
}[FieldProperty]

export const schemaProperties = fieldPropertyNames.filter(
  (name): name is SchemaProperty => fieldProperties[name].isInSchema,
)
