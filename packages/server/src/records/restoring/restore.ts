import type { RelationWarning } from '@trowel/contract/stratigraphy.js'
import { type Table, tableOf } from '../../catalogue/catalogue.js'
import { chronologyProblems, sameValue } from '../../catalogue/field-rules.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { keepCreations } from '../../storage/journal/stamps.js'
import { StorageError, type Transaction } from '../../storage/storage.js'
import { carryOutDeletion } from '../deletion/carry-out-deletion.js'
import { planDeletion } from '../deletion/deletion-plan.js'
import { bringBackRows } from '../deletion/dependent-rows.js'
import type { RecordPart } from '../rows/record-part.js'
import type { VersionContent } from '../versions/content.js'
import { readSnapshots, type Snapshot } from '../versions/snapshots.js'
import { isUser } from '../versions/store.js'
import { findVersion } from '../versions/versions.js'
import { addYearsOfLabel } from '../writing/dated-by-label.js'
import { problemsOfConflict } from '../writing/row-rules.js'
import { changeRows, type RowWriter } from '../writing/row-writer.js'
import { notValid } from '../writing/write.js'
import { changesRows, type PluginRows, planPluginRows, writePluginRows } from './restore-plugin-rows.js'
import { emptyDangling, fittingValues, type RowValues } from './restore-values.js'

/** What is to come back of a record that is still there; of one that is gone everything does. */
export interface RestoreInput {
  /** Fields of the record; `undefined` for all that the version keeps. */
  readonly fields: readonly string[] | undefined
  /** Plugin tables whose rows are to be those of the version. */
  readonly plugins: readonly string[]
  /** What contradicts relations that were stated meanwhile comes back nevertheless. */
  readonly isForced: boolean
}

export interface RestoredRecord {
  readonly tb: string
  readonly id: number
  /** It was gone. */
  readonly created: boolean
  /**
   * Fields that are no more, or whose type the value no longer fits; `table.field` for those of plugin rows.
   */
  readonly skippedFields: readonly string[]
  readonly skippedPlugins: readonly string[]
  /** Fields in which something referred to a record that is gone; named alike. */
  readonly emptiedFields: readonly string[]
  /** How many rows of what hung from the record could not come back, by part. */
  readonly skippedRelated: Readonly<Record<string, number>>
  /** What contradicts others and was wanted nevertheless. */
  readonly warnings: readonly RelationWarning[]
}

/** A record as it is to be again. */
interface Restoring {
  readonly table: Table
  readonly id: number
  readonly content: VersionContent
}

/**
 * Brings a record back to the state that a version keeps: the fields and plugin tables that are asked for,
 * or, when it is gone, all of it under its old id, together with what hung from it. The rules of fields are
 * not asked, those of the database are.
 *
 * @throws `version_not_found`; `not_enough_privilege`; `unknown_field`, `invalid_parameter` for names that
 *   neither the version nor the table knows; `stratigraphic_loop` where relations of a record that is gone
 *   contradict others stated since; `validation_failed` when single fields would end before they begin;
 *   `conflict` when a unique index refuses; `in_use` when plugin rows that would go are needed
 */
export function restoreVersion(
  scope: RequestScope,
  parts: readonly RecordPart[],
  versionId: number,
  input: RestoreInput,
): Promise<RestoredRecord> {
  return asConflict(scope, () =>
    changeRows(scope, 'restore', async (writer) => {
      const { tx } = writer
      const { table, version } = await findVersion(tx, scope, parts, versionId)
      scope.rights.require('edit20', table)
      const restoring = { table, id: version.rowid, content: version.content }
      const before = (await readSnapshots(tx, scope, table, [version.rowid])).get(version.rowid)
      return before
        ? restoreInto(writer, parts, restoring, before, input)
        : restoreGone(writer, parts, restoring, input.isForced)
    }),
  )
}

async function restoreInto(
  writer: RowWriter,
  parts: readonly RecordPart[],
  restoring: Restoring,
  before: Snapshot,
  input: RestoreInput,
): Promise<RestoredRecord> {
  const { tx, scope } = writer
  const { table, id, content } = restoring
  refuseUnknownNames(restoring, input)
  const { values, skipped } = fittingValues(table, content.core, input.fields)
  const emptied = await emptyDangling(tx, scope.catalogue, table, [values], restoring)
  addYearsOfLabel(table, values)
  for (const [name, value] of values) if (sameValue(before.core[name], value)) values.delete(name)
  if (input.fields) refuseBrokenSpan(table, values, before)
  const { plans, skippedPlugins } = await planPlugins(tx, scope, restoring, input.plugins, before)
  if (values.size > 0 || plans.some(changesRows)) {
    if (values.size > 0) await writer.updateRow(table, id, Object.fromEntries(values))
    const removed = new Map(plans.map((plan) => [plan.plugin, plan.removed]))
    await carryOutDeletion(writer, parts, await planDeletion(tx, scope, removed))
    for (const plan of plans) await writePluginRows(writer, plan, id)
  }
  return {
    tb: table.name,
    id,
    created: false,
    skippedFields: [...skipped, ...plans.flatMap((plan) => plan.skipped)],
    skippedPlugins,
    emptiedFields: [...emptied, ...plans.flatMap((plan) => plan.emptied)],
    skippedRelated: {},
    warnings: [],
  }
}

