import type { Field } from '../../catalogue/catalogue.js'
import {
  alreadyUsed,
  chronologyProblems,
  isRequired,
  isWritable,
  missing,
  noSuchRecord,
} from '../../catalogue/field-rules.js'
import type { StoredValue } from '../../catalogue/field-types/field-type.js'
import { type ValueProblem, valueProblems } from '../../catalogue/value-rules.js'
import type { FieldProblem } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Transaction } from '../../storage/storage.js'
import { addYearsOfLabel } from '../records/dated-by-label.js'
import { changedValues } from '../records/record-change.js'
import { readRowAccess } from '../records/row-access.js'
import { readSnapshots } from '../records/snapshots.js'
import type { Owner } from './column-values.js'
import type { ImportPlan } from './import-plan.js'
import { isNamed, KnownRecords } from './known-records.js'
import { type RowProblem, RowProblems } from './row-problems.js'
import { type ChangedRow, type NewIds, type NewRow, RowWriter } from './row-writer.js'
import type { RunOptions } from './run-options.js'
import type { NamedRecord, ReadRow } from './worker-protocol.js'

export interface ImportCounts {
  inserted: number
  /** Records found by their key, changed or not. */
  updated: number
  /** Those of them that were so already. */
  unchanged: number
  /** Rows that were left out, by reason. */
  readonly skipped: Record<SkipReason, number>
  /** Rows that are not valid. */
  refused: number
}

/** A row without a key; one whose record is known where only new ones are wanted; one whose record is not known where only known ones are. */
export type SkipReason = 'no_key' | 'known' | 'unknown'

/** What became of the rows of a file. */
export interface RunOutcome {
  readonly counts: ImportCounts
  /** The ids of the new records, where nothing else can lie between them. */
  readonly newIds: NewIds | undefined
  /** The first hundred problems. */
  readonly problems: readonly RowProblem[]
  /** Why rows were refused, in words, by the number of the row. */
  readonly reasons: ReadonlyMap<number, string>
}

type Snapshot = Awaited<ReturnType<typeof readSnapshots>> extends ReadonlyMap<number, infer One> ? One : never

/** The rows of one file on their way into a table, inside one transaction. Rows count in the order of the file. */
export class ImportRun {
  private readonly counts = {
    inserted: 0,
    updated: 0,
    unchanged: 0,
    skipped: { no_key: 0, known: 0, unknown: 0 },
  }
  private readonly problems: RowProblems
  private readonly known: KnownRecords
  private readonly writer: RowWriter
  private readonly required: readonly Field[]
  /** Stored records that the rows of the batch change, as the rows before left them. */
  private records = new Map<number, Snapshot>()
  private editable: ReadonlyMap<number, { readonly editable: boolean }> | undefined

  constructor(
    private readonly tx: Transaction,
    private readonly scope: RequestScope,
    private readonly plan: ImportPlan,
    private readonly options: RunOptions,
    startsEmpty: boolean,
  ) {
    this.problems = new RowProblems(plan.table, options)
    this.known = new KnownRecords(scope, plan, startsEmpty, options.numbersAre)
    this.writer = new RowWriter(tx, scope, plan, {
      made: (row, problems) => this.takeBackNew(row, problems),
      changed: (row, problems) => this.takeBackChange(row, problems),
    })
    this.required = [...plan.table.fields.values()].filter((field) => isWritable(field) && isRequired(field))
  }

  /** @throws RowsRefused as soon as so many problems are known that more help nobody; `import_error_transaction` */
  async take(rows: readonly ReadRow[]): Promise<void> {
    await this.known.prepare(this.tx, rows)
    await this.loadMatched(rows)
    for (const row of rows) {
      await this.takeRow(row)
      this.problems.refuseHopeless()
    }
    await this.writer.flush()
    this.records.clear()
  }

  /** @throws RowsRefused when any row was refused and none may be */
  finish(): RunOutcome {
    this.problems.refuseIfAny()
    const { rows, first, reasons } = this.problems
    return {
      counts: { ...this.counts, refused: rows },
      newIds: this.writer.madeIds,
      problems: first,
      reasons,
    }
  }

  /** A new record that the database refused was never known. */
  private takeBackNew({ source, owner, id, values }: NewRow, problems: readonly FieldProblem[]): void {
    this.counts.inserted -= 1
    const key = this.plan.keyField && values.get(this.plan.keyField.name)
    if (key !== undefined && key !== null) this.known.keys?.withdraw(key, owner)
    if (id !== undefined) this.known.ids?.withdraw(id, owner)
    for (const { field, values: owners } of this.known.uniques) {
      const value = values.get(field.name)
      if (value !== undefined && value !== null) owners.withdraw(value, owner)
    }
    this.problems.add(source, problems)
  }

