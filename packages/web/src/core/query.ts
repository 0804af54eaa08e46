import { type QueryFilters, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import type { AsOf } from './past.js'

/** Whatever can change in an application, by the name that a change of it has. */
export type Entity =
  // A record with the rows of its plugin tables, and what hangs from it.
  | 'record'
  | 'relation'
  | 'link'
  | 'feature'
  | 'citation'
  | 'file'
  // Records of any table where others show them by name or are filtered by them.
  | 'lookup'
  // What people keep and configure.
  | 'vocabulary'
  | 'saved_query'
  | 'chart'
  | 'assemblage'
  | 'map_view'
  | 'template'
  | 'layer'
  | 'configuration'
  | 'welcome'
  // What concerns people and the service.
  | 'user'
  | 'key'
  | 'webhook'
  | 'library'
  | 'backup'
  | 'log'
  | 'migration'

/** Some things of a kind: of one table or of all, one of them or all. A change is stated like a source. */
export interface Source {
  readonly of: Entity
  readonly table?: string | undefined
  /** Id of the record, or of what else it is. */
  readonly id?: number | undefined
}

/** What holds for an answer wherever it is cached. */
export type QueryMeta = {
  /** Is it records, or what is needed to read them? Then it may stay on the machine for times offline. */
  readonly isAvailableOffline: boolean
  /** It is fetched again when one of these changes. */
  readonly madeOf: readonly Source[]
}

declare const described: unique symbol
/** Only a description has keys, so that each stands in one place. */
type DescribedKey = readonly unknown[] & { readonly [described]: true }

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: DescribedKey
    queryMeta: QueryMeta
  }
}

type Options<Answer> = Pick<
  UseQueryOptions<Answer, Error, Answer, DescribedKey>,
  | 'enabled'
  | 'gcTime'
  | 'placeholderData'
  | 'refetchInterval'
  | 'refetchOnWindowFocus'
  | 'retry'
  | 'staleTime'
>

interface Description<Answer> extends Options<Answer> {
  /** The application first, unless it belongs to none. */
  readonly key: readonly [string, ...unknown[]]
  readonly fetch: (signal: AbortSignal) => Promise<Answer>
  readonly offline: boolean
  readonly madeOf: readonly Source[]
  /** The earlier state that is asked for: an answer about it stays as it is. */
  readonly asOf?: AsOf | null | undefined
}

/** What earlier states are seen through: tables, fields and rights are those of now. */
const seenThrough: readonly Source[] = [{ of: 'configuration' }, { of: 'user' }]

const asKey = (key: readonly unknown[]): DescribedKey => key as DescribedKey

/** Everything about one query: its key, how it is fetched, whether it may be kept, and what it is made of. */
export const describeQuery = <Answer>({
  key,
  fetch,
  offline,
  madeOf,
  asOf,
  ...options
}: Description<Answer>) => {
  const isPast = asOf !== undefined && asOf !== null
  return queryOptions<Answer, Error, Answer, DescribedKey>({
    ...options,
    queryKey: asKey(isPast ? [...key, { asOf }] : key),
    queryFn: ({ signal }) => fetch(signal),
    meta: { isAvailableOffline: offline && !isPast, madeOf: isPast ? seenThrough : madeOf },
    ...(isPast && { refetchInterval: false, refetchOnWindowFocus: false, staleTime: 5 * 60_000 }),
  })
}

const agree = <Value>(one: Value | undefined, other: Value | undefined): boolean =>
  one === undefined || other === undefined || one === other

/** Is an answer another one after a change? */
export const isTouched = (madeOf: readonly Source[], change: Source): boolean =>
  madeOf.some(({ of, table, id }) => of === change.of && agree(table, change.table) && agree(id, change.id))

type Filters = Pick<QueryFilters, 'queryKey' | 'predicate'>

/** All answers of an application. */
export const allOf = (app: string): Filters => ({ queryKey: asKey([app]) })

/** The answers of an application that are other ones after a change. */
export const touchedBy = (app: string, ...changes: readonly Source[]): Filters => ({
  ...allOf(app),
  predicate: ({ meta }) => changes.some((change) => isTouched(meta?.madeOf ?? [], change)),
})

/** The answers of an application that are about one thing alone. */
export const about = (app: string, { of, table, id }: Source & { readonly id: number }): Filters => ({
  ...allOf(app),
  predicate: ({ meta }) =>
    (meta?.madeOf ?? []).some((source) => source.of === of && source.table === table && source.id === id),
})
