import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

const script = `
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT, organization_coordsys_id INTEGER, definition TEXT);
INSERT INTO gpkg_spatial_ref_sys VALUES ('local', 100, 'epsg', 32633, '');
CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, identifier TEXT);
INSERT INTO gpkg_contents VALUES ('trees', 'features', 'trees'), ('species', 'attributes', 'species'), ('photo', 'tiles', 'photo');
CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER);
INSERT INTO gpkg_geometry_columns VALUES ('trees', 'geom', 'POINT', 100);
CREATE TABLE species (fid INTEGER PRIMARY KEY, name TEXT, picture BLOB);
INSERT INTO species VALUES (7, 'oak', x'00'), (9, 'ash', x'01');
CREATE TABLE trees (fid INTEGER PRIMARY KEY, geom POINT, species INTEGER, girth REAL);
CREATE TABLE gpkgext_relations (id INTEGER PRIMARY KEY, base_table_name TEXT, base_primary_column TEXT, related_table_name TEXT, related_primary_column TEXT, relation_name TEXT, mapping_table_name TEXT);
INSERT INTO gpkgext_relations VALUES (1, 'trees', 'fid', 'notes', 'id', 'media', 'trees_notes');
INSERT INTO gpkg_contents VALUES ('notes', 'attributes', 'notes');
CREATE TABLE notes (id INTEGER PRIMARY KEY, data BLOB, content_type TEXT, file_name TEXT);
INSERT INTO notes VALUES (4, CAST('a hollow oak' AS BLOB), 'text/plain', 'hollow.txt'), (5, CAST('a nest' AS BLOB), 'text/plain', NULL);
CREATE TABLE trees_notes (base_id INTEGER, related_id INTEGER);
INSERT INTO trees_notes VALUES (1, 4), (3, 5), (99, 5);
CREATE VIEW spy AS SELECT * FROM gpkg_contents;`

/** A blob of a GeoPackage without an envelope: a point with a height, big end first. */
function pointBlob(x: number, y: number): Buffer {
  const bytes = Buffer.alloc(8 + 5 + 24)
  bytes.write('GP', 0, 'latin1')
  bytes.writeUInt8(0, 8)
  bytes.writeUInt32BE(1001, 9)
  for (const [at, value] of [x, y, 120.5].entries()) bytes.writeDoubleBE(value, 13 + 8 * at)
  return bytes
}

/**
 * A GeoPackage as a survey might bring it: three trees in metres, one without a place, their species, and two
 * notes that hang from them.
 */
export async function surveyPackage(change: string = ''): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'trowel-survey-'))
  const path = join(folder, 'survey.gpkg')
  try {
    const db = new DatabaseSync(path)
    db.exec(script)
    const insert = db.prepare('INSERT INTO trees VALUES (?, ?, ?, ?)')
    insert.run(1, pointBlob(391_000, 5_060_000), 7, 1.5)
    insert.run(2, pointBlob(391_010, 5_060_000), 9, 0.75)
    insert.run(3, null, 7, null)
    if (change !== '') db.exec(change)
    db.close()
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
