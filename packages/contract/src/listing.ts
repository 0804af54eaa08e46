import { Type } from 'typebox'
import { AsOf } from './as-of.js'
import { phrase } from './messages/messages.js'
import { count, type Input, input, namesIn, optional, text } from './wire/input.js'

const loose = { additionalProperties: true }

/** `{ material: { _icontains: 'bronze' }, _or: [{ … }, { … }] }`; docs/api/filters.md has every operator. */
export type Filter = { readonly [fieldOrGroup: string]: unknown }

/** So many fields a list is sorted by, one after the other. */
export const maxSorts = 8

/** `-` before a name: descending. Names of fields begin with a letter. */
const sortsIn = (given: string | readonly string[]): readonly SortStep[] =>
  namesIn(given)
    .filter((name) => name !== '')
    .map((name) =>
      name.startsWith('-') ? { field: name.slice(1), descending: true } : { field: name, descending: false },
    )

/** One of the fields that a list is sorted by. */
export interface SortStep {
  readonly field: string
  readonly descending: boolean
}

const aText = { sentence: 'must_be_a_text', reason: 'not a text' } as const

/**
 * Which records of a table: listings, exports, the matrix, charts and the map all understand it. A filter
 * is a language of its own and wins over a search, so what they say is read by those that know the table.
 */
export const Selection = Type.Object(
  {
    filter: Type.Optional(
      input(
        Type.Unsafe<Filter>({
          description: 'conditions: `filter[field][_eq]=value`, JSON text, or an object in a JSON body',
        }),
        (given): Filter | undefined => given,
        {},
      ),
    ),
    search_type: optional(
      input(Type.Unsafe<'all' | 'fast' | 'sqlExpert' | 'filter'>(Type.String()), (given) => given, {
        sentence: 'search_type_unknown',
        reason: 'unknown value',
      }),
      '`all`, `fast`, `sqlExpert` or `filter`',
    ),
    search: optional(text(aText), 'text of the fast search'),
    querytext: optional(text(aText), 'expression of the expert search'),
    join: Type.Optional(
      input(
        Type.Refine(
          Type.Unsafe<'' | null>({ description: 'accepted only empty' }),
          (given: unknown) =>
            given === null || given === '' || (typeof given === 'object' && Object.keys(given).length === 0),
        ),
        () => undefined,
        { sentence: 'join_must_be_empty', reason: 'not empty' },
      ),
    ),
  },
  loose,
)
export type Selection = Input<typeof Selection>

/** Which records of a table, on which page, in which order and with which fields. */
export const ListQuery = Type.Object(
  {
    page: optional(count(), 'page number, from 1; default 1'),
    per_page: optional(count(), 'records per page; default 30, at most 200'),
    sort_field: optional(text({ sentence: 'must_name_field', reason: 'not a text' }), 'field to sort by'),
    sort_dir: Type.Optional(
      input(
        Type.Unsafe<'asc' | 'desc'>({ description: '`asc` (default, also for what is unknown) or `desc`' }),
        (given: unknown) => (typeof given === 'string' && given.toLowerCase() === 'desc' ? 'desc' : 'asc'),
        {},
      ),
    ),
    sort: optional(
      input(
        Type.Refine(
          Type.Union([Type.String(), Type.Array(Type.String())]),
          (given) => sortsIn(given).length <= maxSorts,
        ),
        sortsIn,
        { sentence: phrase('must_name_sorts', { most: maxSorts }), reason: 'not a list of names' },
      ),
      `fields to sort by, one after the other, at most ${maxSorts}; \`-\` before a name: descending; wins over \`sort_field\``,
    ),
    ...Selection.properties,
    group_by: optional(
      text({ sentence: 'must_name_field', reason: 'not a text' }),
      'with `group_key`: only the records of one group; a field, of days also `field:year` and `field:month`',
    ),
    group_key: Type.Optional(
      input(
        Type.Union([Type.Number(), Type.String(), Type.Null()], {
          description: '`key` of the group; `null`, in an address an empty text: those without a value',
        }),
        (given) => (given === '' ? null : given),
        { words: phrase('must_be_text_or_number', {}), reason: 'neither a text nor a number' },
      ),
    ),
    columns: optional(
      input(
        Type.Union([Type.String(), Type.Array(Type.String())]),
        (given) => (given === 'preview' ? given : namesIn(given)),
        { sentence: 'must_name_fields', reason: 'not a list of names' },
      ),
      'names of the fields to answer; `preview`; `*`: all; none named: `list_columns` of the application',
    ),
    ...AsOf.properties,
  },
  loose,
)
export type Listing = Input<typeof ListQuery>
