import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Problem } from '@trowel/client'
import type { RecordInput } from '@trowel/contract/record-writes.js'
import { useMemo } from 'react'
import { useApplication } from '../../../core/application.js'
import { recordQueries } from '../../../queries/records.js'
import { type Draft, isTouched, standingProblems } from '../draft.js'

/** So long nobody types before it is asked whether what stands there would be refused, in milliseconds. */
const rest = 600
const none: readonly Problem[] = []

/**
 * What a save would be refused for, while it is typed: of fields that were touched, as long as they hold
 * what was asked about. What was never filled in is told by the save.
 */
export function useLiveProblems(
  table: string,
  id: number | null,
  draft: Draft,
  inputOf: (draft: Draft) => RecordInput,
): readonly Problem[] {
  const { app } = useApplication()
  const [asked] = useDebouncedValue(draft, rest)
  const { data } = useQuery({
    ...recordQueries.problems(app, table, id, inputOf(asked)),
    enabled: isTouched(asked),
  })
  return useMemo(() => {
    const errors = data?.errors ?? none
    if (errors.length === 0) return none
    return standingProblems(errors, table, asked, draft).filter(({ field = '', tb, row }) =>
      (tb ?? table) === table && (row ?? null) === null
        ? field in draft.core
        : [...(draft.newRows[String(tb)] ?? []), ...(draft.changedRows[String(tb)] ?? [])].some(
            ({ key, values }) => key === row && field in values,
          ),
    )
  }, [data, asked, draft, table])
}
