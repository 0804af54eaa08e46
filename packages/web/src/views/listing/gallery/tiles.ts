/** Tiles are at least so wide, in pixels; on a phone two of them stand beside each other. */
const minTile = 210
const minLanes = 2

/** How many tiles stand beside each other within a width, and how wide each is. */
export function lanesIn(width: number, gap: number): { readonly lanes: number; readonly tile: number } {
  const lanes = Math.max(minLanes, Math.floor((width + gap) / (minTile + gap)))
  return { lanes, tile: Math.floor((width - gap * (lanes - 1)) / lanes) }
}

/**
 * Where a key leads to from a tile; nowhere for other keys, and where there is no further tile.
 *
 * @param seen so many rows of tiles are seen at once
 */
export function placeAfter(
  key: string,
  from: number,
  { lanes, count, seen }: Readonly<Record<'lanes' | 'count' | 'seen', number>>,
): number | undefined {
  const to = {
    ArrowRight: from + 1,
    ArrowLeft: from - 1,
    ArrowDown: from + lanes,
    ArrowUp: from - lanes,
    PageDown: Math.min(from + lanes * seen, count - 1),
    PageUp: Math.max(from - lanes * seen, 0),
    Home: 0,
    End: count - 1,
  }[key]
  if (to === undefined || to < 0 || to === from) return undefined
  // From the last full row down leads to the last tile.
  if (to >= count)
    return key === 'ArrowDown' && Math.floor(from / lanes) < Math.floor((count - 1) / lanes)
      ? count - 1
      : undefined
  return to
}
