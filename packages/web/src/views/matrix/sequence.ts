import type { Box, Layout, Unit } from './use-layout.js'

/** Which boxes are later and which are earlier than others, found once for a drawing. */
export interface Sequence {
  /** The place of a unit's box in the list of boxes. */
  boxOf(unit: number): number | undefined
  unitOf(id: number): Unit | undefined
  /** Boxes directly above a box, and directly below it. */
  readonly newer: readonly (readonly number[])[]
  readonly older: readonly (readonly number[])[]
  /** The layer of a box, 1 for the latest; `undefined` for an isolated one. */
  levelOf(box: number): number | undefined
}

export function sequenceOf({ boxes, lines, layers, isolated }: Layout): Sequence {
  const boxByUnit = new Map<number, number>()
  const unitById = new Map<number, Unit>()
  boxes.forEach(({ units }, place) => {
    for (const unit of units) {
      boxByUnit.set(unit.db_id, place)
      unitById.set(unit.db_id, unit)
    }
  })
  const newer: number[][] = boxes.map(() => [])
  const older: number[][] = boxes.map(() => [])
  for (const line of lines) {
    if (!newer[line.older]?.includes(line.newer)) newer[line.older]?.push(line.newer)
    if (!older[line.newer]?.includes(line.older)) older[line.newer]?.push(line.older)
  }
  const levelByTop = new Map(layers.map(({ y, level }) => [y, level]))
  return {
    boxOf: (unit) => boxByUnit.get(unit),
    unitOf: (id) => unitById.get(id),
    newer,
    older,
    levelOf: (place) => {
      const box = boxes[place]
      if (!box || (isolated && box.y >= isolated.y)) return undefined
      return levelByTop.get(box.y)
    },
  }
}

/** Everything that is reached from a box over one kind of step, without the box itself. */
export function reachedFrom(box: number, steps: readonly (readonly number[])[]): ReadonlySet<number> {
  const reached = new Set<number>()
  const way = [...(steps[box] ?? [])]
  for (let next = way.pop(); next !== undefined; next = way.pop()) {
    if (next === box || reached.has(next)) continue
    reached.add(next)
    way.push(...(steps[next] ?? []))
  }
  return reached
}

export type Direction = 'up' | 'down' | 'left' | 'right'

/** The box that an arrow key leads to: along the relations up and down, along the layer to the sides. */
export function neighbourOf(
  from: number,
  direction: Direction,
  { boxes }: Layout,
  { newer, older }: Sequence,
) {
  const here = boxes[from]
  if (!here) return undefined
  const middle = (box: Box) => box.x + box.width / 2
  const candidates =
    direction === 'up'
      ? (newer[from] ?? [])
      : direction === 'down'
        ? (older[from] ?? [])
        : boxes.flatMap((box, place) =>
            box.y === here.y && (direction === 'left' ? box.x < here.x : box.x > here.x) ? place : [],
          )
  let best: { place: number; distance: number } | undefined
  for (const place of candidates) {
    const box = boxes[place]
    if (!box) continue
    const distance = Math.abs(middle(box) - middle(here)) + Math.abs(box.y - here.y)
    if (!best || distance < best.distance) best = { place, distance }
  }
  return best?.place
}
