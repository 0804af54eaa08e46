/**
 * A directed graph of things numbered from 0: the targets of `k` stand in `targets` from `starts[k]` to
 * before `starts[k + 1]`.
 */
export interface Digraph {
  readonly size: number
  readonly starts: Int32Array
  readonly targets: Int32Array
}

/** @param edges from and to in turns; an edge that stands there twice is kept twice */
export function digraphOf(size: number, edges: readonly number[]): Digraph {
  const starts = new Int32Array(size + 1)
  for (let k = 0; k < edges.length; k += 2) {
    const next = (edges[k] as number) + 1
    starts[next] = (starts[next] as number) + 1
  }
  for (let k = 0; k < size; k++) starts[k + 1] = (starts[k + 1] as number) + (starts[k] as number)
  const free = starts.slice(0, size)
  const targets = new Int32Array(edges.length / 2)
  for (let k = 0; k < edges.length; k += 2) {
    const from = edges[k] as number
    targets[free[from] as number] = edges[k + 1] as number
    free[from] = (free[from] as number) + 1
  }
  return { size, starts, targets }
}

/**
 * The strongly connected parts: within one, everything can be reached from everything. They are numbered so
 * that every edge between two parts leads from the smaller number to the greater one.
 *
 * R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1 (1972), doi
 * 10.1137/0201010; without recursion, since a sequence may be thousands of units deep.
 *
 * @returns the part of each thing, and how many there are
 */
export function strongParts(graph: Digraph): { readonly partOf: Int32Array; readonly count: number } {
  const { size, starts, targets } = graph
  const found = new Int32Array(size).fill(-1)
  const lowest = new Int32Array(size)
  const partOf = new Int32Array(size).fill(-1)
  const next = starts.slice(0, size)
  const open: number[] = []
  const path: number[] = []
  let time = 0
  let count = 0
  const enter = (k: number): void => {
    found[k] = time
    lowest[k] = time
    time += 1
    open.push(k)
    path.push(k)
  }
  for (let root = 0; root < size; root++) {
    if (found[root] !== -1) continue
    enter(root)
    while (path.length > 0) {
      const at = path[path.length - 1] as number
      const edge = next[at] as number
      if (edge < (starts[at + 1] as number)) {
        next[at] = edge + 1
        const to = targets[edge] as number
        if (found[to] === -1) enter(to)
        else if (partOf[to] === -1) lowest[at] = Math.min(lowest[at] as number, found[to] as number)
        continue
      }
      path.pop()
      const before = path[path.length - 1]
      if (before !== undefined) lowest[before] = Math.min(lowest[before] as number, lowest[at] as number)
      if (lowest[at] !== found[at]) continue
      let member: number
      do {
        member = open.pop() as number
        partOf[member] = count
      } while (member !== at)
      count += 1
    }
  }
  // Parts end in the order in which nothing leads on from them.
  for (let k = 0; k < size; k++) partOf[k] = count - 1 - (partOf[k] as number)
  return { partOf, count }
}
