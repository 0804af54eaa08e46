import { alreadyUsed, checkValues } from '../../../catalogue/field-rules.js'
import type { StoredValue } from '../../../catalogue/field-types/field-type.js'
import type { FieldProblem } from '../../../errors.js'
import { message, type Saying } from '../../../message.js'
import type { Snapshot } from '../../../records/versions/snapshots.js'
import type { Owner } from '../../../records/writing/column-values.js'
import { Numbering, numberedFields } from '../../../records/writing/numbering.js'
import { changedValues } from '../../../records/writing/record-change.js'
import type { RowWriter } from '../../../records/writing/row-writer.js'
import type { Transaction } from '../../../storage/storage.js'
import type { ReadRow } from '../reading/worker-protocol.js'
import { BatchWriter, type ChangedRow, type NewIds, type NewRow } from './batch-writer.js'
import type { ImportPlan } from './import-plan.js'
import { MatchedRecords } from './matched-records.js'
import { isPlain, NamedRecords } from './named-records.js'
import { type RowContent, RowContents } from './row-content.js'
import { type RowProblem, RowProblems } from './row-problems.js'
import type { RunOptions } from './run-options.js'
import { UniqueValues } from './unique-values.js'

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
  /** Records that got another place. */
  placed: number
}

/**
 * A row without a key; one whose record is known where only new ones are wanted; one whose record is not
 * known where only known ones are.
 */
export type SkipReason = 'no_key' | 'known' | 'unknown'

/** What became of the rows of a file. */
export interface RunOutcome {
  readonly counts: ImportCounts
  /** The ids of the new records, where nothing else can lie between them. */
  readonly newIds: NewIds | undefined
  /** Rows whose key an earlier row of the file has, and the first hundred of these keys. */
  readonly repeated: { readonly rows: number; readonly keys: readonly RepeatedKey[] }
  /** The first hundred problems. */
  readonly problems: readonly RowProblem[]
  /** Why rows were refused, in words, by the number of the row. */
  readonly reasons: ReadonlyMap<number, string>
}

/**
 * The rows of one file on their way into a table, inside one transaction. Rows count in the order of the
 * file.
 */
export class ImportRun {
  private readonly counts = {
    inserted: 0,
    updated: 0,
    unchanged: 0,
    skipped: { no_key: 0, known: 0, unknown: 0 },
  }
  private readonly problems: RowProblems
  private readonly repeated = new RepeatedKeys()
  private readonly named: NamedRecords
  private readonly taken: UniqueValues
  private readonly matched: MatchedRecords
  private readonly tx: Transaction
  private readonly writer: BatchWriter
  private readonly contents: RowContents
  private readonly numbering: Numbering

  constructor(
    writer: RowWriter,
    private readonly plan: ImportPlan,
    private readonly options: RunOptions,
    { startsEmpty, say }: { readonly startsEmpty: boolean; readonly say: Saying },
  ) {
    const { tx, scope } = writer
    this.tx = tx
    this.problems = new RowProblems(plan.table, options, say)
    this.named = new NamedRecords(scope, plan, options)
    this.taken = new UniqueValues(scope, plan, startsEmpty)
    this.matched = new MatchedRecords(tx, scope, plan.table)
    this.writer = new BatchWriter(writer, plan, {
      made: (row, problems) => this.takeBackMade(row, problems),
      changed: (row, problems) => this.takeBackChanged(row, problems),
    })
    this.contents = new RowContents(tx, plan, this.named, this.writer)
    this.numbering = new Numbering(tx, scope, plan.table)
  }

  /**
   * @throws RowsRefused as soon as so many problems are known that more are not read;
   * `import_error_transaction`
   */
  async take(rows: readonly ReadRow[]): Promise<void> {
    await this.named.prepare(this.tx, rows)
    await this.taken.prepare(this.tx, (index) => this.named.valuesOf(rows, index))
    await this.loadMatched(rows)
    this.noteNumbers(rows)
    for (const row of rows) {
      await this.takeRow(row)
      this.problems.refuseHopeless()
    }
    await this.writer.flush()
    this.numbering.noteStored()
    this.matched.clear()
  }

  /** @throws RowsRefused when any row was refused and none may be */
  finish(): RunOutcome {
    this.problems.refuseIfAny()
    const { rows, first, reasons } = this.problems
    return {
      counts: { ...this.counts, refused: rows, placed: this.writer.placed },
      newIds: this.writer.madeIds,
      repeated: { rows: this.repeated.rows, keys: this.repeated.first },
      problems: first,
      reasons,
    }
  }

  private takeBackMade(row: NewRow, problems: readonly FieldProblem[]): void {
    this.counts.inserted -= 1
    this.taken.takeBackMade(row)
    this.problems.add(row.source, problems)
  }

  private takeBackChanged(
    { source, id, before, values }: ChangedRow,
    problems: readonly FieldProblem[],
  ): void {
    this.counts.updated -= 1
    this.matched.forget(id)
    this.taken.takeBackChanged(id, before, values)
    this.problems.add(source, problems)
  }

  /** Rows that say their numbers keep them, whatever rows before them are given. */
  private noteNumbers(rows: readonly ReadRow[]): void {
    for (const field of numberedFields(this.plan.table)) {
      const index = this.plan.fields.indexOf(field)
      if (index >= 0) for (const value of this.named.valuesOf(rows, index)) this.numbering.note(field, value)
    }
  }

