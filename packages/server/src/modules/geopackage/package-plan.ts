import { type Geometry, geometryDepth } from '@trowel/contract/model/geometry.js'
import type { Field, Table } from '../../catalogue/catalogue.js'
import { freeName, gisColumns } from '../../geometry/gis-columns.js'
import type { RequestScope } from '../../http/scope.js'
import type { Condition } from '../../query/condition.js'
import { readColumns } from '../../records/listing/list-plan.js'
import { visibleCondition } from '../../records/rows/search-criteria.js'
import type { Sql } from '../../storage/sql.js'
import type { PackageTable } from './package-protocol.js'
import { type Chosen, packageQuery } from './store.js'

/** Records of one table that are wanted; the condition holds what the caller may see. */
export interface Wanted {
  readonly table: Table
  readonly condition: Condition
  readonly columns: readonly Field[]
}

/** A table of the package, and the question that gives its rows. */
export interface PackagePart {
  readonly table: PackageTable
  readonly query: Sql
}

/**
 * The wanted tables with the plugin tables that hang from them, each once, and what everything in the package
 * is called.
 */
export function planPackage(scope: RequestScope, wanted: readonly Wanted[]): PackagePart[] {
  const parts = wanted.flatMap((one): Part[] => [one, ...pluginsOf(scope, one)])
  const byName = new Map(parts.map((part) => [part.table.name, part]))
  // What was asked for by name comes as it was asked for.
  for (const one of wanted) byName.set(one.table.name, one)
  const taken = new Set<string>()
  const chosen = [...byName.values()].map((part) => ({
    part,
    name: freeName(permitted(part.table.name), taken),
  }))
  return chosen.map(({ part, name }) => planPart(scope, part, name, taken))
}

type Part = Wanted & { readonly parent?: Chosen['parent'] }

function pluginsOf(scope: RequestScope, { table, condition }: Wanted): Part[] {
  const plugins = table.plugins.flatMap((name) => scope.catalogue.tables.get(name) ?? [])
  return plugins
    .filter((plugin) => scope.rights.visibilityOf(plugin).readable)
    .map((plugin) => ({
      table: plugin,
      condition: visibleCondition(scope, plugin, undefined),
      columns: readColumns(plugin, undefined),
      parent: { table, condition },
    }))
}

function planPart(scope: RequestScope, part: Part, name: string, taken: Set<string>): PackagePart {
  const { table } = part
  const columns = gisColumns(part.columns)
  const fields = new Set(columns.map((column) => column.name.toLowerCase()))
  return {
    table: {
      name,
      label: table.label,
      columns: columns.map(({ name: column, title, type }) => ({ name: column, title, type })),
      layers: table.hasGeodata
        ? {
            names: layerNames(name, taken),
            key: freeName('geo_id', fields),
            geometry: freeName('geom', fields),
          }
        : undefined,
    },
    query: packageQuery(scope, { parent: undefined, ...part }, columns),
  }
}

function layerNames(table: string, taken: Set<string>): Record<Geometry['type'], string> {
  const types = Object.keys(geometryDepth) as Geometry['type'][]
  return Object.fromEntries(
    types.map((type) => [type, freeName(`${table}_${type.toLowerCase()}`, taken)]),
  ) as Record<Geometry['type'], string>
}

/** Names with these beginnings belong to the format and to SQLite. */
const permitted = (name: string): string => (/^(gpkg|rtree|sqlite)/i.test(name) ? `table_${name}` : name)
