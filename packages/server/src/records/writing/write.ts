import type { RecordInput } from '@trowel/contract/record-writes.js'
import { creatorId } from '../../access/principal.js'
import { mainTableOf, type Table, tableOf } from '../../catalogue/catalogue.js'
import { type StoredValue, Unusable } from '../../catalogue/field-types/field-type.js'
import { AppError, type FieldProblem } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { type Reader, StorageError, type Transaction } from '../../storage/storage.js'
import { carryOutDeletion } from '../deletion/carry-out-deletion.js'
import { planDeletion } from '../deletion/deletion-plan.js'
import { withDefaultCurve } from '../radiocarbon/service.js'
import { readUnchanged, tagAfterSave, versionWithin } from '../reading/optimistic-lock.js'
import type { RecordPart } from '../rows/record-part.js'
import { readRowAccess, requireEditable } from '../rows/row-access.js'
import type { RawRow } from '../rows/store.js'
import { selectFirstChangeSet } from '../versions/newest-change.js'
import { readSnapshots, type Snapshot } from '../versions/snapshots.js'
import { CreationKey } from './creation-key.js'
import { type GivenNumbers, Numbering, numberedFields } from './numbering.js'
import { changedValues, type PluginChange, type RecordChange, readRecordChange } from './record-change.js'
import { findProblems, type PlannedRow, problemsOfConflict } from './row-rules.js'
import { changeRows, type RowWriter } from './row-writer.js'
import type { CreatedRecord, SavedRecord, SavedRows } from './saved-record.js'

/**
 * Makes a record together with its plugin rows: all of it or nothing. Its creator is the caller, none for an
 * API key.
 *
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`, `parameter_missing` without
 *   `core`, `unknown_field`, `invalid_parameter`, `validation_failed` with every problem at once;
 *   `outside_row_filter` when the record would not be one that the caller may make; `upload_gone`;
 *   `idempotency_key_reused`
 * @param key chosen by the caller: what was made with it within a day is answered again
 */
export async function createRecord(
  scope: RequestScope,
  parts: readonly RecordPart[],
  tableName: string,
  input: RecordInput,
  key?: string,
): Promise<SavedRecord> {
  const table = mainTableOf(scope.catalogue, tableName)
  const planned = planCreation(scope, table, input)
  const creation = key === undefined ? undefined : new CreationKey(scope, table, key, input)
  // Its uploads are gone: they belong to the record that it made.
  const known = await creation?.created(scope.db.quick)
  if (known) return recordMadeBefore(scope, parts, table, known)
  const brought = await Promise.all(parts.map((part) => part.bring?.(scope, input)))
  const { made, isNew } = await conflictsAsProblems(scope, table, () =>
    changeRows(scope, 'form', async (writer): Promise<{ made: CreatedRecord; isNew: boolean }> => {
      const { tx } = writer
      // The request that is asked again may just have come to its end.
      const madeMeanwhile = await creation?.created(tx)
      if (madeMeanwhile) return { made: madeMeanwhile, isNew: false }
      const { plan, numbers } = await withNumbers(new Numbering(tx, scope, table), planned)
      await refuseInvalid(tx, scope, plan)
      const created = { ...(await writeCreation(writer, table, plan)), numbers }
      for (const bring of brought) await bring?.(tx, table, created.id)
      const [version] = await Promise.all([
        versionWithin(tx, scope, table, created.id),
        refuseOutside(tx, scope, table, created.id),
      ])
      const made = { ...created, version }
      await creation?.keep(tx, made)
      return { made, isNew: true }
    }),
  )
  return isNew ? savedRecord(scope, parts, table, made) : recordMadeBefore(scope, parts, table, made)
}

async function recordMadeBefore(
  scope: RequestScope,
  parts: readonly RecordPart[],
  table: Table,
  created: CreatedRecord,
): Promise<SavedRecord> {
  const saved = await savedRecord(scope, parts, table, created)
  return { ...saved, madeBefore: await selectFirstChangeSet(scope.db.quick, table, created.id) }
}

/**
 * Makes records as `createRecord` does, all of them in one transaction; no entity tag is read.
 *
 * @returns their ids, in order
 */
