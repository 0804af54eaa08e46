import { mainTables, storedFields } from '../catalogue/catalogue.js'
import { AppError } from '../errors.js'
import type { RequestScope } from '../http/scope.js'
import { message } from '../message.js'
import {
  type CsvProposal,
  type ImportResult,
  importCsv,
  importCsvAsTable,
  labelOf,
  proposeCsv,
} from '../modules/imports/index.js'
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
 * Imports a file into the data of this machine. A table that is made for it is there only when the import
 * succeeds.
 */
export async function importLocally(operator: Operator, options: LocalImport): Promise<ImportCounts> {
  const scope = await operator.scopeOf(options.app, 'import')
  const exists = scope.catalogue.tables.has(options.table)
  if (exists && options.createTable) {
    throw new UsageError(`The table "${options.table}" exists already; leave --create-table out.`)
  }
  if (!exists && !options.createTable) throw noSuchTable(scope, options.table)
  const proposal = await proposeCsv(options.path)
  const result = exists
    ? await importInto(operator, options, mapOntoTable(operator, scope, options, proposal))
    : await makeTable(operator, scope, options, proposal)
  reportOddities(operator.terminal, result)
  const { inserted, updated, skipped } = result.counts
  return { inserted, updated, skipped: skipped.no_key }
}

/** The field that each column goes into, by the column's title. */
type Mapping = Readonly<Record<string, string>>

async function importInto(operator: Operator, options: LocalImport, mapping: Mapping): Promise<ImportResult> {
  const scope = await operator.scopeOf(options.app, 'import')
  const { path, table, keyField = null } = options
  return importCsv(scope, { path, table, mapping, keyField }, options.onProgress)
}

function mapOntoTable(
  { terminal }: Operator,
  { catalogue }: RequestScope,
  { table, wanted }: LocalImport,
  { fields: columns }: CsvProposal,
): Mapping {
  const known = catalogue.tables.get(table)
  const fields = known ? [...storedFields(known).values()] : []
  const titles = columns.map(({ column }) => column)
  const mapping = mapColumns(titles, fields, wanted)
  noteLeftOut(terminal, titles, mapping)
  return mapping
}

/** Makes a table with a field for each column, in the order of the file, and fills it. */
async function makeTable(
  { terminal }: Operator,
  scope: RequestScope,
  { path, table: name, keyField, wanted, onProgress }: LocalImport,
  { source, fields: columns }: CsvProposal,
): Promise<ImportResult> {
  refuseUnknownTitles(
    columns.map(({ column }) => column),
    wanted,
  )
  const fields = columns
    .filter(({ column }) => wanted.get(column) !== '')
    .map((proposal) => ({ ...proposal, name: wanted.get(proposal.column) ?? proposal.name }))
  const names = fields.map((field) => field.name).join(', ')
  if (keyField !== undefined && !fields.some((field) => field.name === keyField)) {
    throw new UsageError(`The new table has no field "${keyField}" for --key. Its fields are: ${names}.`)
  }
  const label = labelOf(name)
  const result = await importCsvAsTable(scope, { path, source, name, label, fields, keyField }, onProgress)
  terminal.note(`The table "${name}" has the fields ${names}.`)
  return result
}

const maxWarnings = 10

function reportOddities(terminal: Terminal, { warnings, warningCount }: ImportResult): void {
  for (const { line, text } of warnings.slice(0, maxWarnings)) {
    terminal.note(line === null ? text : `Line ${line}: ${text}`)
  }
  const more = warningCount - Math.min(warnings.length, maxWarnings)
  if (more > 0) terminal.note(`… and ${more} more of that kind.`)
}

function noSuchTable({ catalogue }: RequestScope, name: string): AppError {
  const names = mainTables(catalogue).map((table) => table.name)
  const known =
    names.length > 0 ? message('there_are', { names: names.join(', ') }) : message('no_tables_yet', {})
  return new AppError('unknown_table', message('no_table_for_file', { table: name, known }))
}
