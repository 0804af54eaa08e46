import type { Field, Table } from '../../catalogue/catalogue.js'

/** A field whose value a feature has among its properties, and under which key. */
export interface Property {
  readonly key: string
  readonly field: Field
}

/** What every feature has besides. */
const taken = ['id', 'geo_id']

/**
 * The preview fields of a table under their labels, in order. A label that is no other's stands alone; of those that several fields
 * have, or that is a name of ours, each is told apart by the name of its field.
 */
export function labelledProperties(table: Table): Property[] {
  const fields = table.preview
    .map((name) => table.fields.get(name))
    .filter((field): field is Field => field !== undefined && field.name !== 'id')
  const uses = new Map<string, number>(taken.map((key) => [key, 1]))
  for (const { label } of fields) uses.set(label, (uses.get(label) ?? 0) + 1)
  const keys = new Set(taken)
  return fields.map((field) => {
    let key = uses.get(field.label) === 1 ? field.label : `${field.label} (${field.name})`
    while (keys.has(key)) key += ` (${field.name})`
    keys.add(key)
    return { key, field }
  })
}