export async function createRecords(
  scope: RequestScope,
  tableName: string,
  inputs: readonly RecordInput[],
): Promise<number[]> {
  const table = mainTableOf(scope.catalogue, tableName)
  const planned = inputs.map((input) => planCreation(scope, table, input))
  return conflictsAsProblems(scope, table, () =>
    changeRows(scope, 'form', async (writer) => {
      const numbering = new Numbering(writer.tx, scope, table)
      const plans: CreationPlan[] = []
      for (const one of planned) plans.push((await withNumbers(numbering, one)).plan)
      const rows = plans.flatMap(({ core, rows }) => [core, ...rows])
      const problems = await findProblems(writer.tx, scope, rows, new Map())
      if (problems.length > 0) throw notValid(problems)
      const ids: number[] = []
      for (const plan of plans) {
        const { id } = await writeCreation(writer, table, plan)
        await refuseOutside(writer.tx, scope, table, id)
        ids.push(id)
      }
      return ids
    }),
  )
}

interface CreationPlan extends SavePlan {
  readonly change: RecordChange
  /** Fields whose numbers are proposals. */
  readonly proposed: ReadonlySet<string>
}

function planCreation(scope: RequestScope, table: Table, input: RecordInput): CreationPlan {
  scope.rights.require('create', table)
  if (!input.core) {
    throw new AppError('parameter_missing', { ...message('needs_core', { name: 'core' }), detail: 'core' })
  }
  const change = readRecordChange(scope.catalogue, table, input)
  const core = { table, row: null, id: undefined, values: change.core, before: undefined }
  return { core, ...planRows(change.plugins, new Map()), change, proposed: new Set(input.proposed) }
}

async function withNumbers(
  numbering: Numbering,
  plan: CreationPlan,
): Promise<{ readonly plan: CreationPlan; readonly numbers: GivenNumbers }> {
  const { values, given } = await numbering.complete(plan.core.values, plan.proposed)
  return { plan: { ...plan, core: { ...plan.core, values } }, numbers: given }
}

/** Writes a record that was found valid, with its plugin rows and its entry of the history. */
async function writeCreation(
  writer: RowWriter,
  table: Table,
  plan: CreationPlan,
): Promise<Omit<SavedRecord, 'etag' | 'numbers'>> {
  const creator = creatorId(writer.scope.principal)
  const id = await writer.createRow(table, { ...storedValues(plan.core), creator })
  const plugins = await writePluginRows(writer, id, plan.change, plan)
  await writer.applyEffects()
  return { id, plugins }
}

/** What a change makes of a record as it is stored. */
function planUpdate(table: Table, before: Snapshot, change: RecordChange): SavePlan {
  const core = {
    table,
    row: null,
    id: Number(before.core['id']),
    values: changedValues(table, before.core, change.core),
    before: before.core,
  }
  return { core, ...planRows(change.plugins, rowsById(before)) }
}

/**
 * Everything that a save would be refused for on account of its values, while they are still typed. Nothing
 * is written, and the next save may be refused all the same: others write, too.
 *
 * @param recordId of the record that is to be changed; undefined for a new one
 * @throws as `createRecord` and `updateRecord`, but `validation_failed`
 */
export async function checkRecord(
  scope: RequestScope,
  tableName: string,
  recordId: number | undefined,
  input: RecordInput,
): Promise<FieldProblem[]> {
  const table = mainTableOf(scope.catalogue, tableName)
  const reader = scope.db.scan
  if (recordId === undefined) {
    const plan = planCreation(scope, table, input)
    const problems = await findProblems(reader, scope, [plan.core, ...plan.rows], new Map())
    // What the service will give is neither missing nor taken.
    const isGiven = (name: string | undefined): boolean =>
      numberedFields(table).some(
        (field) => field.name === name && (plan.proposed.has(field.name) || field.isNumberedOnSave),
      )
    const isDue = ({ field, code, row }: FieldProblem): boolean =>
      row === null && isGiven(field) && (code === 'required' || plan.proposed.has(field))
    return problems.filter((problem) => !isDue(problem))
  }
  scope.rights.require('edit', table)
  const change = readRecordChange(scope.catalogue, table, input)
  await requireEditable(reader, scope, table, recordId)
  const plan = planUpdate(table, await readSnapshot(reader, scope, table, recordId), change)
  return findProblems(reader, scope, [plan.core, ...plan.rows], removedRows(plan))
}

