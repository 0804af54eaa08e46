import { csvLine } from '@trowel/contract/csv.js'
import { endsOf, type HarrisMatrix } from '../matrix/harris-matrix.js'
import { nameFromNewer } from '../relations/relation-name.js'

/**
 * One relation a line, read from left to right: "younger *relation* older". Units that are the same or bound
 * to each other stand as they were written.
 */
export function writeCsv({ units, relations }: HarrisMatrix): string {
  const labels = new Map(units.map(({ id, label }) => [id, label]))
  const lines = relations.map((row) => {
    const { newer, older } = endsOf(row) ?? { newer: row.first, older: row.second }
    return csvLine([labels.get(newer), labels.get(older), nameFromNewer(row.relation)])
  })
  return `${['younger,older,relation', ...lines].join('\n')}\n`
}
