import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { isTemplateName } from '@trowel/contract/templates.js'
import { parseJson } from '../../catalogue/json-text.js'
import type { Conversion } from './adopted-table.js'
import { type Adoption, personIsGone } from './adoption.js'
import { placesOf } from './in-order.js'
import type { TableNotes } from './report.js'
import { integerOf, isOn, momentOf, romanMoment, textOf, type Values } from './source-rows.js'
import type { SourceRow } from './sources/source.js'

/** What people keep for themselves and share: the columns that each kind has. */
function savedThing(
  { people, now }: Adoption,
  notes: TableNotes,
  row: SourceRow,
  id: number,
): Values | undefined {
  const user = integerOf(row['user_id'])
  if (user === undefined || !people.has(user)) return notes.leaveOut(id, personIsGone)
  const createdAt = momentOf(row['created_at'])
  if (createdAt === null)
    notes.change(id, 'created_at', null, null, 'it was not kept: the time of the adoption')
  return {
    user_id: user,
    name: textOf(row['name']),
    created_at: createdAt ?? now,
    is_global: isOn(row['is_global']) ? 1 : 0,
  }
}

/** What a search is asked with; the filter of older ones stands alone. */
const searchKeys: readonly string[] = [
  'filter',
  'search_type',
  'search',
  'querytext',
  'join',
  'sort_field',
  'sort_dir',
  'sort',
]

/** Such a key can be the name of a field, too: then operators stand under it. */
const isSearch = (query: JsonObject): boolean =>
  Object.keys(query).length === 0 ||
  searchKeys.some((key) => Object.hasOwn(query, key) && !isComparison(query[key]))

const isComparison = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).length > 0 &&
  Object.keys(value).every((key) => /^_(?!or$|and$|not$)/.test(key))

const queries: Conversion = {
  from: 'bdus_queries',
  to: 'sys_queries',
  begin(adoption, notes) {
    return (row, id) => {
      const table = adoption.configuration.naming(row['tb'])
      if (!adoption.configuration.tables.has(table)) return notes.leaveOut(id, 'its table is gone')
      const query = parseJson(textOf(row['query']))
      if (!isObject(query)) return notes.leaveOut(id, 'it asks nothing that can be read')
      const saved = savedThing(adoption, notes, row, id)
      return (
        saved && { ...saved, tb: table, query: JSON.stringify(isSearch(query) ? query : { filter: query }) }
      )
    }
  },
}

/** A definition whose tables are called as they are here; `undefined`, and said, when it cannot be used. */
function definitionIn(
  { configuration: { naming, tables } }: Adoption,
  notes: TableNotes,
  { row, id, tableKey }: { readonly row: SourceRow; readonly id: number; readonly tableKey: string },
): JsonObject | undefined {
  const definition = parseJson(textOf(row['definition']))
  if (!isObject(definition)) return notes.leaveOut(id, 'its definition cannot be read')
  const given = definition[tableKey]
  const table = naming(typeof given === 'string' ? given : '')
  return tables.has(table) ? { ...definition, [tableKey]: table } : notes.leaveOut(id, 'its table is gone')
}

const charts: Conversion = {
  from: 'bdus_charts',
  to: 'sys_charts',
  begin(adoption, notes) {
    return (row, id) => {
      const definition = definitionIn(adoption, notes, { row, id, tableKey: 'tb' })
      const saved = definition && savedThing(adoption, notes, row, id)
      return saved && { ...saved, definition: JSON.stringify(definition) }
    }
  },
}

const assemblages: Conversion = {
  from: 'bdus_assemblage_analyses',
  to: 'sys_assemblage_analyses',
  begin(adoption, notes) {
    const { naming } = adoption.configuration
    return (row, id) => {
      const definition = definitionIn(adoption, notes, { row, id, tableKey: 'source_tb' })
      const saved = definition && savedThing(adoption, notes, row, id)
      if (!saved) return undefined
      const path = definition['group_path']
      const hops = (Array.isArray(path) ? path : []).map((hop: unknown) =>
        isObject(hop) && typeof hop['join_tb'] === 'string'
          ? { ...hop, join_tb: naming(hop['join_tb']) }
          : hop,
      )
      return { ...saved, definition: JSON.stringify({ ...definition, group_path: hops }) }
    }
  },
}

const layouts: Conversion = {
  from: 'bdus_cfg_templates',
  to: 'sys_cfg_templates',
  begin({ configuration: { naming, tables }, now }, notes) {
    const names = new Set<string>()
    return (row, id) => {
      const table = naming(row['table_name'])
      if (!tables.has(table)) return notes.leaveOut(id, 'its table is gone')
      const content = parseJson(textOf(row['content']))
      if (!isObject(content)) return notes.leaveOut(id, 'its layout cannot be read')
      const given = textOf(row['name'])
      const name = isTemplateName(given)
        ? given
        : given.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'layout'
      if (name !== given)
        notes.change(id, 'name', given, name, 'names of layouts have letters, digits, "_" and "-"')
      if (names.has(`${table} ${name}`)) return notes.leaveOut(id, 'said twice')
      names.add(`${table} ${name}`)
      return {
        table_name: table,
        name,
        content: JSON.stringify(content),
        updated_at: romanMoment(row['updated_at']) ?? now,
      }
    }
  },
}

const vocabularies: Conversion = {
  from: 'bdus_vocabularies',
  to: 'sys_vocabularies',
  async begin({ source }, notes) {
    const places = await placesOf(source, notes, ['voc'])
    const items = new Set<string>()
    return (row, id) => {
      const [vocabulary, item] = [textOf(row['voc']), textOf(row['def'])]
      if (vocabulary === '' || item === '') return notes.leaveOut(id, 'it is empty')
      const key = `${vocabulary}\n${item}`
      if (items.has(key)) return notes.leaveOut(id, 'said twice')
      items.add(key)
      return { voc: vocabulary, def: item, sort: places.get(id) ?? 0 }
    }
  },
}

export const savedConversions: readonly Conversion[] = [vocabularies, queries, charts, assemblages, layouts]
