type Value = string | number

const firstSlots = 1 << 16
/** So many take 128 MiB; a column with more is asked from the database by value. */
const maxSlots = 1 << 24

/**
 * Which rows may have which value in a column, in eight bytes for each: a hash of the value and the id of the
 * row. The caller gets the few rows that it can be, and finds out by their ids, for which there is an index
 * in any case.
 */
export class HashedColumn {
  private hashes = new Uint32Array(firstSlots)
  private ids = new Uint32Array(firstSlots)
  private filled = 0
  /** It cannot hold more: what it says is not complete. */
  isFull = false

  add(value: Value, id: number): void {
    if (this.isFull) return
    if (id > 0xffff_ffff || (this.filled >= this.ids.length * 0.7 && !this.grow())) {
      this.isFull = true
      return
    }
    this.put(hashOf(value), id)
  }

  /** Ids of the rows that may have the value; those that have it are among them. */
  candidates(value: Value): number[] {
    const hash = hashOf(value)
    const last = this.ids.length - 1
    const found: number[] = []
    for (let slot = hash & last; this.ids[slot] !== 0; slot = (slot + 1) & last) {
      if (this.hashes[slot] === hash) found.push(this.ids[slot] as number)
    }
    return found
  }

  private put(hash: number, id: number): void {
    const last = this.ids.length - 1
    let slot = hash & last
    while (this.ids[slot] !== 0) {
      if (this.ids[slot] === id && this.hashes[slot] === hash) return
      slot = (slot + 1) & last
    }
    this.hashes[slot] = hash
    this.ids[slot] = id
    this.filled += 1
  }

  private grow(): boolean {
    const { hashes, ids } = this
    if (ids.length >= maxSlots) return false
    this.hashes = new Uint32Array(ids.length * 2)
    this.ids = new Uint32Array(ids.length * 2)
    this.filled = 0
    for (const [slot, id] of ids.entries()) if (id !== 0) this.put(hashes[slot] as number, id)
    return true
  }
}

/**
 * FNV-1a over UTF-16 units, its bits mixed once more (Murmur3's last step), because slots are taken by the
 * lowest of them.
 */
function hashOf(value: Value): number {
  const text = String(value)
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
