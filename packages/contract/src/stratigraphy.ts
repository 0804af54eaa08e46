import Type, { type Static } from 'typebox'
import { AsOfMember } from './as-of.js'
import { ListQuery } from './listing.js'
import { phrase } from './messages/messages.js'
import { MessageFields } from './messages/params.js'
import { choice, flag, type Input, id, input, name, optional, text } from './wire/input.js'

/** A relation as the section `rs` of a record shows it: `first` *relation* `second`. */
export const RelationEntry = Type.Object({
  id: Type.Integer(),
  first: Type.Integer(),
  second: Type.Integer(),
  first_label: Type.String(),
  second_label: Type.String(),
  relation: Type.Integer({ minimum: 1, maximum: 10 }),
})
export type RelationEntry = Static<typeof RelationEntry>

/** A unit of a loop; both `null` for units that the caller may not see. */
const LoopUnit = Type.Object({
  id: Type.Union([Type.Integer(), Type.Null()]),
  label: Type.Union([Type.String(), Type.Null()]),
})
export type LoopUnit = Static<typeof LoopUnit>

const LoopRelation = Type.Object({
  id: Type.Union([Type.Integer(), Type.Null()], { description: '`null` for the relation that was sent' }),
  first: Type.Integer(),
  second: Type.Integer(),
  relation: Type.Integer(),
})
export type LoopRelation = Static<typeof LoopRelation>

/** Units that are each newer than the next, and the last newer than the first. */
const LoopDetail = Type.Object({
  loop: Type.Array(LoopUnit),
  relations: Type.Array(LoopRelation, {
    description:
      'from newer to older, the relation that was sent last; without those whose ends the caller may not see',
  }),
})
export type LoopDetail = Static<typeof LoopDetail>

export const RelationWarning = Type.Union([
  Type.Object({
    code: Type.Literal('stratigraphic_loop'),
    text: Type.String(),
    detail: LoopDetail,
  }),
  Type.Object({
    code: Type.Literal('redundant_relation'),
    detail: Type.Object({
      path: Type.Array(Type.Integer(), { description: 'units over which others say the same already' }),
    }),
  }),
])
export type RelationWarning = Static<typeof RelationWarning>

const end = (description: string) => id({ sentence: 'record_id_needed', description })

export const NewRelationBody = Type.Object(
  {
    tb: optional(text(), 'tolerated when it repeats the table of the address'),
    first: end('id of a record'),
    relation: input(
      Type.Union(
        [Type.Integer({ minimum: 1, maximum: 10 }), Type.String({ pattern: '^0{0,13}([1-9]|10)$' })],
        { description: '1 to 10: first *relation* second' },
      ),
      Number,
      { code: 'invalid_relation', sentence: 'relation_number' },
    ),
    second: end('id of another record of the table'),
    force: optional(flag(), '`true` stores it even when it closes a loop'),
  },
  { additionalProperties: true },
)
export type NewRelationBody = Input<typeof NewRelationBody>

export const RelationAddedReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_relation_add'),
  id: Type.Integer(),
  warnings: Type.Optional(Type.Array(RelationWarning)),
})

export const RelationRemovedReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_relation_erased'),
})

const matrixOptions = {
  tb: name({
    description: 'name of a table with stratigraphic relations',
    words: phrase('must_be_name_of_table', {}),
    missing: phrase('say_which_table', {}),
  }),
  reduced: optional(flag(), '`1`: without the relations that others imply; with levels, groups and loops'),
  levels: optional(flag(), '`1`: every unit with its level and group'),
}

/** The table, the restriction of a listing, and what is to be found out. */
export const MatrixQuery = Type.Object(
  { ...ListQuery.properties, ...matrixOptions },
  { additionalProperties: true },
)
export type MatrixOptions = Pick<Input<typeof MatrixQuery>, keyof typeof matrixOptions>

/** What a matrix leaves the service as; the name is also the ending of the file. */
export const matrixFormatNames = ['dot', 'graphml', 'csv', 'lst', 'json', 'svg', 'layout'] as const
export type MatrixFormatName = (typeof matrixFormatNames)[number]

/** The same, and the file that is wanted. */
export const MatrixExportQuery = Type.Object(
  {
    ...MatrixQuery.properties,
    format: choice(matrixFormatNames, {
      words: phrase('must_be_one_of', { values: matrixFormatNames.join(', ') }),
      reason: 'unknown value',
      missing: phrase('say_which_file', { values: matrixFormatNames.join(', ') }),
    }),
  },
  { additionalProperties: true },
)

const StoredRelation = Type.Object({
  id: Type.Integer(),
  first: Type.Integer(),
  second: Type.Integer(),
  relation: Type.Integer({ minimum: 1, maximum: 10 }),
})

const Loop = Type.Object({
  units: Type.Array(Type.Object({ id: Type.Integer(), label: Type.String() })),
  relations: Type.Array(StoredRelation),
})

