import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'

export type Vocabulary = Awaited<ReturnType<typeof client.vocabularies.list>>['vocs'][number]
export type Item = Vocabulary['items'][number]

export const vocabulariesOf = (app: string) =>
  queryOptions({
    queryKey: [app, 'vocabularies'],
    queryFn: ({ signal }) => client.vocabularies.list({ signal }),
  })

/** Which fields take their values from a vocabulary, and how many rows use each of its items. */
export const usagesOf = (app: string, voc: string) =>
  queryOptions({
    queryKey: [app, 'vocabularies', 'usages', voc],
    queryFn: async ({ signal }) =>
      (await client.vocabularies.usages({ counts: true, voc }, { signal })).usages[voc] ?? [],
  })

export type Usages = Awaited<ReturnType<NonNullable<ReturnType<typeof usagesOf>['queryFn']>>>

/** How many rows use an item, in all fields together. */
export const rowsWith = (usages: Usages, { id }: Item): number =>
  usages.reduce((sum, { counts }) => sum + (counts?.[String(id)] ?? 0), 0)

/** After a change: the lists, and what forms and records show of them. */
export function useVocabulariesChanged() {
  const { app } = useApplication()
  const queries = useQueryClient()
  return async (carried = false) => {
    const records = carried ? (['records', 'record', 'history'] as const) : []
    const kinds = ['options', 'search-values', ...records] as const
    for (const kind of kinds) void queries.invalidateQueries({ queryKey: [app, kind] })
    await queries.invalidateQueries({ queryKey: [app, 'vocabularies'] })
  }
}