/** A state comes back as it was; single fields out of it must fit to those that stay. */
function refuseBrokenSpan(table: Table, values: RowValues, before: Snapshot): void {
  const problems = table.hasFuzzyDate
    ? chronologyProblems({ table, row: null, values, before: before.core })
    : []
  if (problems.length > 0) throw notValid(problems)
}

async function restoreGone(
  writer: RowWriter,
  parts: readonly RecordPart[],
  restoring: Restoring,
  isForced: boolean,
): Promise<RestoredRecord> {
  const { tx, scope } = writer
  const { table, id, content } = restoring
  if (Object.keys(content.core).length === 0) {
    throw new AppError('conflict', {
      ...message('version_keeps_nothing', {}),
      detail: 'empty_version',
    })
  }
  const { values, skipped } = fittingValues(table, content.core)
  const emptied = await emptyDangling(tx, scope.catalogue, table, [values], restoring)
  const owner = await ownerOf(tx, scope, restoring)
  await writer.createRow(table, { ...Object.fromEntries(values), ...owner, id })
  if (!table.isPlugin) await keepCreations(tx, table.name)
  const { plans, skippedPlugins } = await planPlugins(tx, scope, restoring, Object.keys(content.plugins))
  for (const plan of plans) await writePluginRows(writer, plan, id)
  const skippedRelated = await bringBackRows(tx, scope.catalogue, parts, restoring, content.related ?? {})
  const warnings: RelationWarning[] = []
  for (const part of parts)
    warnings.push(...((await part.checkReturned?.(tx, scope, { table, id }, isForced)) ?? []))
  return {
    tb: table.name,
    id,
    created: true,
    skippedFields: [...skipped, ...plans.flatMap((plan) => plan.skipped)],
    skippedPlugins: skippedPlugins.filter((name) => (content.plugins[name] ?? []).length > 0),
    emptiedFields: [...emptied, ...plans.flatMap((plan) => plan.emptied)],
    skippedRelated,
    warnings,
  }
}

/**
 * Who made a record, if he is still there; to which record a row of a plugin table belongs, which must be
 * there.
 */
async function ownerOf(
  tx: Transaction,
  scope: RequestScope,
  { table, content }: Restoring,
): Promise<Record<string, number | null>> {
  if (!table.isPlugin) {
    const creator = Number(content.core['creator'] ?? 0)
    return { creator: (await isUser(tx, creator)) ? creator : null }
  }
  const owner = Number(content.core['id_link'] ?? 0)
  const parent = table.parent === undefined ? undefined : tableOf(scope.catalogue, table.parent)
  if (parent && !(await readSnapshots(tx, scope, parent, [owner])).has(owner)) {
    throw new AppError('conflict', {
      ...message('row_parent_gone', { table: parent.label }),
      detail: { tb: parent.name, id: owner },
    })
  }
  return { id_link: owner }
}

async function planPlugins(
  tx: Transaction,
  scope: RequestScope,
  restoring: Restoring,
  names: readonly string[],
  before?: Snapshot,
): Promise<{ plans: PluginRows[]; skippedPlugins: string[] }> {
  const { table, content } = restoring
  const plans: PluginRows[] = []
  const skippedPlugins: string[] = []
  for (const name of new Set(names)) {
    const versionRows = content.plugins[name]
    if (!versionRows || !table.plugins.includes(name)) {
      skippedPlugins.push(name)
      continue
    }
    const plugin = tableOf(scope.catalogue, name)
    plans.push(
      await planPluginRows(tx, scope, plugin, restoring, {
        versionRows,
        current: before?.plugins[name] ?? [],
      }),
    )
  }
  return { plans, skippedPlugins }
}

function refuseUnknownNames({ table, content }: Restoring, { fields, plugins }: RestoreInput): void {
  const field = fields?.find((name) => !table.fields.has(name) && !(name in content.core))
  if (field !== undefined) {
    throw new AppError('unknown_field', {
      ...message('version_has_no_field', { field }),
      detail: { table: table.name, field },
    })
  }
  const plugin = plugins.find((name) => !table.plugins.includes(name) && !(name in content.plugins))
  if (plugin !== undefined) {
    throw new AppError('invalid_parameter', {
      ...message('version_has_no_plugin', { plugin, table: table.label }),
      detail: { name: 'restore_plugins', reason: 'no plugin table of the record' },
    })
  }
}

/** What a rule of the database refuses is answered with the fields it is about. */
async function asConflict<T>(scope: RequestScope, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof StorageError) || !['unique', 'foreign_key'].includes(error.problem)) throw error
    const problems = problemsOfConflict(scope.catalogue, [...scope.catalogue.tables.values()], error)
    const labels = problems.map((problem) => `"${String(problem['label'])}"`).join(', ')
    throw new AppError('conflict', {
      ...(problems.length > 0
        ? message('version_value_taken', { fields: labels })
        : message('version_refers_to_gone', {})),
      ...(problems.length > 0 ? { errors: problems } : {}),
      cause: error,
    })
  }
}
