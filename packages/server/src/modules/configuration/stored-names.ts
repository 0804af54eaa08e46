import { isObject, type JsonObject } from '@trowel/contract/json.js'
import type { Catalogue, Table } from '../../catalogue/catalogue.js'
import { parseJson } from '../../catalogue/json-text.js'

/**
 * How names of tables and fields change. `catalogue` is the configuration before the change: stored names are
 * read by it.
 */
export interface Renaming {
  readonly catalogue: Catalogue
  table(name: string): string
  field(table: string, name: string): string
}

/** The renaming of one table. */
export const tableRenaming = (catalogue: Catalogue, from: string, to: string): Renaming => ({
  catalogue,
  table: (name) => (name === from ? to : name),
  field: (_table, name) => name,
})

/** The renaming of one field. */
export const fieldRenaming = (catalogue: Catalogue, table: string, from: string, to: string): Renaming => ({
  catalogue,
  table: (name) => name,
  field: (at, name) => (at === table && name === from ? to : name),
})

const isOperator = (key: string): boolean => key.startsWith('_') && key !== '_and' && key !== '_or'

/**
 * The filter of records of `at` with every name in it as it is after the change; what is no filter comes back
 * as it is.
 */
export function filterAfter(filter: unknown, at: string, renaming: Renaming, cameFrom?: string): unknown {
  if (!isObject(filter)) return filter
  const table = renaming.catalogue.tables.get(at)
  if (!table) return filter
  const inner = (value: unknown, target: string, from?: string): unknown =>
    filterAfter(value, target, renaming, from)
  return Object.fromEntries(
    Object.entries(filter).map(([key, value]): [string, unknown] => {
      if (key === '_and' || key === '_or') return [key, eachOf(value, (part) => inner(part, at, cameFrom))]
      if (!isObject(value) || Object.keys(value).every(isOperator))
        return [nameAfter(table, key, renaming), value]
      const target = targetOf(table, key, renaming.catalogue)
      return [nameAfter(table, key, renaming), target === undefined ? value : inner(value, target, at)]
    }),
  )
}

/** A list, or an object with the places of a list as keys. */
function eachOf(value: unknown, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, change(part)]))
}

/** A key of a filter is a field first, then the name of a related table. */
function nameAfter(table: Table, key: string, renaming: Renaming): string {
  return table.fields.has(key) ? renaming.field(table.name, key) : renaming.table(key)
}

/**
 * The table that a condition under `key` is about, in the order in which the filter language looks for it.
 */
function targetOf(table: Table, key: string, catalogue: Catalogue): string | undefined {
  const lookup = table.fields.get(key)?.idFromTable
  if (lookup !== undefined) return lookup
  const isRelated =
    table.plugins.includes(key) || table.backlinks.some((link) => link.via === key) || table.parent === key
  return isRelated && catalogue.tables.has(key) ? key : undefined
}

/** Does the filter of `table` name its field? */
export function filterNames(filter: unknown, table: string, field: string, catalogue: Catalogue): boolean {
  let found = false
  filterAfter(filter, table, {
    catalogue,
    table: (name) => name,
    field: (at, name) => {
      found ||= at === table && name === field
      return name
    },
  })
  return found
}

/** What a saved query asks of `table`, and what a list hands over to a chart. */
export function queryAfter(query: unknown, table: string, renaming: Renaming): unknown {
  if (!isObject(query)) return query
  const changed: Record<string, unknown> = { ...query }
  const { filter, sort_field: sortField, sort, columns } = query
  if (typeof filter === 'string') {
    const parsed = parseJson(filter)
    if (isObject(parsed)) changed['filter'] = JSON.stringify(filterAfter(parsed, table, renaming))
  } else if (filter !== undefined) {
    changed['filter'] = filterAfter(filter, table, renaming)
  }
  if (typeof sortField === 'string') changed['sort_field'] = renaming.field(table, sortField)
  if (Array.isArray(sort)) changed['sort'] = sort.map((step) => sortAfter(step, table, renaming))
  if (isObject(query['view'])) changed['view'] = viewAfter(query['view'], table, renaming)
  if (Array.isArray(columns)) changed['columns'] = columns.map((name) => fieldAfter(name, table, renaming))
  return changed
}

