import { isAdmin, isSuperAdmin } from '../../access/global-level.js'
import { creatorId } from '../../access/principal.js'
import { type Table, tableOf } from '../../catalogue/catalogue.js'
import { journalEntities, savedEntities } from '../../catalogue/system-tables.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { id, join, sql } from '../../storage/sql.js'
import type { Transaction } from '../../storage/storage.js'
import type { RecordPart } from '../rows/record-part.js'
import { readRowAccess } from '../rows/row-access.js'
import { inBatches } from '../rows/row-batches.js'
import type { UndoRule } from './undo-rule.js'

/** Who may write which rows, as far as an undo writes them. */
export class UndoRights {
  readonly #tx: Transaction
  readonly #scope: RequestScope
  readonly #parts: readonly RecordPart[]
  readonly #rules: readonly UndoRule[]

  constructor(
    tx: Transaction,
    scope: RequestScope,
    parts: readonly RecordPart[],
    rules: readonly UndoRule[],
  ) {
    this.#tx = tx
    this.#scope = scope
    this.#parts = parts
    this.#rules = rules
  }

  /**
   * Refuses a caller who may not write all of these rows as they are now.
   *
   * @throws `not_enough_privilege` that names the tables
   */
  async require(rows: ReadonlyMap<string, readonly number[]>): Promise<void> {
    const refused: string[] = []
    for (const [table, ids] of rows)
      if (ids.length > 0 && !(await this.#mayWrite(table, ids))) refused.push(table)
    if (refused.length === 0) return
    const { catalogue, rights } = this.#scope
    const named = refused.flatMap((name) => {
      const table = catalogue.tables.get(name)
      return table && rights.visibilityOf(table).readable ? [table] : []
    })
    throw new AppError('not_enough_privilege', {
      ...(named.length === 0
        ? message('undo_not_allowed', {})
        : message('undo_not_allowed_in', { tables: named.map(({ label }) => `"${label}"`).join(', ') })),
      detail: { tables: named.map(({ name }) => name) },
    })
  }

  async #mayWrite(name: string, ids: readonly number[]): Promise<boolean> {
    const table = this.#scope.catalogue.tables.get(name)
    if (table) return this.#mayWriteRows(table, ids)
    const rule = this.#rules.find((one) => one.table === name)
    if (rule?.forbidden) return (await rule.forbidden(this.#tx, this.#scope, ids)).length === 0
    const part = this.#parts.find(({ attachedTable }) => attachedTable.table === name)
    if (part) return this.#mayWriteAttached(part, ids)
    return this.#mayWriteThing(name, ids)
  }

  async #mayWriteRows(table: Table, ids: readonly number[]): Promise<boolean> {
    if (this.#mayWriteAll(table)) return true
    const { catalogue } = this.#scope
    if (table.parent === undefined) return this.#mayWriteRecords(table, ids)
    const owners = new Set<number>()
    for (const some of inBatches(ids)) {
      const rows = await this.#tx.all<{ owner: number | null }>(
        sql`SELECT DISTINCT "id_link" AS "owner" FROM ${id(table.name)} WHERE "id" IN (${join(some)})`,
      )
      for (const { owner } of rows) if (owner !== null) owners.add(owner)
    }
    return this.#mayWriteRecords(tableOf(catalogue, table.parent), [...owners])
  }

  #mayWriteAll(table: Table): boolean {
    const { rights } = this.#scope
    return !rights.levelsOn(table).filter && rights.mayEdit(table, { creator: null, insideFilter: true })
  }

  async #mayWriteRecords(table: Table, ids: readonly number[]): Promise<boolean> {
    if (!this.#scope.rights.allows('edit', table)) return false
    for (const some of inBatches(ids)) {
      const access = await readRowAccess(this.#tx, this.#scope, table, some)
      if (!some.every((one) => access.get(one)?.editable)) return false
    }
    return true
  }

  /** What hangs from several records is changed by who may change one of them and see the others. */
  async #mayWriteAttached({ attachedTable }: RecordPart, ids: readonly number[]): Promise<boolean> {
    const { catalogue, rights } = this.#scope
    const { table: name, ends } = attachedTable
    if ([...catalogue.tables.values()].every((table) => table.isPlugin || this.#mayWriteAll(table)))
      return true
    const columns = join(
      [...new Set(ends.flatMap((end) => [end.table, end.record]))].map((column) => id(column)),
    )
    for (const some of inBatches(ids)) {
      const rows = await this.#tx.all<Record<string, string | number>>(
        sql`SELECT ${columns} FROM ${id(name)} WHERE "id" IN (${join(some)})`,
      )
      const named = (row: Record<string, string | number>) =>
        ends.map((end) => ({ table: String(row[end.table]), id: Number(row[end.record]) }))
      const wanted = new Map<string, Set<number>>()
      for (const one of rows.flatMap(named))
        wanted.set(one.table, (wanted.get(one.table) ?? new Set()).add(one.id))
      const editable = new Map<string, boolean>()
      for (const [tableName, recordIds] of wanted) {
        const table = catalogue.tables.get(tableName)
        if (!table || !rights.allows('read', table)) return false
        for (const part of inBatches(recordIds)) {
          for (const [recordId, access] of await readRowAccess(this.#tx, this.#scope, table, part))
            editable.set(`${tableName}:${recordId}`, access.editable)
        }
      }
      const isAllowed = rows.every((row) => {
        const found = named(row).map((one) => editable.get(`${one.table}:${one.id}`))
        return found.every((one) => one !== undefined) && found.includes(true)
      })
      if (!isAllowed) return false
    }
    return true
  }

  /** Vocabularies, layouts, and what people saved for themselves. */
  async #mayWriteThing(name: string, ids: readonly number[]): Promise<boolean> {
    const { principal } = this.#scope
    const entity = journalEntities[name]
    if (entity === 'template') return isSuperAdmin(principal)
    if (isAdmin(principal)) return true
    if (!savedEntities.has(entity)) return false
    const owner = creatorId(principal)
    for (const some of inBatches(ids)) {
      const foreign = await this.#tx.get(
        sql`SELECT 1 AS "found" FROM ${id(name)} WHERE "id" IN (${join(some)}) AND "user_id" <> ${owner ?? 0} LIMIT 1`,
      )
      if (foreign) return false
    }
    return owner !== null
  }
}