const yearOrNull = Type.Union([Type.Integer(), Type.Null()])

export const MatrixReply = Type.Object({
  status: Type.Literal('success'),
  ...AsOfMember.properties,
  has_fuzzy_date: Type.Boolean(),
  nodes: Type.Array(
    Type.Object({
      db_id: Type.Integer(),
      identifier: Type.String(),
      in_filter: Type.Boolean({ description: '`false`: it only stands at the other end of a relation' }),
      chrono_from: Type.Optional(yearOrNull),
      chrono_to: Type.Optional(yearOrNull),
      chrono_label: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      level: Type.Optional(Type.Integer({ minimum: 1, description: '1 for the latest' })),
      group: Type.Optional(Type.Integer({ description: 'the smallest id of its group' })),
    }),
    { description: 'by id' },
  ),
  relations: Type.Array(StoredRelation, { description: 'by id' }),
  loops: Type.Optional(Type.Array(Loop, { description: 'with `reduced=1`' })),
})
export type MatrixReply = Static<typeof MatrixReply>

const place = { x: Type.Number(), y: Type.Number() }
const size = { width: Type.Number(), height: Type.Number() }

/** A Harris matrix as it is drawn: where everything stands, in pixels from the upper left corner. */
export const MatrixLayoutReply = Type.Object({
  status: Type.Literal('success'),
  ...size,
  boxes: Type.Array(
    Type.Object({
      ...place,
      ...size,
      in_loop: Type.Boolean(),
      units: Type.Array(
        Type.Object({
          db_id: Type.Integer(),
          identifier: Type.String(),
          name: Type.String({ description: 'as much of it as the box has room for' }),
          date: Type.String({ description: 'the same of its date; empty where it has none' }),
          in_filter: Type.Boolean(),
          ...place,
        }),
        {
          description: 'units that are the same or bound to each other; the middle of the upper edge of each',
        },
      ),
      joins: Type.Array(StoredRelation, { description: 'relations that join its units' }),
      within: Type.Array(StoredRelation, {
        description: 'relations that call one of them newer than another: contradictions',
      }),
    }),
  ),
  lines: Type.Array(
    Type.Intersect([
      StoredRelation,
      Type.Object({
        newer: Type.Integer({ description: 'place of a box in the list' }),
        older: Type.Integer(),
        in_loop: Type.Boolean(),
        points: Type.Array(Type.Number(), {
          description:
            'x and y of corner after corner, from the newer box to the older; each stretch is level or upright',
        }),
      }),
    ]),
  ),
  layers: Type.Array(
    Type.Object({
      level: Type.Integer({ minimum: 1, description: '1 for the latest' }),
      y: Type.Number(),
      height: Type.Number(),
    }),
  ),
  isolated: Type.Union(
    [Type.Object({ y: Type.Number(), height: Type.Number(), count: Type.Integer() }), Type.Null()],
    {
      description: 'the block of boxes without any line',
    },
  ),
  loops: Type.Array(Loop),
})
export type MatrixLayoutReply = Static<typeof MatrixLayoutReply>

const alsoVanish = Type.Integer({
  minimum: 0,
  description: 'how many other findings vanish when this one is mended in the best way',
})

/**
 * Everything that contradicts itself or could be left out. Each list begins with what is best mended first.
 */
export const CheckReply = Type.Object({
  status: Type.Literal('success'),
  ...AsOfMember.properties,
  ok: Type.Boolean({ description: 'no loops, no contradictory pairs, no date conflicts' }),
  units: Type.Integer(),
  relations: Type.Integer(),
  components: Type.Integer({ description: 'parts that no relation joins' }),
  longest_chain: Type.Integer({ description: 'in units' }),
  groups: Type.Array(Type.Array(Type.Integer()), {
    description: 'units that are the same or bound to each other',
  }),
  loops: Type.Array(Type.Intersect([Loop, Type.Object({ also_vanish: alsoVanish })])),
  loops_total: Type.Integer(),
  contradictory_pairs: Type.Array(
    Type.Object({
      first: Type.Integer(),
      second: Type.Integer(),
      relations: Type.Array(Type.Integer()),
      also_vanish: alsoVanish,
    }),
  ),
  date_conflicts: Type.Array(
    Type.Object({
      relation: Type.Integer({ description: 'the relation with which the chain begins at the newer unit' }),
      newer: Type.Integer(),
      older: Type.Integer(),
      path: Type.Array(Type.Integer(), { description: 'the units of the chain, from newer to older' }),
      ...MessageFields,
      also_vanish: alsoVanish,
    }),
  ),
  date_conflicts_total: Type.Integer(),
  redundant: Type.Array(
    Type.Intersect([
      StoredRelation,
      Type.Object({ path: Type.Array(Type.Integer()), also_vanish: alsoVanish }),
    ]),
  ),
  isolated: Type.Array(Type.Integer(), { description: 'units without any relation' }),
})
export type CheckReply = Static<typeof CheckReply>
