import type { Field, Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { lookupTarget, selectLabels } from '../../records/rows/lookup-labels.js'
import { recordLabel } from '../../records/rows/record-label.js'
import type { SqlValue } from '../../storage/sql.js'
import type { FeaturePlan } from './feature-plan.js'
import type { FeatureRow } from './store.js'

/** How many names are kept before it begins anew. */
const maxKept = 50_000
/** Where the values of the properties begin in a row. */
export const firstValue = 3

interface Lookup {
  readonly place: number
  readonly field: Field
  readonly target: Table
  readonly names: Map<number, string>
}

/**
 * Puts in place of ids in lookup fields what the records are called, of those that the caller may read; the
 * others stay ids.
 */
export class LookupValues {
  readonly #scope: RequestScope
  readonly #lookups: readonly Lookup[]

  constructor(scope: RequestScope, { properties }: FeaturePlan) {
    this.#scope = scope
    this.#lookups = properties.flatMap(({ field }, at) => {
      const target = lookupTarget(scope, field)
      return target ? [{ place: firstValue + at, field, target, names: new Map<number, string>() }] : []
    })
  }

  async named(rows: readonly FeatureRow[]): Promise<readonly FeatureRow[]> {
    if (this.#lookups.length === 0) return rows
    for (const lookup of this.#lookups) await this.#learn(lookup, rows)
    return rows.map((row) => {
      const shown: SqlValue[] = [...row]
      for (const { place, names } of this.#lookups) {
        const name = names.get(row[place] as number)
        if (name !== undefined) shown[place] = name
      }
      return shown
    })
  }

  async #learn({ place, target, names }: Lookup, rows: readonly FeatureRow[]): Promise<void> {
    if (names.size > maxKept) names.clear()
    const unknown = new Set<number>()
    for (const row of rows) {
      const value = row[place]
      if (typeof value === 'number' && !names.has(value)) unknown.add(value)
    }
    if (unknown.size === 0) return
    const scope = this.#scope
    const labels = await selectLabels(scope.db.quick, scope, target, target.idField, unknown)
    for (const [id, label] of labels) names.set(id, recordLabel(label, id))
  }
}
