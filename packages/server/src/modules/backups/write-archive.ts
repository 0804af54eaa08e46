import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pairIndexes } from '../../catalogue/migrations/0001-initial.js'
import { migrations } from '../../catalogue/migrations/list.js'
import { writeZip, type ZipWriter } from '../../formats/zip-writer.js'
import type { Services } from '../../http/services.js'
import { type BinaryStorage, binaryNameForm } from '../../storage/binaries/binary-storage.js'
import type { SqlValue } from '../../storage/sql.js'
import type { Database, Snapshot, StoredIndex, StoredTable } from '../../storage/storage.js'
import { binaryName } from '../files/index.js'
import {
  columnNamePattern,
  type FilePart,
  filePath,
  formatVersion,
  isKey,
  type Manifest,
  manifestName,
  type TablePart,
  tableNamePattern,
  tablePath,
} from './manifest.js'
import { rowText } from './row-text.js'
import { streamFiles, streamRows } from './store.js'
import { transientTables } from './transient-tables.js'

export interface ArchiveOptions {
  readonly db: Database
  readonly binaries: BinaryStorage
  /** Whose bytes go along; none for the database alone. */
  readonly areas: readonly FilePart['area'][]
  readonly version: Services['version']
  readonly createdBy: string
  readonly createdAt: Date
  /** What the backup cannot carry, by name. */
  onLeftOut(names: readonly string[]): void
}

/**
 * The archive as it is written: a ZIP file of one NDJSON part for each table, the bytes of the files, and at
 * its end a manifest with the shape of the tables, the number of rows and a digest for each part. All of it
 * shows one moment; nothing is in memory but what is on its way.
 */
export const writeArchive = (options: ArchiveOptions): AsyncGenerator<Uint8Array> =>
  writeZip((zip) => options.db.snapshot((snapshot) => addParts(zip, options, snapshot)))

/** Resolves when the last part was read, so that the snapshot stays as long as it is needed. */
async function addParts(zip: ZipWriter, options: ArchiveOptions, snapshot: Snapshot): Promise<void> {
  const tables: TablePart[] = []
  const { fit, leftOut } = fitTables(snapshot.tables, (index) => index in pairIndexes)
  options.onLeftOut([...leftOut, ...snapshot.handmade])
  for (const [place, table] of fit.entries()) {
    const rows = transientTables.includes(table.name) ? noRows() : streamRows(snapshot, table)
    tables.push({ ...partOf(table), ...(await addRows(zip, place, rows)) })
  }
  const files = options.areas.length > 0 ? await addFiles(zip, options, snapshot) : undefined
  await endArchive(zip, {
    app: options.db.app,
    engine: options.db.engine,
    version: options.version,
    createdAt: options.createdAt.toISOString(),
    createdBy: options.createdBy,
    migrations: migrations.map(({ name }) => name),
    tables,
    files: files?.parts ?? null,
    missingFiles: files?.missing ?? 0,
  })
}

/** Adds the rows of the table at this place. @returns what the manifest says of them */
export async function addRows(
  zip: ZipWriter,
  place: number,
  batches: AsyncIterable<readonly SqlValue[][]>,
): Promise<Pick<TablePart, 'rows' | 'bytes' | 'sha256'>> {
  const counter = { rows: 0 }
  const content = await addPart(zip, tablePath(place), linesOf(batches, counter), true)
  return { ...counter, ...content }
}

/** Adds what the archive says of itself, its last part. */
export function endArchive(
  zip: ZipWriter,
  manifest: Omit<Manifest, 'format' | 'formatVersion'>,
): Promise<void> {
  const whole: Manifest = { format: 'trowel backup', formatVersion, ...manifest }
  return zip.add(manifestName, Readable.from([Buffer.from(JSON.stringify(whole))]))
}

const partOf = ({ name, columns, foreignKeys, indexes, lastId }: StoredTable) => ({
  name,
  columns: columns.map(({ name: column, type, notNull }) => ({
    name: column,
    // Times are kept as text on both engines.
    type: type === 'TIMESTAMP' ? ('TEXT' as const) : type,
    notNull: notNull === true,
  })),
  foreignKeys: [...foreignKeys],
  indexes: indexes.map((index) => ({ ...index, columns: [...index.columns] })),
  lastId,
})

async function* noRows(): AsyncGenerator<SqlValue[][]> {
  // What goes on is in no backup.
}

