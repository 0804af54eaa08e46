import type { LaidOutPart } from './part.js'

/** From one part to the next, in units of the drawing. */
const betweenParts = 5
/** Drawings grow to about this form before parts that do not hang together are put below each other. */
const preferredForm = 1.5
/** Room that every drawing may take, in units of the drawing. */
export const leastWidth = 150

/** Boxes and lines that hang together, by their places in the lists. */
export interface Part {
  readonly boxes: readonly number[]
  readonly lines: readonly number[]
}

interface PartLaidOut {
  readonly part: Part
  readonly laidOut: LaidOutPart
}

export interface ShelvedPart extends PartLaidOut {
  /** How far the part is moved to the right. */
  readonly shift: number
}

/** Parts side by side as long as the drawing keeps a good form; then a new shelf begins. */
export function shelvesOf(parts: readonly PartLaidOut[]): ShelvedPart[][] {
  const widthOf = ({ laidOut }: PartLaidOut) => Math.max(...laidOut.right) - Math.min(...laidOut.left)
  const area = parts.reduce((sum, part) => sum + widthOf(part) * part.laidOut.left.length * 12, 0)
  const widest = parts.reduce((most, part) => Math.max(most, widthOf(part)), leastWidth)
  const most = Math.max(widest, Math.sqrt(area * preferredForm))
  const shelves: ShelvedPart[][] = []
  let edge: number[] = []
  for (const part of parts) {
    const { left, right } = part.laidOut
    const shiftOnto = (taken: readonly number[]) =>
      Math.max(...left.map((_, layer) => (taken[layer] ?? -betweenParts) + betweenParts)) - Math.min(...left)
    let shift = shiftOnto(edge)
    if (shelves.length === 0 || shift + Math.max(...right) > most) {
      shelves.push([])
      edge = []
      shift = shiftOnto(edge)
    }
    edge.fill(shift + Math.max(...right), 0, right.length)
    for (let layer = edge.length; layer < right.length; layer++) edge.push(shift + Math.max(...right))
    shelves.at(-1)?.push({ ...part, shift })
  }
  return shelves
}
