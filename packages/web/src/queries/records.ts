import type { Listing } from '@trowel/client'
import type { GroupsBody, TotalsBody } from '@trowel/contract/record-groups.js'
import type { RecordInput } from '@trowel/contract/record-writes.js'
import type { FieldValue } from '@trowel/contract/records.js'
import { isFollowing, isUserActive } from '../core/activity.js'
import type { AsOf } from '../core/past.js'
import { describeQuery, type Source } from '../core/query.js'
import { client } from '../core/session.js'

/** So many rows of a listing are asked for at once. */
export const pageSize = 100
/**
 * So often a list that is looked at is fetched again, in milliseconds: where the stream of changes does not
 * come through, and where it does for rows that have left what this person may see.
 */
const refetchEvery = { alone: 15_000, following: 60_000 } as const
/** So many names are asked for at once. */
const maxNames = 200
/** So many options are offered at once; typing finds the others. */
const maxOptions = 60

/** Records of any table: what an answer shows by name, leads to, or is filtered by. */
const others: Source = { of: 'record' }
const recordsOf = (table: string): readonly Source[] => [{ of: 'record', table }, others]

/** A listing as a view asks for it, with the first picture of each record where it shows them. */
export type RecordListing = Listing & { readonly pictures?: boolean }

export type RecordPage = Awaited<ReturnType<typeof client.records.search>>
export type WholeRecord = Awaited<ReturnType<typeof client.records.read>>

