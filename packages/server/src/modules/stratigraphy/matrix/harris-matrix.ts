import { stratigraphicRelation } from '@trowel/contract/model/stratigraphic-relations.js'

/** A stratigraphic relation as it is stored, read as "first *relation* second". */
export interface RelationRow {
  readonly id: number
  readonly first: number
  readonly second: number
  /** A code from 1 to 10. */
  readonly relation: number
}

/** One record of a table with stratigraphic relations: a context, a wall, a burial. */
export interface MatrixUnit {
  readonly id: number
  /** What people call it: the value of the id field as text, or the id. */
  readonly label: string
  /** Was it asked for? `false` for a unit that only stands at the other end of a relation. */
  readonly inFilter: boolean
  /**
   * The smallest id among the units that are the same as it or bound to it; its own id when there are none.
   */
  readonly group: number
  /**
   * 1 for the latest units, else one more than the longest chain of units above it. Present when levels were
   * asked for.
   */
  readonly level?: number
  /** Present when the table has fuzzy dates. */
  readonly chrono?: Chronology
}

/** When a unit came into being, in calendar years; negative years are BCE, `null` is unknown. */
export interface Chronology {
  readonly from: number | null
  readonly to: number | null
  /** As it was typed. */
  readonly label: string | null
  /** 1 certain, 2 probable, 3 uncertain, `null` when not stated. */
  readonly certainty: number | null
}

/** Units that are each newer than the next, and the last newer than the first: one of them is wrong. */
export interface StratigraphicLoop {
  /** Ids of the units, in the order in which the relations lead from newer to older. */
  readonly units: readonly number[]
  /** `relations[k]` leads from `units[k]` to the next unit, the last one back to the first. */
  readonly relations: readonly RelationRow[]
}

/** The sequence of the units of one table, as far as they were asked for and the caller may see them. */
export interface HarrisMatrix {
  readonly table: { readonly name: string; readonly label: string }
  /** By id. */
  readonly units: readonly MatrixUnit[]
  /**
   * By id, as they were stored; both ends of each are among `units`. When reduced, without those that others
   * imply.
   */
  readonly relations: readonly RelationRow[]
  /** Contradictions among the relations; found when a reduced matrix was asked for, else `[]`. */
  readonly loops: readonly StratigraphicLoop[]
}

/** Which end of a relation is newer; `undefined` where it says that both belong together. */
export function endsOf({
  first,
  second,
  relation,
}: Omit<RelationRow, 'id'>): { readonly newer: number; readonly older: number } | undefined {
  switch (stratigraphicRelation(relation)?.newer) {
    case 'first':
      return { newer: first, older: second }
    case 'second':
      return { newer: second, older: first }
    default:
      return undefined
  }
}
