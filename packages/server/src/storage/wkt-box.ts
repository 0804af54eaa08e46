/** The smallest box around a geometry, in the units of its coordinates: west, south, east, north. */
export type Box = readonly [west: number, south: number, east: number, north: number]

/**
 * What these find in a text is its box on both engines: the PostgreSQL function `trowel_box` has the same
 * patterns. Only plain classes of characters, which both read alike.
 */
export const wktNumber = '[-+]?(?:[0-9]+(?:[.][0-9]*)?|[.][0-9]+)(?:[eE][-+]?[0-9]+)?'
const blank = '[ \\t\\n\\r\\f\\v]'
export const shapePattern = `^${blank}*(?:multi)?(?:point|linestring|polygon)${blank}*(?:(?:zm?|m)${blank}*)?[(]`
export const positionPattern = `[(,]${blank}*(${wktNumber})(?:${blank}+|(?=[-+]))(${wktNumber})`

const shape = new RegExp(shapePattern, 'i')
const position = new RegExp(positionPattern, 'g')

/**
 * The box around a geometry in well-known text; `null` when the text is none. It looks at positions alone,
 * not at brackets.
 */
export function boxOfWkt(text: string): Box | null {
  if (!shape.test(text)) return null
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [, first, second] of text.matchAll(position)) {
    const [x, y] = [Number(first), Number(second)]
    if (!Number.isFinite(x) || !Number.isFinite(y)) return null
    if (x < west) west = x
    if (x > east) east = x
    if (y < south) south = y
    if (y > north) north = y
  }
  return west > east ? null : [west, south, east, north]
}