/** Records: lists of them, one of them, and what they are called. */
export const recordQueries = {
  /** A page of a listing, counted from 1. */
  page: (app: string, table: string, listing: RecordListing, number: number) =>
    describeQuery({
      key: [app, 'records', table, listing, number],
      fetch: (signal) =>
        client.records.search(table, { ...listing, page: number, per_page: pageSize }, { signal }),
      offline: true,
      madeOf: recordsOf(table),
      asOf: listing.as_of,
      refetchOnWindowFocus: 'always',
      refetchInterval: () => isUserActive() && refetchEvery[isFollowing() ? 'following' : 'alone'],
    }),

  /** The records of a listing by what they have in common. */
  groups: (app: string, table: string, body: GroupsBody) =>
    describeQuery({
      key: [app, 'records', table, 'groups', body],
      fetch: (signal) => client.records.groups(table, body, { signal }),
      offline: true,
      madeOf: recordsOf(table),
      asOf: body.as_of,
    }),

  /** What the fields of the records of a listing come to. */
  totals: (app: string, table: string, body: TotalsBody) =>
    describeQuery({
      key: [app, 'records', table, 'totals', body],
      fetch: (signal) => client.records.totals(table, body, { signal }),
      offline: true,
      madeOf: recordsOf(table),
      asOf: body.as_of,
    }),

  /** The record at a place of a listing, counted from 0. */
  at: (app: string, table: string, listing: Listing, place: number) =>
    describeQuery({
      key: [app, 'records', table, { ...listing, columns: ['id'], per_page: 1 }, place + 1, 'neighbour'],
      fetch: (signal) =>
        client.records.search(
          table,
          { ...listing, columns: ['id'], per_page: 1, page: place + 1 },
          { signal },
        ),
      offline: true,
      madeOf: recordsOf(table),
      asOf: listing.as_of,
      enabled: place >= 0,
    }),

  /** The first record of a listing. */
  first: (app: string, table: string, listing: Listing) =>
    describeQuery({
      key: [app, 'records', table, 'first', listing],
      fetch: (signal) => client.records.search(table, { ...listing, per_page: 1 }, { signal }),
      offline: true,
      madeOf: recordsOf(table),
      asOf: listing.as_of,
    }),

  /** One row of a table, and how many it has. */
  count: (app: string, table: string) =>
    describeQuery({
      key: [app, 'records', table, 'count'],
      fetch: (signal) => client.records.list(table, { per_page: 1, columns: ['id'] }, { signal }),
      offline: true,
      madeOf: [{ of: 'record', table }],
    }),

  /** How many records a search finds. */
  found: (app: string, table: string, listing: Listing) =>
    describeQuery({
      key: [app, 'records', table, 'found', listing],
      fetch: (signal) =>
        client.records.search(table, { ...listing, columns: ['id'], per_page: 1 }, { signal }),
      offline: true,
      madeOf: recordsOf(table),
    }),

  /** How many records have a value in a field. */
  filled: (app: string, table: string, field: string) =>
    describeQuery({
      key: [app, 'records', table, 'filled', field],
      fetch: (signal) =>
        client.records.search(
          table,
          { filter: { [field]: { _nempty: true } }, columns: ['id'], per_page: 1 },
          { signal },
        ),
      offline: true,
      madeOf: [{ of: 'record', table }],
    }),

  /**
   * What records of a table are called, by id; those that are gone, or that this person may not see, are
   * missing.
   *
   * @param field names the records of the table to people; nothing is asked for a table that this person
   *   cannot read
   */
  names: (
    app: string,
    table: string | undefined,
    field: string | undefined,
    ids: readonly number[],
    asOf?: AsOf,
  ) => {
    const wanted = [...new Set(ids)].sort((a, b) => a - b).slice(0, maxNames)
    return describeQuery({
      key: [app, 'records', table, 'names', wanted],
      fetch: async (signal): Promise<ReadonlyMap<number, string>> => {
        if (table === undefined || field === undefined) return new Map()
        const { data, labels } = await client.records.search(
          table,
          { filter: { id: { _in: wanted } }, columns: ['id', field], per_page: maxNames, as_of: asOf },
          { signal },
        )
        return new Map(
          data.map((row) => {
            const value = row[field]
            const isNamed = value !== null && value !== undefined && value !== ''
            return [row.id, isNamed ? (labels[field]?.[String(value)] ?? String(value)) : String(row.id)]
          }),
        )
      },
      offline: true,
      madeOf: [others],
      asOf,
      enabled: table !== undefined && field !== undefined && wanted.length > 0,
    })
  },

  /** The first records that a filter finds, by name. @param field names them to people */
  named: (
    app: string,
    table: string,
    field: string | undefined,
    { filter, as_of: asOf }: Pick<Listing, 'filter' | 'as_of'>,
    max: number,
  ) =>
    describeQuery({
      key: [app, 'records', table, 'related', filter, max],
      fetch: async (signal) => {
        if (field === undefined) return []
        const { data, labels } = await client.records.search(
          table,
          { filter, columns: ['id', field], sort_field: field, per_page: max, as_of: asOf },
          { signal },
        )
        return data.map((row) => {
          const value = row[field] ?? row.id
          return { id: row.id, label: labels[field]?.[String(value)] ?? String(value) }
        })
      },
      offline: true,
      madeOf: recordsOf(table),
      asOf,
    }),

  /** The first records that a filter finds, by name, with their first pictures. @param columns names first */
  previews: (
    app: string,
    table: string,
    columns: readonly string[],
    { filter, as_of: asOf }: Pick<Listing, 'filter' | 'as_of'>,
    max: number,
  ) =>
    describeQuery({
      key: [app, 'records', table, 'previews', columns, filter, max],
      fetch: (signal) =>
        client.records.search(
          table,
          { filter, columns, sort_field: columns[0], per_page: max, pictures: true, as_of: asOf },
          { signal },
        ),
      offline: true,
      madeOf: [...recordsOf(table), { of: 'file' }],
      asOf,
      enabled: columns.length > 0,
    }),

  /** Records of a table whose name contains a text, the newest ones for no text. */
  candidates: (app: string, table: string, q: string) =>
    describeQuery({
      key: [app, 'candidates', table, q],
      fetch: (signal) => client.records.linkCandidates(table, q, { signal }),
      offline: false,
      madeOf: recordsOf(table),
    }),

  /** One record with everything that belongs to it. */
  one: (app: string, table: string, id: number, template: string | undefined, asOf?: AsOf) =>
    describeQuery({
      key: [app, 'record', table, id, template ?? ''],
      fetch: (signal) => client.records.read(table, id, { template, as_of: asOf }, { signal }),
      asOf,
      offline: true,
      madeOf: [
        { of: 'record', table, id },
        others,
        { of: 'relation', table },
        { of: 'link' },
        { of: 'feature', table, id },
        { of: 'citation', table, id },
        { of: 'file', table, id },
        { of: 'template', table },
      ],
      // Others may have written it meanwhile. A form keeps the state that its person has seen.
      refetchOnWindowFocus: 'always',
    }),

  /** A record as it is now, for a person whose change was refused. @param etag of what he changed */
  now: (app: string, table: string, id: number, etag: string | null, template: string | undefined) =>
    describeQuery({
      key: [app, 'conflict', table, id, etag],
      fetch: (signal) => client.records.read(table, id, { template }, { signal }),
      offline: false,
      // What a person decides about holds still until he has.
      madeOf: [],
      staleTime: 0,
    }),

  /** What a new record begins with, a next number for instance: asked for each time. */
  initial: (app: string, table: string) =>
    describeQuery({
      key: [app, 'record', table, 'new', 'form'],
      fetch: (signal) => client.records.readNew(table, {}, { signal }),
      offline: true,
      madeOf: [{ of: 'record', table }, { of: 'template', table }, { of: 'configuration' }],
      staleTime: 0,
      gcTime: 0,
    }),

  /** The next number of a field. @param core what it depends on, as the form holds it */
  nextNumber: (app: string, table: string, field: string, core: Readonly<Record<string, FieldValue>>) =>
    describeQuery({
      key: [app, 'number', table, field, core],
      fetch: (signal) => client.records.nextNumber(table, { fld: field, core }, { signal }),
      offline: false,
      madeOf: [{ of: 'record', table }, { of: 'configuration' }],
      staleTime: 0,
      gcTime: 0,
    }),

  /** What a save would be refused for. @param id of the record that is changed; null for a new one */
  problems: (app: string, table: string, id: number | null, input: RecordInput) =>
    describeQuery({
      key: [app, 'check', table, id, input],
      fetch: (signal) => client.records.check(table, id, input, { signal }),
      offline: false,
      // What others write is told by the save.
      madeOf: [],
      gcTime: 60_000,
      retry: false,
    }),

  /** The empty form of a table, for its fields. */
  form: (app: string, table: string) =>
    describeQuery({
      key: [app, 'record', table, 'new'],
      fetch: (signal) => client.records.readNew(table, {}, { signal }),
      offline: true,
      madeOf: [{ of: 'template', table }, { of: 'configuration' }],
    }),

  /** What a field offers: words of a vocabulary, records, or values that it has. */
  options: (app: string, table: string, field: string, q: string) =>
    describeQuery({
      key: [app, 'options', table, field, q],
      fetch: (signal) =>
        client.records.fieldOptions(table, { fld: field, q, limit: maxOptions, details: true }, { signal }),
      offline: true,
      madeOf: [others, { of: 'vocabulary' }],
    }),
}
