import { describeFieldType } from '@trowel/contract/model/field-types.js'
import { mainTables } from '../catalogue/catalogue.js'
import { AppError } from '../errors.js'
import type { RequestScope } from '../http/scope.js'
import { message } from '../message.js'
import {
  addFields,
  createIndex,
  createTable,
  deleteTable,
  updateTableSettings,
} from '../modules/configuration/index.js'
import type { ColumnProposal, ImportResult } from '../modules/imports/index.js'
import { importCsv, proposeTable } from '../modules/imports/index.js'
import { mapColumns, noteLeftOut, refuseUnknownTitles } from './column-mapping.js'
import type { Operator } from './operator.js'
import type { Progress } from './progress.js'
import type { ImportCounts } from './remote-import.js'
import type { Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

export interface LocalImport {
  readonly app: string
  readonly path: string
  readonly table: string
  /** The field that tells records apart; every row is a new record when undefined. */
  readonly keyField: string | undefined
  readonly wanted: ReadonlyMap<string, string>
  readonly createTable: boolean
  readonly onProgress: Progress['update']
}

/**
 * Imports a file into the data of this machine. A table that was made for it goes again when the import is
 * refused.
 */
export async function importLocally(operator: Operator, options: LocalImport): Promise<ImportCounts> {
  const scope = await operator.scopeOf(options.app)
  const exists = scope.catalogue.tables.has(options.table)
  if (exists && options.createTable) {
    throw new UsageError(`The table "${options.table}" exists already; leave --create-table out.`)
  }
  if (!exists && !options.createTable) throw noSuchTable(scope, options.table)
  const { columns } = await proposeTable(options.path)
  if (exists) return importInto(operator, options, mapOntoTable(operator, scope, options, columns))
  const mapping = await makeTable(operator, scope, options, columns)
  try {
    return await importInto(operator, options, mapping)
  } catch (error) {
    await deleteTable(await operator.scopeOf(options.app), options.table)
    throw error
  }
}

/** The field that each column goes into, by the column's title. */
type Mapping = Readonly<Record<string, string>>

async function importInto(operator: Operator, options: LocalImport, mapping: Mapping): Promise<ImportCounts> {
  const scope = await operator.scopeOf(options.app)
  const input = { path: options.path, table: options.table, mapping, keyField: options.keyField ?? null }
  const result = await importCsv(scope, input, options.onProgress)
  reportOddities(operator.terminal, result)
  const { inserted, updated, skipped } = result.counts
  return { inserted, updated, skipped: skipped.no_key }
}

function mapOntoTable(
  { terminal }: Operator,
  { catalogue }: RequestScope,
  { table, wanted }: LocalImport,
  columns: readonly ColumnProposal[],
): Mapping {
  const fields = [...(catalogue.tables.get(table)?.fields.values() ?? [])]
  const titles = columns.map(({ column }) => column)
  const mapping = mapColumns(titles, fields, wanted)
  noteLeftOut(terminal, titles, mapping)
  return mapping
}

/** A table with a field for each column, in the order of the file. */
async function makeTable(
  operator: Operator,
  scope: RequestScope,
  options: LocalImport,
  columns: readonly ColumnProposal[],
): Promise<Mapping> {
  const titles = columns.map(({ column }) => column)
  refuseUnknownTitles(titles, options.wanted)
  const fields = columns
    .filter(({ column }) => options.wanted.get(column) !== '')
    .map((proposal) => ({ ...proposal, name: options.wanted.get(proposal.column) ?? proposal.name }))
  if (options.keyField !== undefined && !fields.some((field) => field.name === options.keyField)) {
    const names = fields.map((field) => field.name).join(', ')
    throw new UsageError(
      `The new table has no field "${options.keyField}" for --key. Its fields are: ${names}.`,
    )
  }
  await createTable(scope, { name: options.table, label: labelOf(options.table) })
  try {
    const forms = fields.map(({ name, label, type, dbType }) => ({ name, label, type, db_type: dbType }))
    await addFields(scope, options.table, forms)
    const short = fields
      .filter((field) => describeFieldType(field.type).holds !== 'paragraphs')
      .map((field) => field.name)
    const idField = options.keyField ?? short[0] ?? 'id'
    await updateTableSettings(scope, options.table, { id_field: idField, preview: short.slice(0, 6) })
    if (options.keyField !== undefined) {
      const name = `idx_${options.table}_${options.keyField}`.slice(0, 63)
      await createIndex(scope, options.table, { name, columns: [options.keyField] })
    }
  } catch (error) {
    await deleteTable(scope, options.table)
    throw error
  }
  operator.terminal.note(
    `The table "${options.table}" has the fields ${fields.map((field) => field.name).join(', ')}.`,
  )
  return Object.fromEntries(fields.map(({ column, name }) => [column, name]))
}

const maxWarnings = 10

function reportOddities(terminal: Terminal, { warnings, warningCount }: ImportResult): void {
  for (const { line, text } of warnings.slice(0, maxWarnings)) {
    terminal.note(line === null ? text : `Line ${line}: ${text}`)
  }
  const more = warningCount - Math.min(warnings.length, maxWarnings)
  if (more > 0) terminal.note(`… and ${more} more of that kind.`)
}

/** `small_finds` as people write it: `Small finds`. */
function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function noSuchTable({ catalogue }: RequestScope, name: string): AppError {
  const names = mainTables(catalogue).map((table) => table.name)
  const known =
    names.length > 0 ? message('there_are', { names: names.join(', ') }) : message('no_tables_yet', {})
  return new AppError('unknown_table', message('no_table_for_file', { table: name, known }))
}
