import { isObject } from '@trowel/contract/json.js'
import { stratigraphicRelations } from '@trowel/contract/model/stratigraphic-relations.js'
import { creatorId } from '../../../access/principal.js'
import type { Catalogue, Table } from '../../../catalogue/catalogue.js'
import { writeWkt } from '../../../formats/wkt.js'
import { GeometryProblems, parseGeometry } from '../../../geometry/geometry.js'
import type { RowWriter } from '../../../records/writing/row-writer.js'
import type { SqlValue } from '../../../storage/sql.js'
import { deleteArriving } from '../../files/index.js'
import { places } from '../../open-folder/index.js'
import { linesOf, openExact } from './exact-rows.js'
import type { Findings } from './folder-problem.js'
import { insertAttached, selectPresent } from './store.js'

/** A folder whose tables are there, on its way into the tables of the service. */
export interface Attaching {
  readonly folder: string
  readonly writer: RowWriter
  readonly catalogue: Catalogue
  readonly findings: Findings
  /** The tables of the service that had no row: theirs keep the ids that they had. */
  readonly empty: ReadonlySet<string>
}

/** A row that hangs from records, with the places where it names them. */
interface AttachedRow {
  readonly line: number
  readonly id: number
  readonly values: readonly SqlValue[]
  readonly ends: readonly { readonly table: string; readonly id: number; readonly column: string }[]
}

type AttachedTable = Parameters<typeof insertAttached>[1]

/** Inserts rows whose records are all there. @returns the new ids by those of the folder */
async function attach(
  { writer: { tx }, catalogue, findings, empty }: Attaching,
  { path, table, columns }: { path: string; table: AttachedTable; columns: readonly string[] },
  batches: AsyncIterable<readonly AttachedRow[]>,
): Promise<ReadonlyMap<number, number>> {
  const ids = new Map<number, number>()
  for await (const rows of batches) {
    await refuseMissing(path, rows)
    if (findings.all.length > 0) continue
    const made = await insertAttached(
      tx,
      table,
      columns,
      rows.map(({ id, values }) => ({ id: empty.has(table) ? id : undefined, values })),
    )
    for (const [at, { id }] of rows.entries()) ids.set(id, made[at] ?? id)
  }
  return ids

  async function refuseMissing(path: string, rows: readonly AttachedRow[]): Promise<void> {
    const ends = rows.flatMap(({ line, ends }) => ends.map((end) => ({ line, ...end })))
    for (const name of new Set(ends.map((end) => end.table))) {
      const target = catalogue.tables.get(name)
      const named = ends.filter((end) => end.table === name)
      const present =
        target && !target.isPlugin
          ? await selectPresent(
              tx,
              target,
              named.map(({ id }) => id),
            )
          : new Set()
      for (const { id, line, column } of named) {
        if (!present.has(id)) findings.add(path, line, `There is no record ${id} in "${name}".`, column)
      }
    }
  }
}

type Cell = (name: string) => string

/** Reads the rows of a CSV file; `undefined` for one that cannot be read, which is noted. */
async function* readAttached(
  { folder, findings }: Attaching,
  path: string,
  wanted: readonly string[],
  read: (cell: Cell, number: (name: string) => number) => Omit<AttachedRow, 'line' | 'id'>,
): AsyncGenerator<readonly AttachedRow[]> {
  const { columns, batches } = await openExact(folder, path)
  for (const name of wanted)
    if (!columns.includes(name)) findings.add(path, 1, 'The column is missing.', name)
  findings.refuseAny()
  for await (const rows of batches) {
    const found: AttachedRow[] = []
    for (const { cells, line } of rows) {
      const before = findings.all.length
      const cell = (name: string): string => cells[columns.indexOf(name)] ?? ''
      const number = (name: string): number => {
        const value = wholeNumber(cell(name))
        if (value === undefined) findings.add(path, line, `"${cell(name)}" is no whole number.`, name)
        return value ?? 0
      }
      const row = { line, id: number('id'), ...read(cell, number) }
      if (findings.all.length === before) found.push(row)
    }
    yield found
  }
}

const wholeNumber = (text: string): number | undefined =>
  /^-?\d{1,15}$/.test(text) ? Number(text) : undefined

const orNull = (text: string): string | null => (text === '' ? null : text)

const numberOrNull = (text: string): number | null => {
  const value = Number(text)
  return text === '' || !Number.isFinite(value) ? null : value
}

export async function attachRelations(attaching: Attaching, table: Table): Promise<number> {
  const path = places.relations(table.name)
  const { findings } = attaching
  const wanted = ['id', 'first_id', 'relation', 'second_id']
  const rows = readAttached(attaching, path, wanted, (cell, number) => {
    const word = cell('relation')
    const relation = stratigraphicRelations.find(({ name, code }) => name === word || String(code) === word)
    if (!relation) findings.add(path, null, `"${word}" is no stratigraphic relation.`, 'relation')
    const [first, second] = [number('first_id'), number('second_id')]
    return {
      values: [table.name, first, second, relation?.code ?? 0],
      ends: [
        { table: table.name, id: first, column: 'first_id' },
        { table: table.name, id: second, column: 'second_id' },
      ],
    }
  })
  const columns = ['tb', 'first', 'second', 'relation']
  return (await attach(attaching, { path, table: 'sys_rs', columns }, rows)).size
}

