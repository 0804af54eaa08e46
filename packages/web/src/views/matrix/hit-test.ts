import type { Layout, Line, Unit } from './use-layout.js'
import type { Viewport } from './viewport.js'

interface Spot {
  readonly x: number
  readonly y: number
}

/** What lies under a point of the screen: a unit, else a line. */
export function hitTest(
  { boxes, lines }: Layout,
  { x, y, scale }: Viewport,
  spot: Spot,
): { readonly unit?: Unit; readonly line?: Line } {
  const point = { x: (spot.x - x) / scale, y: (spot.y - y) / scale }
  const box = boxes.find(
    (one) =>
      point.x >= one.x && point.x <= one.x + one.width && point.y >= one.y && point.y <= one.y + one.height,
  )
  if (box) {
    const distance = (unit: Unit) => Math.abs(unit.x - point.x) + Math.abs(unit.y + 9 - point.y)
    const [nearest] = [...box.units].sort((a, b) => distance(a) - distance(b))
    return nearest ? { unit: nearest } : {}
  }
  const reach = 5 / scale
  const line = lines.find(({ points }) => {
    for (let k = 2; k < points.length; k += 2) {
      const [ax = 0, ay = 0, bx = 0, by = 0] = points.slice(k - 2, k + 2)
      if (
        point.x >= Math.min(ax, bx) - reach &&
        point.x <= Math.max(ax, bx) + reach &&
        point.y >= Math.min(ay, by) - reach &&
        point.y <= Math.max(ay, by) + reach
      )
        return true
    }
    return false
  })
  return line ? { line } : {}
}
