/** A part of a page that stands in one of two columns. */
export interface Part {
  readonly key: string
  /** About how high it is, in pixels; 0 for what is not there. */
  readonly height: number
}

/** Between two parts, in pixels. */
const gap = 16

/**
 * Puts parts into two columns that end at about the same height, in their order and the first at the left.
 * What is known of them beforehand decides, so that nothing moves when they are drawn.
 */
export function inColumns<One extends Part>(
  parts: readonly One[],
): readonly [readonly One[], readonly One[]] {
  const rooms = parts.map(({ height }) => (height > 0 ? height + gap : 0))
  /** How much higher the left column is. */
  let lead = 0
  const isLeft = rooms.map((room) => {
    const goesLeft = lead <= 0
    lead += goesLeft ? room : -room
    return goesLeft
  })
  // The last one may be the highest: others make up for it.
  for (;;) {
    const moved = rooms.map((room, place) => Math.abs(lead + (isLeft[place] ? -2 : 2) * room))
    const best = Math.min(...moved.slice(1))
    if (!(best < Math.abs(lead))) break
    const place = moved.indexOf(best, 1)
    lead += (isLeft[place] ? -2 : 2) * (rooms[place] ?? 0)
    isLeft[place] = !isLeft[place]
  }
  return [parts.filter((_, place) => isLeft[place]), parts.filter((_, place) => !isLeft[place])]
}
