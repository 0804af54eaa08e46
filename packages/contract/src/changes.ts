import { type Static, Type } from 'typebox'
import { AsOf } from './as-of.js'
import { MessageFields } from './messages/params.js'
import { changeOrigins } from './model/change-origins.js'
import {
  choice,
  type Input,
  line,
  moment,
  optional,
  paging,
  pathId,
  recordName,
  sought,
  text,
  wholeNumber,
} from './wire/input.js'

/** What the rows of a table are called in the journal. */
export const changedEntities = [
  'record',
  'plugin_row',
  'file',
  'geometry',
  'relation',
  'manual_link',
  'citation',
  'file_link',
  'vocabulary_item',
  'saved_query',
  'chart',
  'assemblage',
  'map_view',
  'template',
  'configuration',
] as const
export type ChangedEntity = (typeof changedEntities)[number]

/** What became of a row in the end. */
export const changeOperations = ['created', 'updated', 'deleted'] as const
export type ChangeOperation = (typeof changeOperations)[number]

export const maxChangesOnPage = 500

export const ChangeSetsQuery = Type.Object(
  {
    ...paging(200, 50),
    table: optional(text(), 'name of a table: sets that changed rows of it'),
    record: optional(
      recordName(),
      '`table:id`: sets that changed the record, its plugin rows or what hangs from it',
    ),
    user: optional(
      sought(),
      'for administrators: `*` for everybody, an id, or part of a name or e-mail address; without it one’s own',
    ),
    origin: optional(choice([...changeOrigins]), 'by which way the changes came'),
    from: optional(moment(), 'ISO 8601; from this moment on, UTC where nothing else is said'),
    to: optional(moment(), 'ISO 8601; up to this moment, or to the end of this day'),
  },
  { additionalProperties: true },
)
export type ChangeSetsQuery = Input<typeof ChangeSetsQuery>

export const ChangeSetParams = Type.Object({ id: pathId({ description: 'id of the change set' }) })

export const ChangeSetQuery = Type.Object(
  { ...paging(maxChangesOnPage, 100) },
  { additionalProperties: true },
)
export type ChangeSetQuery = Input<typeof ChangeSetQuery>

const NamedRecord = Type.Object({
  table: Type.String(),
  id: Type.Integer(),
  label: Type.Union([Type.String(), Type.Null()], {
    description: 'what it is called now; null when it is gone',
  }),
})

const Counts = Type.Object({ created: Type.Integer(), updated: Type.Integer(), deleted: Type.Integer() })
const { sentence, facts } = MessageFields

export const ChangeSet = Type.Object({
  id: Type.Integer({ description: 'rises in the order in which sets were committed' }),
  time: Type.String({ description: 'ISO 8601 in UTC' }),
  user: Type.Integer({ description: '0 for an API key and for changes outside the service' }),
  user_name: Type.Union([Type.String(), Type.Null()]),
  key: Type.Union(
    [Type.Object({ id: Type.Integer(), label: Type.Union([Type.String(), Type.Null()]) }), Type.Null()],
    { description: 'the API key that was used; its label is null when it was deleted' },
  ),
  origin: Type.Enum([...changeOrigins], { description: 'by which way the changes came' }),
  note: Type.Union([Type.String(), Type.Null()], { description: '`X-Change-Note` of the request' }),
  title: Type.String({ description: 'what was changed, in English' }),
  sentence,
  facts,
  counts: Type.Record(Type.String(), Counts, {
    description: 'how many rows the set created, updated and deleted, of those that the caller may see',
  }),
  record: Type.Union([NamedRecord, Type.Null()], {
    description: 'the record, of a small set that changed one alone',
  }),
  undone_by: Type.Union([Type.Integer(), Type.Null()], { description: 'the set that undid this one' }),
  undoes: Type.Union([Type.Integer(), Type.Null()], {
    description: 'the set that this one undid; the newest of several',
  }),
  undoable: Type.Boolean({ description: 'may the caller try to undo it?' }),
  incomplete: Type.Boolean({
    description: 'SQL changed more than the journal could see, or a backup was restored',
  }),
})
export type ChangeSet = Static<typeof ChangeSet>

export const ChangeSetsReply = Type.Object({
  status: Type.Literal('success'),
  total: Type.Integer(),
  page: Type.Integer(),
  per_page: Type.Integer(),
  data: Type.Array(ChangeSet, { description: 'newest first' }),
})

const Value = Type.Union([Type.String(), Type.Number(), Type.Null()])

export const Change = Type.Object({
  entity: Type.Enum([...changedEntities]),
  table: Type.Union([Type.String(), Type.Null()], {
    description: 'the configured table to which the row belongs; null where it belongs to none',
  }),
  id: Type.Integer(),
  record: Type.Union([NamedRecord, Type.Null()], {
    description: 'the record itself, or the one from which the row hangs',
  }),
  operation: Type.Enum([...changeOperations]),
  bytes_gone: Type.Optional(
    Type.Literal(true, { description: 'of a file: its bytes from before are not kept any more' }),
  ),
  fields: Type.Array(
    Type.Object({ field: Type.String(), label: Type.String(), before: Value, after: Value }),
    { description: 'of an update what differs; of a creation and a deletion what is not empty' },
  ),
})
export type Change = Static<typeof Change>

