/** A cell of the grid: the place of its row in the listing, and that of its column among those shown. */
export interface Cell {
  readonly row: number
  readonly column: number
}

/** The cells between two corners. */
export interface CellRange {
  /** Where the focus is. */
  readonly active: Cell
  /** Where the range was begun. */
  readonly anchor: Cell
}

export interface Extent {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export const extentOf = ({ active, anchor }: CellRange): Extent => ({
  top: Math.min(active.row, anchor.row),
  bottom: Math.max(active.row, anchor.row),
  left: Math.min(active.column, anchor.column),
  right: Math.max(active.column, anchor.column),
})

/** The columns of a row that a range covers, and the one that has the focus. */
export interface RowMarks {
  readonly left: number
  readonly right: number
  readonly active: number | undefined
}

export function marksOf(range: CellRange | undefined, row: number): RowMarks | undefined {
  if (!range) return undefined
  const { top, bottom, left, right } = extentOf(range)
  if (row < top || row > bottom) return undefined
  return { left, right, active: range.active.row === row ? range.active.column : undefined }
}
