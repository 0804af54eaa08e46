import { creatorId } from '../../access/principal.js'
import type { StoredValue } from '../../catalogue/field-types/field-type.js'
import { AppError, type FieldProblem } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { StorageError, type Transaction } from '../../storage/storage.js'
import { readRowAccess } from '../records/row-access.js'
import { problemsOfConflict } from '../records/row-checks.js'
import { keepVersions } from '../records/snapshots.js'
import type { Owner } from './column-values.js'
import type { ImportPlan } from './import-plan.js'
import { updateRows } from './store.js'
import type { ReadRow } from './worker-protocol.js'

type Snapshot = Parameters<typeof keepVersions>[3][number]['before']

/** A record that a row makes. */
export interface NewRow {
  readonly source: ReadRow
  /** Gets its id when the record is stored. */
  readonly owner: Owner
  /** The id that the file gives it; `undefined` where the table gives one. */
  readonly id: number | undefined
  readonly values: ReadonlyMap<string, StoredValue>
}

/** A record that a row changes. */
export interface ChangedRow {
  readonly source: ReadRow
  readonly id: number
  readonly before: Snapshot
  readonly values: ReadonlyMap<string, StoredValue>
}

/** Stores the rows of a batch: versions first, then changes, then new records, each kind in as few steps as there can be. */
export class RowWriter {
  private made: NewRow[] = []
  private changed: ChangedRow[] = []
  private readonly columns: readonly string[]

  constructor(
    private readonly tx: Transaction,
    private readonly scope: RequestScope,
    private readonly plan: ImportPlan,
    /** Told of a row that the database refuses. */
    private readonly refuse: (source: ReadRow, problems: readonly FieldProblem[]) => void,
  ) {
    this.columns = plan.fields.map((field) => field.name).filter((name) => name !== 'id')
  }

  get isWaiting(): boolean {
    return this.made.length > 0 || this.changed.length > 0
  }

  make(row: NewRow): void {
    this.made.push(row)
  }

  change(row: ChangedRow): void {
    this.changed.push(row)
  }

  /** @throws `import_error_transaction` with the row that the database refuses for a reason of its own */
  async flush(): Promise<void> {
    const { made, changed, plan, scope, tx } = this
    this.made = []
    this.changed = []
    const states = changed.map(({ id, before }) => ({ recordId: id, before }))
    for (let from = 0; from < states.length; from += 500) {
      await keepVersions(tx, scope, plan.table, states.slice(from, from + 500))
    }
    await this.store(changed, (rows) => this.update(rows))
    for (const group of groupsOf(made)) await this.store(group, (rows) => this.insert(rows))
    await this.refuseOutside([...changed, ...made])
  }

  private async update(rows: readonly ChangedRow[]): Promise<void> {
    const columns = this.columns.filter((name) => name !== this.plan.keyField?.name)
    const cells = rows.map(({ id, before, values }) => [
      ...columns.map((name) => (values.has(name) ? (values.get(name) ?? null) : (before.core[name] ?? null))),
      id,
    ])
    await updateRows(this.tx, this.plan.table, columns, cells)
  }

  private async insert(rows: readonly NewRow[]): Promise<void> {
    const hasIds = rows[0]?.id !== undefined
    const creator = creatorId(this.scope.principal)
    const columns = [...this.columns, 'creator', ...(hasIds ? ['id'] : [])]
    const cells = rows.map(({ id, values }) => [
      ...this.columns.map((name) => values.get(name) ?? null),
      creator,
      ...(id === undefined ? [] : [id]),
    ])
    const ids = await this.tx.insertMany(this.plan.table.name, columns, cells)
    for (const [index, row] of rows.entries()) row.owner.id = ids[index]
  }

  /** All rows in one step; where that fails, one by one, to find those that are refused. */
  private async store<Row extends { readonly source: ReadRow }>(
    rows: readonly Row[],
    write: (rows: readonly Row[]) => Promise<void>,
  ): Promise<void> {
    if (rows.length === 0) return
    try {
      await this.tx.savepoint(() => write(rows))
    } catch (error) {
      if (isOutage(error)) throw error
      for (const row of rows) await this.storeOne(row, write)
    }
  }

  private async storeOne<Row extends { readonly source: ReadRow }>(
    row: Row,
    write: (rows: readonly Row[]) => Promise<void>,
  ): Promise<void> {
    try {
      await this.tx.savepoint(() => write([row]))
    } catch (error) {
      if (isOutage(error)) throw error
      const { catalogue } = this.scope
      const isConflict = error instanceof StorageError && error.problem === 'unique'
      const problems = isConflict ? problemsOfConflict(catalogue, [this.plan.table], error) : []
      if (problems.length > 0) return this.refuse(row.source, problems)
      throw new AppError('import_error_transaction', {
        text: `The database refused row ${row.source.row} and nothing was imported.`,
        detail: { row: row.source.row, line: row.source.line },
        cause: error,
      })
    }
  }

  /** Every record must now be one that the caller may change. */
  private async refuseOutside(rows: readonly (NewRow | ChangedRow)[]): Promise<void> {
    const { table } = this.plan
    if (rows.length === 0 || !this.scope.rights.levelsOn(table).filter) return
    const idOf = (row: NewRow | ChangedRow): number | undefined => ('owner' in row ? row.owner.id : row.id)
    const ids = rows.map(idOf).filter((id) => id !== undefined)
    const access = await readRowAccess(this.tx, this.scope, table, ids)
    for (const row of rows) {
      const id = idOf(row)
      if (id === undefined || access.get(id)?.editable) continue
      const text = 'This would make a record that lies outside the rows that you may change.'
      const field = table.idField
      const label = table.fields.get(field)?.label ?? field
      const code = 'outside_row_filter'
      this.refuse(row.source, [{ field, label, rule: code, code, text, tb: table.name, row: row.source.row }])
    }
  }
}

/** Rows with an id of the file and rows without, in the order of the file. */
function groupsOf(rows: readonly NewRow[]): NewRow[][] {
  const groups: NewRow[][] = []
  for (const row of rows) {
    const group = groups.at(-1)
    if (group && (group[0]?.id === undefined) === (row.id === undefined)) group.push(row)
    else groups.push([row])
  }
  return groups
}

/** Not the fault of a row: the disk is full, the database is away, or it took too long. */
const isOutage = (error: unknown): boolean =>
  error instanceof StorageError && ['disk_full', 'unavailable', 'timeout'].includes(error.problem)
