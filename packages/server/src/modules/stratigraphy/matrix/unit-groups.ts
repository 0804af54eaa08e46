import { endsOf, type MatrixUnit, type RelationRow } from './harris-matrix.js'

/** Sets of things numbered from 0, joined pair by pair. */
export class JoinedSets {
  readonly #parents: Int32Array

  constructor(size: number) {
    this.#parents = Int32Array.from({ length: size }, (_, k) => k)
  }

  /** The smallest member of the set to which `k` belongs. */
  smallestOf(k: number): number {
    const parents = this.#parents
    let at = k
    while (parents[at] !== at) {
      const above = parents[at] as number
      parents[at] = parents[above] as number
      at = above
    }
    return at
  }

  /** @returns whether they were apart before */
  join(a: number, b: number): boolean {
    const one = this.smallestOf(a)
    const other = this.smallestOf(b)
    this.#parents[Math.max(one, other)] = Math.min(one, other)
    return one !== other
  }
}

/** Units by their place in the list of ids, which ascends. */
export type Places = ReadonlyMap<number, number>

export const placesOf = (units: readonly Pick<MatrixUnit, 'id'>[]): Places =>
  new Map(units.map(({ id }, place) => [id, place]))

/**
 * Units that are the same or bound to each other form one group.
 *
 * @param relations both ends of each are in `places`; by id
 * @returns the place of the first unit of its group for each unit, and the relations of 9 and 10 that join
 *   what others joined already
 */
export function groupUnits(
  places: Places,
  relations: readonly RelationRow[],
): { readonly groupOf: Int32Array; readonly needless: readonly RelationRow[] } {
  const sets = new JoinedSets(places.size)
  const needless = relations.filter(
    (relation) =>
      !endsOf(relation) &&
      !sets.join(places.get(relation.first) as number, places.get(relation.second) as number),
  )
  return { groupOf: Int32Array.from({ length: places.size }, (_, k) => sets.smallestOf(k)), needless }
}

/** How many parts there are that no relation joins; a unit without any is a part of its own. */
export function countComponents(places: Places, relations: readonly RelationRow[]): number {
  const sets = new JoinedSets(places.size)
  let count = places.size
  for (const { first, second } of relations)
    if (sets.join(places.get(first) as number, places.get(second) as number)) count -= 1
  return count
}