/** The record that an update is for. */
export interface RecordToUpdate {
  readonly tableName: string
  readonly recordId: number
  /** `If-Match` of the request: the record must still be as that answer showed it. */
  readonly ifMatch?: string | undefined
}

/**
 * Changes the fields and plugin rows that were sent; all others stay. The state before is kept as a version,
 * unless nothing changes: then nothing is written at all.
 *
 * @throws as `createRecord`; `record_not_found` for a record or plugin row that does not exist for the
 *   caller; `stale_record`
 */
export async function updateRecord(
  scope: RequestScope,
  parts: readonly RecordPart[],
  { tableName, recordId, ifMatch }: RecordToUpdate,
  input: RecordInput,
): Promise<SavedRecord> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('edit', table)
  const change = readRecordChange(scope.catalogue, table, input)
  const saved = await conflictsAsProblems(scope, table, () =>
    changeRows(scope, 'form', async (writer) => {
      const { tx } = writer
      // Statements that do not wait for each other travel together: a save is mostly the way to the writer
      // and back.
      const [, before] = await Promise.all([
        requireEditable(tx, scope, table, recordId),
        ifMatch === undefined
          ? readSnapshot(tx, scope, table, recordId)
          : readUnchanged(tx, scope, table, recordId, ifMatch),
      ])
      const plan = planUpdate(table, before, change)
      const { core } = plan
      await refuseInvalid(tx, scope, plan)
      const writeRest = async () => {
        await removeRows(writer, parts, plan)
        const plugins = await writePluginRows(writer, recordId, change, plan)
        await writer.applyEffects()
        const [version] = await Promise.all([
          versionWithin(tx, scope, table, recordId),
          refuseOutside(tx, scope, table, recordId),
        ])
        return { plugins, version }
      }
      const updating =
        core.values.size > 0 ? writer.updateRow(table, recordId, storedValues(core)) : undefined
      const [saved] = await Promise.all([writeRest(), updating])
      return { id: recordId, numbers: {}, ...saved }
    }),
  )
  return savedRecord(scope, parts, table, saved)
}

async function savedRecord(
  scope: RequestScope,
  parts: readonly RecordPart[],
  table: Table,
  { version, ...saved }: CreatedRecord,
): Promise<SavedRecord> {
  return { ...saved, etag: await tagAfterSave(scope, parts, table, saved.id, version) }
}

/** A save with every row that it touches, each compared with what is stored. */
interface SavePlan {
  readonly core: PlannedRow
  /** Plugin rows to be made or changed; those without a change are not among them. */
  readonly rows: readonly PlannedRow[]
  readonly removed: readonly { readonly table: Table; readonly ids: readonly number[] }[]
}

/** @param stored the rows that the record has in each plugin table, by id */
function planRows(
  changes: readonly PluginChange[],
  stored: ReadonlyMap<string, ReadonlyMap<number, RawRow>>,
): Pick<SavePlan, 'rows' | 'removed'> {
  const rows: PlannedRow[] = []
  const removed: { table: Table; ids: number[] }[] = []
  for (const { table, rows: sent } of changes) {
    const ids = new Set<number>()
    for (const { row, id, remove, values } of sent) {
      if (id === undefined) {
        if (!remove && values.size > 0)
          rows.push({ table, row, id, values: withDefaultCurve(table, values), before: undefined })
        continue
      }
      const before = stored.get(table.name)?.get(id)
      if (!before) throw noSuchRow(table, id)
      if (remove) {
        ids.add(id)
        continue
      }
      const changed = changedValues(table, before, values)
      if (changed.size > 0) rows.push({ table, row, id, values: changed, before })
    }
    removed.push({ table, ids: [...ids] })
  }
  return { rows, removed }
}

