import { type Static, Type } from 'typebox'
import { AsOf, AsOfMember } from './as-of.js'
import { ListQuery, Selection } from './listing.js'
import { phrase } from './messages/messages.js'
import { type Aggregate, aggregateNames, isAggregate } from './model/aggregates.js'
import { count, type Input, input, namesIn, optional, wholeNumber } from './wire/input.js'

const loose = { additionalProperties: true }

/** So many totals one request asks for. */
export const maxTotals = 100
/** So many groups are answered. */
export const maxGroups = 5000

/** What is to be told of a field. */
export interface TotalStep {
  readonly field: string
  readonly aggregate: Aggregate
}

const totalIn = (name: string): TotalStep | undefined => {
  const [field = '', aggregate = '', ...more] = name.split(':')
  const known = aggregate.toUpperCase()
  return field !== '' && isAggregate(known) && more.length === 0 ? { field, aggregate: known } : undefined
}

const totalsIn = (given: string | readonly string[]): readonly (TotalStep | undefined)[] =>
  namesIn(given)
    .filter((name) => name !== '')
    .map(totalIn)

const areTotals = (given: string | readonly string[]): boolean => {
  const totals = totalsIn(given)
  return totals.length <= maxTotals && !totals.includes(undefined)
}

const totals = input(
  Type.Refine(Type.Union([Type.String(), Type.Array(Type.String())]), areTotals),
  (given) => totalsIn(given).filter((total) => total !== undefined),
  {
    sentence: phrase('must_name_totals', { most: maxTotals, aggregates: aggregateNames.join(', ') }),
    reason: 'not a list of totals',
  },
)

const totalsDescription = `\`field:AGGREGATE\`, at most ${maxTotals}: ${aggregateNames.join(', ')}; an empty text is no value here`

const { page: _page, per_page: _perPage, columns: _columns, ...inOrder } = ListQuery.properties

/** Which records, and what is to be told of their fields. */
export const TotalsBody = Type.Object(
  {
    ...inOrder,
    totals: optional(totals, totalsDescription),
    offset: optional(wholeNumber(), 'only records from this place of the list on, counted from 0'),
    limit: optional(count(), 'only so many records of the list'),
  },
  loose,
)
export type TotalsBody = Input<typeof TotalsBody>

const Value = Type.Union([Type.Number(), Type.String(), Type.Null()])

const ofField = Type.Partial(Type.Record(Type.Enum(aggregateNames), Value))

const Totals = Type.Record(
  Type.String(),
  Type.Unsafe<Partial<Record<Aggregate, Static<typeof Value>>>>(ofField),
  { description: 'by field and aggregate; `null`: there is nothing to make it of' },
)
export type Totals = Static<typeof Totals>

export const TotalsReply = Type.Object({
  status: Type.Literal('success'),
  total: Type.Integer({ description: 'records that were looked at' }),
  totals: Totals,
  ...AsOfMember.properties,
})

/** In which order groups come. */
const groupOrders = ['asc', 'desc', 'size'] as const
export type GroupsOrder = (typeof groupOrders)[number]

/** Which records, and by what they are put into groups. */
export const GroupsBody = Type.Object(
  {
    ...Selection.properties,
    group_by: ListQuery.properties.group_by,
    group_order: optional(
      input(Type.Enum([...groupOrders]), (given) => given, {
        words: phrase('must_be_one_of', { values: groupOrders.join(', ') }),
      }),
      '`asc` (default) or `desc` by what the groups are called, missing values as in lists; `size`: the largest first',
    ),
    totals: optional(totals, totalsDescription),
    ...AsOf.properties,
  },
  loose,
)
export type GroupsBody = Input<typeof GroupsBody>

export const RecordGroup = Type.Object({
  key: Type.Union([Type.Number(), Type.String(), Type.Null()], {
    description: 'what its records have in common, as `group_key` takes it; `null`: no value',
  }),
  label: Type.Union([Type.String(), Type.Null()], {
    description:
      'what the record or person is called whose id `key` is; `null` for other keys and unreadable ones',
  }),
  count: Type.Integer({ description: 'how many records it has' }),
  totals: Totals,
})
export type RecordGroup = Static<typeof RecordGroup>

export const GroupsReply = Type.Object({
  status: Type.Literal('success'),
  total: Type.Integer({ description: 'records of all groups' }),
  groups: Type.Array(RecordGroup),
  truncated: Type.Boolean({ description: `there are more than ${maxGroups} groups; these are the first` }),
  ...AsOfMember.properties,
})
