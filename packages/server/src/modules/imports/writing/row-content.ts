import type { StoredValue } from '../../../catalogue/field-types/field-type.js'
import { type ValueProblem, valueProblems } from '../../../catalogue/value-rules.js'
import { addYearsOfLabel } from '../../../records/writing/dated-by-label.js'
import type { Transaction } from '../../../storage/storage.js'
import type { NamedRecord, ReadRow } from '../reading/worker-protocol.js'
import type { BatchWriter } from './batch-writer.js'
import type { ImportPlan } from './import-plan.js'
import { isNamed, isPlain, type NamedRecords } from './named-records.js'

/** What a row says, by the name of the field. */
export interface RowContent {
  readonly source: ReadRow
  /** A cell that cannot be used is null here and stands in `broken`. */
  readonly values: ReadonlyMap<string, StoredValue>
  readonly broken: ReadonlyMap<string, readonly ValueProblem[]>
}

/** Turns the cells of rows into values of fields, where they name records into the ids of these. */
export class RowContents {
  constructor(
    private readonly tx: Transaction,
    private readonly plan: ImportPlan,
    private readonly named: NamedRecords,
    private readonly writer: BatchWriter,
  ) {}

  async of(row: ReadRow): Promise<RowContent> {
    const values = new Map<string, StoredValue>()
    const broken = new Map<string, ValueProblem[]>()
    const note = (index: number, problem: ValueProblem): void => {
      const name = this.plan.fields[index]?.name
      if (name !== undefined) broken.set(name, [...(broken.get(name) ?? []), problem])
    }
    for (const [index, problem] of row.problems) note(index, problem)
    for (const [index, field] of this.plan.fields.entries()) {
      const value = row.values[index]
      if (value === undefined) continue
      if (this.named.lookups.has(index) && isNamed(value)) {
        const problem = await this.lookUp(index, value)
        if (problem) note(index, problem)
        const id = this.named.valueOf(row, index) ?? null
        if (id !== null) for (const one of valueProblems(field, id)) note(index, one)
        values.set(field.name, id)
      } else if (isPlain(value)) {
        values.set(field.name, value)
      }
    }
    for (const { index, values: known, growing } of this.named.references) {
      const value = values.get(this.plan.fields[index]?.name ?? '')
      if (value === undefined || value === null || known.has(value)) continue
      if (growing && this.writer.isWaiting) {
        await this.writer.flush()
        await known.prepare(this.tx, [value])
      }
      if (!known.has(value)) note(index, known.problem)
    }
    addYearsOfLabel(this.plan.table, values)
    return { source: row, values, broken }
  }

  /** A row before may have made the record that the cell names: then that row is stored first. */
  private async lookUp(index: number, cell: NamedRecord): Promise<ValueProblem | undefined> {
    const lookup = this.named.lookups.get(index)
    if (!lookup) return undefined
    if (lookup.isOutdated(cell)) {
      await this.writer.flush()
      await lookup.lookAgain(this.tx, cell)
    }
    return lookup.problemOf(cell)
  }
}
