import { mainTables, type Table, tableOf } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import { extentOf as boxAround } from '../../geometry/places.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { compileCondition } from '../../query/compile.js'
import { addTablesRead } from '../../query/tables-read.js'
import { visibleCondition } from '../../records/rows/search-criteria.js'
import { keyOf } from '../../storage/sql.js'
import { VersionedCache } from '../../storage/versioned-cache.js'
import type { Box } from '../../storage/wkt-box.js'
import { crs84 } from './items-query.js'
import { collectionAddress, link } from './links.js'
import { selectYears } from './store.js'

/** The tables that are collections for the caller: main tables with map data that he may read. */
export const collectionTables = ({ catalogue, rights }: RequestScope): Table[] =>
  mainTables(catalogue).filter((table) => table.hasGeodata && rights.visibilityOf(table).readable)

/** @throws `unknown_table` also for one that has no map data, `not_enough_privilege` */
export function collectionTable(scope: RequestScope, name: string): Table {
  const table = tableOf(scope.catalogue, name)
  scope.rights.require('read', table)
  if (table.isPlugin || !table.hasGeodata) {
    throw new AppError('unknown_table', {
      ...message('table_no_collection', { table: table.label }),
      detail: { table: name },
    })
  }
  return table
}

/** All collections of the caller, as the standard describes them. */
export async function listCollections(scope: RequestScope, base: string): Promise<object> {
  const collections: object[] = []
  for (const table of collectionTables(scope)) collections.push(await describe(scope, base, table))
  return { links: [link(`${base}/collections`, 'self', 'json')], collections }
}

/** @throws what `collectionTable` throws */
export const readCollection = (scope: RequestScope, base: string, name: string): Promise<object> =>
  describe(scope, base, collectionTable(scope, name))

async function describe(scope: RequestScope, base: string, table: Table): Promise<object> {
  const address = collectionAddress(base, table.name)
  const { box, years } = await extentOf(scope, table)
  const extent = {
    ...(box && { spatial: { bbox: [box], crs: crs84 } }),
    ...(years && { temporal: temporalExtent(years) }),
  }
  return {
    id: table.name,
    title: table.label,
    itemType: 'feature',
    crs: [crs84],
    ...(Object.keys(extent).length > 0 && { extent }),
    links: [
      link(address, 'self', 'json', table.label),
      link(`${address}/items`, 'items', 'geojson', table.label),
      link(`${address}/queryables`, 'http://www.opengis.net/def/rel/ogc/1.0/queryables', 'schema'),
      link(`${address}/schema`, 'describedby', 'schema'),
    ],
  }
}

interface Extent {
  readonly box: Box | undefined
  readonly years: Years | undefined
}

type Years = readonly [first: number | null, last: number | null]

const extents = new VersionedCache<Extent>(200)

function extentOf(scope: RequestScope, table: Table): Promise<Extent> {
  const condition = visibleCondition(scope, table, undefined)
  const tables = addTablesRead(condition, new Set(['sys_geodata', table.name]))
  const { db } = scope
  const visible = compileCondition(condition, 't', { dialect: db.dialect, table })
  const key = [table.name, table.hasFuzzyDate, keyOf(visible)].join('\u0000')
  return extents.get(db, [...tables], key, async () => ({
    box: await boxAround(db.scan, db.dialect, table, visible),
    years: table.hasFuzzyDate ? await selectYears(scope, table, condition) : undefined,
  }))
}

/**
 * RFC 3339 knows the years 1 to 9999 only: an end outside of them is left open, and `years` has it as the
 * records do.
 */
const temporalExtent = ([first, last]: Years): object => ({
  interval: [[instant(first, '01-01T00:00:00Z'), instant(last, '12-31T23:59:59Z')]],
  trs: 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian',
  years: [[first, last]],
})

const instant = (year: number | null, rest: string): string | null =>
  year === null || year < 1 || year > 9999 ? null : `${String(year).padStart(4, '0')}-${rest}`
