import type { Field, Table } from '../../catalogue/catalogue.js'
import { isWritable, sameValue } from '../../catalogue/field-rules.js'
import type { SqlValue } from '../../storage/sql.js'
import type { RawRow } from '../rows/store.js'
import type { Snapshot } from './snapshots.js'

/** One value that differs; the labels are those of records that a lookup field names. */
export interface FieldDifference {
  readonly field: string
  readonly label: string
  readonly before: SqlValue
  readonly after: SqlValue
  readonly before_label: string | null
  readonly after_label: string | null
}

export interface RowDifference {
  readonly id: number
  readonly fields: readonly FieldDifference[]
}

export interface PluginDifference {
  readonly tb: string
  readonly label: string
  readonly added: readonly RowDifference[]
  readonly removed: readonly RowDifference[]
  readonly changed: readonly RowDifference[]
}

/** What differs between two states of a record; `{fields: [], plugins: []}` when nothing does. */
export interface Difference {
  readonly fields: readonly FieldDifference[]
  readonly plugins: readonly PluginDifference[]
}

/** What a record of a table is called, as far as the caller may know it. */
export type LabelOf = (table: string, recordId: number) => string | null

/** @param after the other state; `undefined` for a record that was not there any more */
export function differenceOf(
  tables: ReadonlyMap<string, Table>,
  table: Table,
  before: Snapshot,
  after: Snapshot | undefined,
  labelOf: LabelOf,
): Difference {
  const names = new Set([...table.plugins, ...Object.keys(before.plugins)])
  const plugins = [...names].map((name) =>
    pluginDifference(name, tables.get(name), before.plugins[name] ?? [], after?.plugins[name] ?? [], labelOf),
  )
  return {
    fields: fieldDifferences(table, before.core, after?.core ?? {}, labelOf),
    plugins: plugins.filter((one) => one.added.length + one.removed.length + one.changed.length > 0),
  }
}

function pluginDifference(
  name: string,
  plugin: Table | undefined,
  before: readonly RawRow[],
  after: readonly RawRow[],
  labelOf: LabelOf,
): PluginDifference {
  const byId = (rows: readonly RawRow[]) => new Map(rows.map((row) => [Number(row['id']), row]))
  const [old, now] = [byId(before), byId(after)]
  const rowOf = (id: number): RowDifference => ({
    id,
    fields: fieldDifferences(plugin, old.get(id) ?? {}, now.get(id) ?? {}, labelOf),
  })
  return {
    tb: name,
    label: plugin?.label ?? name,
    added: [...now.keys()].filter((id) => !old.has(id)).map(rowOf),
    removed: [...old.keys()].filter((id) => !now.has(id)).map(rowOf),
    changed: [...old.keys()]
      .filter((id) => now.has(id))
      .map(rowOf)
      .filter((row) => row.fields.length > 0),
  }
}

/** Values that differ, in the order of the table's fields; those of fields that are gone come last. */
function fieldDifferences(
  table: Table | undefined,
  before: RawRow,
  after: RawRow,
  labelOf: LabelOf,
): FieldDifference[] {
  const fields = [...(table?.fields.values() ?? [])].filter(isWritable)
  const known = new Set([...(table?.fields.keys() ?? []), 'id', 'creator', 'id_link'])
  const gone = Object.keys(before).filter((name) => !known.has(name))
  const cells: [name: string, field: Field | undefined][] = [
    ...fields.map((field): [string, Field] => [field.name, field]),
    ...gone.map((name): [string, undefined] => [name, undefined]),
  ]
  return cells.flatMap(([name, field]) => {
    const [old, now] = [before[name] ?? null, after[name] ?? null]
    if (sameValue(old, now)) return []
    const called = (value: SqlValue): string | null =>
      field?.idFromTable === undefined || value === null ? null : labelOf(field.idFromTable, Number(value))
    return {
      field: name,
      label: field?.label ?? name,
      before: old,
      after: now,
      before_label: called(old),
      after_label: called(now),
    }
  })
}

/** The ids in the lookup fields of some states, by the table in which they are looked up. */
export function lookedUp(
  tables: ReadonlyMap<string, Table>,
  table: Table,
  states: readonly Snapshot[],
): ReadonlyMap<string, ReadonlySet<number>> {
  const ids = new Map<string, Set<number>>()
  const collect = (of: Table | undefined, rows: readonly RawRow[]): void => {
    for (const field of of?.fields.values() ?? []) {
      const target = field.idFromTable
      if (target === undefined) continue
      const known = ids.get(target) ?? new Set()
      for (const row of rows) {
        const value = Number(row[field.name] ?? 0)
        if (Number.isSafeInteger(value) && value > 0) known.add(value)
      }
      ids.set(target, known)
    }
  }
  for (const { core, plugins } of states) {
    collect(table, [core])
    for (const [name, rows] of Object.entries(plugins)) collect(tables.get(name), rows)
  }
  return ids
}