const noSuchRow = (table: Table, rowId: number): AppError =>
  new AppError('record_not_found', {
    ...message('record_has_no_row', { row: rowId, table: table.label }),
    detail: { tb: table.name, id: rowId },
  })

async function readSnapshot(
  reader: Reader,
  scope: RequestScope,
  table: Table,
  recordId: number,
): Promise<Snapshot> {
  const snapshot = (await readSnapshots(reader, scope, table, [recordId])).get(recordId)
  if (!snapshot) throw new AppError('record_not_found')
  return snapshot
}

function rowsById({ plugins }: Snapshot): ReadonlyMap<string, ReadonlyMap<number, RawRow>> {
  return new Map(
    Object.entries(plugins).map(([name, rows]) => [
      name,
      new Map(rows.map((row) => [Number(row['id']), row])),
    ]),
  )
}

const removedRows = ({ removed }: SavePlan) =>
  new Map(removed.map(({ table, ids }) => [table.name, new Set(ids)]))

async function refuseInvalid(tx: Transaction, scope: RequestScope, plan: SavePlan): Promise<void> {
  const problems = await findProblems(tx, scope, [plan.core, ...plan.rows], removedRows(plan))
  if (problems.length > 0) throw notValid(problems)
}

export const notValid = (errors: readonly FieldProblem[], cause?: unknown): AppError =>
  new AppError('validation_failed', {
    ...(errors.length === 1
      ? message('field_not_valid', {})
      : message('fields_not_valid', { fields: errors.length })),
    errors,
    cause,
  })

/** The values of a row that was found valid. */
export function storedValues({ values }: PlannedRow): Record<string, StoredValue> {
  const stored: Record<string, StoredValue> = {}
  for (const [name, value] of values) if (!(value instanceof Unusable)) stored[name] = value
  return stored
}

/** Plugin rows go as records do: the relations that lead to them decide what becomes of others. */
async function removeRows(
  writer: RowWriter,
  parts: readonly RecordPart[],
  { removed }: SavePlan,
): Promise<void> {
  const rows = removed.filter(({ ids }) => ids.length > 0)
  if (rows.length === 0) return
  const ids = new Map(rows.map((one) => [one.table, one.ids]))
  await carryOutDeletion(writer, parts, await planDeletion(writer.tx, writer.scope, ids))
}

async function writePluginRows(
  writer: RowWriter,
  recordId: number,
  change: RecordChange,
  plan: SavePlan,
): Promise<Record<string, SavedRows>> {
  const saved: Record<string, SavedRows> = {}
  for (const { table } of change.plugins) {
    const removed = plan.removed.find((one) => one.table === table)?.ids ?? []
    const ofTable = plan.rows.filter((row) => row.table === table)
    let updated = 0
    for (const row of ofTable) {
      if (row.id === undefined || removed.includes(row.id)) continue
      await writer.updateRow(table, row.id, storedValues(row))
      updated += 1
    }
    const inserted: number[] = []
    for (const row of ofTable) {
      if (row.id !== undefined) continue
      inserted.push(await writer.createRow(table, { ...storedValues(row), id_link: recordId }))
    }
    saved[table.name] = { inserted, updated, deleted: removed.length }
  }
  return saved
}

/** The record as it is now must be one that the caller may change. */
export async function refuseOutside(
  tx: Transaction,
  scope: RequestScope,
  table: Table,
  recordId: number,
): Promise<void> {
  if (!scope.rights.levelsOn(table).filter) return
  const row = (await readRowAccess(tx, scope, table, [recordId])).get(recordId)
  if (!row?.editable) throw new AppError('outside_row_filter')
}

/** A value that another caller wrote in the same moment is reported like one that was there before. */
export async function conflictsAsProblems<T>(
  scope: RequestScope,
  table: Table,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof StorageError) || error.problem !== 'unique') throw error
    const plugins = table.plugins.map((name) => tableOf(scope.catalogue, name))
    const problems = problemsOfConflict(scope.catalogue, [table, ...plugins], error)
    throw problems.length > 0 ? notValid(problems, error) : error
  }
}
