import { certaintyOf } from '../../../query/chronology.js'
import { recordLabel } from '../../../records/rows/record-label.js'
import type { Chronology, HarrisMatrix, MatrixUnit, RelationRow } from './harris-matrix.js'

/** The rows of a matrix as the engine wrote them: lists of JSON objects, UTF-8, by id. */
export interface MatrixRows {
  readonly table: HarrisMatrix['table']
  readonly hasFuzzyDate: boolean
  readonly units: Uint8Array
  readonly relations: Uint8Array
}

interface UnitRow {
  readonly id: number
  readonly label: string | number | null
  readonly inFilter: number
  readonly from?: number | null
  readonly to?: number | null
  readonly dateLabel?: string | null
  readonly certainty?: string | number | null
}

/** A unit before anything was found out about it. */
export type PlainUnit = Omit<MatrixUnit, 'group' | 'level'>

export interface PlainMatrix {
  readonly table: HarrisMatrix['table']
  readonly hasFuzzyDate: boolean
  readonly units: readonly PlainUnit[]
  readonly relations: readonly RelationRow[]
}

/**
 * Relations with an end that is gone, or that the caller may not see, are left out, and those between units
 * of which none was asked for.
 */
export function readMatrix({ table, hasFuzzyDate, units, relations }: MatrixRows): PlainMatrix {
  const plain = parse<UnitRow>(units).map((row): PlainUnit => {
    const unit = { id: row.id, label: recordLabel(row.label, row.id), inFilter: row.inFilter === 1 }
    return hasFuzzyDate ? { ...unit, chrono: chronologyOf(row) } : unit
  })
  const asked = new Map(plain.map(({ id, inFilter }) => [id, inFilter]))
  return {
    table,
    hasFuzzyDate,
    units: plain,
    relations: parse<RelationRow>(relations).filter(({ first, second }) => {
      const ends = [asked.get(first), asked.get(second)]
      return !ends.includes(undefined) && ends.includes(true)
    }),
  }
}

const parse = <Row>(bytes: Uint8Array): Row[] => JSON.parse(new TextDecoder().decode(bytes)) as Row[]

const chronologyOf = ({ from, to, dateLabel, certainty }: UnitRow): Chronology => ({
  from: yearOf(from),
  to: yearOf(to),
  label: dateLabel ?? null,
  certainty: certaintyOf(certainty),
})

const yearOf = (value: number | null | undefined): number | null => (typeof value === 'number' ? value : null)
