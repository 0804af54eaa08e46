import { createHash } from 'node:crypto'
import { stratigraphicRelation } from '@trowel/contract/model/stratigraphic-relations.js'
import { isAdmin } from '../../access/global-level.js'
import type { Table } from '../../catalogue/catalogue.js'
import { geometryTexts } from '../../geometry/geometry-threads.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import type { Sql, SqlValue } from '../../storage/sql.js'
import type { Snapshot } from '../../storage/storage.js'
import { writeSchemaText } from '../configuration/index.js'
import { binaryName, binaryPlace } from '../files/index.js'
import { exportMatrix } from '../stratigraphy/index.js'
import {
  exactLine,
  type FolderEntry,
  fileColumns,
  fileLinkColumns,
  folderFormat,
  formatVersion,
  linkColumns,
  pathOfFile,
  places,
  relationColumns,
} from './layout.js'
import { readmeText } from './readme.js'
import { schemaJson } from './schema-json.js'
import {
  featuresQuery,
  fileLinksQuery,
  filesQuery,
  manualLinksQuery,
  relationsQuery,
  rowsQuery,
  vocabulariesQuery,
} from './store.js'

/** Takes the files of a folder, each whole before the promise resolves. */
export type TakePart = (path: string, content: AsyncIterable<Uint8Array>) => Promise<void>

/** The bytes of an uploaded file, and where they go. */
interface FileBytes {
  readonly name: string
  readonly path: string
}

/** What was written so far. */
export interface WrittenFolder {
  readonly tables: readonly Table[]
  readonly entries: FolderEntry[]
  readonly bytes: readonly FileBytes[]
}

type Writing = Pick<WrittenFolder, 'entries'> & { readonly take: TakePart }

type Keeping = Pick<Services, 'binaries' | 'config'>

/**
 * Writes all but the bytes of uploaded files, of everything that the caller may see, from one state of the
 * database; the same state gives the same bytes.
 */
export function writeData(scope: RequestScope, { config }: Keeping, take: TakePart): Promise<WrittenFolder> {
  const tables = [...scope.catalogue.tables.values()].filter(
    (table) => scope.rights.visibilityOf(table).readable,
  )
  const main = tables.filter((table) => !table.isPlugin)
  return scope.db.snapshot(async (snapshot) => {
    const writing: Writing = { entries: [], take }
    const csv = (path: string, columns: readonly string[], query: Sql, cells = asTheyCome) =>
      writePart(writing, path, (counter) => csvOf(columns, snapshot.stream(query), cells, counter))
    for (const table of tables) {
      const columns = [...table.fields.values()].filter(({ name }) => name !== 'creator')
      await csv(
        places.table(table.name),
        columns.map(({ name }) => name),
        rowsQuery(scope, table, columns),
      )
    }
    for (const table of main.filter(({ hasGeodata }) => hasGeodata)) {
      const rows = snapshot.stream(featuresQuery(scope, table))
      await writePart(writing, places.features(table.name), (counter) => featuresOf(rows, counter))
    }
    for (const table of main.filter(({ hasStratigraphy }) => hasStratigraphy)) {
      await csv(places.relations(table.name), relationColumns, relationsQuery(scope, table), relationCells)
      const query = { tb: table.name, format: 'dot' } as const
      const { bytes } = await exportMatrix(scope, query, config.limits.queryTimeMs)
      await writeText(writing, places.matrix(table.name), bytes)
    }
    await csv(places.manualLinks, linkColumns, manualLinksQuery(scope, main))
    await csv(places.vocabularies, ['vocabulary', 'value'], vocabulariesQuery)
    const bytes: FileBytes[] = []
    await csv(places.files, fileColumns, filesQuery(scope), (row) => fileCells(row, bytes))
    await csv(places.fileLinks, fileLinkColumns, fileLinksQuery(scope, main))
    if (isAdmin(scope.principal))
      await writeText(writing, places.schemaText, await schemaText(scope, snapshot))
    await writeText(writing, places.schema, schemaJson(tables))
    return { tables, entries: writing.entries, bytes }
  })
}

/**
 * Writes the bytes of uploaded files, and last what tells of all of it. @returns the paths that are missing
 */
