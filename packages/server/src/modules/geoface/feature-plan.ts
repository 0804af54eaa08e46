import type { FeaturesQuery, TileQuery } from '@trowel/contract/geoface.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { type Field, mainTableOf, type Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import { type Box, parseBox } from '../../geometry/places.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import type { Condition } from '../../query/condition.js'
import { readSearchCriteria, type Selection, visibleCondition } from '../../records/rows/search-criteria.js'

/** Features of a map with every name resolved: no text from outside names a column any more. */
export interface FeaturePlan {
  readonly table: Table
  /** What was asked for and what the caller may see. */
  readonly condition: Condition
  readonly box: Box | undefined
  readonly properties: readonly Property[]
}

/**
 * What the answer as GeoJSON tells besides: which of the properties the preview has, and which were asked
 * for.
 */
export interface FeatureCollectionPlan extends FeaturePlan {
  readonly preview: readonly Property[]
  /** `undefined` when nobody asked for any. */
  readonly asked: readonly Property[] | undefined
}

/**
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`, what a listing throws for its
 *   filter, `unknown_field`, `invalid_parameter`
 */
export function planFeatures(
  scope: RequestScope,
  query: Decoded<typeof FeaturesQuery>,
): FeatureCollectionPlan {
  const { table, condition } = chosen(scope, query.tb, query)
  const box = query.bbox === undefined ? undefined : parseBox(query.bbox)
  const preview = labelledProperties(table)
  const fields = askedFields(table, query.fields)
  const asked = fields.length === 0 ? undefined : askedProperties(fields, preview)
  const further = (asked ?? []).filter((property) => !preview.includes(property))
  return { table, condition, box, properties: [...preview, ...further], preview, asked }
}

/** The same for the features of one tile, which carry the fields asked for under their names. */
export function planTile(
  scope: RequestScope,
  tableName: string,
  query: Decoded<typeof TileQuery>,
): FeaturePlan {
  const { table, condition } = chosen(scope, tableName, query)
  return { table, condition, box: undefined, properties: tileProperties(askedFields(table, query.fields)) }
}

function chosen(
  scope: RequestScope,
  tableName: string,
  query: Selection,
): Pick<FeaturePlan, 'table' | 'condition'> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('read', table)
  const { condition } = readSearchCriteria(scope, table, query, {})
  return { table, condition: visibleCondition(scope, table, condition) }
}

const maxFields = 12

/**
 * The fields that the features of a request shall carry besides, each once and in order; the id they have
 * anyway.
 *
 * @throws `unknown_field` naming all that there are not, `invalid_parameter` for too many
 */
function askedFields(table: Table, asked: readonly string[] = []): readonly Field[] {
  const names = new Set(asked.filter((name) => name !== '' && name !== 'id'))
  if (names.size > maxFields) {
    throw new AppError('invalid_parameter', {
      ...message('parameter_wrong', {
        name: 'fields',
        reason: message('names_too_many_fields', { most: maxFields }),
      }),
      detail: { name: 'fields', reason: 'too many' },
    })
  }
  const unknown = [...names].filter((name) => !table.fields.has(name))
  if (unknown.length > 0) throw noSuchFields(table, unknown)
  return [...names].flatMap((name) => table.fields.get(name) ?? [])
}

const noSuchFields = (table: Table, names: readonly string[]): AppError =>
  new AppError('unknown_field', {
    ...message('table_has_no_fields', {
      table: table.name,
      fields: names.map((name) => `"${name}"`).join(', '),
    }),
    detail: { table: table.name, field: names[0] },
    errors: names.map((name) => ({
      field: name,
      code: 'unknown_field',
      ...message('table_has_no_field', { table: table.name, field: name }),
    })),
  })

/** A field whose value a feature has among its properties, and under which key. */
interface Property {
  readonly key: string
  readonly field: Field
}

/** What every feature has besides. */
const taken = ['id', 'geo_id']

/**
 * The preview fields of a table under their labels, in order. A label that is no other's stands alone; of
 * those that several fields have, or that is a name of ours, each is distinguished by the name of its field.
 */
function labelledProperties(table: Table): Property[] {
  const fields = table.preview
    .map((name) => table.fields.get(name))
    .filter((field): field is Field => field !== undefined && field.name !== 'id')
  const uses = new Map<string, number>(taken.map((key) => [key, 1]))
  for (const { label } of fields) uses.set(label, (uses.get(label) ?? 0) + 1)
  const keys = new Set(taken)
  return fields.map((field) => {
    const wanted = uses.get(field.label) === 1 ? field.label : `${field.label} (${field.name})`
    const key = freeKey(keys, field, wanted)
    keys.add(key)
    return { key, field }
  })
}

/**
 * Fields that were asked for: those of the preview as they stand there, the others under their names. A name
 * that is a key already has itself behind it.
 */
function askedProperties(fields: readonly Field[], preview: readonly Property[]): Property[] {
  const keys = new Set([...taken, ...preview.map(({ key }) => key)])
  return fields.map((field) => {
    const shown = preview.find((property) => property.field === field)
    if (shown) return shown
    const key = freeKey(keys, field, field.name)
    keys.add(key)
    return { key, field }
  })
}

/**
 * Fields of a tile under their names; those that every feature of a tile has besides are distinguished
 * likewise.
 */
const tileProperties = (fields: readonly Field[]): Property[] => {
  const keys = new Set([...taken, 'label'])
  return fields.map((field) => ({ key: freeKey(keys, field, field.name), field }))
}

function freeKey(keys: ReadonlySet<string>, { name }: Field, wanted: string): string {
  let key = wanted
  while (keys.has(key)) key += ` (${name})`
  return key
}
