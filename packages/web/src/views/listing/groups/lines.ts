/** A stretch of a list: some records, with a line of their own before them where they are a group. */
export interface Stretch {
  readonly hasHead: boolean
  /** How many of its records are shown. */
  readonly records: number
}

/** What stands at a place of the list: the head of a stretch, or one of its records, counted from 0. */
export type Line =
  | { readonly kind: 'head'; readonly stretch: number }
  | { readonly kind: 'record'; readonly stretch: number; readonly place: number }

/** The lines of a list, found by their places, which are counted from 0. */
export interface Lines {
  readonly total: number
  readonly at: (index: number) => Line | undefined
  /** Where the head of a stretch stands, or its first record. */
  readonly startOf: (stretch: number) => number
}

export function linesOf(stretches: readonly Stretch[]): Lines {
  const starts: number[] = []
  let total = 0
  for (const { hasHead, records } of stretches) {
    starts.push(total)
    total += Number(hasHead) + records
  }
  return {
    total,
    startOf: (stretch) => starts[stretch] ?? total,
    at: (index) => {
      if (index < 0 || index >= total) return undefined
      const stretch = lastUpTo(starts, index)
      const place = index - (starts[stretch] ?? 0) - Number(stretches[stretch]?.hasHead ?? false)
      return place < 0 ? { kind: 'head', stretch } : { kind: 'record', stretch, place }
    },
  }
}

/** The last of ascending numbers that is not above a limit; stretches without lines stand before the next. */
function lastUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((numbers[middle] ?? 0) <= limit) low = middle
    else high = middle - 1
  }
  return low
}

/** Records of a stretch that follow each other, the first counted from 0. */
export interface Part {
  readonly stretch: number
  readonly offset: number
  readonly limit: number
}

/** The records between two lines, stretch by stretch. */
export function partsBetween(lines: Lines, first: number, last: number): Part[] {
  const parts: Part[] = []
  for (let index = first; index <= last; ) {
    const line = lines.at(index)
    if (!line) break
    if (line.kind === 'head') {
      index += 1
      continue
    }
    const end = Math.min(last, lines.startOf(line.stretch + 1) - 1)
    parts.push({ stretch: line.stretch, offset: line.place, limit: end - index + 1 })
    index = end + 1
  }
  return parts
}

/** The line of the last of so many records, counted from a line on; `undefined`: there are fewer. */
export function lineAfter(lines: Lines, from: number, records: number): number | undefined {
  let left = records
  for (let index = from; index < lines.total; index++) {
    if (lines.at(index)?.kind === 'record') left -= 1
    if (left === 0) return index
  }
  return undefined
}
