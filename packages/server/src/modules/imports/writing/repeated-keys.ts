import type { ReadRow } from '../reading/worker-protocol.js'

type Key = string | number
type Place = Pick<ReadRow, 'row' | 'line'>

/** A key of a file that several of its rows have, and the first of these rows. */
export interface RepeatedKey {
  readonly key: Key
  readonly rows: readonly Place[]
}

/** The keys after so many different ones are not compared: they would fill the memory. */
const maxKeys = 300_000
const maxReported = 100
const maxPlaces = 20

/** Which rows of a file have the key of an earlier row. */
export class RepeatedKeys {
  private readonly firstPlaces = new Map<Key, Place>()
  private readonly reported = new Map<Key, Place[]>()
  /** How many rows have the key of an earlier one. */
  rows = 0

  note(key: Key, { row, line }: Place): void {
    const first = this.firstPlaces.get(key)
    if (!first) {
      if (this.firstPlaces.size < maxKeys) this.firstPlaces.set(key, { row, line })
      return
    }
    this.rows += 1
    const places = this.reported.get(key)
    if (places) {
      if (places.length < maxPlaces) places.push({ row, line })
    } else if (this.reported.size < maxReported) this.reported.set(key, [first, { row, line }])
  }

  get first(): readonly RepeatedKey[] {
    return [...this.reported].map(([key, rows]) => ({ key, rows }))
  }
}