  /** A record whose change the database refused is as it was. */
  private takeBackChange(
    { source, id, before, values }: ChangedRow,
    problems: readonly FieldProblem[],
  ): void {
    this.counts.updated -= 1
    this.records.delete(id)
    for (const { field, values: owners } of this.known.uniques) {
      const value = values.get(field.name)
      if (value === undefined) continue
      if (value !== null) owners.remove(value, id)
      const old = before.core[field.name]
      if (typeof old === 'string' || typeof old === 'number') owners.add(old, { id })
    }
    this.problems.add(source, problems)
  }

  /** The records that the keys of these rows find. */
  private async loadMatched(rows: readonly ReadRow[]): Promise<void> {
    const { keys, keyIndex } = this.known
    if (!keys) return
    const ids = new Set<number>()
    for (const row of rows) {
      const key = this.resolved(row, keyIndex)
      if (key === undefined || key === null) continue
      for (const { id } of keys.of(key)) if (id !== undefined) ids.add(id)
    }
    await this.load([...ids])
  }

  private async load(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    const { table } = this.plan
    for (const [id, snapshot] of await readSnapshots(this.tx, this.scope, table, ids))
      this.records.set(id, snapshot)
    if (!this.scope.rights.levelsOn(table).filter) return
    const access = await readRowAccess(this.tx, this.scope, table, ids)
    this.editable = new Map([...(this.editable ?? []), ...access])
  }

  /** The value of a cell as it would be stored; of a cell that names a record, its id, if it is a single one. */
  private resolved(row: ReadRow, index: number): StoredValue | undefined {
    const value = row.values[index]
    const lookup = this.known.lookups.get(index)
    if (!lookup || !isNamed(value)) return isPlain(value) ? value : undefined
    const ids = lookup.of(value)
    return ids.length === 1 ? ids[0] : undefined
  }

  private async takeRow(row: ReadRow): Promise<void> {
    const broken = new Map<string, ValueProblem[]>()
    for (const [index, problem] of row.problems) this.note(broken, index, problem)
    const values = await this.valuesOf(row, broken)
    const { keyField } = this.plan
    if (!keyField) return this.make(row, values, broken)
    const key = values.get(keyField.name)
    if (key === undefined || key === null) {
      const problems = broken.get(keyField.name)
      if (problems) this.problems.addOf(keyField, row, problems)
      else this.counts.skipped.no_key += 1
      return undefined
    }
    const owners = this.known.keys?.of(key) ?? []
    if (owners.length > 1) return this.problems.addOfKey(keyField, row, 'ambiguous_key', severalRecords)
    const [owner] = owners
    const { mode } = this.options
    if (owner ? mode === 'insert' : mode === 'update') {
      this.counts.skipped[owner ? 'known' : 'unknown'] += 1
      return undefined
    }
    return owner ? this.changeOwner(row, owner, values, broken) : this.make(row, values, broken)
  }

  private note(broken: Map<string, ValueProblem[]>, index: number, problem: ValueProblem): void {
    const name = this.plan.fields[index]?.name
    if (name !== undefined) broken.set(name, [...(broken.get(name) ?? []), problem])
  }

  /** What the row says, by field; a cell that cannot be used is null and stands in `broken`. */
  private async valuesOf(
    row: ReadRow,
    broken: Map<string, ValueProblem[]>,
  ): Promise<ReadonlyMap<string, StoredValue>> {
    const values = new Map<string, StoredValue>()
    for (const [index, field] of this.plan.fields.entries()) {
      const value = row.values[index]
      if (value === undefined) continue
      if (this.known.lookups.has(index) && isNamed(value)) {
        const problem = await this.lookUp(index, value)
        if (problem) this.note(broken, index, problem)
        const id = this.resolved(row, index) ?? null
        if (id !== null) for (const one of valueProblems(field, id)) this.note(broken, index, one)
        values.set(field.name, id)
      } else if (isPlain(value)) {
        values.set(field.name, value)
      }
    }
    for (const { index, label, values: known, growing } of this.known.references) {
      const value = values.get(this.plan.fields[index]?.name ?? '')
      if (value === undefined || value === null || known.of(value).length > 0) continue
      if (growing && this.writer.isWaiting) {
        await this.writer.flush()
        await known.prepare(this.tx, [value])
      }
      if (known.of(value).length === 0) this.note(broken, index, noSuchRecord(label))
    }
    addYearsOfLabel(this.plan.table, values)
    return values
  }

  private async lookUp(index: number, cell: NamedRecord): Promise<ValueProblem | undefined> {
    const lookup = this.known.lookups.get(index)
    if (!lookup) return undefined
    if (lookup.isOutdated(cell)) {
      await this.writer.flush()
      await lookup.lookAgain(this.tx, cell)
    }
    return lookup.problemOf(cell)
  }

  private async changeOwner(
    row: ReadRow,
    owner: Owner,
    values: ReadonlyMap<string, StoredValue>,
    broken: ReadonlyMap<string, readonly ValueProblem[]>,
  ): Promise<void> {
    // What a row says of a record is compared with what the rows before it really made of it.
    if (owner.id === undefined || this.writer.isChanging(owner.id)) await this.writer.flush()
    if (owner.id === undefined) return this.make(row, values, broken)
    if (!this.records.has(owner.id)) await this.load([owner.id])
    const record = this.records.get(owner.id)
    if (record) this.change(row, owner.id, record, values, broken)
  }

