import { useQueries, useQuery } from '@tanstack/react-query'
import { filterKindOf } from '@trowel/contract/model/field-types.js'
import type { FilterKind } from '@trowel/contract/model/operators.js'
import type { SearchField } from '@trowel/contract/search.js'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { searchQueries } from '../../queries/search.js'
import { stampColumns } from '../stamp-columns.js'

/** A field that a filter of a table can ask for. */
export interface FilterField {
  /**
   * The keys that lead to it: `material`, `samples.lab` of a plugin table, `trench.code` of the record that a
   * lookup refers to.
   */
  readonly path: string
  /** The table that it is a column of. */
  readonly table: string
  readonly name: string
  readonly label: string
  /** Under which it stands in the picker: the table, a plugin table, or a lookup field. */
  readonly group: string
  readonly kind: FilterKind
  /**
   * Do plugin rows lie on the way? Conditions on two fields of one row are not two conditions on the record.
   */
  readonly ofRows: boolean
  /** Of a lookup: the table that it refers to, and the field that names its records. */
  readonly target?: { readonly table: string; readonly name: string }
}

/** What the service writes itself stands behind what people wrote. */
const lastOf = new Set(['id', 'creator'])

/** Kept by the service for itself. */
const ofNoInterest = new Set(['id_link', 'osteo_data'])

function kindOf({ type, db_type, ref_tb, value }: SearchField): FilterKind {
  if (ref_tb !== undefined) return 'record'
  if (value.endsWith(':chrono_from')) return 'dating'
  return filterKindOf(type, db_type)
}

/** @param before the keys and words that lead to the fields */
function fieldsOf(
  found: readonly SearchField[],
  before: { path: string; label: string; group: string; ofRows: boolean },
) {
  const fields = found.flatMap((one): FilterField[] => {
    const [table = '', name = ''] = one.value.split(':')
    if (ofNoInterest.has(name)) return []
    return [
      {
        path: before.path + name,
        table,
        name,
        label: before.label + one.label,
        group: before.group,
        kind: kindOf(one),
        ofRows: before.ofRows,
        ...(one.ref_tb !== undefined && {
          target: { table: one.ref_tb, name: one.ref_field ?? 'id' },
        }),
      },
    ]
  })
  return [...fields.filter(({ name }) => !lastOf.has(name)), ...fields.filter(({ name }) => lastOf.has(name))]
}

/**
 * Who made a record and changed it last, by name, and when.
 *
 * @param before the keys and words that lead to the record, where a lookup does
 */
const stampFieldsOf = (
  t: TFunction,
  table: string,
  before = { path: '', label: '', group: t('columns.ofRecord') },
): FilterField[] =>
  stampColumns.map(({ name, label, type }) => ({
    path: before.path + (type === 'person' ? `${name}.name` : name),
    table,
    name,
    label: before.label + t(label),
    group: before.group,
    kind: type === 'person' ? 'choice' : 'moment',
    ofRows: false,
  }))

/**
 * The fields that a filter can ask for: those of the table, what else is known of its records, those of its
 * plugin tables, and of the records that its lookups refer to.
 *
 * @param reach `own`: those of the table alone
 */
export function useFilterFields(tableName: string, reach: 'own' | 'all' = 'all') {
  const { app, table } = useApplication()
  const { t } = useTranslation()
  const own = useQuery(searchQueries.config(app, tableName))
  const fields = own.data?.fields ?? []
  const ofTable = fields.filter(({ value }) => value.startsWith(`${tableName}:`))
  const lookups =
    reach === 'own'
      ? []
      : ofTable.filter((field) => field.ref_tb !== undefined && table(field.ref_tb) !== undefined)
  const targets = useQueries({
    queries: lookups.map(({ ref_tb }) => searchQueries.config(app, ref_tb ?? '')),
  })
  const isReady = own.data !== undefined && targets.every(({ isPending }) => !isPending)
  const known = [own.dataUpdatedAt, ...targets.map(({ dataUpdatedAt }) => dataUpdatedAt)].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other answers make other fields
  const all = useMemo(() => {
    const mine = fieldsOf(ofTable, {
      path: '',
      label: '',
      group: table(tableName)?.label ?? tableName,
      ofRows: false,
    })
    if (reach === 'own') return mine
    const ofPlugins = fields
      .filter(({ value }) => !value.startsWith(`${tableName}:`))
      .flatMap((field) => {
        const plugin = field.value.split(':')[0] ?? ''
        const group = field.label.split(' › ')[0] ?? plugin
        return fieldsOf([field], { path: `${plugin}.`, label: '', group, ofRows: true })
      })
    const ofTargets = lookups.flatMap((lookup, k) => {
      const name = lookup.value.slice(tableName.length + 1)
      const there = (targets[k]?.data?.fields ?? []).filter(({ value }) =>
        value.startsWith(`${lookup.ref_tb}:`),
      )
      const before = { path: `${name}.`, label: `${lookup.label} › `, group: `${lookup.label} ›` }
      return [
        ...fieldsOf(there, { ...before, ofRows: false }),
        ...stampFieldsOf(t, lookup.ref_tb ?? '', before),
      ]
    })
    return [...mine, ...stampFieldsOf(t, tableName), ...ofPlugins, ...ofTargets]
  }, [t, tableName, reach, isReady, known])
  return { fields: all, isReady, error: own.error }
}
