/** What a field holds, as far as asking for it goes. */
export type Kind = 'text' | 'choice' | 'several' | 'number' | 'date' | 'boolean' | 'record' | 'dating'

/** What stands beside an operator: one value, two ends of a range, a list, or nothing. */
type Takes = 'one' | 'two' | 'many' | 'nothing'

/**
 * The operators of the filter language that rows can show; their words stand in the language files under the
 * same names.
 */
export const operators = {
  _icontains: { takes: 'one' },
  _ncontains: { takes: 'one' },
  _contains: { takes: 'one' },
  _eq: { takes: 'one' },
  _neq: { takes: 'one' },
  _in: { takes: 'many' },
  _nin: { takes: 'many' },
  _starts_with: { takes: 'one' },
  _nstarts_with: { takes: 'one' },
  _ends_with: { takes: 'one' },
  _nends_with: { takes: 'one' },
  _gt: { takes: 'one' },
  _gte: { takes: 'one' },
  _lt: { takes: 'one' },
  _lte: { takes: 'one' },
  _between: { takes: 'two' },
  _chrono_overlap: { takes: 'two' },
  _empty: { takes: 'nothing' },
  _nempty: { takes: 'nothing' },
  _null: { takes: 'nothing' },
  _nnull: { takes: 'nothing' },
} as const satisfies Record<string, { readonly takes: Takes }>

export type Operator = keyof typeof operators

export const isOperator = (name: string): name is Operator => Object.hasOwn(operators, name)
export const takesOf = (operator: Operator): Takes => operators[operator].takes

/**
 * What is offered for a field, the most wanted first; an operator that a filter came with stays choosable
 * beside these.
 */
export const offered: Readonly<Record<Kind, readonly [Operator, ...Operator[]]>> = {
  text: ['_icontains', '_ncontains', '_eq', '_neq', '_in', '_starts_with', '_ends_with', '_empty', '_nempty'],
  choice: ['_in', '_nin', '_icontains', '_ncontains', '_empty', '_nempty'],
  several: ['_icontains', '_ncontains', '_empty', '_nempty'],
  number: ['_eq', '_neq', '_gt', '_gte', '_lt', '_lte', '_between', '_empty', '_nempty'],
  date: ['_eq', '_gte', '_lte', '_between', '_empty', '_nempty'],
  boolean: ['_eq', '_empty', '_nempty'],
  record: ['_in', '_nin', '_empty', '_nempty'],
  dating: ['_chrono_overlap', '_eq', '_gte', '_lte', '_between', '_empty', '_nempty'],
}

/** Flags that are false ask for the opposite. */
export const opposite: Readonly<Partial<Record<Operator, Operator>>> = {
  _empty: '_nempty',
  _nempty: '_empty',
  _null: '_nnull',
  _nnull: '_null',
}
