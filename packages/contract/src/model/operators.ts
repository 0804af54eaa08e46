/** What a field holds, as far as asking for it goes. */
export type FilterKind =
  | 'text'
  | 'choice'
  | 'several'
  | 'number'
  | 'date'
  | 'moment'
  | 'boolean'
  | 'record'
  | 'dating'

interface Shared {
  /** What it asks of a value, for people: the end of a sentence that begins with "the field". */
  readonly meaning: string
  /** The key by which search forms name it; absent where they do not offer it. */
  readonly searchKey?: string
  /** May it stand in the row filter of a person's privileges? */
  readonly inRowFilter: boolean
  /** Does it ask which of two values comes first? Answers, choices and records have no order. */
  readonly byOrder?: true
}

interface TakesOne extends Shared {
  readonly takes: 'one'
  /**
   * `column`: the value is cast to the column's type; `text`: it is a text, compared with the text form of
   * the column.
   */
  readonly comparedAs: 'column' | 'text'
}

interface TakesMany extends Shared {
  readonly takes: 'many'
  readonly comparedAs: 'column'
}

interface TakesTwo extends Shared {
  readonly takes: 'two'
  readonly comparedAs: 'column'
  /** The one column it works on; absent: on every column. */
  readonly onlyOn?: string
}

interface TakesFlag extends Shared {
  readonly takes: 'flag'
  /** What an empty text stands for: `filter[notes][_empty]=` asks for the empty ones. */
  readonly emptyText: boolean
}

export type OperatorDescription = TakesOne | TakesMany | TakesTwo | TakesFlag

/**
 * Every operator of the filter language. NULL meets no comparison, neither a positive nor a negative one;
 * only those that take a flag see it. Those with a `searchKey` stand in the order in which search forms list
 * them.
 */
export const operators = {
  _icontains: {
    takes: 'one',
    comparedAs: 'text',
    meaning: 'contains, ignoring case',
    searchKey: 'contains',
    inRowFilter: true,
  },
  _eq: {
    takes: 'one',
    comparedAs: 'column',
    meaning: 'is equal; texts must agree in case too',
    searchKey: 'is_exactly',
    inRowFilter: true,
  },
  _ncontains: {
    takes: 'one',
    comparedAs: 'text',
    meaning: 'does not contain, ignoring case',
    searchKey: 'doesnt_contain',
    inRowFilter: true,
  },
  _starts_with: {
    takes: 'one',
    comparedAs: 'text',
    meaning: 'begins with, ignoring case',
    searchKey: 'starts_with',
    inRowFilter: true,
  },
  _ends_with: {
    takes: 'one',
    comparedAs: 'text',
    meaning: 'ends with, ignoring case',
    searchKey: 'ends_with',
    inRowFilter: true,
  },
  _nstarts_with: {
    takes: 'one',
    comparedAs: 'text',
    meaning: 'does not begin with, ignoring case',
    searchKey: 'not_starts_with',
    inRowFilter: false,
  },
  _nends_with: {
    takes: 'one',
    comparedAs: 'text',
    meaning: 'does not end with, ignoring case',
    searchKey: 'not_ends_with',
    inRowFilter: false,
  },
  _empty: {
    takes: 'flag',
    emptyText: true,
    meaning: 'has no value, or an empty text',
    searchKey: 'is_empty',
    inRowFilter: true,
  },
  _nempty: {
    takes: 'flag',
    emptyText: true,
    meaning: 'has a value that is not an empty text',
    searchKey: 'is_not_empty',
    inRowFilter: true,
  },
  _gt: {
    takes: 'one',
    comparedAs: 'column',
    byOrder: true,
    meaning: 'is greater, or later',
    searchKey: 'bigger',
    inRowFilter: true,
  },
  _lt: {
    takes: 'one',
    comparedAs: 'column',
    byOrder: true,
    meaning: 'is smaller, or earlier',
    searchKey: 'smaller',
    inRowFilter: true,
  },
  _gte: {
    takes: 'one',
    comparedAs: 'column',
    byOrder: true,
    meaning: 'is greater or equal',
    inRowFilter: true,
  },
  _lte: {
    takes: 'one',
    comparedAs: 'column',
    byOrder: true,
    meaning: 'is smaller or equal',
    inRowFilter: true,
  },
  _neq: { takes: 'one', comparedAs: 'column', meaning: 'is different', inRowFilter: true },
  _contains: { takes: 'one', comparedAs: 'text', meaning: 'contains, case counts', inRowFilter: false },
  _in: {
    takes: 'many',
    comparedAs: 'column',
    meaning: 'is one of the list; an empty list matches nothing',
    inRowFilter: true,
  },
  _nin: {
    takes: 'many',
    comparedAs: 'column',
    meaning: 'is none of the list; an empty list matches everything',
    inRowFilter: true,
  },
  _between: {
    takes: 'two',
    comparedAs: 'column',
    byOrder: true,
    meaning: 'lies between the two, both included',
    inRowFilter: true,
  },
  _chrono_overlap: {
    takes: 'two',
    comparedAs: 'column',
    onlyOn: 'chrono_from',
    meaning: 'the dating shares at least one year with the span; only on `chrono_from`',
    inRowFilter: false,
  },
  _null: { takes: 'flag', emptyText: false, meaning: 'has no value', inRowFilter: true },
  _nnull: { takes: 'flag', emptyText: false, meaning: 'has a value, be it an empty text', inRowFilter: true },
} as const satisfies Record<string, OperatorDescription>

export type Operator = keyof typeof operators
export type TakenBy<Name extends Operator> = (typeof operators)[Name]['takes']

export const isOperator = (name: string): name is Operator => Object.hasOwn(operators, name)

export const describeOperator = (operator: Operator): OperatorDescription => operators[operator]

const named = Object.entries<OperatorDescription>(operators) as [Operator, OperatorDescription][]

/** Those whose value is a list. */
export const listOperators: readonly Operator[] = named.flatMap(([name, { takes }]) =>
  takes === 'many' || takes === 'two' ? [name] : [],
)

/** What search forms offer, in their order. */
export const searchOperators: readonly { readonly value: Operator; readonly key: string }[] = named.flatMap(
  ([value, { searchKey: key }]) => (key === undefined ? [] : [{ value, key }]),
)

/** What a filter offers for a field, the most wanted first. */
export const offeredOperators: Readonly<Record<FilterKind, readonly [Operator, ...Operator[]]>> = {
  text: ['_icontains', '_ncontains', '_eq', '_neq', '_in', '_starts_with', '_ends_with', '_empty', '_nempty'],
  choice: ['_in', '_nin', '_icontains', '_ncontains', '_empty', '_nempty'],
  several: ['_icontains', '_ncontains', '_empty', '_nempty'],
  number: ['_eq', '_neq', '_gt', '_gte', '_lt', '_lte', '_between', '_empty', '_nempty'],
  date: ['_eq', '_gte', '_lte', '_between', '_empty', '_nempty'],
  moment: ['_gte', '_lte', '_between', '_empty', '_nempty'],
  boolean: ['_eq', '_empty', '_nempty'],
  record: ['_in', '_nin', '_empty', '_nempty'],
  dating: ['_chrono_overlap', '_eq', '_gte', '_lte', '_between', '_empty', '_nempty'],
}

/** Flags that are false ask for the opposite. */
export const oppositeOperators: Readonly<Partial<Record<Operator, Operator>>> = {
  _empty: '_nempty',
  _nempty: '_empty',
  _null: '_nnull',
  _nnull: '_null',
}
