const maxConcurrent = 500

/** A list in pieces that fit into one statement each. */
export function* inBatches<T>(list: Iterable<T>, size = maxConcurrent): Generator<T[]> {
  const all = [...list]
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}
