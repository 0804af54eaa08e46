import fc from 'fast-check'
import { endsOf, type RelationRow } from '../modules/stratigraphy/matrix/harris-matrix.js'

/**
 * Relations between `units` units with the ids 1, 2, 3 …: as people would write them without a check
 * anything.
 */
export const relationsBetween = (units: number, max = 2 * units): fc.Arbitrary<RelationRow[]> => {
  const unit = fc.integer({ min: 1, max: units })
  // Most say which is newer; with equal weights nearly everything would be one group.
  const relation = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 8 }) },
    { weight: 1, arbitrary: fc.integer({ min: 9, max: 10 }) },
  )
  return fc
    .array(fc.record({ first: unit, second: unit, relation }), { maxLength: max })
    .map((rows) =>
      rows.filter(({ first, second }) => first !== second).map((row, k) => ({ id: k + 1, ...row })),
    )
}

/**
 * The same without a contradiction: what would turn the order of the ids round is told from the other end,
 * and nothing is joined that an order parts.
 */
export const soundRelationsBetween = (units: number, max = 2 * units): fc.Arbitrary<RelationRow[]> =>
  relationsBetween(units, max).map((rows) => {
    const sound: RelationRow[] = []
    for (const row of rows) {
      const ends = endsOf(row)
      const turned = ends && ends.newer > ends.older ? { ...row, first: row.second, second: row.first } : row
      if (!hasLoop(units, [...sound, turned])) sound.push(turned)
    }
    return sound
  })

/**
 * What can be reached from each unit downwards, in the plainest way: a table of all pairs. Index 0 stands for
 * no unit.
 */
export interface SlowSequence {
  /** Over any steps. */
  readonly reaches: readonly (readonly boolean[])[]
  /** Over steps of which at least one leads from newer to older. */
  readonly isAbove: readonly (readonly boolean[])[]
  /** The smallest unit that belongs together with each. */
  readonly groupOf: readonly number[]
}

export function slowSequence(units: number, relations: readonly RelationRow[]): SlowSequence {
  const table = (): boolean[][] =>
    Array.from({ length: units + 1 }, () => Array<boolean>(units + 1).fill(false))
  const [reaches, isAbove, together] = [table(), table(), table()]
  const set = (rows: boolean[][], a: number, b: number): void => {
    const row = rows[a]
    if (row) row[b] = true
  }
  for (let unit = 1; unit <= units; unit++) set(together, unit, unit)
  for (const row of relations) {
    const ends = endsOf(row)
    if (ends) {
      set(reaches, ends.newer, ends.older)
    } else {
      for (const [a, b] of [
        [row.first, row.second],
        [row.second, row.first],
      ] as const) {
        set(reaches, a, b)
        set(together, a, b)
      }
    }
  }
  for (let via = 1; via <= units; via++)
    for (let a = 1; a <= units; a++)
      for (let b = 1; b <= units; b++) {
        if (together[a]?.[via] && together[via]?.[b]) set(together, a, b)
        if (reaches[a]?.[via] && reaches[via]?.[b]) set(reaches, a, b)
      }
  // Known only when all ways are: a way with such a step may lead through a unit twice.
  for (const row of relations) {
    const ends = endsOf(row)
    if (!ends) continue
    const { newer, older } = ends
    for (let a = 1; a <= units; a++)
      for (let b = 1; b <= units; b++) {
        const leadsThere = a === newer || reaches[a]?.[newer] === true
        if (leadsThere && (older === b || reaches[older]?.[b])) set(isAbove, a, b)
      }
  }
  return { reaches, isAbove, groupOf: together.map((row) => row.indexOf(true)) }
}

export function hasLoop(units: number, relations: readonly RelationRow[]): boolean {
  const { isAbove } = slowSequence(units, relations)
  return isAbove.some((row, unit) => row[unit])
}

/**
 * The number of steps from each unit to each other one over relations downwards and sideways; infinite when
 * there is no way.
 */
export function slowDistances(units: number, relations: readonly RelationRow[]): number[][] {
  const far = Array.from({ length: units + 1 }, (_, a) =>
    Array.from({ length: units + 1 }, (__, b) => (a === b ? 0 : Number.POSITIVE_INFINITY)),
  )
  const distance = (a: number, b: number): number => far[a]?.[b] ?? Number.POSITIVE_INFINITY
  const set = (a: number, b: number, steps: number): void => {
    const row = far[a]
    if (row && steps < distance(a, b)) row[b] = steps
  }
  for (const row of relations) {
    const ends = endsOf(row)
    if (ends) set(ends.newer, ends.older, 1)
    else {
      set(row.first, row.second, 1)
      set(row.second, row.first, 1)
    }
  }
  for (let via = 1; via <= units; via++)
    for (let a = 1; a <= units; a++)
      for (let b = 1; b <= units; b++) set(a, b, distance(a, via) + distance(via, b))
  return far
}
