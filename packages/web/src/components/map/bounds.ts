import type { Geometry, Position } from '@trowel/contract/model/geometry.js'

/** West, south, east, north in degrees. */
export type Box = readonly [number, number, number, number]

/** The box around a geometry. */
export function boxOf({ coordinates }: Geometry): Box {
  const box: [number, number, number, number] = [180, 90, -180, -90]
  for (const [x, y] of positionsIn(coordinates)) {
    box[0] = Math.min(box[0], x)
    box[1] = Math.min(box[1], y)
    box[2] = Math.max(box[2], x)
    box[3] = Math.max(box[3], y)
  }
  return box
}

type Nested = Position | readonly Nested[]
const isPosition = (nested: Nested): nested is Position => typeof nested[0] === 'number'

/** Every position of a geometry. */
export function* positionsIn(nested: Nested): Generator<Position> {
  if (isPosition(nested)) yield nested
  else for (const part of nested) yield* positionsIn(part)
}

/** The box around several; nothing when there are none. */
export function boxAround(boxes: Iterable<Box>): Box | undefined {
  let around: Box | undefined
  for (const box of boxes) {
    around = around
      ? [
          Math.min(around[0], box[0]),
          Math.min(around[1], box[1]),
          Math.max(around[2], box[2]),
          Math.max(around[3], box[3]),
        ]
      : box
  }
  return around
}

export const meets = (a: Box, b: Box): boolean => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
