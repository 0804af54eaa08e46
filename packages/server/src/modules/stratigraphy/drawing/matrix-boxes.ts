import { stratigraphicRelation } from '@trowel/contract/model/stratigraphic-relations.js'
import { endsOf, type HarrisMatrix, type MatrixUnit, type RelationRow } from '../matrix/harris-matrix.js'

/** One box of a matrix: a unit, or units that are the same or bound to each other. */
export interface MatrixBox {
  /** The smallest id of its units. */
  readonly group: number
  /** By id. */
  readonly units: readonly MatrixUnit[]
  /** The relations that join them. */
  readonly joins: readonly RelationRow[]
  /** Relations that call one of them newer than another: contradictions. */
  readonly within: readonly RelationRow[]
  readonly isInLoop: boolean
}

/** A relation that leads from a newer box to an older one, by their places in the list. */
export interface MatrixLine {
  readonly row: RelationRow
  readonly newer: number
  readonly older: number
  readonly isInLoop: boolean
}

/** A matrix as people draw it. */
export interface BoxedMatrix {
  readonly boxes: readonly MatrixBox[]
  readonly lines: readonly MatrixLine[]
  /** A relation in words: "C0412 cuts C0397". */
  readonly inWords: (row: RelationRow) => string
}

/** Puts units that are the same, or bound to each other, into one box; relations then join boxes. */
export function boxMatrix({ units, relations, loops }: HarrisMatrix): BoxedMatrix {
  const unitById = new Map(units.map((unit) => [unit.id, unit]))
  const wrongRelations = new Set(loops.flatMap((loop) => loop.relations.map(({ id }) => id)))
  const wrongUnits = new Set(loops.flatMap((loop) => loop.units))
  const boxes: { group: number; units: MatrixUnit[]; joins: RelationRow[]; within: RelationRow[] }[] = []
  const placeOf = new Map<number, number>()
  for (const unit of units) {
    const place = placeOf.get(unit.group)
    if (place !== undefined) boxes[place]?.units.push(unit)
    else {
      placeOf.set(unit.group, boxes.length)
      boxes.push({ group: unit.group, units: [unit], joins: [], within: [] })
    }
  }
  const boxAt = (id: number) => placeOf.get(unitById.get(id)?.group ?? id) as number
  const lines: MatrixLine[] = []
  for (const row of relations) {
    const ends = endsOf(row)
    if (!ends) {
      boxes[boxAt(row.first)]?.joins.push(row)
      continue
    }
    const [newer, older] = [boxAt(ends.newer), boxAt(ends.older)]
    if (newer === older) boxes[newer]?.within.push(row)
    else lines.push({ row, newer, older, isInLoop: wrongRelations.has(row.id) })
  }
  const inWords = ({ first, second, relation }: RelationRow) =>
    `${unitById.get(first)?.label} ${wordsOf(relation)} ${unitById.get(second)?.label}`
  return {
    boxes: boxes.map((box) => ({
      ...box,
      isInLoop: box.within.length > 0 || box.units.some(({ id }) => wrongUnits.has(id)),
    })),
    lines,
    inWords,
  }
}

const wordsOf = (relation: number): string =>
  stratigraphicRelation(relation)?.name.replaceAll('_', ' ') ?? String(relation)