export const ChangeSetReply = Type.Object({
  status: Type.Literal('success'),
  change_set: ChangeSet,
  total: Type.Integer(),
  page: Type.Integer(),
  per_page: Type.Integer(),
  changes: Type.Array(Change, { description: 'in the order in which the rows were first changed' }),
})

/** How many marks a line of time has at the most, unless less is asked for. */
export const maxChangeTimes = 400

export const ChangeTimesQuery = Type.Object(
  {
    table: optional(
      text(),
      'name of a table: sets that changed rows of it, their plugin rows or what hangs from them',
    ),
    record: ChangeSetsQuery.properties.record,
    at: Type.Optional(AsOf.properties.as_of),
    most: optional(
      wholeNumber(),
      `how many marks at the most, 0 to ${maxChangeTimes}, the default; where there are more sets, each mark stands for those of its time`,
    ),
  },
  { additionalProperties: true },
)
export type ChangeTimesQuery = Input<typeof ChangeTimesQuery>

const ChangeTime = Type.Object({
  id: Type.Integer({ description: 'the change set' }),
  time: Type.String({ description: 'ISO 8601 in UTC' }),
})
export type ChangeTime = Static<typeof ChangeTime>

const AroundOne = Type.Union([ChangeTime, Type.Null()])

export const ChangeTimesReply = Type.Object({
  status: Type.Literal('success'),
  since: Type.Union([Type.String(), Type.Null()], {
    description: 'from when on states are known: ISO 8601 in UTC; null before there is a journal',
  }),
  total: Type.Integer({ description: 'how many sets there are' }),
  times: Type.Array(
    Type.Object({
      ...ChangeTime.properties,
      count: Type.Integer({ description: 'how many sets the mark stands for; it is the last of them' }),
    }),
    { description: 'oldest first' },
  ),
  around: Type.Optional(
    Type.Object(
      { state: AroundOne, previous: AroundOne, at: AroundOne, next: AroundOne },
      {
        description:
          'with `at`: the last set of that state, whatever it changed; of those that are asked for the last one of the state, the one before, and the first one after it',
      },
    ),
  ),
})
export type ChangeTimesReply = Static<typeof ChangeTimesReply>

/** How many sets one answer has at the most. */
export const maxSetsFollowed = 500
/** How many changes of one set are told to those who follow. */
export const maxChangesFollowed = 100
export const maxWaitSeconds = 60

export const FollowQuery = Type.Object(
  {
    after: optional(wholeNumber(), 'id of the last set that is known; 0 for all; without it from now on'),
    limit: optional(
      wholeNumber(),
      `how many sets at the most, 1 to ${maxSetsFollowed}; default ${maxSetsFollowed}`,
    ),
    wait: optional(
      wholeNumber(),
      `seconds until the answer comes without a set, 0 to ${maxWaitSeconds}; default 0`,
    ),
  },
  { additionalProperties: true },
)
export type FollowQuery = Input<typeof FollowQuery>

export const FollowedSet = Type.Object({
  ...ChangeSet.properties,
  total: Type.Integer({ description: 'how many changes the set has, of those that the caller may see' }),
  changes: Type.Array(Change, { description: `the first ${maxChangesFollowed} at the most` }),
})
export type FollowedSet = Static<typeof FollowedSet>

export const FollowReply = Type.Object({
  status: Type.Literal('success'),
  data: Type.Array(FollowedSet, { description: 'oldest first' }),
  last: Type.Integer({ description: 'the next `after`; also beyond sets of which the caller sees nothing' }),
  more: Type.Boolean({ description: 'are there later sets already?' }),
})

export const maxRecordSets = 100

export const RecordChangesQuery = Type.Object(
  { ...paging(maxRecordSets, 20) },
  { additionalProperties: true },
)
export type RecordChangesQuery = Input<typeof RecordChangesQuery>

export const RecordChangesReply = Type.Object({
  status: Type.Literal('success'),
  total: Type.Integer(),
  page: Type.Integer(),
  per_page: Type.Integer(),
  data: Type.Array(
    Type.Object({
      ...FollowedSet.properties,
      total: Type.Integer({ description: 'how many changes of the set are about the record' }),
      changes: Type.Array(Change, {
        description: `what was changed of the record and of what hangs from it; the first ${maxChangesFollowed} at the most`,
      }),
    }),
    { description: 'newest first' },
  ),
})

/** The header with which a stream goes on where the one before ended. */
export const lastEventHeader = 'last-event-id'

export const StreamQuery = Type.Object(
  {
    after: optional(wholeNumber(), 'id of the last set that is known; 0 for all; without it from now on'),
  },
  { additionalProperties: true },
)
export type StreamQuery = Input<typeof StreamQuery>

export const StreamHeaders = Type.Object({
  'Last-Event-ID': optional(wholeNumber(), 'the last `id` that was read; counts more than `after`'),
})

/** The header of a request that says what its changes are for. */
export const changeNoteHeader = 'x-change-note'

/**
 * The header of an answer that says where the log of the database is after a change, and of a request that
 * wants to read at least that. Only where the service reads from a replica.
 */
export const positionHeader = 'x-position'

/** The header of an answer that names the change set that its request made; of several the last. */
export const changeSetHeader = 'x-change-set'

export const ChangeNote = Type.Object({
  'X-Change-Note': optional(
    line(500),
    "what the changes are for: one line of up to 500 characters, kept with the change set; what Latin-1 lacks as `UTF-8''` and percent signs (RFC 8187)",
  ),
})
