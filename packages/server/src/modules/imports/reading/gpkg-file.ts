import { existsSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { epsgOf } from '@trowel/contract/model/reference-systems.js'
import { type FileProblem, fileProblem } from '../../../formats/file-problem.js'
import { readPackageGeometry } from '../../../formats/wkb.js'
import { message } from '../../../message.js'
import type { FileRow, FileWarning, KnownFile, TableFile } from './table-file.js'
import { headerProblem } from './table-header.js'

/** A layer of features, or a table without geometries. */
interface Layer {
  readonly name: string
  /** The column of its geometries. */
  readonly geometry: string | undefined
  readonly epsg: number | undefined
  /** What its geometries are declared to be. */
  readonly type: string
}

const maxColumns = 1000

/**
 * A layer of a GeoPackage, or a table of it without geometries: the columns as cells, the geometries beside
 * them. Bytes such as pictures are no cells, and told. The file is a database that any program may have made:
 * it is read only, and of it plain tables alone.
 *
 * @throws FileProblem
 */
export async function openGpkg(
  { path, sheet: choice }: Omit<KnownFile, 'type'>,
  warn: (warning: FileWarning) => void,
  onRead: (bytes: number) => void,
): Promise<TableFile> {
  const { size } = await stat(path)
  const db = await openPackage(path)
  try {
    const layers = layersOf(db)
    const sheets = layers.map(({ name }) => name)
    const layer =
      choice === undefined
        ? layers[0]
        : (layers.find(({ name }) => name === choice) ?? layers[Number(choice) - 1])
    if (!layer) {
      throw layers.length === 0
        ? fileProblem('package_without_layers', {})
        : fileProblem('layer_missing', { layer: choice ?? 1, layers: sheets.slice(0, 50).join(', ') })
    }
    const { columns, bytes } = columnsOf(db, layer)
    warnOfBytes(db, layer, bytes, warn)
    onRead(size)
    return {
      columns,
      headerProblem: headerProblem(columns),
      headerLine: 1,
      form: undefined,
      sheets,
      sheet: layer.name,
      ...(layer.geometry !== undefined && { geometry: { types: [layer.type], epsg: layer.epsg } }),
      bytesDone: () => size,
      rows: () => rowsOf(db, layer, columns),
    }
  } catch (error) {
    db.close()
    throw asProblem(error)
  }
}

/** @throws FileProblem for what is no database */
export async function openPackage(path: string): Promise<DatabaseSyncInstance> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(16)
    await file.read(head, 0, 16, 0)
    if (head.toString('latin1') !== 'SQLite format 3\0') throw fileProblem('package_none', {})
  } finally {
    await file.close()
  }
  // Otherwise SQLite makes journal files beside it, which would stay.
  const address = pathToFileURL(path)
  if (!existsSync(`${path}-wal`)) address.searchParams.set('immutable', '1')
  const db = new DatabaseSync(address, { readOnly: true, defensive: true, returnArrays: true })
  db.exec(
    'PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;',
  )
  return db
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export type Row = readonly unknown[]

export const all = (db: DatabaseSyncInstance, query: string): Row[] =>
  db.prepare(query).all() as unknown as Row[]

/** Tables that store rows: views and virtual ones may do anything when they are read. */
export const plainTables = (db: DatabaseSyncInstance): ReadonlySet<string> =>
  new Set(
    all(db, `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`).map(
      ([name]) => String(name),
    ),
  )

function layersOf(db: DatabaseSyncInstance): readonly Layer[] {
  const tables = plainTables(db)
  if (!tables.has('gpkg_contents')) throw fileProblem('package_none', {})
  const media = new Set(mediaRelations(db, tables).map(({ media }) => media))
  const geometries = tables.has('gpkg_geometry_columns')
    ? all(db, 'SELECT table_name, column_name, srs_id, geometry_type_name FROM gpkg_geometry_columns')
    : []
  const systems = new Map(
    all(db, 'SELECT srs_id, organization, organization_coordsys_id FROM gpkg_spatial_ref_sys').map(
      ([id, organization, code]) => [id, `${String(organization).toUpperCase()}:${String(code)}`],
    ),
  )
  return all(
    db,
    `SELECT table_name FROM gpkg_contents WHERE data_type IN ('features', 'attributes') ORDER BY rowid`,
  )
    .map(([name]) => String(name))
    .filter((name) => tables.has(name) && !media.has(name))
    .map((name) => {
      const [, column, system, type] = geometries.find(([table]) => table === name) ?? []
      return {
        name,
        geometry: column === undefined ? undefined : String(column),
        epsg: epsgOf(systems.get(system) ?? ''),
        type: String(type ?? ''),
      }
    })
}

/** How rows of a layer have pictures and the like in another table (OGC 18-000). */
export interface MediaRelation {
  readonly layer: string
  /** The column of the layer that is named in `mapping`. */
  readonly key: string
  readonly media: string
  readonly mediaKey: string
  readonly mapping: string
}

