import type { Catalogue, Table, TableRelation } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import type { Transaction } from '../../storage/storage.js'
import { type Reference, selectReferring } from './store.js'

/** Everything that goes or changes when rows are deleted, found out before anything is touched. */
export interface DeletionPlan {
  /** The rows that go, by table, those of which the deletion was asked first. */
  readonly doomed: ReadonlyMap<Table, ReadonlySet<number>>
  /** Rows that stay and lose what they refer to. */
  readonly emptied: readonly Reference[]
  /**
   * Rows that go as well, but refer to others in a way that the database would refuse while these are there.
   */
  readonly released: readonly Reference[]
  /** Rows that stay and keep what they refer to from being deleted. */
  readonly blocking: readonly Reference[]
}

type Policy = 'cascade' | 'empty' | 'refuse'

const policies: Readonly<Record<string, Policy>> = { CASCADE: 'cascade', 'SET NULL': 'empty' }

/** The rows of a plugin table always go with their record. */
export const policyOf = (relation: TableRelation, from: Table): Policy =>
  relation.fromTable === from.name && from.parent === relation.toTable && relation.fromColumn === 'id_link'
    ? 'cascade'
    : (policies[relation.onDelete] ?? 'refuse')

/** Follows the configured relations from these rows that are to be deleted, as far as they reach. */
export async function planDeletion(
  tx: Transaction,
  scope: RequestScope,
  rows: ReadonlyMap<Table, readonly number[]>,
): Promise<DeletionPlan> {
  const doomed = new Map([...rows].map(([table, ids]) => [table, new Set(ids)]))
  const references: (Reference & { readonly policy: Policy })[] = []
  const waiting = [...rows].map(([table, ids]) => ({ table, ids }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const { relation, from } of relationsTo(scope.catalogue, next.table)) {
      const referring = await selectReferring(tx, scope, relation, next.ids)
      if (referring.length === 0) continue
      const policy = policyOf(relation, from)
      if (policy !== 'cascade') {
        references.push({ policy, table: from, column: relation.fromColumn, ids: new Set(referring) })
        continue
      }
      const known = doomed.get(from) ?? new Set()
      const fresh = referring.filter((one) => !known.has(one))
      doomed.set(from, new Set([...known, ...fresh]))
      if (fresh.length > 0) waiting.push({ table: from, ids: fresh })
    }
  }
  const goes = (reference: Reference, row: number) => doomed.get(reference.table)?.has(row) === true
  const staying = references.map((one) => only(one, (row) => !goes(one, row)))
  const going = references.map((one) => only(one, (row) => goes(one, row)))
  return {
    doomed,
    emptied: staying.filter((one) => one.policy === 'empty' && one.ids.size > 0),
    released: going.filter((one) => one.ids.size > 0),
    blocking: staying.filter((one) => one.policy === 'refuse' && one.ids.size > 0),
  }
}

const only = <R extends Reference>(reference: R, test: (row: number) => boolean): R => ({
  ...reference,
  ids: new Set([...reference.ids].filter(test)),
})

/** The relations that lead to a table, with the table from which each comes. */
function relationsTo(catalogue: Catalogue, to: Table): { relation: TableRelation; from: Table }[] {
  return catalogue.relations.flatMap((relation) => {
    const from = relation.toTable === to.name ? catalogue.tables.get(relation.fromTable) : undefined
    const isWhole = from?.fields.has(relation.fromColumn) && to.fields.has(relation.toColumn)
    return from && isWhole ? [{ relation, from }] : []
  })
}
