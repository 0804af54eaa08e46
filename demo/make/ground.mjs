import { round } from './random.mjs'

/** The datum of the excavation grid: metres east and north of a point on a hill that does not exist. */
const datum = { longitude: 11.4172, latitude: 43.0586 }
const metresPerDegree = 111_320
/** The grid's north lies this much east of true north. */
const gridTurn = (14 * Math.PI) / 180

function toLonLat([x, y]) {
  const east = x * Math.cos(gridTurn) + y * Math.sin(gridTurn)
  const north = -x * Math.sin(gridTurn) + y * Math.cos(gridTurn)
  return [
    round(datum.longitude + east / (metresPerDegree * Math.cos((datum.latitude * Math.PI) / 180)), 8),
    round(datum.latitude + north / metresPerDegree, 8),
  ]
}

export const polygonOf = (ring) => {
  const positions = ring.map(toLonLat)
  return { type: 'Polygon', coordinates: [[...positions, positions[0]]] }
}

export const lineOf = (points) => ({ type: 'LineString', coordinates: points.map(toLonLat) })

export const pointOf = (point) => ({ type: 'Point', coordinates: toLonLat(point) })

/** A rectangle whose edges are not quite straight, as trowels leave them. */
export function roughRectangle(random, [x, y, width, height], wobble, perSide = 3) {
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]
  return corners.flatMap((from, index) => {
    const to = corners[(index + 1) % 4]
    return Array.from({ length: perSide }, (_, step) => {
      const share = step / perSide
      return [
        from[0] + (to[0] - from[0]) * share + random.between(-wobble, wobble),
        from[1] + (to[1] - from[1]) * share + random.between(-wobble, wobble),
      ]
    })
  })
}

export function blob(random, [x, y], radius, points = 12) {
  return Array.from({ length: points }, (_, index) => {
    const angle = (index / points) * 2 * Math.PI
    const reach = radius * random.between(0.85, 1.12)
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach]
  })
}

function centre(ring) {
  const sum = ring.reduce(([x, y], point) => [x + point[0], y + point[1]], [0, 0])
  return [sum[0] / ring.length, sum[1] / ring.length]
}

/** A point inside: between the middle and somewhere on the edge. */
export function pointInside(random, ring) {
  const middle = centre(ring)
  const edge = random.pick(ring)
  const share = Math.sqrt(random.next()) * 0.85
  return [middle[0] + (edge[0] - middle[0]) * share, middle[1] + (edge[1] - middle[1]) * share]
}

export const areaOf = (ring) =>
  Math.abs(
    ring.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = ring[(index + 1) % ring.length]
      return sum + x * nextY - nextX * y
    }, 0) / 2,
  )
