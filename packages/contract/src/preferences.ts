import { type Static, Type } from 'typebox'
import { phrase } from './messages/messages.js'
import { thingLists } from './model/thing-lists.js'
import { type Input, input, nullable } from './wire/input.js'

const loose = { additionalProperties: true }

/** What can be kept at hand, and what tells one from the others of its kind. */
const kinds = { table: ['tb'], record: ['tb', 'id'], search: ['id'], chart: ['id'] } as const
type Kind = keyof typeof kinds
const kindNames = Object.keys(kinds) as Kind[]

const tb = Type.String({ minLength: 1, maxLength: 200, description: 'name of a table' })
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const label = Type.String({ description: 'what it is called' })
const query = Type.Union([Type.Object({}, loose), Type.Null()], {
  description: 'parameters of the listing, as they were saved',
})

/** Which table, record, saved search or chart is meant. */
export type ThingName =
  | { readonly kind: 'table'; readonly tb: string }
  | { readonly kind: 'record'; readonly tb: string; readonly id: number }
  | { readonly kind: 'search'; readonly id: number }
  | { readonly kind: 'chart'; readonly id: number }

const Thing = Type.Union([
  Type.Object({ kind: Type.Literal('table'), tb, label }),
  Type.Object({ kind: Type.Literal('record'), tb, id, label }),
  Type.Object({ kind: Type.Literal('search'), id, tb, label, query }),
  Type.Object({ kind: Type.Literal('chart'), id, label }),
])
/** The same with what it is called, and where a search looks. */
export type Thing = Static<typeof Thing>

const ThingSent = Type.Object(
  {
    kind: input(Type.Enum(kindNames), (given) => given, {
      words: phrase('must_be_one_of', { values: kindNames.join(', ') }),
    }),
    tb: Type.Optional(tb),
    id: Type.Optional(id),
  },
  loose,
)

/** Clients may send back what they got: only what tells which one it is stays. */
const ThingNameInput = input(
  Type.Refine(ThingSent, (given) => kinds[given.kind].every((key) => given[key] !== undefined)),
  (given) =>
    Object.fromEntries(
      ['kind', ...kinds[given.kind]].map((key) => [key, Reflect.get(given, key)]),
    ) as ThingName,
  { words: phrase('must_be_thing', {}) },
)

const maxFolded = 40
const GroupName = Type.String({ pattern: '^[A-Za-z0-9_-]{1,60}$' })

export const Preferences = Type.Object({
  favourites: Type.Array(Thing, { description: 'what stands first in the menu' }),
  pins: Type.Array(Thing, { description: 'what the home page shows' }),
  recents: Type.Array(Thing, { description: 'what was opened lately, the last one first' }),
  folded: Type.Array(GroupName, { description: 'groups of the menu that are folded' }),
})
export type Preferences = Static<typeof Preferences>

export const PreferencesReply = Type.Object({ status: Type.Literal('success'), preferences: Preferences })

const things = (most: number) =>
  nullable(
    Type.Array(ThingNameInput, { maxItems: most }),
    `at most ${most}; in place of those that were kept`,
    {
      words: (given) =>
        Array.isArray(given) && given.length > most
          ? phrase('has_too_many_entries', { most })
          : phrase('is_no_list', {}),
    },
  )

/** What is left out stays as it is. */
export const PreferencesBody = Type.Object(
  {
    favourites: things(thingLists.favourites),
    pins: things(thingLists.pins),
    recents: things(thingLists.recents),
    folded: nullable(
      input(Type.Array(GroupName, { maxItems: maxFolded }), (given) => given, {
        words: phrase('must_be_group_names', { most: maxFolded }),
      }),
      `names of at most ${maxFolded} groups: letters, digits, _ and -`,
    ),
  },
  loose,
)
export type PreferencesBody = Input<typeof PreferencesBody>
