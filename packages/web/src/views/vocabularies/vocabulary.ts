import { useChanged } from '../../core/application.js'
import type { client } from '../../core/session.js'
import type { vocabularyQueries } from '../../queries/vocabularies.js'

export type Vocabulary = Awaited<ReturnType<typeof client.vocabularies.list>>['vocs'][number]
export type Item = Vocabulary['items'][number]

export type Usages = Awaited<ReturnType<NonNullable<ReturnType<typeof vocabularyQueries.usages>['queryFn']>>>

/** How many rows use an item, in all fields together. */
export const rowsWith = (usages: Usages, { id }: Item): number =>
  usages.reduce((sum, { counts }) => sum + (counts?.[String(id)] ?? 0), 0)

/** After a change: the lists, and what forms and records show of them. */
export function useVocabulariesChanged() {
  const changed = useChanged()
  return (carried = false) =>
    carried ? changed({ of: 'vocabulary' }, { of: 'record' }) : changed({ of: 'vocabulary' })
}
