import { useQueries } from '@tanstack/react-query'
import { useApplication } from '../../../core/application.js'
import { useAsOf } from '../../../core/past.js'
import type { WholeRecord } from '../../../queries/records.js'
import { firstRelated, type Related } from '../first-related.js'

/** A record that is linked with the one in the middle. */
export interface Neighbour {
  readonly kind: 'record'
  readonly table: string
  readonly tableLabel: string
  readonly id: number
  readonly label: string
  /** What a link that a user made by hand means; null where the configuration relates the tables. */
  readonly meaning: string | null
}

/** The records of a table that are too many to be drawn. */
export interface Others {
  readonly kind: 'others'
  readonly table: string
  readonly tableLabel: string
  readonly number: number
  readonly filter: Related['filter']
}

/** So many stand around a record at most, and at least so many of each table. */
const maxNeighbours = 20
const minOfEachTable = 2

/** What a record is linked with: table by table, then what was linked by hand. */
export function useNeighbours(record: WholeRecord | undefined): readonly (Neighbour | Others)[] {
  const application = useApplication()
  const asOf = useAsOf()
  const related: readonly Related[] = record
    ? [...Object.values(record.links), ...Object.values(record.backlinks)]
    : []
  const byHand = record ? Object.values(record.manualLinks).slice(0, maxNeighbours) : []
  const each = Math.max(
    minOfEachTable,
    Math.floor((maxNeighbours - byHand.length) / Math.max(1, related.length)) - 1,
  )
  const found = useQueries({ queries: related.map((link) => firstRelated(application, link, each, asOf)) })
  return [
    ...related.flatMap((link, place): (Neighbour | Others)[] => {
      const about = { table: link.tb_id, tableLabel: link.tb_label }
      const first = (link.data ?? found[place]?.data ?? []).slice(0, each)
      const rest = link.tot - first.length
      return [
        ...first.map(({ id, label }) => ({ ...about, kind: 'record' as const, id, label, meaning: null })),
        ...(first.length > 0 && rest > 0
          ? [{ ...about, kind: 'others' as const, number: rest, filter: link.filter }]
          : []),
      ]
    }),
    ...byHand.map((link) => ({
      kind: 'record' as const,
      table: link.tb_id,
      tableLabel: link.tb_label,
      id: link.ref_id,
      label: link.ref_label,
      meaning: link.label ?? '',
    })),
  ]
}