  /** The records that the keys of these rows find. */
  private async loadMatched(rows: readonly ReadRow[]): Promise<void> {
    const { fields, keyField } = this.plan
    if (!keyField) return
    const keys = this.named.valuesOf(rows, fields.indexOf(keyField))
    const ids = new Set(keys.flatMap((key) => this.taken.withKey(key).flatMap(({ id }) => id ?? [])))
    await this.matched.load([...ids])
  }

  /** Finds out which record the row means: one that it makes, one that it changes, or none. */
  private async takeRow(row: ReadRow): Promise<void> {
    const content = await this.contents.of(row)
    if (this.taken.takesGivenUp(content.values)) await this.writer.flush()
    const { keyField } = this.plan
    if (!keyField) return this.make(content)
    const key = content.values.get(keyField.name)
    if (key === undefined || key === null) {
      const problems = content.broken.get(keyField.name)
      if (problems) this.problems.addOf(keyField, row, problems)
      else this.counts.skipped.no_key += 1
      return undefined
    }
    this.repeated.note(key, row)
    const owners = await this.ownersOf(key)
    if (owners.length > 1) return this.problems.addOfKey(keyField, row, 'ambiguous_key', severalRecords)
    const [owner] = owners
    const { mode } = this.options
    if (owner ? mode === 'insert' : mode === 'update') {
      this.counts.skipped[owner ? 'known' : 'unknown'] += 1
      return undefined
    }
    return owner ? this.changeOwner(content, owner) : this.make(content)
  }

  /** Who has a key; a row before this one has it only where it could be stored. */
  private async ownersOf(key: string | number): Promise<readonly Owner[]> {
    const owners = this.taken.withKey(key)
    if (owners.every(({ id }) => id !== undefined)) return owners
    await this.writer.flush()
    return this.taken.withKey(key)
  }

  private async changeOwner(content: RowContent, owner: Owner): Promise<void> {
    if (owner.id === undefined) return this.make(content)
    // What a row says of a record is compared with what the rows before it really made of it.
    if (this.writer.isChanging(owner.id)) await this.writer.flush()
    const record = await this.matched.read(owner.id)
    if (record) this.change(content, owner.id, record)
  }

  private change({ source, values, broken }: RowContent, id: number, record: Snapshot): void {
    const { table, keyField } = this.plan
    if (keyField && !this.matched.mayChange(id)) {
      this.problems.addOfKey(keyField, source, 'not_enough_privilege', message('key_not_editable', {}))
      return
    }
    const sent = new Map([...values].filter(([name]) => name !== 'id' && name !== keyField?.name))
    const changed = new Map<string, StoredValue>()
    for (const [name, value] of changedValues(table, record.core, sent))
      if (isPlain(value)) changed.set(name, value)
    const before = this.problems.count
    // A cell that cannot be stored is null: it would look as if nothing changed where nothing is stored.
    const found = new Map([...broken].filter(([name]) => changed.has(name) || sent.get(name) === null))
    const check = { table, row: source.row, values: changed, before: record.core, found }
    this.problems.add(source, checkValues(check))
    this.refuseRepeated(source, changed, id)
    this.problems.add(source, source.placeProblems ?? [])
    if (this.problems.count > before) return
    this.counts.updated += 1
    if (source.place !== undefined) this.writer.place(id, source.place)
    if (changed.size === 0) {
      this.counts.unchanged += 1
      return
    }
    this.taken.noteChanged(id, record, changed)
    const name = table.idField
    if (changed.has(name)) this.named.noteWritten(undefined, [record.core[name], changed.get(name)])
    this.writer.change({ source, id, before: record, values: changed })
    this.matched.noteChanged(id, record, changed)
  }

  private async make({ source, values: sent, broken }: RowContent): Promise<void> {
    const { table } = this.plan
    const { values } = await this.numbering.complete(sent)
    const before = this.problems.count
    const check = { table, row: source.row, values, before: undefined, found: broken }
    this.problems.add(source, checkValues(check))
    this.refuseRepeated(source, values, undefined)
    this.problems.add(source, source.placeProblems ?? [])
    const id = this.idOf(source, values)
    if (this.problems.count > before) return
    const row: NewRow = { source, owner: { id: undefined }, id, values }
    this.taken.noteMade(row)
    this.named.noteWritten(id, [values.get(table.idField)])
    this.writer.make(row)
    this.counts.inserted += 1
  }

  /** The id that the file gives a new record. */
  private idOf(row: ReadRow, values: ReadonlyMap<string, StoredValue>): number | undefined {
    const id = values.get('id')
    if (typeof id !== 'number') return undefined
    const field = this.plan.table.fields.get('id')
    if (field && id < 1)
      this.problems.addOf(field, row, [{ rule: 'min', ...message('id_at_least_one', {}), limit: { min: 1 } }])
    if (field && id > highestGivenId)
      this.problems.addOf(field, row, [
        { rule: 'max', ...message('id_too_high', { most: highestGivenId }), limit: { max: highestGivenId } },
      ])
    if (field && this.taken.hasId(id)) this.problems.addOf(field, row, [alreadyUsed])
    return id
  }

  private refuseRepeated(
    row: ReadRow,
    values: ReadonlyMap<string, StoredValue>,
    id: number | undefined,
  ): void {
    for (const field of this.taken.repeatedBy(values, id)) this.problems.addOf(field, row, [alreadyUsed])
  }
}

/** Later records get ids behind it, and those have to be exact as numbers, too. */
const highestGivenId = 9_000_000_000_000_000

const severalRecords = message('key_of_several', {})

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
class RepeatedKeys {
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