export async function attachManualLinks(attaching: Attaching): Promise<number> {
  const path = places.manualLinks
  const wanted = ['id', 'table_one', 'id_one', 'table_two', 'id_two', 'label', 'sort']
  const rows = readAttached(attaching, path, wanted, (cell, number) => {
    const one = { table: cell('table_one'), id: number('id_one'), column: 'id_one' }
    const two = { table: cell('table_two'), id: number('id_two'), column: 'id_two' }
    return {
      values: [one.table, one.id, two.table, two.id, orNull(cell('label')), numberOrNull(cell('sort'))],
      ends: [one, two],
    }
  })
  const columns = ['tb_one', 'id_one', 'tb_two', 'id_two', 'label', 'sort']
  return (await attach(attaching, { path, table: 'sys_userlinks', columns }, rows)).size
}

/** @param names under which the bytes of the files lie, in their order */
export async function attachFiles(attaching: Attaching, names: readonly string[]): Promise<number> {
  const { tx, scope } = attaching.writer
  const storedAt = scope.now.getTime()
  const creator = creatorId(scope.principal)
  let taken = 0
  const wanted = ['id', 'filename', 'ext', 'description', 'keywords', 'printable', 'size', 'sha256']
  const rows = readAttached(attaching, places.files, wanted, (cell) => {
    const binary = names[taken++] ?? null
    return {
      values: [
        ...[creator, cell('ext'), orNull(cell('keywords')), orNull(cell('description'))],
        ...[numberOrNull(cell('printable')), cell('filename'), 1, binary, numberOrNull(cell('size'))],
        ...[orNull(cell('sha256')), storedAt, numberOrNull(cell('width')), numberOrNull(cell('height'))],
        ...[numberOrNull(cell('pixels_per_cm')), marksIn(attaching, cell('marks'))],
      ],
      ends: [],
    }
  })
  const columns = [
    ...['creator', 'ext', 'keywords', 'description', 'printable', 'filename', 'rev', 'binary', 'size'],
    ...['sha256', 'stored_at', 'width', 'height', 'pixels_per_cm', 'marks'],
  ]
  const ids = await attach(attaching, { path: places.files, table: 'sys_files', columns }, rows)
  for (const name of names) await deleteArriving(tx, name)
  await attachFileLinks(attaching, ids)
  return ids.size
}

function marksIn({ findings }: Attaching, text: string): string | null {
  if (text === '') return null
  try {
    if (Array.isArray(JSON.parse(text))) return text
  } catch {
    // Told below.
  }
  findings.add(places.files, null, 'The marks of a picture are a JSON list.', 'marks')
  return null
}

async function attachFileLinks(attaching: Attaching, files: ReadonlyMap<number, number>): Promise<void> {
  const path = places.fileLinks
  const wanted = ['id', 'file_id', 'table', 'record_id', 'sort']
  const rows = readAttached(attaching, path, wanted, (cell, number) => {
    const file = files.get(number('file_id'))
    if (file === undefined && attaching.findings.all.length === 0)
      attaching.findings.add(path, null, `There is no file ${cell('file_id')}.`, 'file_id')
    const end = { table: cell('table'), id: number('record_id'), column: 'record_id' }
    return { values: [file ?? 0, end.table, end.id, number('sort')], ends: [end] }
  })
  const columns = ['file_id', 'table_name', 'record_id', 'sort']
  await attach(attaching, { path, table: 'sys_file_links', columns }, rows)
}

/** Features stand in lines of their own, so that no file is too large. */
export async function attachFeatures(attaching: Attaching, table: Table): Promise<number> {
  const path = places.features(table.name)
  const columns = ['table_link', 'id_link', 'geometry']
  return (
    await attach(attaching, { path, table: 'sys_geodata', columns }, readFeatures(attaching, path, table))
  ).size
}

const featuresAtOnce = 200

const [opening, ending] = ['{"type":"FeatureCollection","features":[', ']}']

async function* readFeatures(
  { folder, findings }: Attaching,
  path: string,
  table: Table,
): AsyncGenerator<readonly AttachedRow[]> {
  let rows: AttachedRow[] = []
  let line = 0
  let isWhole = false
  for await (const text of linesOf(folder, path)) {
    line += 1
    const feature = text.trimEnd().replace(/,$/, '')
    if (feature === ending) isWhole = true
    if (feature === '' || feature === opening || feature === ending) continue
    const row = featureIn(feature, line, table)
    if (row) rows.push(row)
    else findings.add(path, line, 'This is no feature as the folder has them.')
    if (rows.length < featuresAtOnce) continue
    yield rows
    rows = []
  }
  if (!isWhole) findings.add(path, line, 'The file ends too early.')
  yield rows
}

function featureIn(text: string, line: number, table: Table): AttachedRow | undefined {
  try {
    const feature: unknown = JSON.parse(text)
    const properties = isObject(feature) ? feature['properties'] : undefined
    if (!isObject(feature) || !isObject(properties)) return undefined
    const [id, record, wkt] = [feature['id'], properties['record'], properties['wkt']]
    if (!Number.isSafeInteger(id) || !Number.isSafeInteger(record)) return undefined
    const stored = typeof wkt === 'string' ? wkt : writeWkt(parseGeometry(feature['geometry']))
    if (stored.includes('\0')) return undefined
    const end = { table: table.name, id: Number(record), column: 'record' }
    return { line, id: Number(id), values: [table.name, end.id, stored], ends: [end] }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof GeometryProblems) return undefined
    throw error
  }
}
