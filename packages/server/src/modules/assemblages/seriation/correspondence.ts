import { eigenOfSymmetric } from './symmetric-eigen.js'

/** Rows of a table without negative numbers; every row and every column has something. */
export type Table = readonly (readonly number[])[]

/** One direction in which the profiles of rows and columns differ. */
export interface Axis {
  /** How much of the whole inertia lies in it: its principal inertia, 0 to 1. */
  readonly inertia: number
  /** Principal coordinates. */
  readonly rows: readonly number[]
  readonly columns: readonly number[]
}

export interface Correspondence {
  /** Chi-square of the table divided by its total; 0 where all rows have the same shares. */
  readonly inertia: number
  /** The first axes, the strongest first; none where nothing differs. */
  readonly axes: readonly Axis[]
}

/** Weaker axes are rounding errors. */
const minInertia = 1e-12

/**
 * Simple correspondence analysis, of which reciprocal averaging is the first axis: M. O. Hill, Reciprocal
 * averaging, Journal of Ecology 61 (1973), doi 10.2307/2258931; M. Greenacre, Correspondence Analysis in
 * Practice, 3rd ed. 2017, appendix A. The standardised residuals
 *
 *     s = (p - r c) / √(r c)
 *
 * are decomposed, with `p` the share of a cell in the total, `r` and `c` the masses of its row and column.
 * The coordinates of the larger side follow from those of the smaller by the transition formula.
 *
 * @param count of axes wanted
 */
export function analyseCorrespondence(table: Table, count: number): Correspondence {
  const total = sum(table.map(sum))
  const shares = table.map((row) => row.map((value) => value / total))
  const rowMasses = shares.map(sum)
  const columnMasses = transposed(shares).map(sum)
  const residuals = shares.map((row, i) =>
    row.map((share, j) => {
      const expected = at(rowMasses, i) * at(columnMasses, j)
      return (share - expected) / Math.sqrt(expected)
    }),
  )
  const isWide = columnMasses.length > rowMasses.length
  const { values, vectors } = eigenOfSymmetric(productsOf(isWide ? residuals : transposed(residuals)))
  const axes = values.slice(0, count).flatMap((inertia, k): Axis[] => {
    if (inertia <= minInertia) return []
    const [near, far] = isWide ? [rowMasses, columnMasses] : [columnMasses, rowMasses]
    const scale = Math.sqrt(inertia)
    const ofNear = near.map((mass, i) => (at(vectors[k], i) * scale) / Math.sqrt(mass))
    const ofFar = (isWide ? transposed(shares) : shares).map(
      (profile, i) => sum(profile.map((share, j) => share * at(ofNear, j))) / (at(far, i) * scale),
    )
    return [{ inertia, ...(isWide ? { rows: ofNear, columns: ofFar } : { rows: ofFar, columns: ofNear }) }]
  })
  return { inertia: sum(residuals.map((row) => sum(row.map((value) => value * value)))), axes }
}

const at = (list: ArrayLike<number> | undefined, k: number): number => list?.[k] ?? 0
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
const transposed = (table: Table): number[][] =>
  (table[0] ?? []).map((_, column) => table.map((row) => at(row, column)))

/** The product of each pair of rows. */
function productsOf(table: Table): Float64Array[] {
  const rows = table.map((row) => Float64Array.from(row))
  const products = rows.map(() => new Float64Array(rows.length))
  rows.forEach((one, i) => {
    for (let j = i; j < rows.length; j++) {
      const other = rows[j] as Float64Array
      let product = 0
      for (let k = 0; k < one.length; k++) product += (one[k] as number) * (other[k] as number)
      ;(products[i] as Float64Array)[j] = product
      ;(products[j] as Float64Array)[i] = product
    }
  })
  return products
}
