import type { TableNotes } from './report.js'
import { idOf, integerOf, textOf } from './source-rows.js'
import type { SourceDatabase, SourceRow } from './sources/source.js'

interface Placed {
  readonly id: number
  readonly sort: number | undefined
}

/**
 * The places of rows that stand in groups, by their ids. The old service leaves the place of a row empty
 * until one of its group is moved: then those without come first, in the order of their ids.
 */
export async function placesOf(
  source: SourceDatabase,
  { table }: Pick<TableNotes, 'table'>,
  groupBy: readonly string[],
): Promise<ReadonlyMap<number, number>> {
  const groups = new Map<string, Placed[]>()
  for await (const row of source.rows(table)) {
    const key = groupBy.map((column) => textOf(row[column])).join('\n')
    const placed = { id: idOf(row), sort: placeIn(row) }
    const group = groups.get(key)
    if (group) group.push(placed)
    else groups.set(key, [placed])
  }
  const places = new Map<number, number>()
  for (const group of groups.values()) {
    const isWhole = group.every(({ sort }) => sort !== undefined)
    // Ids come in their order, and sorting keeps it.
    if (!isWhole) group.sort((one, other) => (one.sort ?? -1) - (other.sort ?? -1))
    for (const [place, { id, sort }] of group.entries()) places.set(id, isWhole ? (sort ?? place) : place)
  }
  return places
}

const placeIn = (row: SourceRow): number | undefined => integerOf(row['sort'])
