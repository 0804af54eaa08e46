import { mainTableOf, type Table } from '../../catalogue/catalogue.js'
import { AppError, type FieldProblem } from '../../errors.js'
import { shapeOf } from '../../geometry/shape.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import { notEditable, readRowAccess, requireEditable } from '../../records/rows/row-access.js'
import type { Transaction } from '../../storage/storage.js'
import {
  deleteGeometries,
  type GeodataOwner,
  insertGeometry,
  selectOwners,
  updateGeometries,
} from './store.js'

/**
 * Adds a geometry to a record.
 *
 * @param geometry a GeoJSON geometry, longitude and latitude in WGS 84, or its `Shape`
 * @returns the id of the geometry
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`, `record_not_found`,
 *   `error_insert_geodata`
 */
export async function addFeature(
  scope: RequestScope,
  tableName: string,
  recordId: number,
  geometry: unknown,
): Promise<number> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('edit', table)
  const geoId = await scope.db.write(async (tx) => {
    await requireEditable(tx, scope, table, recordId)
    const problems: FieldProblem[] = []
    const wkt = wktOf(geometry, '', problems)
    if (wkt === undefined) throw new AppError('error_insert_geodata', { errors: problems })
    return insertGeometry(tx, table, recordId, wkt)
  })
  await noteEvent(scope, 'feature_added', { feature: geoId, table: table.name, record: recordId })
  return geoId
}

export interface FeatureChange {
  readonly geoId: number
  readonly geometry: unknown
}

/**
 * Gives geometries other shapes: all of them or none.
 *
 * @throws `geodata_not_found` with the ids that do not exist for the caller, `not_enough_privilege`,
 *   `error_update_geometry` with everything that is wrong in any of them
 */
export async function changeFeatures(scope: RequestScope, changes: readonly FeatureChange[]): Promise<void> {
  const ids = changes.map(({ geoId }) => geoId)
  await scope.db.write(async (tx) => {
    const found = await requireEditableOwners(tx, scope, ids)
    const missing = ids.filter((id) => !found.has(id))
    if (missing.length > 0) throw new AppError('geodata_not_found', { detail: missing })
    const problems: FieldProblem[] = []
    const rows = changes.map(({ geoId, geometry }, place): [string, number] => [
      wktOf(geometry, `geodata[${place}].geometry.`, problems) ?? '',
      geoId,
    ])
    if (problems.length > 0)
      throw new AppError('error_update_geometry', { errors: problems.slice(0, maxProblems) })
    await updateGeometries(tx, rows)
  })
  await noteEvent(scope, 'features_changed', { features: ids.join(', ') })
}

/**
 * Takes geometries from their records: all of them or none. What is gone already, or does not exist for the
 * caller, is passed over.
 *
 * @throws `not_enough_privilege`
 */
export async function removeFeatures(scope: RequestScope, ids: readonly number[]): Promise<void> {
  const removed = await scope.db.write(async (tx) => {
    const found = [...(await requireEditableOwners(tx, scope, ids)).keys()]
    await deleteGeometries(tx, found)
    return found
  })
  if (removed.length > 0) await noteEvent(scope, 'features_deleted', { features: removed.join(', ') })
}

const maxProblems = 100

/**
 * Those of the geometries that exist for the caller, by id.
 * @throws `not_enough_privilege` when he may not change the record of one
 */
async function requireEditableOwners(
  tx: Transaction,
  scope: RequestScope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, GeodataOwner>> {
  const found = new Map<number, GeodataOwner>()
  for (const [table, owners] of ownersByTable(
    scope,
    await selectOwners(tx, ids.filter(Number.isSafeInteger)),
  )) {
    const records = [...new Set(owners.map(({ recordId }) => recordId))]
    const access = await readRowAccess(tx, scope, table, records)
    for (const owner of owners) {
      const row = access.get(owner.recordId)
      if (!row) continue
      if (!row.editable) throw notEditable(scope, table)
      found.set(owner.id, owner)
    }
  }
  return found
}

/** Tables that the caller may read, with the geometries of theirs. */
function ownersByTable(
  scope: RequestScope,
  owners: readonly GeodataOwner[],
): ReadonlyMap<Table, GeodataOwner[]> {
  const byTable = new Map<Table, GeodataOwner[]>()
  for (const owner of owners) {
    const table = scope.catalogue.tables.get(owner.table)
    if (!table || !scope.rights.visibilityOf(table).readable) continue
    const known = byTable.get(table)
    if (known) known.push(owner)
    else byTable.set(table, [owner])
  }
  return byTable
}

/** @param path where it stands in the request, with a point at the end */
function wktOf(geometry: unknown, path: string, problems: FieldProblem[]): string | undefined {
  const shape = shapeOf(geometry)
  for (const problem of shape.problems) problems.push({ ...problem, field: path + problem.field })
  return shape.wkt
}
