import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '@trowel/contract/json.js'
import { frozen } from '../../../access/levels.js'
import { type Field, storedFields, type Table } from '../../../catalogue/catalogue.js'
import type { RequestScope } from '../../../http/scope.js'
import type { Services } from '../../../http/services.js'
import { RowWriter } from '../../../records/writing/row-writer.js'
import type { SqlValue } from '../../../storage/sql.js'
import { StorageError } from '../../../storage/storage.js'
import { changeConfiguration, makeSchema, readSchema } from '../../configuration/index.js'
import { folderFormat, formatVersion, places } from '../../open-folder/index.js'
import {
  type Attaching,
  attachFeatures,
  attachFiles,
  attachManualLinks,
  attachRelations,
} from './attached-rows.js'
import { openExact } from './exact-rows.js'
import { type KeptBytes, keepBytes } from './folder-files.js'
import { Findings, FolderProblem, findingText } from './folder-problem.js'
import { selectDangling, selectEmpty } from './store.js'

export interface FolderTask {
  readonly folder: string
  /** Nothing is stored, and the outcome is what it would have been. */
  readonly isTrial: boolean
  readonly onProgress: (done: number, total: number, text: string) => void
}

/** What came of a folder. */
export interface RestoredFolder {
  readonly tables: readonly { readonly name: string; readonly label: string; readonly rows: number }[]
  readonly features: number
  readonly relations: number
  readonly links: number
  readonly files: number
  /** What is odd about it and came along as it was. */
  readonly oddities: readonly string[]
}

interface Manifest {
  /** Lines of all tables together. */
  readonly rows: number
  readonly missing: ReadonlySet<string>
}

/** Is it a folder that the service wrote? */
export async function isOpenFolder(folder: string): Promise<boolean> {
  const manifest = await readFile(join(folder, places.manifest), 'utf8').catch(() => '')
  return manifest.includes(`"format": "${folderFormat}"`)
}

/**
 * Makes everything again that a folder of the service holds, with the ids that it had: tables with their
 * settings, records, what hangs from them, files. All of it is there afterwards, or nothing; the records are
 * a change set of their own, so that they can be undone.
 *
 * @throws `not_enough_privilege` in a frozen application; FolderProblem with file, line and column of
 *   everything that does not fit
 */
export async function restoreFolder(
  scope: RequestScope,
  services: Pick<Services, 'binaries'>,
  { folder, isTrial, onProgress }: FolderTask,
): Promise<RestoredFolder> {
  if (scope.application.settings.status === 'frozen') throw frozen()
  const { rows: total, missing } = await readManifest(folder)
  const schema = await readSchema(await readSchemaFile(folder))
  const findings = new Findings()
  const kept = await keepBytes(scope, services, folder, { isTrial, missing, findings })
  try {
    return await changeConfiguration(
      scope,
      { event: 'schema_applied', whenNameIsTaken: 'dbml_apply_error', isTrial },
      async (change) => {
        const made = await makeSchema(change, schema, (problems) => {
          throw new FolderProblem(
            'Nothing was imported:',
            problems.map(({ table = '', field, text }) => ({
              path: places.schemaText,
              line: null,
              column: [table, ...(field === undefined ? [] : [field])].join('.'),
              text,
            })),
          )
        })
        change.note({ tables: made.join(', ') || '–' })
        await change.tx.endChangeSet()
        const catalogue = await change.current()
        const writer = new RowWriter(change.tx, { ...scope, catalogue }, 'import')
        const empty = await selectEmpty(change.tx)
        const attaching = { folder, writer, catalogue, findings, empty }
        const tables = made.flatMap((name) => catalogue.tables.get(name) ?? [])
        const restored = await restoreRows(attaching, tables, kept, (done, name) =>
          onProgress(
            done,
            total,
            `${name}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} rows`,
          ),
        )
        await writer.applyEffects()
        return restored
      },
    )
  } catch (error) {
    await kept.giveUp()
    throw error
  }
}

async function restoreRows(
  attaching: Attaching,
  tables: readonly Table[],
  kept: KeptBytes,
  onRows: (done: number, table: string) => void,
): Promise<RestoredFolder> {
  const { findings } = attaching
  const { loaded, oddities } = await loadTables(attaching, tables, onRows)
  const counts = { features: 0, relations: 0 }
  const main = tables.filter(({ isPlugin }) => !isPlugin)
  for (const table of main.filter(({ hasGeodata }) => hasGeodata))
    counts.features += await attachFeatures(attaching, table)
  for (const table of main.filter(({ hasStratigraphy }) => hasStratigraphy))
    counts.relations += await attachRelations(attaching, table)
  const links = await attachManualLinks(attaching)
  const files = await attachFiles(attaching, kept.names)
  findings.refuseAny()
  return { tables: loaded, ...counts, links, files, oddities }
}

/** Keys that rows do not obey. */
class KeysBroken extends Error {
  constructor(readonly keys: readonly (readonly [table: string, column: string])[]) {
    super()
  }
}

/**
 * Puts the rows of all tables in. References that were not enforced where they were exported from are not
 * here: only without rows that wait to be checked an engine gives up their keys, so that the rows go in once
 * more.
 */