async function* linesOf(
  batches: AsyncIterable<readonly SqlValue[][]>,
  counter: { rows: number },
): AsyncGenerator<Buffer> {
  for await (const rows of batches) {
    counter.rows += rows.length
    yield Buffer.from(rows.map(rowText).join(''))
  }
}

/** What is missing already is counted, and no reason to have no backup at all. */
async function addFiles(
  zip: ZipWriter,
  { binaries, areas, db: { app } }: ArchiveOptions,
  snapshot: Snapshot,
): Promise<{ readonly parts: FilePart[]; readonly missing: number }> {
  const parts: FilePart[] = []
  let missing = 0
  const add = async (area: FilePart['area'], name: string): Promise<void> => {
    const content = await binaries.read({ app, area, name })
    // Photographs and the like are packed already.
    const compress = area === 'geodata'
    const path = filePath({ area, name })
    if (content) parts.push({ area, name, ...(await addPart(zip, path, content, compress)) })
    else missing++
  }
  if (areas.includes('files')) for (const name of await fileNames(snapshot)) await add('files', name)
  for (const area of ['geodata', 'pictures'] as const) {
    if (!areas.includes(area)) continue
    for await (const { name } of binaries.list(app, area))
      if (binaryNameForm.test(name)) await add(area, name)
  }
  return { parts, missing }
}

async function fileNames(snapshot: Snapshot): Promise<string[]> {
  const names: string[] = []
  for await (const rows of streamFiles(snapshot)) {
    for (const [id, ext, binary] of rows) {
      names.push(
        binaryName({ id: Number(id), ext: String(ext), binary: binary === null ? null : String(binary) }),
      )
    }
  }
  return names
}

/** Adds what `content` yields. @returns what the manifest says of it */
async function addPart(
  zip: ZipWriter,
  path: string,
  content: AsyncIterable<Uint8Array>,
  compress: boolean,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const digest = { bytes: 0, hash: createHash('sha256') }
  await zip.add(path, seen(content, digest), { compress })
  return { bytes: digest.bytes, sha256: digest.hash.digest('hex') }
}

async function* seen(
  content: AsyncIterable<Uint8Array>,
  digest: { bytes: number; readonly hash: Hash },
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    digest.bytes += piece.length
    digest.hash.update(piece)
    yield piece
  }
}

const tableName = new RegExp(tableNamePattern)
const columnName = new RegExp(columnNamePattern)

/**
 * What a backup can carry of the tables of a database. What was made there by hand may be of other shapes: it
 * is left out, and said, since one such index would be a reason to have no backup at all.
 */
function fitTables(
  tables: readonly StoredTable[],
  isKnownIndex: (name: string) => boolean,
): { readonly fit: readonly StoredTable[]; readonly leftOut: readonly string[] } {
  const leftOut: string[] = []
  const keep = (isKept: boolean, name: string): boolean => {
    if (!isKept) leftOut.push(name)
    return isKept
  }
  const isFit = (table: StoredTable, { name, columns }: StoredIndex): boolean =>
    isKnownIndex(name) || (columnName.test(name) && columns.length > 0 && hasColumns(table, columns))
  const shaped = tables
    .map((table) => ({
      ...table,
      columns: table.columns.filter(({ name }) =>
        keep(!table.mixed?.includes(name), `${table.name}.${name}`),
      ),
    }))
    .filter((table) => keep(hasShape(table), table.name))
    .map((table) => ({
      ...table,
      indexes: table.indexes.filter((index) => keep(isFit(table, index), `${table.name}: ${index.name}`)),
    }))
  const fit = shaped.map((table) => ({
    ...table,
    foreignKeys: table.foreignKeys.filter((key) =>
      keep(
        hasColumns(table, [key.column]) && isKey(shaped, key),
        `${table.name}.${key.column} → ${key.table}`,
      ),
    ),
  }))
  return { fit, leftOut }
}

const hasColumns = ({ columns }: StoredTable, names: readonly string[]): boolean =>
  names.every((name) => columns.some((column) => column.name === name))

const hasShape = ({ name, columns }: StoredTable): boolean =>
  tableName.test(name) &&
  columns.every((column) => columnName.test(column.name)) &&
  columns.some(({ name, type, notNull }) => name === 'id' && type === 'INTEGER' && notNull === true)
