import type { Geometry } from '@trowel/contract/model/geometry.js'
import type { ColumnType } from '../../storage/storage.js'
import { wgs84 } from './geometry-blob.js'

/** The tables that every GeoPackage 1.3 has (OGC 12-128r17), and those of the extensions that are used. */

/** `GPKG` in the header of the file. */
const applicationId = 0x47504b47
const version = 10_300

export const packageScript = `
PRAGMA page_size = 4096;
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -16384;
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${version};
BEGIN;
CREATE TABLE gpkg_spatial_ref_sys (
  srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
INSERT INTO gpkg_spatial_ref_sys VALUES
  ('Undefined Cartesian', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'),
  ('Undefined geographic', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
  ('WGS 84', ${wgs84}, 'EPSG', 4326, 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]', 'longitude and latitude in degrees');
CREATE TABLE gpkg_contents (
  table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (
  table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
  z TINYINT NOT NULL, m TINYINT NOT NULL,
  CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
CREATE TABLE gpkg_extensions (
  table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL,
  CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
CREATE TABLE gpkg_data_columns (
  table_name TEXT NOT NULL, column_name TEXT NOT NULL, name TEXT, title TEXT, description TEXT, mime_type TEXT, constraint_name TEXT,
  CONSTRAINT pk_gdc PRIMARY KEY (table_name, column_name), CONSTRAINT gdc_tn UNIQUE (table_name, name));
CREATE TABLE gpkg_data_column_constraints (
  constraint_name TEXT NOT NULL, constraint_type TEXT NOT NULL, value TEXT, min NUMERIC, min_is_inclusive BOOLEAN,
  max NUMERIC, max_is_inclusive BOOLEAN, description TEXT,
  CONSTRAINT gdcc_ntv UNIQUE (constraint_name, constraint_type, value));
INSERT INTO gpkg_extensions VALUES
  ('gpkg_data_columns', NULL, 'gpkg_schema', 'http://www.geopackage.org/spec121/#extension_schema', 'read-write'),
  ('gpkg_data_column_constraints', NULL, 'gpkg_schema', 'http://www.geopackage.org/spec121/#extension_schema', 'read-write');`

export interface PackageColumn {
  readonly name: string
  readonly title: string
  readonly type: ColumnType
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Days and moments are texts: what is stored must not be taken for something else, nor be left out because it
 * is none.
 */
const types: Readonly<Record<ColumnType, string>> = {
  TEXT: 'TEXT',
  TIMESTAMP: 'TEXT',
  INTEGER: 'INTEGER',
  FLOAT: 'REAL',
}

const definitions = (columns: readonly PackageColumn[]): string[] =>
  columns.map(({ name, type }) => `${quoted(name)} ${types[type]}`)

/** A table without geometry; its first column is its key. */
export function attributesTable(name: string, [key, ...columns]: readonly PackageColumn[]): string {
  const parts = [
    `${quoted(key?.name ?? 'id')} INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL`,
    ...definitions(columns),
  ]
  return `CREATE TABLE ${quoted(name)} (${parts.join(', ')})`
}

/** A map layer as it is laid out: its key and its geometry besides the columns of the records. */
export interface LayerShape {
  readonly name: string
  readonly key: string
  readonly geometry: string
  readonly type: Geometry['type']
}

/** The table of a layer, as OGC 12-128r17, 2.1.6 wants feature tables. */
export function layerTable(
  { name, key, geometry, type }: LayerShape,
  columns: readonly PackageColumn[],
): string {
  const parts = [
    `${quoted(key)} INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL`,
    `${quoted(geometry)} ${type.toUpperCase()}`,
    ...definitions(columns),
  ]
  return `CREATE TABLE ${quoted(name)} (${parts.join(', ')})`
}

export const insertInto = (name: string, values: number): string =>
  `INSERT INTO ${quoted(name)} VALUES (${Array(values).fill('?').join(', ')})`

export const treeOf = ({ name, geometry }: LayerShape): string => `rtree_${name}_${geometry}`

export const treeTable = (layer: LayerShape): string =>
  `CREATE VIRTUAL TABLE ${quoted(treeOf(layer))} USING rtree(id, minx, maxx, miny, maxy)`

/**
 * What keeps the spatial index right when a user edits the layer (OGC 12-128r17, F.3): needed by a program
 * that changes the file, not by us.
 */
export function treeTriggers(layer: LayerShape): string {
  const [table, tree] = [quoted(layer.name), quoted(treeOf(layer))]
  const [key, geometry] = [quoted(layer.key), quoted(layer.geometry)]
  const name = (suffix: string): string => quoted(`${treeOf(layer)}_${suffix}`)
  const filled = (row: string): string =>
    `(${row}.${geometry} NOTNULL AND NOT ST_IsEmpty(${row}.${geometry}))`
  const empty = (row: string): string => `(${row}.${geometry} ISNULL OR ST_IsEmpty(${row}.${geometry}))`
  const sides = ['MinX', 'MaxX', 'MinY', 'MaxY'].map((side) => `ST_${side}(NEW.${geometry})`).join(', ')
  const put = `INSERT OR REPLACE INTO ${tree} VALUES (NEW.${key}, ${sides});`
  const remove = `DELETE FROM ${tree} WHERE id = OLD.${key};`
  return `
CREATE TRIGGER ${name('insert')} AFTER INSERT ON ${table} WHEN ${filled('NEW')} BEGIN ${put} END;
CREATE TRIGGER ${name('update1')} AFTER UPDATE OF ${geometry} ON ${table} WHEN OLD.${key} = NEW.${key} AND ${filled('NEW')} BEGIN ${put} END;
CREATE TRIGGER ${name('update2')} AFTER UPDATE OF ${geometry} ON ${table} WHEN OLD.${key} = NEW.${key} AND ${empty('NEW')} BEGIN ${remove} END;
CREATE TRIGGER ${name('update3')} AFTER UPDATE ON ${table} WHEN OLD.${key} != NEW.${key} AND ${filled('NEW')} BEGIN ${remove} ${put} END;
CREATE TRIGGER ${name('update4')} AFTER UPDATE ON ${table} WHEN OLD.${key} != NEW.${key} AND ${empty('NEW')} BEGIN DELETE FROM ${tree} WHERE id IN (OLD.${key}, NEW.${key}); END;
CREATE TRIGGER ${name('delete')} AFTER DELETE ON ${table} WHEN OLD.${geometry} NOT NULL BEGIN ${remove} END;`
}
