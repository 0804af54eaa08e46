import { creatorId } from '../../../access/principal.js'
import type { StoredValue } from '../../../catalogue/field-types/field-type.js'
import { AppError, type FieldProblem } from '../../../errors.js'
import { message } from '../../../message.js'
import { readRowAccess } from '../../../records/rows/row-access.js'
import type { Snapshot } from '../../../records/versions/snapshots.js'
import type { Owner } from '../../../records/writing/column-values.js'
import { problemsOfConflict } from '../../../records/writing/row-rules.js'
import type { RowWriter } from '../../../records/writing/row-writer.js'
import { StorageError } from '../../../storage/storage.js'
import { setGeometries } from '../../geo/index.js'
import type { ReadRow } from '../reading/worker-protocol.js'
import type { ImportPlan } from './import-plan.js'

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

/** From which id to which. */
export interface NewIds {
  readonly first: number
  readonly last: number
}

/** Told of rows that are not stored after all, because the database or the row filter refuses them. */
export interface Refused {
  made(row: NewRow, problems: readonly FieldProblem[]): void
  changed(row: ChangedRow, problems: readonly FieldProblem[]): void
}

/** A record would lie outside the rows that the caller may change. */
class OutsideRowFilter extends Error {}

/**
 * Stores the rows of a batch: versions first, then changes, then new records, each kind in as few steps as
 * there can be.
 */
export class BatchWriter {
  private made: NewRow[] = []
  private changed: ChangedRow[] = []
  private changing = new Set<number>()
  /** WKT by the id of the record. */
  private places = new Map<number, string>()
  /** How many records got another place. */
  placed = 0
  private newIds: NewIds | undefined
  private isGivenIds = false
  private readonly columns: readonly string[]

  constructor(
    private readonly writer: RowWriter,
    private readonly plan: ImportPlan,
    private readonly refused: Refused,
  ) {
    this.columns = plan.fields.map((field) => field.name).filter((name) => name !== 'id')
  }

  /**
   * The ids of the records made, which follow each other; `undefined` when there are none, or the file gave
   * ids itself.
   */
  get madeIds(): NewIds | undefined {
    return this.isGivenIds ? undefined : this.newIds
  }

  get isWaiting(): boolean {
    return this.made.length > 0 || this.changed.length > 0
  }

  /** Does a row wait that changes this record? */
  isChanging(id: number): boolean {
    return this.changing.has(id)
  }

  /** A record that is there gets a place, which a later row that is refused must not take along. */
  place(id: number, wkt: string): void {
    this.places.set(id, wkt)
    this.changing.add(id)
  }

  make(row: NewRow): void {
    this.made.push(row)
  }

  change(row: ChangedRow): void {
    this.changed.push(row)
    this.changing.add(row.id)
  }

  /** @throws `import_error_transaction` with the row that the database refuses for a reason of its own */
  async flush(): Promise<void> {
    const { made, changed } = this
    this.made = []
    this.changed = []
    this.changing = new Set()
    await this.store(
      changed,
      (rows) => this.update(rows),
      (row, problems) => {
        this.places.delete(row.id)
        this.refused.changed(row, problems)
      },
    )
    for (const group of groupsOf(made)) {
      await this.store(
        group,
        (rows) => this.insert(rows),
        (row, problems) => {
          row.owner.id = undefined
          this.refused.made(row, problems)
        },
      )
      for (const { owner, id, source } of group) {
        if (owner.id === undefined) continue
        this.noteMade(owner.id, id !== undefined)
        if (source.place !== undefined) this.places.set(owner.id, source.place)
      }
    }
    await this.storePlaces()
  }

  private async storePlaces(): Promise<void> {
    const { places } = this
    if (places.size === 0) return
    this.places = new Map()
    const unchanged = await setGeometries(this.writer.tx, this.plan.table, places)
    this.placed += places.size - unchanged
  }

  private noteMade(id: number, isGiven: boolean): void {
    const { first = id, last = id } = this.newIds ?? {}
    this.newIds = { first: Math.min(first, id), last: Math.max(last, id) }
    this.isGivenIds ||= isGiven
  }

  private async update(rows: readonly ChangedRow[]): Promise<void> {
    const { writer, plan } = this
    const columns = this.columns.filter((name) => name !== plan.keyField?.name)
    const updates = rows.map(({ id, before, values }) => ({
      id,
      values: columns.map((name) => (values.has(name) ? values.get(name) : before.core[name]) ?? null),
    }))
    await writer.updateRows(plan.table, columns, updates)
    await this.requireInside(rows.map(({ id }) => id))
  }

  private async insert(rows: readonly NewRow[]): Promise<void> {
    const hasIds = rows[0]?.id !== undefined
    const creator = creatorId(this.writer.scope.principal)
    const columns = [...this.columns, 'creator', ...(hasIds ? ['id'] : [])]
    const cells = rows.map(({ id, values }) => [
      ...this.columns.map((name) => values.get(name) ?? null),
      creator,
      ...(id === undefined ? [] : [id]),
    ])
    const ids = await this.writer.createRows(this.plan.table, columns, cells)
    for (const [index, row] of rows.entries()) row.owner.id = ids[index]
    await this.requireInside(ids)
  }

  /** All rows in one step; where that fails, one by one, to find those that are refused. */
  private async store<Row extends { readonly source: ReadRow }>(
    rows: readonly Row[],
    write: (rows: readonly Row[]) => Promise<void>,
    refuse: (row: Row, problems: readonly FieldProblem[]) => void,
  ): Promise<void> {
    if (rows.length === 0) return
    try {
      await this.writer.tx.savepoint(() => write(rows))
    } catch (error) {
      if (isOutage(error)) throw error
      for (const row of rows) {
        try {
          await this.writer.tx.savepoint(() => write([row]))
        } catch (cause) {
          refuse(row, this.problemsOf(row.source, cause))
        }
      }
    }
  }

  /**
   * @throws what is not the fault of the row; `import_error_transaction` when the database gives no reason
   * that people know
   */
  private problemsOf({ row, line }: ReadRow, error: unknown): readonly FieldProblem[] {
    if (isOutage(error)) throw error
    const { table } = this.plan
    if (error instanceof OutsideRowFilter) {
      const field = table.idField
      const label = table.fields.get(field)?.label ?? field
      const code = 'outside_row_filter'
      const said = message('record_outside_rows', {})
      return [{ field, label, rule: code, code, ...said, tb: table.name, row }]
    }
    const isConflict = error instanceof StorageError && error.problem === 'unique'
    const problems = isConflict ? problemsOfConflict(this.writer.scope.catalogue, [table], error) : []
    if (problems.length > 0) return problems
    throw new AppError('import_error_transaction', {
      ...message('row_not_stored', { row }),
      detail: { row, line },
      cause: error,
    })
  }

  /** Every record must now be one that the caller may change. @throws OutsideRowFilter */
  private async requireInside(ids: readonly number[]): Promise<void> {
    const { table } = this.plan
    const { tx, scope } = this.writer
    if (!scope.rights.levelsOn(table).filter) return
    const access = await readRowAccess(tx, scope, table, ids)
    if (ids.some((id) => !access.get(id)?.editable)) throw new OutsideRowFilter()
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
