import { useMutation } from '@tanstack/react-query'
import { withChangeSet } from '@trowel/client'
import type { BibliographyEntry, CitationChangeBody, CitationLinkBody } from '@trowel/contract/citations.js'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../../components/changes/show-changed.js'
import { showProblem } from '../../../components/notices.js'
import { useChanged } from '../../../core/application.js'
import { client } from '../../../core/session.js'
import type { WholeRecord } from '../../../queries/records.js'

/** What can be done with the citations of a record. */
export function useCitations({ metadata, bibliography }: WholeRecord) {
  const { t } = useTranslation()
  const changed = useChanged()
  const table = metadata.tb_id
  const id = metadata.rec_id ?? 0
  const refresh = () => changed({ of: 'citation', table, id })
  const nameOf = (entry: BibliographyEntry) => entry.author_year ?? t('bibliography.nameless')

  const cite = useMutation({
    mutationFn: (work: Omit<CitationLinkBody, 'tb' | 'record_id'>) =>
      client.citations.cite({ tb: table, record_id: id, ...work }),
    onSuccess: refresh,
  })
  const remark = useMutation({
    mutationFn: ({ entry, remarks }: { entry: BibliographyEntry; remarks: CitationChangeBody }) =>
      client.citations.update(entry.id, remarks),
    onSuccess: refresh,
  })
  const remove = useMutation({
    mutationFn: (entry: BibliographyEntry) =>
      withChangeSet((options) => client.citations.remove(entry.id, options)),
    onSuccess: ({ changeSet }, entry) => {
      showChanged(t('bibliography.removed', { name: nameOf(entry) }), changeSet)
      return refresh()
    },
    onError: showProblem,
  })
  const sort = useMutation({
    mutationFn: async (ids: readonly number[]) => {
      for (const [place, one] of ids.entries())
        if (bibliography[String(one)]?.sort !== place + 1)
          await client.citations.update(one, { sort: place + 1 })
    },
    onError: showProblem,
    onSettled: refresh,
  })
  return { cite, remark, remove, order: (ids: readonly number[]) => sort.mutateAsync(ids) }
}