async function loadTables(
  attaching: Attaching,
  tables: readonly Table[],
  onRows: (done: number, table: string) => void,
): Promise<{ readonly loaded: RestoredFolder['tables']; readonly oddities: readonly string[] }> {
  const { tx } = attaching.writer
  const load = async () => {
    let done = 0
    const loaded: RestoredFolder['tables'][number][] = []
    for (const table of tables) {
      const before = done
      for await (const rows of loadTable(attaching, table)) {
        done += rows
        onRows(done, table.name)
      }
      loaded.push({ name: table.name, label: table.label, rows: done - before })
    }
    attaching.findings.refuseAny()
    return { loaded, oddities: await danglingReferences(attaching, tables) }
  }
  try {
    return await tx.savepoint(load)
  } catch (error) {
    if (!(error instanceof KeysBroken)) throw error
    for (const [table, column] of error.keys) await tx.schema.dropForeignKey(table, column)
    return load()
  }
}

/** Puts the rows of a table in. @returns how many, batch by batch */
async function* loadTable({ folder, writer, findings }: Attaching, table: Table): AsyncGenerator<number> {
  const path = places.table(table.name)
  const { columns, batches } = await openExact(folder, path)
  const stored = storedFields(table)
  for (const name of columns)
    if (!table.fields.has(name)) findings.add(path, 1, 'The table has no such field.', name)
  for (const name of table.isPlugin ? ['id', 'id_link'] : ['id'])
    if (!columns.includes(name)) findings.add(path, 1, 'The column is missing.', name)
  const read = columns.flatMap((name, place) => {
    const field = stored.get(name)
    return field ? [{ place, field }] : []
  })
  for await (const rows of batches) {
    const values = rows.map(({ cells, line }) =>
      read.map(({ place, field }): SqlValue => {
        const cell = cells[place] ?? ''
        const value = storedValue(field, cell)
        if (value === undefined) findings.add(path, line, unfit(field, cell), field.name)
        return value ?? null
      }),
    )
    if (findings.isFull) findings.refuseAny()
    if (findings.all.length === 0) await insert(values)
    yield rows.length
  }

  async function insert(values: readonly SqlValue[][]): Promise<void> {
    try {
      await writer.createRows(
        table,
        read.map(({ field }) => field.name),
        values,
      )
    } catch (error) {
      if (!(error instanceof StorageError) || error.problem !== 'unique') throw error
      const text = `Two rows have the same value where each needs its own (${error.constraint ?? 'id'}).`
      throw new FolderProblem('Nothing was imported:', [{ path, line: null, text }])
    }
  }
}

/** As it is stored; `undefined` when the cell is none. An empty cell is no value. */
function storedValue({ name, dbType }: Field, cell: string): SqlValue | undefined {
  if (cell === '') return name === 'id' ? undefined : null
  if (dbType === 'INTEGER') {
    if (!/^-?\d{1,19}$/.test(cell)) return undefined
    return Number.isSafeInteger(Number(cell)) ? Number(cell) : cell
  }
  if (dbType === 'FLOAT') return cell.trim() === '' || Number.isNaN(Number(cell)) ? undefined : Number(cell)
  return cell.includes('\0') ? undefined : cell
}

const unfit = ({ dbType }: Field, cell: string): string =>
  `"${cell.slice(0, 80)}" is no ${dbType === 'INTEGER' ? 'whole number' : dbType === 'FLOAT' ? 'number' : 'text'}.`

/**
 * Fields that name records which are not there: they were so, and are said.
 * @throws KeysBroken where they have keys
 */
async function danglingReferences(
  { writer: { tx }, catalogue }: Attaching,
  tables: readonly Table[],
): Promise<readonly string[]> {
  const found: string[] = []
  const broken: (readonly [string, string])[] = []
  for (const table of tables) {
    for (const field of storedFields(table).values()) {
      const target = catalogue.tables.get(field.idFromTable ?? '')
      if (!target || field.dbType !== 'INTEGER') continue
      const dangling = await selectDangling(tx, table, field, target)
      const keys = dangling.length > 0 ? await tx.schema.shapeOf(table.name) : undefined
      if (keys?.foreignKeys.some(({ column }) => column === field.name)) broken.push([table.name, field.name])
      for (const { id, value } of dangling) {
        const text = `Record ${id} refers to ${value}, which "${target.name}" does not have.`
        found.push(findingText({ path: places.table(table.name), line: null, column: field.name, text }))
      }
    }
  }
  if (broken.length > 0) throw new KeysBroken(broken)
  return found
}

async function readManifest(folder: string): Promise<Manifest> {
  const problem = (text: string) =>
    new FolderProblem('Nothing was imported:', [{ path: places.manifest, line: null, text }])
  const manifest = parsed(await readFile(join(folder, places.manifest), 'utf8'))
  if (!isObject(manifest) || manifest['format'] !== folderFormat || !Array.isArray(manifest['files']))
    throw problem('This is no manifest of a folder of Trowel.')
  if (manifest['version'] !== formatVersion)
    throw problem(
      `The folder is of version ${String(manifest['version'])}; this service reads ${formatVersion}.`,
    )
  const rows = manifest['files'].reduce<number>(
    (sum, file: unknown) =>
      isObject(file) && String(file['path']).startsWith('tables/') ? sum + Number(file['rows'] ?? 0) : sum,
    0,
  )
  const missing = Array.isArray(manifest['missing']) ? manifest['missing'].map(String) : []
  return { rows, missing: new Set(missing) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readSchemaFile(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, places.schemaText), 'utf8')
  } catch {
    const text = `It is not there: who exported was no administrator. Its tables can be imported as they are: trowel import ${join(folder, 'tables')} --create-tables`
    throw new FolderProblem('Nothing was imported:', [{ path: places.schemaText, line: null, text }])
  }
}
