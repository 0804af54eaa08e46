import { physicalName } from '../../../catalogue/physical-names.js'
import type { RequestScope } from '../../../http/scope.js'
import { type SlowQuestion, slowQuestionsOf } from '../../../records/listing/index-advisor.js'
import { freeIndexName } from '../relations/relations.js'

/** Nobody reads a longer list. */
const maxSuggestions = 50

/**
 * Indexes that would have answered questions which were slow, those first that cost most time. What an index
 * answers by now, or names a field that is gone, is left out.
 */
export function suggestIndexes({ application, catalogue }: RequestScope) {
  const isOpen = ({ table, columns }: SlowQuestion): boolean => {
    const fields = catalogue.tables.get(table)?.fields
    const isAnswered = catalogue.indexes.some(
      (index) => index.table === table && columns.every((column, place) => index.columns[place] === column),
    )
    return fields !== undefined && columns.every((column) => fields.has(column)) && !isAnswered
  }
  return slowQuestionsOf(application)
    .filter(isOpen)
    .slice(0, maxSuggestions)
    .map(({ table, columns, times, totalMs, slowestMs }) => ({
      tb: table,
      columns: [...columns],
      times,
      ms: rounded(totalMs / times),
      slowest_ms: rounded(slowestMs),
      total_ms: rounded(totalMs),
      call: {
        method: 'POST' as const,
        path: `/api/config/table/${table}/indexes`,
        body: {
          name: freeIndexName(catalogue, table, physicalName('by_', columns.join('_'))),
          columns: [...columns],
        },
      },
    }))
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10
