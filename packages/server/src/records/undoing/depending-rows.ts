import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import type { Transaction } from '../../storage/storage.js'
import { policyOf } from '../deletion/deletion-plan.js'
import type { RecordPart } from '../rows/record-part.js'
import { type Pair, selectAttached, selectLinksOfFiles, selectPairs } from './depending-store.js'
import type { SetRange } from './touched-store.js'
import type { TablePlan } from './undo-plan.js'

/** Rows that refer to rows which a set made. */
export interface Dependents {
  readonly from: string
  /** In which they refer; `undefined` where they hang from records as a whole. */
  readonly column: string | undefined
  readonly to: string
  /**
   * What becomes of them when what they refer to goes: they go along, lose the reference, keep it from going,
   * or stay as they are, since no relation says otherwise.
   */
  readonly policy: 'cascade' | 'empty' | 'refuse' | 'stay'
  /** Do they belong to what they refer to, as rows of a plugin table do? */
  readonly isPart: boolean
  readonly pairs: readonly Pair[]
}

/** Everything that refers to rows which the set made and its undo would delete. */
export async function findDependents(
  tx: Transaction,
  scope: RequestScope,
  parts: readonly RecordPart[],
  plans: ReadonlyMap<string, TablePlan>,
  set: SetRange,
): Promise<Dependents[]> {
  const found: Dependents[] = []
  const add = (dependents: Dependents): void => {
    if (dependents.pairs.length > 0) found.push(dependents)
  }
  for (const { undoTable, table, created } of plans.values()) {
    if (created.size === 0) continue
    const to = undoTable.name
    if (to === 'sys_files') {
      const pairs = await selectLinksOfFiles(tx, set)
      add({ from: 'sys_file_links', column: undefined, to, policy: 'cascade', isPart: false, pairs })
    }
    if (!table) continue
    for (const { from, policy, isPart, ...ends } of columnsLeadingTo(scope, table)) {
      const pairs = await selectPairs(tx, scope.db.dialect, { from, to: table, ...ends }, set)
      add({ from: from.name, column: ends.fromColumn, to, policy, isPart, pairs })
    }
    for (const { attachedTable } of parts) {
      for (const end of attachedTable.ends) {
        const pairs = await selectAttached(tx, attachedTable.table, end, table, set)
        add({ from: attachedTable.table, column: undefined, to, policy: 'cascade', isPart: true, pairs })
      }
    }
  }
  return found
}

interface Leading extends Pick<Dependents, 'policy' | 'isPart'> {
  readonly from: Table
  readonly fromColumn: string
  readonly toColumn: string
}

/** Relations to a table, and lookups of its records, which no relation says. */
function columnsLeadingTo({ catalogue }: RequestScope, to: Table): Leading[] {
  const leading = new Map<string, Leading>()
  for (const from of catalogue.tables.values()) {
    for (const field of from.fields.values()) {
      if (field.idFromTable !== to.name) continue
      const lookup = { from, fromColumn: field.name, toColumn: 'id', policy: 'stay', isPart: false } as const
      leading.set(`${from.name}.${field.name}`, lookup)
    }
  }
  for (const relation of catalogue.relations) {
    const from = relation.toTable === to.name ? catalogue.tables.get(relation.fromTable) : undefined
    if (!from?.fields.has(relation.fromColumn) || !to.fields.has(relation.toColumn)) continue
    const { fromColumn, toColumn } = relation
    const isPart = from.parent === to.name && fromColumn === 'id_link'
    leading.set(`${from.name}.${fromColumn}`, {
      from,
      fromColumn,
      toColumn,
      policy: policyOf(relation, from),
      isPart,
    })
  }
  return [...leading.values()]
}