/** `-depth` sorts by a field, too. */
const sortAfter = (step: unknown, table: string, renaming: Renaming): unknown =>
  typeof step === 'string' && step.startsWith('-')
    ? `-${renaming.field(table, step.slice(1))}`
    : fieldAfter(step, table, renaming)

const fieldAfter = (name: unknown, table: string, renaming: Renaming): unknown =>
  typeof name === 'string' ? renaming.field(table, name) : name

/** How a list is shown: its columns, what is told of them, and by which one it is grouped. */
function viewAfter(view: JsonObject, table: string, renaming: Renaming): JsonObject {
  const byColumn = (values: unknown): unknown =>
    isObject(values)
      ? Object.fromEntries(
          Object.entries(values).map(([name, value]) => [renaming.field(table, name), value]),
        )
      : values
  return changedKeys(view, {
    columns: (columns) => eachOf(columns, (name) => fieldAfter(name, table, renaming)),
    widths: byColumn,
    totals: byColumn,
    group_by: (group) => {
      if (typeof group !== 'string') return group
      const [name = '', ...part] = group.split(':')
      return [renaming.field(table, name), ...part].join(':')
    },
  })
}

/** The definition of a chart. */
export function chartAfter(definition: unknown, renaming: Renaming): unknown {
  if (!isObject(definition) || typeof definition['tb'] !== 'string') return definition
  const table = definition['tb']
  return changedKeys(definition, {
    tb: () => renaming.table(table),
    field: (name) => fieldAfter(name, table, renaming),
    x_field: (name) => fieldAfter(name, table, renaming),
    y_field: (name) => fieldAfter(name, table, renaming),
    filter: (query) => queryAfter(query, table, renaming),
  })
}

/** The definition of an assemblage analysis: a source table, a path of tables, fields along it. */
export function assemblageAfter(definition: unknown, renaming: Renaming): unknown {
  if (!isObject(definition) || typeof definition['source_tb'] !== 'string') return definition
  const source = definition['source_tb']
  let at = source
  const path = definition['group_path']
  const pathAfter = Array.isArray(path)
    ? path.map((step: unknown) => {
        if (!isObject(step) || typeof step['join_tb'] !== 'string') return step
        const [from, to] = [at, step['join_tb']]
        at = to
        return changedKeys(step, {
          local_field: (name) => fieldAfter(name, from, renaming),
          join_tb: () => renaming.table(to),
          join_pk: (name) => fieldAfter(name, to, renaming),
        })
      })
    : path
  return changedKeys(definition, {
    source_tb: () => renaming.table(source),
    char_field: (name) => fieldAfter(name, source, renaming),
    group_path: () => pathAfter,
    group_field: (name) => fieldAfter(name, at, renaming),
    measure_field: (name) => fieldAfter(name, source, renaming),
    filters: (filters) =>
      eachOf(filters, (entry) =>
        isObject(entry) ? changedKeys(entry, { field: (name) => fieldAfter(name, source, renaming) }) : entry,
      ),
  })
}

/** The definition of a map view: tables with what is drawn of them. */
export function mapViewAfter(definition: unknown, renaming: Renaming): unknown {
  if (!isObject(definition)) return definition
  const layerAfter = (layer: unknown): unknown => {
    if (!isObject(layer) || typeof layer['tb'] !== 'string') return layer
    const table = layer['tb']
    return changedKeys(layer, {
      tb: () => renaming.table(table),
      select: (query) => queryAfter(query, table, renaming),
      labels: (name) => fieldAfter(name, table, renaming),
      colouring: (colouring) =>
        isObject(colouring)
          ? changedKeys(colouring, { field: (name) => fieldAfter(name, table, renaming) })
          : colouring,
    })
  }
  return changedKeys(definition, { layers: (layers) => eachOf(layers, layerAfter) })
}

