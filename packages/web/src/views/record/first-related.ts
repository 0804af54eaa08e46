import { queryOptions } from '@tanstack/react-query'
import type { NamedRecord } from '../../components/record-choice.js'
import type { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import type { WholeRecord } from '../../queries/record.js'

/** The records of one table that belong to a record. */
export type Related = WholeRecord['links'][string] & { readonly data?: readonly NamedRecord[] }

/** The first of them by name; where the record itself says them, nothing is asked. */
export const firstRelated = (
  { app, table }: Pick<ReturnType<typeof useApplication>, 'app' | 'table'>,
  link: Related,
  max: number,
) => {
  const field = table(link.tb_id)?.id_field
  return queryOptions({
    queryKey: [app, 'records', link.tb_id, 'related', link.filter, max],
    enabled: field !== undefined && link.data === undefined,
    queryFn: async ({ signal }): Promise<NamedRecord[]> => {
      if (field === undefined) return []
      const { data, labels } = await client.records.search(
        link.tb_id,
        { filter: link.filter, columns: ['id', field], sort_field: field, per_page: max },
        { signal },
      )
      return data.map((row) => {
        const value = row[field] ?? row.id
        return { id: row.id, label: labels[field]?.[String(value)] ?? String(value) }
      })
    },
  })
}
