import { describeFieldType } from '@trowel/contract/model/field-types.js'
import { type Field, fieldOf, type Table } from '../../../catalogue/catalogue.js'
import type { RequestScope } from '../../../http/scope.js'
import { lookupTarget, selectLabels } from '../../../records/rows/lookup-labels.js'
import { selectRows } from '../../../records/rows/store.js'

const maxFields = 3

/**
 * What the preview fields of records say beside their names, by id: `cut · silo · Trench A`. The caller has
 * been found to see the records.
 */
export async function previewTexts(
  scope: RequestScope,
  table: Table,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { quick } = scope.db
  const fields = table.preview
    .filter((name) => name !== 'id' && name !== table.idField)
    .map((name) => fieldOf(table, name))
    .filter(({ type }) => describeFieldType(type).holds !== 'answer')
    .slice(0, maxFields)
  if (fields.length === 0) return new Map()
  const rows = await selectRows(quick, table, ids)
  const labels = new Map(
    await Promise.all(
      fields.map(async (field) => {
        const target = lookupTarget(scope, field)
        const named = [...rows.values()].flatMap((row) => Number(row[field.name] ?? 0) || [])
        const known = target && (await selectLabels(quick, scope, target, target.idField, new Set(named)))
        return [field, known] as const
      }),
    ),
  )
  const textOf = (field: Field, value: unknown): string => {
    if (value === null || value === undefined) return ''
    if (field.idFromTable === undefined) return String(value)
    return String(labels.get(field)?.get(Number(value)) ?? '')
  }
  return new Map(
    [...rows].map(([id, row]) => {
      const texts = fields.map((field) => textOf(field, row[field.name])).filter((text) => text !== '')
      return [id, texts.join(' · ')] as const
    }),
  )
}
