import { creatorId } from '../../access/principal.js'
import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import type { Transaction } from '../../storage/storage.js'
import { type IdRange, insertCreation } from './creation-store.js'

/** The ids of new records as stretches without a gap, however many there are. */
export class IdRanges {
  readonly #ranges: { first: number; last: number }[] = []

  add(id: number): void {
    const last = this.#ranges.at(-1)
    if (last && id === last.last + 1) last.last = id
    else this.#ranges.push({ first: id, last: id })
  }

  addAll(others: IdRanges): void {
    for (const { first, last } of others.#ranges) {
      const before = this.#ranges.at(-1)
      if (before && first === before.last + 1) before.last = last
      else this.#ranges.push({ first, last })
    }
  }

  /** By id. Ids that a file gave come in any order. */
  get merged(): readonly IdRange[] {
    const merged: { first: number; last: number }[] = []
    for (const range of this.#ranges.toSorted((one, other) => one.first - other.first)) {
      const before = merged.at(-1)
      if (before && range.first <= before.last + 1) before.last = Math.max(before.last, range.last)
      else merged.push({ ...range })
    }
    return merged
  }
}

/**
 * Keeps that the caller made records, in the transaction that makes them: one entry of the history.
 * `restore`: what was deleted came back.
 */
export async function noteCreations(
  tx: Transaction,
  scope: RequestScope,
  table: Table,
  ranges: readonly IdRange[],
  operation: 'insert' | 'restore',
): Promise<void> {
  const userId = creatorId(scope.principal) ?? 0
  await insertCreation(tx, { userId, time: scope.now.getTime(), table: table.name, operation, ranges })
}
