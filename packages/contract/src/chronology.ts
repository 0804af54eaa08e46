import { type Static, Type } from 'typebox'
import { AsOf, AsOfMember } from './as-of.js'
import { Selection } from './listing.js'
import { phrase } from './messages/messages.js'
import { type Input, input, optional, wholeNumber } from './wire/input.js'

/** A record on the line of time. */
export const DatedRecord = Type.Object({
  id: Type.Integer(),
  label: Type.String({ description: 'the first of the fields of the preview, or the id' }),
  from: Type.Union([Type.Integer(), Type.Null()], {
    description: 'first year, negative for BCE; null when nothing is known of the beginning',
  }),
  to: Type.Union([Type.Integer(), Type.Null()], {
    description: 'last year; null when nothing is known of the end',
  }),
  chrono_label: Type.Union([Type.String(), Type.Null()], { description: 'the date as it was typed' }),
  certainty: Type.Integer({ description: '1 certain, 2 probable, 3 uncertain' }),
  period: Type.Union([Type.String(), Type.Null()]),
})
export type DatedRecord = Static<typeof DatedRecord>

const truncated = Type.Optional(
  Type.Literal(true, { description: 'there are more than 20,000 records; these are the first' }),
)

const { filter, search_type, search, querytext } = Selection.properties

export const TimelineQuery = Type.Object(
  {
    from: optional(wholeNumber(), 'leave out what certainly ended before this year'),
    to: optional(wholeNumber(), 'leave out what certainly began after this year'),
    tb: optional(
      input(
        Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String())]),
        (given) => (typeof given === 'string' ? [given] : given),
        { words: phrase('must_be_names_of_tables', {}) },
      ),
      'a table, or `tb[]` for several; all without it; a filter or search needs one',
    ),
    filter,
    search_type,
    search,
    querytext,
    ...AsOf.properties,
  },
  { additionalProperties: true },
)
export type TimelineSpan = Pick<Input<typeof TimelineQuery>, 'from' | 'to' | 'tb'>

export const TimelineTable = Type.Object({
  tb_id: Type.String(),
  tb_label: Type.String(),
  records: Type.Array(DatedRecord, { description: 'by their first year, those without one last' }),
})
export type TimelineTable = Static<typeof TimelineTable>

export const TimelineReply = Type.Object({
  status: Type.Literal('success'),
  tables: Type.Array(TimelineTable, {
    description: 'tables with a chronology that the caller may read, in their order',
  }),
  truncated,
  ...AsOfMember.properties,
})

export const DatedSource = Type.Object({
  tb_id: Type.String(),
  tb_label: Type.String(),
  fk_col: Type.Optional(
    Type.String({ description: 'the field that refers to the record; absent when a path leads to it' }),
  ),
  records: Type.Array(DatedRecord),
  filter: Type.Unknown({ description: 'lists all records of the table that belong to this one' }),
})
export type DatedSource = Static<typeof DatedSource>

export const RelatedReply = Type.Object({
  status: Type.Literal('success'),
  sources: Type.Array(DatedSource),
  truncated,
})
