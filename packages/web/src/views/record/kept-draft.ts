import { useEffect, useMemo, useState } from 'react'
import { useApplication } from '../../app/application.js'
import { drop, findKept, type Kept, keep } from '../../app/kept.js'
import { type Draft, isTouched } from './draft.js'
import type { WholeRecord } from './record-query.js'

/** What was typed in a form and not saved, and the state of the record that the person had seen then. */
export interface KeptDraft {
  readonly draft: Draft
  readonly record: WholeRecord
}

function useShelf(table: string, id: number | null) {
  const { app, user } = useApplication()
  const { email } = user
  return useMemo(() => {
    const [person, name] = [{ app, email }, `record ${table} ${id ?? 'new'}`]
    return {
      find: () => findKept<KeptDraft>('drafts', person, name),
      keep: (content: KeptDraft) => void keep('drafts', person, name, content),
      drop: () => void drop('drafts', person, name),
    }
  }, [app, email, table, id])
}

/** Keeps what is typed on this machine, for as long as it is not saved and nobody gives it up. @returns gives it up */
export function useKeeping(draft: Draft, record: WholeRecord): () => void {
  const shelf = useShelf(record.metadata.tb_id, record.metadata.rec_id)
  useEffect(() => {
    if (isTouched(draft)) shelf.keep({ draft, record })
  }, [shelf, draft, record])
  return shelf.drop
}

/** What an earlier visit of the form left behind. */
export function useKeptDraft(
  table: string,
  id: number | null,
): { kept: Kept<KeptDraft> | undefined; discard: () => void; take: () => void } {
  const shelf = useShelf(table, id)
  const [kept, setKept] = useState<Kept<KeptDraft>>()
  useEffect(() => {
    let isWanted = true
    void shelf.find().then((found) => isWanted && setKept(found))
    return () => {
      isWanted = false
    }
  }, [shelf])
  return {
    kept,
    take: () => setKept(undefined),
    discard: () => {
      shelf.drop()
      setKept(undefined)
    },
  }
}
