/** A piece of a line between two layers: where it comes in above and goes out below. */
export interface Crossing {
  readonly top: number
  readonly bottom: number
}

/** One stretch from left to right: on which track (0 is the highest), and where it ends. */
export interface Stretch {
  readonly track: number
  readonly to: number
}

export interface Tracks {
  /** For each piece its stretches from the top down: none when it is straight. */
  readonly stretches: readonly (readonly Stretch[])[]
  readonly count: number
}

/** A stretch that is looking for its track. */
interface Span {
  readonly piece: number
  readonly top: number
  readonly bottom: number
  readonly low: number
  readonly high: number
  /** The span that has to lie above this one. */
  above: Span | undefined
  track: number
}

/** With more spans than this between two layers they are sorted by a rule of thumb. */
const maxCompared = 400

/**
 * Gives the pieces between two layers tracks of their own, so that no two lie on each other and few cross. A
 * piece that comes in where another goes out has to run above it; where pieces wait for each other in a ring,
 * one takes two tracks.
 *
 * @param pieces whole numbers; no two share their `top`, and no two their `bottom`
 */
export function assignTracks(pieces: readonly Crossing[]): Tracks {
  const spans = spansOf(pieces)
  const placed: Span[] = []
  let count = 0
  for (const span of sorted(spans)) {
    for (const before of placed) {
      if (before.low <= span.high && span.low <= before.high)
        span.track = Math.max(span.track, before.track + 1)
    }
    placed.push(span)
    count = Math.max(count, span.track + 1)
  }
  const stretches: Stretch[][] = pieces.map(() => [])
  for (const { piece, track, bottom } of placed) stretches[piece]?.push({ track, to: bottom })
  for (const own of stretches) own.sort((a, b) => a.track - b.track)
  return { stretches, count }
}

const spanOf = (piece: number, top: number, bottom: number, above?: Span): Span => ({
  piece,
  top,
  bottom,
  low: Math.min(top, bottom),
  high: Math.max(top, bottom),
  above,
  track: 0,
})

function spansOf(pieces: readonly Crossing[]): Span[] {
  const spans: Span[] = []
  pieces.forEach(({ top, bottom }, piece) => {
    if (top !== bottom) spans.push(spanOf(piece, top, bottom))
  })
  const byTop = new Map(spans.map((span) => [span.top, span]))
  for (const span of spans) span.above = byTop.get(span.bottom)
  // Each waits for one other at most: what is no chain is a ring, and in each ring one span is cut in two.
  const checked = new Set<Span>()
  const columns = new Set<number>()
  for (const span of [...spans]) {
    const way = new Set<Span>()
    let last: Span | undefined = span
    while (last && !checked.has(last) && !way.has(last)) {
      way.add(last)
      last = last.above
    }
    if (last && way.has(last)) cut(last, spans, columns)
    for (const seen of way) checked.add(seen)
  }
  return spans
}

/**
 * The upper half does not wait and the lower half for the upper; they meet in a column between those of all
 * others.
 */
function cut(span: Span, spans: Span[], columns: Set<number>): void {
  let column = Math.floor((span.low + span.high) / 2) + 0.5
  for (let step = 1; columns.has(column); step++) column += step % 2 === 0 ? step : -step
  columns.add(column)
  const upper = spanOf(span.piece, span.top, column)
  const lower = spanOf(span.piece, column, span.bottom, span.above)
  const waiting = spans.find((other) => other.above === span)
  if (waiting) waiting.above = upper
  spans.splice(spans.indexOf(span), 1, upper, lower)
}

/** From the highest to the lowest: first what must, then what crosses less when it lies higher. */
function sorted(spans: Span[]): Span[] {
  const rough = spans.toSorted(
    (a, b) =>
      Number(a.top > a.bottom) - Number(b.top > b.bottom) ||
      (a.top < a.bottom ? b.top - a.top : a.top - b.top),
  )
  const wanted = spans.length > maxCompared ? rough : byCrossings(rough)
  const done = new Set<Span>()
  const order: Span[] = []
  for (const span of wanted) {
    const way: Span[] = []
    for (let next: Span | undefined = span; next && !done.has(next); next = next.above) {
      way.push(next)
      done.add(next)
    }
    order.push(...way.reverse())
  }
  return order
}

/** Takes the span of which fewest others would rather lie above, again and again. */
function byCrossings(spans: readonly Span[]): Span[] {
  const over = spans.map(() => new Int8Array(spans.length))
  const preference = new Int32Array(spans.length)
  spans.forEach((one, a) => {
    spans.forEach((other, b) => {
      if (a >= b) return
      // Negative: fewer crossings when the first lies higher.
      const better = crossingsWhenAbove(one, other) - crossingsWhenAbove(other, one)
      if (better < 0) (over[a] as Int8Array)[b] = 1
      if (better > 0) (over[b] as Int8Array)[a] = 1
    })
  })
  for (const row of over) {
    row.forEach((wants, index) => {
      preference[index] = (preference[index] as number) + wants
    })
  }
  const left = new Set(spans.keys())
  const order: Span[] = []
  while (left.size > 0) {
    let best = -1
    for (const index of left)
      if (best < 0 || (preference[index] as number) < (preference[best] as number)) best = index
    left.delete(best)
    order.push(spans[best] as Span)
    for (const index of left)
      preference[index] = (preference[index] as number) - ((over[best] as Int8Array)[index] as number)
  }
  return order
}

const crossingsWhenAbove = (upper: Span, lower: Span): number =>
  Number(upper.low < lower.top && lower.top < upper.high) +
  Number(lower.low < upper.bottom && upper.bottom < lower.high)
