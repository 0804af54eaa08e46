import type { Side } from '../../components/stratigraphy/relation-sides.js'
import type { Sequence } from './sequence.js'
import type { Layout, Unit } from './use-layout.js'

/** A unit in the list, or a unit above, beside or below one that is unfolded. */
export type TreeRow =
  | {
      readonly unit: Unit
      readonly level: number | undefined
      readonly above: number
      readonly below: number
      readonly beside: number
    }
  | { readonly unit: Unit; readonly parent: Unit; readonly side: Side }

export const isChild = (row: TreeRow): row is Extract<TreeRow, { side: Side }> => 'side' in row

/**
 * All units from the latest to the earliest, isolated ones last; those that are unfolded with their
 * neighbours.
 */
export function treeRows(layout: Layout, sequence: Sequence, unfolded: ReadonlySet<number>): TreeRow[] {
  const places = layout.boxes.map((_, place) => place)
  const level = (place: number) => sequence.levelOf(place) ?? Number.POSITIVE_INFINITY
  places.sort((a, b) => level(a) - level(b) || (layout.boxes[a]?.x ?? 0) - (layout.boxes[b]?.x ?? 0))
  return places.flatMap((place) => {
    const units = layout.boxes[place]?.units ?? []
    const own = sequence.levelOf(place)
    const unitsOf = (boxes: readonly number[] | undefined) =>
      (boxes ?? []).flatMap((box) => layout.boxes[box]?.units ?? [])
    const above = unitsOf(sequence.newer[place])
    const below = unitsOf(sequence.older[place])
    return units.flatMap((unit): TreeRow[] => {
      const beside = units.filter((one) => one !== unit)
      const row = { unit, level: own, above: above.length, below: below.length, beside: beside.length }
      if (!unfolded.has(unit.db_id)) return [row]
      const child = (side: Side) => (one: Unit) => ({ unit: one, parent: unit, side })
      return [row, ...above.map(child('above')), ...beside.map(child('beside')), ...below.map(child('below'))]
    })
  })
}
