const number = String.raw`[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?`
const head = /^\s*((?:MULTI)?(?:POINT|LINESTRING|POLYGON))\s*(?:(?:ZM?|M)\s*)?(?=\()/i
const mark = new RegExp(String.raw`\s*([(),]|${number}(?:\s+${number}){1,3})`, 'y')

/** In how many brackets the positions of a kind stand. */
const depths: Readonly<Record<string, number>> = {
  POINT: 1,
  LINESTRING: 1,
  POLYGON: 2,
  MULTIPOINT: 1,
  MULTILINESTRING: 2,
  MULTIPOLYGON: 3,
}

/**
 * Is the text one geometry in well-known text (OGC 06-103r4 §7): a point, line or polygon, or several of one
 * kind, any case and spacing? Whether rings close is left to the map. Mark by mark: one expression for all of
 * it takes its stack from the text.
 */
export function isWkt(text: string): boolean {
  const [start, name = ''] = head.exec(text) ?? []
  const kind = name.toUpperCase()
  const deepest = depths[kind]
  if (start === undefined || deepest === undefined) return false
  mark.lastIndex = start.length
  let depth = 0
  let afterPart = false
  do {
    const found = mark.exec(text)?.[1]
    // A point of several may stand in brackets of its own, alone.
    const isAlone = kind === 'POINT' || depth > deepest
    if (found === undefined) return false
    if (found === '(') {
      if (afterPart || depth >= (kind === 'MULTIPOINT' ? deepest + 1 : deepest)) return false
      depth += 1
    } else if (found === ')') {
      if (!afterPart) return false
      depth -= 1
    } else if (found === ',') {
      if (!afterPart || isAlone) return false
      afterPart = false
    } else {
      if (afterPart || depth < deepest) return false
      afterPart = true
    }
  } while (depth > 0)
  return text.slice(mark.lastIndex).trim() === ''
}