/** What a person keeps at hand: lists of things, some of which name their table. */
export function preferencesAfter(kept: unknown, renaming: Renaming): unknown {
  if (!isObject(kept)) return kept
  const thingAfter = (thing: unknown): unknown =>
    isObject(thing) && typeof thing['tb'] === 'string' ? { ...thing, tb: renaming.table(thing['tb']) } : thing
  return Object.fromEntries(Object.entries(kept).map(([list, things]) => [list, eachOf(things, thingAfter)]))
}

/** The object with the keys that it has changed as told; their order stays. */
function changedKeys(
  object: JsonObject,
  changes: Readonly<Record<string, (value: unknown) => unknown>>,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key,
      Object.hasOwn(changes, key) ? changes[key]?.(value) : value,
    ]),
  )
}

/** The layout of a template of `table`: sections of its own fields and of its plugin tables. */
export function templateAfter(layout: unknown, table: string, renaming: Renaming): unknown {
  return eachSection(layout, table, (section, at) => {
    const item = (entry: unknown): unknown =>
      isObject(entry) ? changedKeys(entry, { field: (name) => fieldAfter(name, at, renaming) }) : entry
    return [
      changedKeys(section, {
        plugin: (name) => (typeof name === 'string' ? renaming.table(name) : name),
        content: (content) =>
          eachOf(content, (entry) =>
            isObject(entry) && Array.isArray(entry['fields'])
              ? { ...entry, fields: entry['fields'].map(item) }
              : item(entry),
          ),
      }),
    ]
  })
}

/** The layout without the sections of a plugin table that is gone. */
export const templateWithoutPlugin = (layout: unknown, table: string, plugin: string): unknown =>
  eachSection(layout, table, (section, at) => (at === plugin && table !== plugin ? [] : [section]))

/** The layout without the items that show a field which is gone. */
export const templateWithoutField = (layout: unknown, table: string, of: string, field: string): unknown =>
  eachSection(layout, table, (section, at) => {
    if (at !== of) return [section]
    const shows = (entry: unknown): boolean => isObject(entry) && entry['field'] === field
    return [
      changedKeys(section, {
        content: (content) =>
          Array.isArray(content)
            ? content
                .filter((entry) => !shows(entry))
                .map((entry) =>
                  isObject(entry) && Array.isArray(entry['fields'])
                    ? { ...entry, fields: entry['fields'].filter((inner) => !shows(inner)) }
                    : entry,
                )
            : content,
      }),
    ]
  })

function eachSection(
  layout: unknown,
  table: string,
  change: (section: JsonObject, at: string) => readonly unknown[],
): unknown {
  if (!isObject(layout) || !Array.isArray(layout['sections'])) return layout
  return {
    ...layout,
    sections: layout['sections'].flatMap((section: unknown) => {
      if (!isObject(section)) return [section]
      const plugin = section['plugin']
      return change(section, typeof plugin === 'string' && plugin !== '' ? plugin : table)
    }),
  }
}

/** The tables of the sections of a layout, and the fields that these show. */
export function templateItems(layout: unknown, table: string): { table: string; field?: string }[] {
  const items: { table: string; field?: string }[] = []
  const show = (entry: unknown, at: string): void => {
    if (!isObject(entry)) return
    if (typeof entry['field'] === 'string') items.push({ table: at, field: entry['field'] })
    if (Array.isArray(entry['fields'])) for (const inner of entry['fields']) show(inner, at)
  }
  eachSection(layout, table, (section, at) => {
    items.push({ table: at })
    if (Array.isArray(section['content'])) for (const entry of section['content']) show(entry, at)
    return [section]
  })
  return items
}
