import type { NamedRecord } from '../../components/record-choice.js'
import type { useApplication } from '../../core/application.js'
import type { AsOf } from '../../core/past.js'
import type { WholeRecord } from '../../queries/records.js'
import { recordQueries } from '../../queries/records.js'

/** The records of one table that belong to a record. */
export type Related = WholeRecord['links'][string] & { readonly data?: readonly NamedRecord[] }

/** All that belongs to a record, table by table. */
export const relatedOf = ({ links, backlinks }: WholeRecord): readonly Related[] => [
  ...Object.values(links),
  ...Object.values(backlinks),
]

/** Several fields may lead to one table. */
export const relatedKey = ({ tb_id, filter }: Related): string => `${tb_id} ${JSON.stringify(filter)}`

/** The first of them by name; where the record itself says them, nothing is asked. */
export const firstRelated = (
  { app, table }: Pick<ReturnType<typeof useApplication>, 'app' | 'table'>,
  link: Related,
  max: number,
  asOf?: AsOf,
) => {
  const field = table(link.tb_id)?.id_field
  return {
    ...recordQueries.named(app, link.tb_id, field, { filter: link.filter, as_of: asOf }, max),
    enabled: field !== undefined && link.data === undefined,
  }
}
