import type { AnalysisData, LeftOut, SeriationBasis } from '@trowel/contract/assemblages.js'

/** What a group or a kind needs so that it has a place in the order. */
export interface Thresholds {
  readonly basis: SeriationBasis
  readonly minGroup: number
  readonly minChar: number
  /** Different kinds in a group, and groups with a kind. */
  readonly minMeetings: number
}

/** Where a group and a kind meet, by their places in `groups` and `chars`. */
export interface Cell {
  readonly group: number
  readonly char: number
  /** Above zero; 1 where only presence counts. */
  readonly value: number
}

interface Counted extends Cell {
  /** What the totals of thresholds are made of. */
  readonly number: number
}

export interface ChosenCells {
  /** In the order in which they came. */
  readonly groups: readonly string[]
  readonly chars: readonly string[]
  readonly cells: readonly Cell[]
  readonly leftOut: { readonly groups: LeftOut[]; readonly chars: LeftOut[]; readonly belowZero: number }
}

/**
 * The part of an analysis that is put in order. What has no value is no kind and no group; what is below a
 * threshold is left out, and then what falls below one without it.
 */
export function chooseCells({ groups, chars, data }: AnalysisData, thresholds: Thresholds): ChosenCells {
  const [rows, columns] = [sidesOf(groups), sidesOf(chars)]
  const places = new Map(chars.map((char, place) => [char, place]))
  const cells: Counted[] = []
  let belowZero = 0
  for (const [group, row] of rows.entries()) {
    for (const [char, number] of Object.entries(data[row.key] ?? {})) {
      const place = places.get(char)
      if (number < 0) belowZero += 1
      if (number <= 0 || place === undefined) continue
      const value = thresholds.basis === 'counts' ? number : 1
      const cell = { group, char: place, value, number }
      cells.push(cell)
      row.cells.push(cell)
      columns[place]?.cells.push(cell)
    }
  }
  for (const side of [...rows, ...columns]) side.count()
  leaveOut(rows, columns, thresholds)
  const isLeft = ({ group, char }: Cell) => !rows[group]?.reason && !columns[char]?.reason
  return {
    ...renumbered(rows, columns, cells.filter(isLeft)),
    leftOut: { groups: rows.flatMap(leftOutOf), chars: columns.flatMap(leftOutOf), belowZero },
  }
}

/** A group or a kind, and what of it is still there. */
class Side {
  readonly cells: Counted[] = []
  reason: LeftOut['reason'] | undefined
  total = 0
  meetings = 0

  constructor(readonly key: string) {}

  count(): void {
    this.total = totalOf(this.cells)
    this.meetings = this.cells.length
  }

  without({ number }: Counted): void {
    this.total -= number
    this.meetings -= 1
  }

  /** @param min of the total */
  why(min: number, minMeetings: number): LeftOut['reason'] | undefined {
    if (this.key === '') return 'no_value'
    if (this.meetings === 0) return 'empty'
    if (Number(this.total.toPrecision(12)) < min) return 'total'
    return this.meetings < minMeetings ? 'meetings' : undefined
  }
}

const sidesOf = (keys: readonly string[]): Side[] => keys.map((key) => new Side(key))

function leaveOut(
  rows: readonly Side[],
  columns: readonly Side[],
  { minGroup, minChar, minMeetings }: Thresholds,
): void {
  const open = [
    ...rows.map((side) => ({ side, min: minGroup })),
    ...columns.map((side) => ({ side, min: minChar })),
  ]
  // What is left out may leave others with too little: they are looked at again.
  for (const { side, min } of open) {
    if (side.reason) continue
    side.reason = side.why(min, minMeetings)
    if (!side.reason) continue
    for (const cell of side.cells) {
      const [row, column] = [rows[cell.group], columns[cell.char]]
      const isRow = side === row
      const other = isRow ? column : row
      if (!other || other.reason) continue
      other.without(cell)
      open.push({ side: other, min: isRow ? minChar : minGroup })
    }
  }
}

/** Sums of decimals have the dust of binary fractions. */
const totalOf = (cells: readonly Counted[]): number =>
  Number(cells.reduce((sum, { number }) => sum + number, 0).toPrecision(14))

const leftOutOf = ({ key, reason, cells }: Side): LeftOut[] =>
  reason ? [{ key, total: totalOf(cells), meetings: cells.length, reason }] : []

function renumbered(rows: readonly Side[], columns: readonly Side[], cells: readonly Cell[]) {
  const [groups, chars] = [remaining(rows), remaining(columns)]
  return {
    groups: groups.keys,
    chars: chars.keys,
    cells: cells.map(({ group, char, value }) => ({
      group: groups.places[group] as number,
      char: chars.places[char] as number,
      value,
    })),
  }
}

function remaining(sides: readonly Side[]) {
  const keys: string[] = []
  const places = sides.map(({ key, reason }) => (reason ? -1 : keys.push(key) - 1))
  return { keys, places }
}
