import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { about, allOf, describeQuery, isTouched, type Source, touchedBy } from './query.js'

const ofMap: readonly Source[] = [{ of: 'feature', table: 'finds' }, { of: 'record' }]

test.each<Source>([
  { of: 'feature', table: 'finds', id: 3 },
  { of: 'feature' },
  { of: 'record', table: 'contexts', id: 7 },
])('an answer is another one after a change of what it is made of: %o', (change) =>
  expect(isTouched(ofMap, change)).toBe(true),
)

test.each<Source>([
  { of: 'feature', table: 'contexts' },
  { of: 'file', table: 'finds', id: 3 },
])('an answer stays as it is after a change of something else: %o', (change) =>
  expect(isTouched(ofMap, change)).toBe(false),
)

test('a change of one thing touches answers about it and about all of its kind', () => {
  expect(isTouched([{ of: 'user', id: 2 }], { of: 'user', id: 2 })).toBe(true)
  expect(isTouched([{ of: 'user' }], { of: 'user', id: 2 })).toBe(true)
  expect(isTouched([{ of: 'user', id: 1 }], { of: 'user', id: 2 })).toBe(false)
})

const find = (app: string, id: number) =>
  describeQuery({
    key: [app, 'find', id],
    fetch: () => Promise.resolve(id),
    offline: true,
    madeOf: [{ of: 'record', table: 'finds', id }, { of: 'record' }, { of: 'file', table: 'finds', id }],
  })

/** What the first find of the application `dig`, the second one, and one of another application are then. */
async function afterwards(act: (queries: QueryClient) => unknown) {
  const queries = new QueryClient()
  const all = [find('dig', 1), find('dig', 2), find('other', 1)]
  for (const one of all) await queries.fetchQuery(one)
  await act(queries)
  return all.map(({ queryKey }) => queries.getQueryState(queryKey)?.isInvalidated ?? 'gone')
}

test('a change invalidates what it touches, in its application alone', async () => {
  const change: Source = { of: 'file', table: 'finds', id: 1 }
  expect(await afterwards((queries) => queries.invalidateQueries(touchedBy('dig', change)))).toEqual([
    true,
    false,
    false,
  ])
  expect(await afterwards((queries) => queries.invalidateQueries(allOf('dig')))).toEqual([true, true, false])
})

test('what is about one record can be forgotten without what only names it', async () => {
  const gone: Source & { id: number } = { of: 'record', table: 'finds', id: 1 }
  expect(await afterwards((queries) => queries.removeQueries(about('dig', gone)))).toEqual([
    'gone',
    false,
    false,
  ])
})

test('what is said of a query reaches the place where it is kept, also when a view adds to it', async () => {
  const seen: unknown[] = []
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        persister: (fetch, context) => {
          seen.push(context.meta?.isAvailableOffline)
          return fetch(context)
        },
      },
    },
  })
  await new QueryObserver(queries, { ...find('dig', 1), staleTime: 0 }).refetch()
  expect(seen).toEqual([true])
})
