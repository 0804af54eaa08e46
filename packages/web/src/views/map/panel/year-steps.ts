/** Two years, the earlier first. */
export type Ends = readonly [number, number]

export const isWhole = (chosen: Ends, whole: Ends): boolean => chosen[0] <= whole[0] && chosen[1] >= whole[1]

/** About two hundred steps, of round numbers of years. */
export const stepOf = ([first, last]: Ends): number =>
  [1, 5, 10, 25, 50, 100, 250].find((step) => (last - first) / step <= 250) ?? 500

/** Page up and page down go so many steps. */
const page = 10

/**
 * Where a key takes one end of a span of years: as far as it goes, or a good way. Neither end passes the
 * other.
 *
 * @returns `undefined` when the key is none of these
 */
export function moved(key: string, end: 0 | 1, chosen: Ends, whole: Ends, step: number): Ends | undefined {
  const [min, max] = end === 0 ? [whole[0], chosen[1]] : [chosen[0], whole[1]]
  const now = chosen[end]
  const places: Readonly<Record<string, number>> = {
    Home: min,
    End: max,
    PageUp: Math.min(now + page * step, max),
    PageDown: Math.max(now - page * step, min),
  }
  const to = places[key]
  if (to === undefined) return undefined
  return end === 0 ? [to, chosen[1]] : [chosen[0], to]
}
