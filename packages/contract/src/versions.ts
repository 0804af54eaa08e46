import { Type } from 'typebox'
import { RelationWarning } from './stratigraphy.js'
import { anyId, count, flag, type Input, input, nameList, nullable, optional, pathId } from './wire/input.js'

const Value = Type.Union([Type.String(), Type.Number(), Type.Null()])
const Row = Type.Record(Type.String(), Value, { description: 'raw values by column' })
const RowsByTable = Type.Record(Type.String(), Type.Array(Row))
const TextOrNull = Type.Union([Type.String(), Type.Null()])

const Content = Type.Object({ core: Row, plugins: RowsByTable })
const ContentOfVersion = Type.Object({
  core: Row,
  plugins: RowsByTable,
  related: Type.Optional(
    Type.Record(Type.String(), Type.Array(Row), {
      description:
        'of a deleted record: what hung from it, in rs, manual_links, geodata, refman_links, file_links',
    }),
  ),
})

const who = {
  userid: Type.Integer({ description: 'who did it; 0 for an API key' }),
  user_name: TextOrNull,
  time: Type.String({ description: 'ISO 8601 in UTC' }),
}
const operation = Type.String({ description: '`update`, `delete` or `restore`' })

export const VersionParams = Type.Object({ id: pathId({ description: 'id of the version' }) })

export const VersionsReply = Type.Object({
  status: Type.Literal('success'),
  versions: Type.Array(Type.Object({ id: Type.Integer(), ...who, operation }), {
    description: 'newest first',
  }),
})

const FieldDifference = Type.Object({
  field: Type.String(),
  label: Type.String(),
  before: Value,
  after: Value,
  before_label: TextOrNull,
  after_label: TextOrNull,
})
const RowDifferences = Type.Array(Type.Object({ id: Type.Integer(), fields: Type.Array(FieldDifference) }))

const Diff = Type.Object({
  fields: Type.Array(FieldDifference),
  plugins: Type.Array(
    Type.Object({
      tb: Type.String(),
      label: Type.String(),
      added: RowDifferences,
      removed: RowDifferences,
      changed: RowDifferences,
    }),
  ),
})

/** `current`: against the record as it is now; `change`: against the state that the operation left behind. */
export type DiffKind = 'current' | 'change'

const diffKind = input(
  Type.Enum(['0', '1', 'current', 'change']),
  (given): DiffKind | undefined => (given === '0' ? undefined : given === '1' ? 'current' : given),
  { sentence: 'diff_kinds', reason: 'neither current nor change' },
)

export const VersionQuery = Type.Object(
  {
    diff: optional(
      diffKind,
      '`1` or `current`: what differs from the record as it is now; `change`: what the operation itself changed',
    ),
  },
  { additionalProperties: true },
)
export type VersionQuery = Input<typeof VersionQuery>

export const VersionReply = Type.Object({
  status: Type.Literal('success'),
  version: Type.Object({
    id: Type.Integer(),
    tb: Type.String(),
    rowid: Type.Integer({ description: 'id of the record' }),
    ...who,
    operation,
    content: ContentOfVersion,
  }),
  current: Type.Object({
    core: Type.Union([Row, Type.Null()], { description: 'null when the record is gone' }),
    plugins: RowsByTable,
  }),
  diff: Type.Optional(Diff),
})

export const RestoreBody = Type.Object(
  {
    version_id: nullable(
      anyId({ sentence: 'version_differs', reason: 'differs from the address' }),
      'tolerated when it repeats the address',
    ),
    fields: nullable(nameList(), 'fields of the record; absent: all that the version keeps; `[]`: none'),
    restore_plugins: nullable(
      nameList(),
      'plugin tables whose rows are to be those of the version; absent: none',
    ),
    force: optional(flag(), '`true`: relations come back even when they close a loop'),
  },
  { additionalProperties: true },
)
export type RestoreBody = Input<typeof RestoreBody>

export const RestoredReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('success_restored'),
  tb: Type.String(),
  id: Type.Integer(),
  created: Type.Boolean({ description: 'the record was gone' }),
  skipped_fields: Type.Array(Type.String()),
  skipped_plugins: Type.Array(Type.String()),
  emptied_fields: Type.Array(Type.String(), {
    description: 'they referred to records that are gone',
  }),
  skipped_related: Type.Record(Type.String(), Type.Integer(), {
    description: 'how many relations, links … could not come back, by kind',
  }),
  warnings: Type.Optional(Type.Array(RelationWarning)),
})

export const DeletedQuery = Type.Object(
  {
    page: optional(count(), 'default 1'),
    per_page: optional(count(), 'at most 1000, which is the default'),
  },
  { additionalProperties: true },
)
export type DeletedQuery = Input<typeof DeletedQuery>

export const DeletedRecordsReply = Type.Object({
  status: Type.Literal('success'),
  total: Type.Integer(),
  deleted: Type.Array(
    Type.Object({ version_id: Type.Integer(), rowid: Type.Integer(), ...who, content: Content }),
    { description: 'newest first' },
  ),
})
