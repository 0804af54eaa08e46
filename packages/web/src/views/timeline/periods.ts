import type { DatedRecord, TimelineTable } from '@trowel/contract/chronology.js'
import { countedYear } from '../../components/years.js'

/** More colours cannot be told apart. */
const maxPeriods = 12

/** Neighbours in time are neighbours in the row, and still told apart. */
const hues = [12, 200, 45, 262, 96, 330, 172, 25, 226, 70, 300, 140]

/** A period that records are of, with the colour that stands for it by day and by night. */
export interface Period {
  readonly name: string
  readonly light: string
  readonly dark: string
}

/** The periods that most records are of, the earliest first; none where colours would tell nothing apart. */
export function periodsOf(tables: readonly TimelineTable[]): readonly Period[] {
  const found = new Map<string, { count: number; begin: number }>()
  for (const { records } of tables)
    for (const record of records) {
      if (!record.period) continue
      const known = found.get(record.period) ?? { count: 0, begin: Number.POSITIVE_INFINITY }
      found.set(record.period, {
        count: known.count + 1,
        begin: Math.min(known.begin, beginOf(record) ?? known.begin),
      })
    }
  if (found.size < 2) return []
  return [...found]
    .sort(([, one], [, other]) => other.count - one.count)
    .slice(0, maxPeriods)
    .sort(([name, one], [other, { begin }]) => one.begin - begin || name.localeCompare(other))
    .map(([name], place) => ({
      name,
      light: `hsl(${hues[place]} 48% 38%)`,
      dark: `hsl(${hues[place]} 52% 64%)`,
    }))
}

function beginOf({ from, to }: DatedRecord): number | undefined {
  const year = from ?? to
  return year === null ? undefined : countedYear(year)
}
