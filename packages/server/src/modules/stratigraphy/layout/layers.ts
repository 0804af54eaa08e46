import { JoinedSets } from '../matrix/unit-groups.js'

/** A line to be drawn between two boxes, by their places in the list of boxes. */
export interface LineEnds {
  readonly newer: number
  readonly older: number
}

export interface Layers {
  /** The layer of each box: 0 on top, else one below the lowest box above it. */
  readonly of: Int32Array
  /**
   * Lines that run against time because they close a loop: drawn upwards, so that the others can point down.
   */
  readonly turned: ReadonlySet<number>
}

/** Reads a list of numbers at a place that is known to exist. */
export const at = (numbers: ArrayLike<number>, place: number): number => numbers[place] as number

/** For each of `count` things the places of the lines that leave it, one list after another. */
export interface Leaving {
  /** Where the list of a thing begins; it ends where the next begins. */
  readonly start: Int32Array
  readonly lines: Int32Array
}

/** @param from the thing that each line leaves */
export function leavingLines(count: number, from: ArrayLike<number>): Leaving {
  const start = new Int32Array(count + 1)
  for (let line = 0; line < from.length; line++) start[at(from, line) + 1] = at(start, at(from, line) + 1) + 1
  for (let thing = 0; thing < count; thing++) start[thing + 1] = at(start, thing + 1) + at(start, thing)
  const next = start.slice()
  const lines = new Int32Array(from.length)
  for (let line = 0; line < from.length; line++) {
    const thing = at(from, line)
    lines[at(next, thing)] = line
    next[thing] = at(next, thing) + 1
  }
  return { start, lines }
}

/** Layers by the longest chain of newer boxes above each. */
export function assignLayers(boxCount: number, lines: readonly LineEnds[]): Layers {
  const newer = Int32Array.from(lines, (line) => line.newer)
  const older = Int32Array.from(lines, (line) => line.older)
  const turned = linesThatCloseLoops(boxCount, newer, older)
  for (const line of turned) [newer[line], older[line]] = [at(older, line), at(newer, line)]
  const down = leavingLines(boxCount, newer)
  const waitsFor = new Int32Array(boxCount)
  for (const box of older) waitsFor[box] = at(waitsFor, box) + 1
  const of = new Int32Array(boxCount)
  const ready: number[] = []
  for (let box = 0; box < boxCount; box++) if (at(waitsFor, box) === 0) ready.push(box)
  for (let next = 0; next < ready.length; next++) {
    const box = ready[next] as number
    for (let k = at(down.start, box); k < at(down.start, box + 1); k++) {
      const below = at(older, at(down.lines, k))
      of[below] = Math.max(at(of, below), at(of, box) + 1)
      waitsFor[below] = at(waitsFor, below) - 1
      if (at(waitsFor, below) === 0) ready.push(below)
    }
  }
  return { of, turned }
}

/** Walks down from the newest boxes; a line back into the way that led to it closes a loop. */
function linesThatCloseLoops(boxCount: number, newer: Int32Array, older: Int32Array): Set<number> {
  const down = leavingLines(boxCount, newer)
  const hasNewer = new Uint8Array(boxCount)
  for (const box of older) hasNewer[box] = 1
  const closing = new Set<number>()
  const [unseen, onTheWay, done] = [0, 1, 2]
  const state = new Uint8Array(boxCount)
  const next = down.start.slice()
  const walk = (from: number) => {
    const way = [from]
    state[from] = onTheWay
    while (way.length > 0) {
      const box = way[way.length - 1] as number
      if (at(next, box) === at(down.start, box + 1)) {
        state[box] = done
        way.pop()
        continue
      }
      const line = at(down.lines, at(next, box))
      next[box] = at(next, box) + 1
      const below = at(older, line)
      if (at(state, below) === onTheWay) closing.add(line)
      else if (at(state, below) === unseen) {
        state[below] = onTheWay
        way.push(below)
      }
    }
  }
  for (const tops of [true, false]) {
    for (let box = 0; box < boxCount; box++) {
      if (at(state, box) === unseen && (!tops || at(hasNewer, box) === 0)) walk(box)
    }
  }
  return closing
}

/** Boxes that hang together by lines, each part in ascending order; larger parts first. */
export function connectedParts(boxCount: number, lines: readonly LineEnds[]): number[][] {
  const sets = new JoinedSets(boxCount)
  for (const { newer, older } of lines) sets.join(newer, older)
  const parts = new Map<number, number[]>()
  for (let box = 0; box < boxCount; box++) {
    const root = sets.smallestOf(box)
    const part = parts.get(root)
    if (part) part.push(box)
    else parts.set(root, [box])
  }
  return [...parts.values()].sort((a, b) => b.length - a.length || (a[0] as number) - (b[0] as number))
}