export async function writeBytes(
  scope: RequestScope,
  { binaries }: Keeping,
  { tables, entries, bytes }: WrittenFolder,
  take: TakePart,
): Promise<readonly string[]> {
  const writing: Writing = { entries, take }
  const missing: string[] = []
  for (const { name, path } of bytes) {
    const content = await binaries.read(binaryPlace(scope.db.app, name))
    if (content) await writePart(writing, path, () => content)
    else missing.push(path)
  }
  entries.sort((one, other) => (one.path < other.path ? -1 : 1))
  const withSchemaText = entries.some(({ path }) => path === places.schemaText)
  await writeText(writing, places.readme, readmeText({ tables, entries, missing, withSchemaText }))
  const manifest = { format: folderFormat, version: formatVersion, files: [...entries], missing }
  await writeText(writing, places.manifest, `${JSON.stringify(manifest, null, 2)}\n`)
  return missing
}

async function schemaText({ catalogue }: RequestScope, snapshot: Snapshot): Promise<string> {
  const vocabularies = new Map<string, string[]>()
  for await (const rows of snapshot.stream(vocabulariesQuery)) {
    for (const [name, value] of rows) {
      const values = vocabularies.get(String(name)) ?? []
      vocabularies.set(String(name), values)
      values.push(String(value))
    }
  }
  return writeSchemaText(
    catalogue,
    [...vocabularies].map(([name, values]) => ({ name, values })),
  )
}

interface Counter {
  rows?: number
}

/** Hands a part on and notes what it was. */
async function writePart(
  { entries, take }: Writing,
  path: string,
  content: (counter: Counter) => AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const counter: Counter = {}
  const hash = createHash('sha256')
  let bytes = 0
  async function* seen(): AsyncGenerator<Uint8Array> {
    for await (const piece of content(counter)) {
      const given = typeof piece === 'string' ? Buffer.from(piece) : piece
      bytes += given.length
      hash.update(given)
      yield given
    }
  }
  await take(path, seen())
  entries.push({ path, ...counter, bytes, sha256: hash.digest('hex') })
}

const writeText = (writing: Writing, path: string, text: string | Uint8Array): Promise<void> =>
  writePart(writing, path, async function* () {
    yield text
  })

type Row = readonly SqlValue[]
type Batches = AsyncIterable<readonly Row[]>

const asTheyCome = (row: Row): readonly unknown[] => row

async function* csvOf(
  columns: readonly string[],
  batches: Batches,
  cells: (row: Row) => readonly unknown[],
  counter: Counter,
): AsyncGenerator<string> {
  counter.rows = 0
  yield exactLine(columns)
  for await (const rows of batches) {
    counter.rows += rows.length
    yield rows.map((row) => exactLine(cells(row))).join('')
  }
}

const relationCells = ([id, firstId, first, code, secondId, second]: Row): readonly unknown[] => [
  id,
  firstId,
  first,
  stratigraphicRelation(Number(code))?.name ?? code,
  secondId,
  second,
]

function fileCells([id, binary, ...others]: Row, bytes: FileBytes[]): readonly unknown[] {
  const [filename, ext] = others
  const file = { id: Number(id), ext: String(ext), binary: binary === null ? null : String(binary) }
  const path = pathOfFile(file.id, String(filename), file.ext)
  bytes.push({ name: binaryName(file), path })
  return [id, path, ...others]
}

/** A feature in each line. A text that GeoJSON does not give back whole stands beside its geometry. */
async function* featuresOf(batches: Batches, counter: Counter): AsyncGenerator<string> {
  counter.rows = 0
  let comma = ''
  yield '{"type":"FeatureCollection","features":['
  for await (const rows of batches) {
    let taken = 0
    for await (const geometries of geometryTexts(rows.map((row) => ({ wkt: String(row[3] ?? '') })))) {
      let text = ''
      for (const geometry of geometries) {
        text += `${comma}\n${featureText(rows[taken++] ?? [], geometry)}`
        comma = ','
      }
      yield text
    }
    counter.rows += rows.length
  }
  yield '\n]}\n'
}

function featureText([id, record, label, wkt]: Row, geometry: string | undefined): string {
  const isWhole = geometry !== undefined && !moreThanGeojson.test(String(wkt))
  const properties = JSON.stringify({ record, label, ...(!isWhole && { wkt }) })
  return `{"type":"Feature","id":${JSON.stringify(id)},"geometry":${geometry ?? 'null'},"properties":${properties}}`
}

/** Heights, and more decimals than a geometry is stored with when it is read. */
const moreThanGeojson = /[\d.]\s+[-+\d.][^\s,()]*\s+[-+\d.]|\.\d{11}/
