import type { Change, ChangeOperation } from '@trowel/contract/changes.js'
import { english } from '@trowel/contract/messages/en/english.js'
import { storedFields } from '../../catalogue/catalogue.js'
import { entityOf } from '../../catalogue/changed-entity.js'
import { systemPrefix, systemTables } from '../../catalogue/system-tables.js'
import type { RequestScope } from '../../http/scope.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import type { RowDifference } from '../../records/versions/diff.js'
import { readVersion, recordLabels } from '../../records/versions/versions.js'
import { changesWithoutBytes } from '../files/index.js'
import { type NetChange, type RowState, type StateColumn, type States, selectStates } from './change-store.js'

/** The fields of a table that are shown, with their labels. */
interface ShownTable {
  readonly fields: readonly (StateColumn & { readonly label: string })[]
}

const labels: Readonly<Partial<Record<string, string>>> = english.changedFields

function shownTable({ catalogue }: RequestScope, name: string): ShownTable {
  const table = catalogue.tables.get(name)
  if (table) {
    const fields = [...storedFields(table).values()].filter((field) => field.name !== 'id')
    return { fields: fields.map((field) => ({ name: field.name, type: field.dbType, label: field.label })) }
  }
  const columns = systemTables.find((one) => one.name === name)?.columns ?? []
  return {
    fields: columns.flatMap((column) => {
      const label = labels[`${name.slice(systemPrefix.length)}.${column.name}`]
      return label === undefined ? [] : [{ name: column.name, type: column.type, label }]
    }),
  }
}

/** The changes in their order, by their ids. */
export async function describeChanges(
  scope: RequestScope,
  parts: readonly RecordPart[],
  found: readonly NetChange[],
): Promise<ReadonlyMap<number, Change>> {
  const described = new Map<number, Omit<Change, 'record'> & { readonly record: RecordKey | null }>()
  for (const name of new Set(found.map(({ tb }) => tb))) {
    const ofTable = found.filter(({ tb }) => tb === name)
    const entity = entityOf(scope.catalogue, name)
    if (entity === undefined) continue
    const { fields } = shownTable(scope, name)
    const states = await selectStates(scope, name, fields, ofTable)
    const changed = ofTable.filter(({ operation }) => entity === 'file' && operation !== 'created')
    const lost = await changesWithoutBytes(
      scope.db.quick,
      changed.map(({ id }) => id),
    )
    for (const change of ofTable) {
      const { before, after } = statesOf(change, states)
      const record = recordOf(scope, parts, change, after ?? before)
      described.set(change.id, {
        entity,
        table: tableOfRow(scope, change, record, after ?? before),
        id: change.row_id,
        record,
        operation: change.operation,
        ...(lost.has(change.id) && { bytes_gone: true as const }),
        fields: fields.flatMap(({ name: field, label }) => {
          const [was, is] = [before?.[field] ?? null, after?.[field] ?? null]
          return was === is ? [] : [{ field, label, before: wireValue(was), after: wireValue(is) }]
        }),
      })
    }
  }
  const records = [...described.values()].flatMap(({ record }) => record ?? [])
  const labelOf = await recordLabels(
    scope,
    records.map(({ table, id }) => ({ tb: table, rowid: id })),
  )
  const changes = new Map<number, Change>()
  for (const { id } of found) {
    const change = described.get(id)
    if (!change) continue
    const { record } = change
    changes.set(id, { ...change, record: record && { ...record, label: labelOf(record.table, record.id) } })
  }
  return changes
}

/**
 * A row that a set created has no state before, even if an earlier row had its id; one that it deleted has
 * none after.
 */
function statesOf({ id, operation }: NetChange, states: ReadonlyMap<number, States>): States {
  const { before, after } = states.get(id) ?? {}
  return {
    ...(operation !== 'created' && before && { before }),
    ...(operation !== 'deleted' && after && { after }),
  }
}

interface RecordKey {
  readonly table: string
  readonly id: number
}

/** The record itself, or the one from which the row hangs; of two the first. */
function recordOf(
  { catalogue }: RequestScope,
  parts: readonly RecordPart[],
  { tb, row_id }: NetChange,
  state: RowState | undefined,
): RecordKey | null {
  const table = catalogue.tables.get(tb)
  if (table && !table.isPlugin) return { table: tb, id: row_id }
  const end = parts.find(({ attachedTable }) => attachedTable.table === tb)?.attachedTable.ends[0]
  const [owner, recordId] = table
    ? [table.parent, state?.['id_link']]
    : [end && state?.[end.table], end && state?.[end.record]]
  return typeof owner === 'string' && typeof recordId === 'number' ? { table: owner, id: recordId } : null
}

/** Where the rows of a table of the service name the configured table to which they belong. */
const namesOfTables = ['tb', 'table_name', 'from_tb'] as const

function tableOfRow(
  { catalogue }: RequestScope,
  { tb }: NetChange,
  record: RecordKey | null,
  state: RowState | undefined,
): string | null {
  if (catalogue.tables.has(tb)) return tb
  if (record) return record.table
  const named = namesOfTables.map((column) => state?.[column]).find((name) => typeof name === 'string')
  return typeof named === 'string' ? named : null
}

const wireValue = (value: RowState[string]): string | number | null =>
  typeof value === 'string' || typeof value === 'number' || value === null ? value : String(value)

/** What the change of an old version did, to the record and to its plugin rows. */
export async function describeOld(
  scope: RequestScope,
  parts: readonly RecordPart[],
  versionId: number,
): Promise<Change[]> {
  const { version, difference } = await readVersion(scope, parts, versionId, 'change')
  const { tb, rowid } = version
  const record = { table: tb, id: rowid, label: (await recordLabels(scope, [version]))(tb, rowid) }
  const fieldsOf = ({ fields }: Pick<RowDifference, 'fields'>): Change['fields'] =>
    fields.map(({ field, label, before, after }) => ({
      field,
      label,
      before: wireValue(before),
      after: wireValue(after),
    }))
  const ofRows = (table: string, operation: ChangeOperation, rows: readonly RowDifference[]): Change[] =>
    rows.map((row) => ({
      entity: 'plugin_row',
      table,
      id: row.id,
      record,
      operation,
      fields: fieldsOf(row),
    }))
  return [
    {
      entity: 'record',
      table: tb,
      id: rowid,
      record,
      operation: version.operation === 'delete' ? 'deleted' : 'updated',
      fields: fieldsOf({ fields: difference?.fields ?? [] }),
    },
    ...(difference?.plugins ?? []).flatMap((plugin) => [
      ...ofRows(plugin.tb, 'created', plugin.added),
      ...ofRows(plugin.tb, 'updated', plugin.changed),
      ...ofRows(plugin.tb, 'deleted', plugin.removed),
    ]),
  ]
}
