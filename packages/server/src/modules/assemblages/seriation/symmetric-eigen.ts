export interface Eigen {
  /** Descending. */
  readonly values: readonly number[]
  /** `vectors[k]` belongs to `values[k]`; of length 1, at right angles to the others. */
  readonly vectors: readonly Float64Array[]
}

const maxSweeps = 60

/**
 * Eigenvalues and eigenvectors of a symmetric matrix by cyclic Jacobi rotations: G. H. Golub and C. F. Van
 * Loan, Matrix Computations, 4th ed. 2013, section 8.5. It needs no start vector, always converges, and takes
 * the same steps on every machine.
 *
 * @param matrix square and symmetric; it is overwritten
 */
export function eigenOfSymmetric(matrix: readonly Float64Array[]): Eigen {
  const size = matrix.length
  const vectors = matrix.map((_, k) => Float64Array.from({ length: size }, (_, j) => (j === k ? 1 : 0)))
  const whole = sumOfSquares(matrix, () => true)
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    if (sumOfSquares(matrix, (p, q) => p !== q) <= whole * Number.EPSILON ** 2) break
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(matrix, vectors, p, q)
  }
  const order = matrix
    .map((row, k) => ({ value: at(row, k), k }))
    .sort((a, b) => b.value - a.value || a.k - b.k)
  return {
    values: order.map(({ value }) => value),
    vectors: order.map(({ k }) => vectors[k] as Float64Array),
  }
}

const at = (row: Float64Array | undefined, k: number): number => row?.[k] ?? 0

function sumOfSquares(matrix: readonly Float64Array[], counts: (p: number, q: number) => boolean): number {
  let sum = 0
  matrix.forEach((row, p) => {
    row.forEach((value, q) => {
      if (counts(p, q)) sum += value * value
    })
  })
  return sum
}

/** Turns the axes `p` and `q` so that nothing is left between them. */
function rotate(
  matrix: readonly Float64Array[],
  vectors: readonly Float64Array[],
  p: number,
  q: number,
): void {
  const [rowP, rowQ] = [matrix[p] as Float64Array, matrix[q] as Float64Array]
  const between = at(rowP, q)
  if (between === 0) return
  const slope = (at(rowQ, q) - at(rowP, p)) / (2 * between)
  const tangent = (slope < 0 ? -1 : 1) / (Math.abs(slope) + Math.sqrt(slope * slope + 1))
  const cosine = 1 / Math.sqrt(tangent * tangent + 1)
  const sine = tangent * cosine
  turn(rowP, rowQ, cosine, sine)
  for (const row of matrix) {
    const [one, other] = [at(row, p), at(row, q)]
    row[p] = cosine * one - sine * other
    row[q] = sine * one + cosine * other
  }
  rowP[q] = 0
  rowQ[p] = 0
  turn(vectors[p] as Float64Array, vectors[q] as Float64Array, cosine, sine)
}

function turn(one: Float64Array, other: Float64Array, cosine: number, sine: number): void {
  for (let k = 0; k < one.length; k++) {
    const [a, b] = [at(one, k), at(other, k)]
    one[k] = cosine * a - sine * b
    other[k] = sine * a + cosine * b
  }
}
