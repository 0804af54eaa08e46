import { useMutation } from '@tanstack/react-query'
import { ApiError, type Made, withChangeSet } from '@trowel/client'
import type { LoopDetail } from '@trowel/contract/stratigraphy.js'
import { useTranslation } from 'react-i18next'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { showChanged } from '../changes/show-changed.js'
import { showProblem } from '../notices.js'
import type { NamedRecord } from '../record-choice.js'
import { relationSentence } from './relation-sides.js'

/** A relation that a user wants to state: "first *code* second". */
export interface Statement {
  readonly first: NamedRecord
  readonly code: number
  readonly second: NamedRecord
}

/** States relations of a table and takes them back; what shows them is fetched again. */
export function useRelations(table: string) {
  const { t } = useTranslation()
  const { table: tableOf } = useApplication()
  const changed = useChanged()
  const refresh = () => changed({ of: 'relation', table })

  /** What the units of a way are called, from newer to older. */
  async function namesOf(path: readonly number[]): Promise<string> {
    const field = tableOf(table)?.id_field ?? 'id'
    const found = await client.records.search(table, {
      filter: { id: { _in: [...path] } },
      columns: ['id', field],
      per_page: 200,
    })
    const names = new Map(found.data.map((row) => [row.id, String(row[field] ?? row.id)]))
    return path.map((id) => names.get(id) ?? String(id)).join(' → ')
  }

  const add = useMutation({
    mutationFn: ({ first, code, second, force }: Statement & { force?: boolean }) =>
      withChangeSet((options) =>
        client.stratigraphy.relate(
          table,
          { first: first.id, relation: code, second: second.id, force },
          options,
        ),
      ),
    onSuccess: async ({ reply: { warnings }, changeSet }: Made<Reply>, { first, code, second }) => {
      await refresh()
      const sentence = relationSentence(first.label, code, second.label)
      const path = warnings?.find((warning) => warning.code === 'redundant_relation')?.detail.path
      const said = path
        ? t('relating.redundant', { sentence, path: await namesOf(path) })
        : t('relating.added', { sentence })
      showChanged(said, changeSet)
    },
    onError: (error) => {
      if (loopOf(error) === undefined) showProblem(error)
    },
  })

  const remove = useMutation({
    mutationFn: ({ id }: Statement & { id: number }) =>
      withChangeSet((options) => client.stratigraphy.unrelate(id, options)),
    onSuccess: async ({ changeSet }, { first, code, second }) => {
      await refresh()
      const sentence = relationSentence(first.label, code, second.label)
      showChanged(t('relating.removed', { sentence }), changeSet)
    },
    onError: showProblem,
  })
  return { add, remove }
}

type Reply = Awaited<ReturnType<typeof client.stratigraphy.relate>>

/** The loop for which a relation was refused. */
export const loopOf = (error: unknown): LoopDetail | undefined =>
  error instanceof ApiError && error.code === 'stratigraphic_loop' ? (error.detail as LoopDetail) : undefined