export function mediaRelations(
  db: DatabaseSyncInstance,
  tables: ReadonlySet<string>,
): readonly MediaRelation[] {
  if (!tables.has('gpkgext_relations')) return []
  return all(
    db,
    `SELECT base_table_name, base_primary_column, related_table_name, related_primary_column, mapping_table_name
      FROM gpkgext_relations WHERE relation_name = 'media' ORDER BY id`,
  )
    .map((row) => row.map(String))
    .map(([layer = '', key = '', media = '', mediaKey = '', mapping = '']) => ({
      layer,
      key,
      media,
      mediaKey,
      mapping,
    }))
    .filter(({ layer, media, mapping }) => [layer, media, mapping].every((name) => tables.has(name)))
}

/** The columns that can be cells, and those of bytes. */
function columnsOf(
  db: DatabaseSyncInstance,
  { name, geometry }: Layer,
): { readonly columns: readonly string[]; readonly bytes: readonly string[] } {
  const declared = db.prepare('SELECT name, type FROM pragma_table_info(?)').all(name) as unknown as Row[]
  if (declared.length > maxColumns) {
    throw fileProblem('too_many_columns', { columns: declared.length, most: maxColumns })
  }
  const others = declared.filter(([column]) => column !== geometry)
  const isBytes = ([, type]: Row): boolean => /^blob/i.test(String(type))
  const nameOf = ([column]: Row): string => String(column)
  return {
    columns: others.filter((column) => !isBytes(column)).map(nameOf),
    bytes: others.filter(isBytes).map(nameOf),
  }
}

/** Nothing that the file has is left out silently. */
function warnOfBytes(
  db: DatabaseSyncInstance,
  { name }: Layer,
  bytes: readonly string[],
  warn: (warning: FileWarning) => void,
): void {
  const code = 'bytes_left_out'
  if (bytes.length > 0) {
    const columns = filledOf(db, name, bytes).join(', ')
    warn({ line: null, code, ...message('columns_of_bytes', { columns }) })
  }
  const hasMedia = mediaRelations(db, plainTables(db)).some(({ layer }) => layer === name)
  if (hasMedia) warn({ line: null, code, ...message('media_stay_behind', {}) })
}

/** Each column with the number of its values: `photo (3)`. */
function filledOf(db: DatabaseSyncInstance, layer: string, columns: readonly string[]): string[] {
  try {
    const counts = columns.map((column) => `count(${quoted(column)})`).join(', ')
    const [row = []] = db.prepare(`SELECT ${counts} FROM ${quoted(layer)}`).all() as unknown as Row[]
    return columns.map((column, place) => `${column} (${row[place]})`)
  } catch (error) {
    throw asProblem(error)
  }
}

async function* rowsOf(
  db: DatabaseSyncInstance,
  { name, geometry }: Layer,
  columns: readonly string[],
): AsyncGenerator<FileRow> {
  try {
    const selected = [...columns.map(wholeText), ...(geometry === undefined ? [] : [quoted(geometry)])]
    const decoded = textDecoder(db)
    const rows = db.prepare(`SELECT ${selected.join(', ')} FROM ${quoted(name)} ORDER BY rowid`)
    rows.setReadBigInts(true)
    let row = 0
    for (const found of rows.iterate() as unknown as Iterable<Row>) {
      row += 1
      const blob = found[columns.length]
      yield {
        row,
        line: null,
        cells: columns.map((_, place) => plain(found[place], decoded)),
        ...(blob instanceof Uint8Array && { geometry: readPackageGeometry(blob) ?? null }),
      }
    }
  } catch (error) {
    throw asProblem(error)
  } finally {
    db.close()
  }
}

/** The driver ends a text at its first NUL: such a one comes as its bytes. Bytes of the file are no cell. */
const wholeText = (column: string): string => {
  const name = quoted(column)
  return `CASE typeof(${name}) WHEN 'text' THEN iif(instr(${name}, char(0)) > 0, CAST(${name} AS BLOB), ${name}) WHEN 'blob' THEN NULL ELSE ${name} END`
}

/** Bytes of texts are in the encoding of the file. */
function textDecoder(db: DatabaseSyncInstance): (bytes: Uint8Array) => string {
  const [[encoding = 'UTF-8'] = []] = db.prepare('PRAGMA encoding').all() as unknown as Row[]
  const decoder = new TextDecoder(String(encoding), { ignoreBOM: true })
  return (bytes) => decoder.decode(bytes)
}

/** A whole number that is too large to be exact as a number is a text. */
function plain(value: unknown, decoded: (bytes: Uint8Array) => string): unknown {
  if (value === null) return ''
  if (value instanceof Uint8Array) return decoded(value)
  if (typeof value !== 'bigint') return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}

/** What the engine finds wrong with the file. */
function asProblem(error: unknown): unknown {
  const isOfEngine = error instanceof Error && 'code' in error && String(error.code).includes('SQLITE')
  return isOfEngine ? damaged(error) : error
}

const damaged = (error: Error): FileProblem => fileProblem('package_damaged', { reason: error.message })
