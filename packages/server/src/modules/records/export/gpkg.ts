import { makePackage, packageType } from '../../geopackage/index.js'
import type { MadeFormat } from './format.js'

/** A GeoPackage of the records, their map data and the rows of their plugin tables. */
export const gpkg: MadeFormat = {
  contentType: packageType,
  make: (scope, { table, condition, columns }, spool, signal) =>
    makePackage(scope, spool, [{ table, condition, columns }], signal),
}
