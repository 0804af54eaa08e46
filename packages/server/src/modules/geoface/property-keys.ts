import type { Field, Table } from '../../catalogue/catalogue.js'

/** A field whose value a feature has among its properties, and under which key. */
export interface Property {
  readonly key: string
  readonly field: Field
}

/** What every feature has besides. */
const taken = ['id', 'geo_id']

/**
 * The preview fields of a table under their labels, in order. A label that is no other's stands alone; of
 * those that several fields have, or that is a name of ours, each is distinguished by the name of its field.
 */
export function labelledProperties(table: Table): Property[] {
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
export function askedProperties(fields: readonly Field[], preview: readonly Property[]): Property[] {
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
export const tileProperties = (fields: readonly Field[]): Property[] => {
  const keys = new Set([...taken, 'label'])
  return fields.map((field) => ({ key: freeKey(keys, field, field.name), field }))
}

function freeKey(keys: ReadonlySet<string>, { name }: Field, wanted: string): string {
  let key = wanted
  while (keys.has(key)) key += ` (${name})`
  return key
}
