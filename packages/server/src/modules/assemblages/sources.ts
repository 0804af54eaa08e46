import type { SourceField, Sources, TableMeta } from '@trowel/contract/assemblages.js'
import { type Field, type Table, tableOf } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { lookupTarget } from '../../records/rows/lookup-labels.js'

/** The tables and plugin tables that the caller may analyse, in configuration order. */
export function listSources({ catalogue, rights }: RequestScope): Sources {
  const readable = [...catalogue.tables.values()].filter((table) => rights.allows('read', table))
  return {
    tables: readable.filter(({ isPlugin }) => !isPlugin).map(named),
    plugins: readable
      .filter(({ isPlugin }) => isPlugin)
      .map((plugin) => {
        const parent = catalogue.tables.get(plugin.parent ?? '')
        return {
          ...named(plugin),
          parent_tb: parent?.name ?? '',
          parent_label: parent ? labelOf(parent) : '',
        }
      }),
  }
}

/**
 * What can be counted and grouped in a table and its plugin tables, and where its fields lead.
 *
 * @throws `unknown_table`, `not_enough_privilege`
 */
export function describeSource(scope: RequestScope, name: string): TableMeta {
  const table = tableOf(scope.catalogue, name)
  scope.rights.require('read', table)
  const plugins = table.plugins.map((name) => tableOf(scope.catalogue, name))
  return {
    tb: table.name,
    label: labelOf(table),
    fields: fieldsOf(scope, table),
    plugins: plugins.map((plugin) => ({ ...named(plugin), fields: fieldsOf(scope, plugin) })),
  }
}

const fieldsOf = (scope: RequestScope, table: Table): SourceField[] =>
  [...table.fields.values()].map((field) => {
    const target = targetOf(scope, table, field)
    return {
      name: field.name,
      label: field.label || field.name,
      type: field.type,
      is_numeric: isMeasurable(field),
      is_fk: target !== undefined,
      ...(target ? { fk_tb: target.name, fk_pk: 'id', fk_label: labelOf(target) } : {}),
    }
  })

/** The table that a step of a group path leads to from this field, if the caller may read it. */
function targetOf(scope: RequestScope, table: Table, field: Field): Table | undefined {
  if (field.name === 'id_link' && table.parent !== undefined) return scope.catalogue.tables.get(table.parent)
  return lookupTarget(scope, field)
}

const keys: ReadonlySet<string> = new Set(['id', 'creator', 'id_link'])

/** Ids are numbers whose sum means nothing. */
const isMeasurable = ({ name, dbType, idFromTable }: Field): boolean =>
  (dbType === 'INTEGER' || dbType === 'FLOAT') && idFromTable === undefined && !keys.has(name)

const labelOf = ({ label, name }: Table): string => label || name

const named = (table: Table): { name: string; label: string } => ({ name: table.name, label: labelOf(table) })
