import { roundLength } from '@trowel/contract/lengths.js'

type Pair = readonly [number, number]

/** From places of the sheet, in pixels, to coordinates, and back. */
export interface SheetProjection {
  readonly toGrid: (place: Pair) => Pair
  readonly toSheet: (coordinates: Pair) => Pair
}

export interface GridLines {
  /** Where round coordinates meet. */
  readonly crosses: readonly Pair[]
  /** The coordinate of each line where it comes to an edge. */
  readonly labels: readonly { readonly edge: 'left' | 'below'; readonly at: number; readonly text: string }[]
}

const none: GridLines = { crosses: [], labels: [] }
/** In pixels. */
const minDistance = 80
/** A system may be bent beyond all use where it is far from home. */
const maxLines = 60

/** The crosses of a grid on a sheet of a size, and what stands at its edges. */
export function gridLines([width, height]: Pair, { toGrid, toSheet }: SheetProjection): GridLines {
  const corners = [toGrid([0, 0]), toGrid([width, 0]), toGrid([0, height]), toGrid([width, height])] as const
  const [[left, top], [right, across]] = corners
  const step = roundLength((2.5 * minDistance * Math.hypot(right - left, across - top)) / width)
  const columns = multiples(
    corners.map(([x]) => x),
    step,
  )
  const rows = multiples(
    corners.map(([, y]) => y),
    step,
  )
  if (!columns || !rows) return none
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const below = columns.flatMap((x) => {
    const at = meeting(
      rows.map((y) => toSheet([x, y])),
      1,
      height,
    )
    return isWithin(at, width) ? [{ edge: 'below' as const, at, text: x.toFixed(decimals) }] : []
  })
  const beside = rows.flatMap((y) => {
    const at = meeting(
      columns.map((x) => toSheet([x, y])),
      0,
      0,
    )
    return isWithin(at, height) ? [{ edge: 'left' as const, at, text: y.toFixed(decimals) }] : []
  })
  return {
    crosses: columns
      .flatMap((x) => rows.map((y) => toSheet([x, y])))
      .filter(([x, y]) => isWithin(x, width) && isWithin(y, height)),
    labels: [...below, ...beside],
  }
}

const isWithin = (at: number | undefined, length: number): at is number =>
  at !== undefined && at > 0 && at < length

/** The multiples of a step between values, and one more on either side. */
function multiples(values: readonly number[], step: number): readonly number[] | undefined {
  const [first, last] = [Math.floor(Math.min(...values) / step), Math.ceil(Math.max(...values) / step)]
  if (!(last - first < maxLines)) return undefined
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step)
}

/**
 * Where a line of points passes an edge, along that edge.
 *
 * @param axis 0 for an upright edge, 1 for a level one
 */
function meeting(points: readonly Pair[], axis: 0 | 1, edge: number): number | undefined {
  const along = axis === 0 ? 1 : 0
  for (const [place, to] of points.entries()) {
    const from = points[place - 1]
    if (!from || from[axis] === to[axis] || (from[axis] - edge) * (to[axis] - edge) > 0) continue
    const share = (edge - from[axis]) / (to[axis] - from[axis])
    return from[along] + share * (to[along] - from[along])
  }
  return undefined
}