  private change(
    row: ReadRow,
    id: number,
    record: Snapshot,
    values: ReadonlyMap<string, StoredValue>,
    broken: ReadonlyMap<string, readonly ValueProblem[]>,
  ): void {
    const { table, keyField } = this.plan
    if (this.editable && !this.editable.get(id)?.editable && keyField) {
      this.problems.addOfKey(
        keyField,
        row,
        'not_enough_privilege',
        'You may not change the record with this key.',
      )
      return
    }
    const sent = new Map([...values].filter(([name]) => name !== 'id' && name !== keyField?.name))
    const changed = new Map<string, StoredValue>()
    for (const [name, value] of changedValues(table, record.core, sent))
      if (isPlain(value)) changed.set(name, value)
    const before = this.problems.count
    for (const name of sent.keys()) {
      const field = table.fields.get(name)
      if (!field) continue
      // A cell that cannot be stored is null: it would look as if nothing changed where nothing is stored.
      const problems = broken.get(name) ?? []
      if (changed.has(name) || sent.get(name) === null) this.problems.addOf(field, row, problems)
      if (problems.length === 0 && changed.get(name) === null && isRequired(field)) {
        this.problems.addOf(field, row, [missing])
      }
    }
    this.problems.add(row, chronologyProblems({ table, row: row.row, values: changed, before: record.core }))
    this.refuseRepeated(row, changed, id)
    if (this.problems.count > before) return
    this.counts.updated += 1
    if (changed.size === 0) {
      this.counts.unchanged += 1
      return
    }
    for (const { field, values: owners } of this.known.uniques) {
      const value = changed.get(field.name)
      if (value === undefined) continue
      const old = record.core[field.name]
      if (typeof old === 'string' || typeof old === 'number') owners.remove(old, id)
      if (value !== null) owners.add(value, { id })
    }
    const name = table.idField
    if (changed.has(name)) this.known.noteWritten(undefined, [record.core[name], changed.get(name)])
    this.writer.change({ source: row, id, before: record, values: changed })
    this.records.set(id, { ...record, core: { ...record.core, ...Object.fromEntries(changed) } })
  }

  private make(
    row: ReadRow,
    values: ReadonlyMap<string, StoredValue>,
    broken: ReadonlyMap<string, readonly ValueProblem[]>,
  ): void {
    const { table, fields } = this.plan
    const before = this.problems.count
    for (const field of fields) this.problems.addOf(field, row, broken.get(field.name) ?? [])
    for (const field of this.required) {
      const isMissing = (values.get(field.name) ?? null) === null && !broken.has(field.name)
      if (isMissing) this.problems.addOf(field, row, [missing])
    }
    if (table.hasFuzzyDate) {
      this.problems.add(row, chronologyProblems({ table, row: row.row, values, before: undefined }))
    }
    this.refuseRepeated(row, values, undefined)
    const id = this.idOf(row, values)
    if (this.problems.count > before) return
    const owner: Owner = { id: undefined }
    const key = this.plan.keyField && values.get(this.plan.keyField.name)
    if (key !== undefined && key !== null) this.known.keys?.add(key, owner)
    if (id !== undefined) this.known.ids?.add(id, owner)
    for (const { field, values: owners } of this.known.uniques) {
      const value = values.get(field.name)
      if (value !== undefined && value !== null) owners.add(value, owner)
    }
    this.known.noteWritten(id, [values.get(table.idField)])
    this.writer.make({ source: row, owner, id, values })
    this.counts.inserted += 1
  }

  /** The id that the file gives a new record. */
  private idOf(row: ReadRow, values: ReadonlyMap<string, StoredValue>): number | undefined {
    const id = values.get('id')
    if (typeof id !== 'number') return undefined
    const field = this.plan.table.fields.get('id')
    if (field && id < 1)
      this.problems.addOf(field, row, [{ rule: 'min', text: 'An id is 1 or more.', limit: { min: 1 } }])
    if (field && (this.known.ids?.of(id).length ?? 0) > 0) this.problems.addOf(field, row, [alreadyUsed])
    return id
  }

  private refuseRepeated(
    row: ReadRow,
    values: ReadonlyMap<string, StoredValue>,
    id: number | undefined,
  ): void {
    for (const { field, values: owners } of this.known.uniques) {
      const value = values.get(field.name)
      if (value === undefined || value === null) continue
      const others = owners.of(value).filter((owner) => id === undefined || owner.id !== id)
      if (others.length > 0) this.problems.addOf(field, row, [alreadyUsed])
    }
  }
}

const severalRecords = 'Several records have this key, so it does not say which one is meant.'

const isPlain = (value: unknown): value is StoredValue =>
  value === null || typeof value === 'string' || typeof value === 'number'
