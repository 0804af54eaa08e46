import type { DatedRecord, TimelineTable } from '@trowel/contract/chronology.js'
import { countedYear } from '../../components/years.js'

/** From the first of `from` to the last of `to`, in years as `countedYear` counts them. */
export interface Years {
  readonly from: number
  readonly to: number
}

/** A record as it is drawn: an end that nobody knows is drawn a little further than the end that is known. */
export interface Bar extends Years {
  readonly record: DatedRecord
  readonly table: string
}

/** A line of the drawing: what a table is called, or bars that do not touch. */
export type Line =
  | { readonly kind: 'table'; readonly table: TimelineTable }
  | { readonly kind: 'bars'; readonly bars: readonly Bar[] }

/** How far an open end is drawn, as a part of all years. */
const openPart = 0.05

const counted = ({ from, to }: DatedRecord) => ({
  first: from === null ? null : countedYear(from),
  last: to === null ? null : countedYear(to),
})

/** From the first to the last year of all, with a little room; `undefined` when nothing is dated. */
export function extentOf(tables: readonly TimelineTable[]): Years | undefined {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const { records } of tables)
    for (const { first, last } of records.map(counted)) {
      from = Math.min(from, first ?? last ?? from)
      to = Math.max(to, last ?? first ?? to)
    }
  if (from > to) return undefined
  const room = Math.max(5, (to - from) * 0.02)
  // Labels stand to the right of what is short.
  return { from: from - room, to: to + 3 * room }
}

/**
 * The bars of each table in as few lines as fit when all years are seen at once, so that looking closer moves
 * nothing to another line.
 *
 * @param widthOf what a label takes, in years
 */
export function linesOf(
  tables: readonly TimelineTable[],
  extent: Years,
  widthOf: (label: string) => number,
): readonly Line[] {
  const open = (extent.to - extent.from) * openPart
  return tables.flatMap((table): Line[] => {
    const bars = table.records
      .flatMap((record): Bar[] => {
        const { first, last } = counted(record)
        const from = first ?? (last === null ? undefined : last - open)
        const to = last ?? (first === null ? undefined : first + open)
        return from === undefined || to === undefined ? [] : [{ record, table: table.tb_id, from, to }]
      })
      .sort((one, other) => one.from - other.from || one.to - other.to)
    return [
      { kind: 'table', table },
      ...packed(bars, widthOf).map((line): Line => ({ kind: 'bars', bars: line })),
    ]
  })
}

/** Does a label stand inside a bar, with enough of the bar left to see? */
export const hasRoomFor = (bar: number, label: number): boolean => bar > 1.7 * label

/**
 * Each bar goes to the line that is free the longest, if it is free by then. @param bars by their first year
 */
function packed(bars: readonly Bar[], widthOf: (label: string) => number): Bar[][] {
  const lines: Bar[][] = []
  const free = new EndsHeap()
  for (const bar of bars) {
    const width = widthOf(bar.record.label)
    const end = (hasRoomFor(bar.to - bar.from, width) ? bar.to : bar.to + width) + widthOf('') / 2
    const earliest = free.first()
    if (earliest && earliest.end <= bar.from) {
      lines[earliest.line]?.push(bar)
      free.replaceFirst({ end, line: earliest.line })
    } else {
      free.add({ end, line: lines.length })
      lines.push([bar])
    }
  }
  return lines
}

interface End {
  readonly end: number
  readonly line: number
}

/** Where lines end, the earliest end first. */
class EndsHeap {
  readonly #ends: End[] = []

  first(): End | undefined {
    return this.#ends[0]
  }

  add(end: End): void {
    const ends = this.#ends
    let place = ends.push(end) - 1
    while (place > 0) {
      const above = (place - 1) >> 1
      const parent = ends[above]
      if (!parent || parent.end <= end.end) break
      ends[place] = parent
      place = above
    }
    ends[place] = end
  }

  replaceFirst(end: End): void {
    const ends = this.#ends
    let place = 0
    for (;;) {
      const left = 2 * place + 1
      const other = ends[left + 1]
      const child = other && other.end < (ends[left]?.end ?? 0) ? left + 1 : left
      const next = ends[child]
      if (!next || next.end >= end.end) break
      ends[place] = next
      place = child
    }
    ends[place] = end
  }
}
