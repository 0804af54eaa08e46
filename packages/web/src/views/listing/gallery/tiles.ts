import { type Lines, linesOf, type Stretch } from '../groups/lines.js'

/** Tiles are at least so wide, in pixels; on a phone two of them stand beside each other. */
const minTile = 210
const minLanes = 2

/** How many tiles stand beside each other within a width, and how wide each is. */
export function lanesIn(width: number, gap: number): { readonly lanes: number; readonly tile: number } {
  const lanes = Math.max(minLanes, Math.floor((width + gap) / (minTile + gap)))
  return { lanes, tile: Math.floor((width - gap * (lanes - 1)) / lanes) }
}

/** The rows of a gallery: the head of a group has one to itself, and each group begins one. */
export interface TileRows {
  readonly total: number
  /** How many places a row has. */
  readonly sizeOf: (row: number) => number
  /** The group whose head stands in a row. */
  readonly headAt: (row: number) => number | undefined
  /** Which line of the list stands at a place: a record, or the head of a group. */
  readonly lineAt: (row: number, lane: number) => number
}

/** @param lines of the same stretches: a head and a record have a line each */
export function tileRowsOf(stretches: readonly Stretch[], lines: Lines, lanes: number): TileRows {
  const rows = linesOf(
    stretches.map(({ hasHead, records }) => ({ hasHead, records: Math.ceil(records / lanes) })),
  )
  return {
    total: rows.total,
    sizeOf: (row) => {
      const line = rows.at(row)
      if (line?.kind !== 'record') return line ? 1 : 0
      return Math.min(lanes, (stretches[line.stretch]?.records ?? 0) - line.place * lanes)
    },
    headAt: (row) => {
      const line = rows.at(row)
      return line?.kind === 'head' ? line.stretch : undefined
    },
    lineAt: (row, lane) => {
      const line = rows.at(row)
      if (!line) return lines.total
      const start = lines.startOf(line.stretch)
      if (line.kind === 'head') return start
      return start + Number(stretches[line.stretch]?.hasHead ?? false) + line.place * lanes + lane
    },
  }
}

/** A place of a gallery, each counted from 0. */
export interface TilePlace {
  readonly row: number
  readonly lane: number
}

/**
 * Where a key leads to from a tile or the head of a group; nowhere for other keys, and where there is nothing
 * further.
 *
 * @param seen so many rows are seen at once
 */
export function placeAfter(
  key: string,
  { row, lane }: TilePlace,
  { total, sizeOf }: Pick<TileRows, 'total' | 'sizeOf'>,
  seen: number,
): TilePlace | undefined {
  const within = (to: number): TilePlace | undefined => {
    if (to < 0 || to >= total) return undefined
    const there = { row: to, lane: Math.min(lane, sizeOf(to) - 1) }
    return to === row ? undefined : there
  }
  switch (key) {
    case 'ArrowRight':
      if (lane + 1 < sizeOf(row)) return { row, lane: lane + 1 }
      return row + 1 < total ? { row: row + 1, lane: 0 } : undefined
    case 'ArrowLeft':
      if (lane > 0) return { row, lane: lane - 1 }
      return row > 0 ? { row: row - 1, lane: sizeOf(row - 1) - 1 } : undefined
    case 'ArrowDown':
      return within(row + 1)
    case 'ArrowUp':
      return within(row - 1)
    case 'PageDown':
      return within(Math.min(row + seen, total - 1))
    case 'PageUp':
      return within(Math.max(row - seen, 0))
    case 'Home':
      return row === 0 && lane === 0 ? undefined : { row: 0, lane: 0 }
    case 'End': {
      const end = { row: total - 1, lane: sizeOf(total - 1) - 1 }
      return end.row === row && end.lane === lane ? undefined : end
    }
    default:
      return undefined
  }
}
