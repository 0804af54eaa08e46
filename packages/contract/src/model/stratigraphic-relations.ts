/**
 * Which end of a relation "first … second" came into being later; `neither` for units that belong together.
 */
export type Newer = 'first' | 'second' | 'neither'

const relations = [
  { code: 1, name: 'is_covered_by', inverse: 5, newer: 'second', short: 'cov.by' },
  { code: 2, name: 'is_cut_by', inverse: 6, newer: 'second', short: 'cut by' },
  { code: 3, name: 'carries', inverse: 7, newer: 'second', short: 'carries' },
  { code: 4, name: 'is_filled_by', inverse: 8, newer: 'second', short: 'fill.by' },
  { code: 5, name: 'covers', inverse: 1, newer: 'first', short: 'covers' },
  { code: 6, name: 'cuts', inverse: 2, newer: 'first', short: 'cuts' },
  { code: 7, name: 'leans_against', inverse: 3, newer: 'first', short: 'leans' },
  { code: 8, name: 'fills', inverse: 4, newer: 'first', short: 'fills' },
  { code: 9, name: 'is_the_same_as', inverse: 9, newer: 'neither', short: '=' },
  { code: 10, name: 'is_bound_to', inverse: 10, newer: 'neither', short: '~' },
] as const

/** One kind of stratigraphic relation, read as "first *name* second". */
export interface StratigraphicRelation {
  /** What is stored and travels on the wire. */
  readonly code: number
  readonly name: (typeof relations)[number]['name']
  /** The code of the same fact seen from the other end. */
  readonly inverse: number
  readonly newer: Newer
  /** What a graph has room for. */
  readonly short: string
}

/** The ten relations between two contexts, by code. */
export const stratigraphicRelations: readonly StratigraphicRelation[] = relations

/** `undefined` for anything that is none of the ten codes. */
export const stratigraphicRelation = (code: number): StratigraphicRelation | undefined =>
  Number.isInteger(code) ? stratigraphicRelations[code - 1] : undefined
