import type { JsonObject } from '@trowel/contract/json.js'
import { type FieldKindDescription, fieldKinds } from '@trowel/contract/model/field-types.js'
import type { NewFieldsOfFileBody, NewTableImportBody } from '@trowel/contract/new-table-import.js'
import type { ProblemCode } from '@trowel/contract/problem-codes.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { frozen } from '../../access/levels.js'
import type { Catalogue } from '../../catalogue/catalogue.js'
import { AppError, type FieldProblem } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { PreparedWork } from '../../jobs/prepared-work.js'
import { type Message, message } from '../../message.js'
import { RowWriter } from '../../records/writing/row-writer.js'
import type { Transaction } from '../../storage/storage.js'
import {
  addFields,
  changeConfiguration,
  makePlannedTable,
  type NewTable,
  planTable,
} from '../configuration/index.js'
import {
  type FillingWatch,
  factsOfFile,
  type ImportResult,
  runUpload,
  withRowsOf,
  writeRows,
} from './import-rows.js'
import type { CellFormats } from './reading/cell-formats.js'
import { valuesOf } from './reading/column-proposal.js'
import type { ColumnFacts } from './reading/column-watch.js'
import type { KnownFile } from './reading/table-file.js'
import type { FileScan, PlaceSource } from './reading/worker-protocol.js'
import { cellFormatsOf, outcomeOf, placeSourceOf } from './uploads/import-request.js'
import type { Imports } from './uploads/open-imports.js'
import { refuseSecondRun } from './uploads/run-once.js'
import { findStagedUpload, noSuchFile } from './uploads/staged-upload.js'
import { type ImportPlan, type ImportTask, planImport, tableToFill } from './writing/import-plan.js'
import type { RunOptions } from './writing/run-options.js'

/** A column of the file, and the field that it becomes. */
export type FieldOfColumn = Decoded<typeof NewTableImportBody>['fields'][number]

export interface NewTableResult extends ImportResult {
  /** The name of the new table. */
  readonly table: string
}

/**
 * Finds out whether a table can be made of an uploaded file as asked. The run then makes the table, its
 * fields, the values of its vocabularies and its records, all of it or nothing; the records are a change set
 * of their own, so that they can be undone.
 *
 * @throws in this order `not_enough_privilege` in a frozen application; `import_error_no_file` (404), also
 *   for a file that no fields were proposed for; `conflict` while it is being imported;
 *   `import_error_unknown_crs`; `error_cfg_data_updated` with everything that is wrong with the table and its
 *   fields; what `planImport` throws; the run: `tb_already_available`, `import_error_validation`,
 *   `import_error_transaction`
 */
export async function prepareNewTable(
  imports: Imports,
  scope: RequestScope,
  body: Decoded<typeof NewTableImportBody>,
): Promise<PreparedWork<NewTableResult>> {
  if (scope.application.settings.status === 'frozen') throw frozen()
  const { tempId, note } = await findStagedUpload(imports.area, scope, body.temp_id, 'table')
  const { scan, facts } = note
  if (!facts) throw noSuchFile()
  refuseSecondRun(imports, scope, tempId)
  const written = cellFormatsOf(body)
  const place = placeSourceOf(body.place)
  const source = { scan, facts, written, place }
  const order = orderOf(body, source)
  const { name: table } = planOf(scope.catalogue, order, source).table
  const options: RunOptions = { ...outcomeOf(body), mode: 'insert', numbersAre: 'name' }
  const named = (result: ImportResult): NewTableResult => ({ ...result, table })
  return {
    total: scan.count,
    background: body.background ?? false,
    dryRun: options.dryRun,
    run: async ({ atEnd, ...watch }) => {
      const upload = { tempId, file: factsOfFile(note), scan, options }
      const watching = {
        ...watch,
        atEnd: (tx: Transaction, result: ImportResult) => atEnd(tx, named(result)),
      }
      return named(
        await runUpload(imports, scope, upload, watching, (file, filling) =>
          makeAndFill(scope, { order, source, options, file }, filling),
        ),
      )
    },
  }
}

/**
 * Makes fields of columns of an uploaded file in a table that is there, with the values of their
 * vocabularies.
 *
 * @returns their names
 * @throws `unknown_table`, `plugin_table_not_allowed`; `import_error_no_file` (404), also for a file that no
 *   fields were proposed for; `error_cfg_data_updated` with everything that is wrong; `fld_already_available`
 */
export async function makeFields(
  imports: Imports,
  scope: RequestScope,
  { temp_id, tb, fields, ...written }: Decoded<typeof NewFieldsOfFileBody>,
): Promise<string[]> {
  const table = tableToFill(scope, tb)
  const { scan, facts } = (await findStagedUpload(imports.area, scope, temp_id, 'table')).note
  if (!facts) throw noSuchFile()
  const vocabularies = vocabulariesOf(fields, { scan, facts, written: cellFormatsOf(written) })
  return addFields(scope, table.name, fields.map(formOf), { vocabularies, relations: true, inLists: true })
}

/** The file that the table is made of. */
export interface TableSource {
  readonly scan: FileScan
  readonly facts: readonly ColumnFacts[]
  readonly written: CellFormats
  readonly place: PlaceSource | undefined
}

/** A table that is to be made, and which column goes into which of its fields. */
export interface TableOrder extends NewTable {
  readonly mapping: ImportTask['mapping']
  /** The field whose value tells whether an earlier row of the file was about the same record. */
  readonly keyField: string | null
}

/**
 * The vocabularies of fields with the values of their columns.
 * @throws `error_cfg_data_updated` for columns that the file does not have, or that are no choice
 */
function vocabulariesOf(
  fields: readonly FieldOfColumn[],
  { scan, facts, written }: Pick<TableSource, 'scan' | 'facts' | 'written'>,
): NewTable['vocabularies'] {
  const problems: FieldProblem[] = []
  const vocabularies = fields.flatMap((field, at) => {
    const found = facts[scan.columns.indexOf(field.column)]
    const add = (key: 'column' | 'kind', code: ProblemCode, said: Message) =>
      problems.push({ field: `fields[${at}].${key}`, code, ...said })
    if (!found) {
      add('column', 'unknown_name', message('file_without_column', { column: field.column.slice(0, 80) }))
      return []
    }
    if (field.kind !== 'choice') return []
    const values = valuesOf(found, written)
    if (!values) {
      add('kind', 'too_many', message('values_too_many_for_choice', { column: field.column.slice(0, 80) }))
    }
    return [{ name: vocabularyOf(field), values: inOrder((values ?? []).map(([value]) => value)) }]
  })
  if (problems.length > 0) throw new AppError('error_cfg_data_updated', { errors: problems })
  return vocabularies
}

/** What a request asks for, as the forms of the configuration say it. @throws `error_cfg_data_updated` */
export function orderOf(
  body: Pick<Decoded<typeof NewTableImportBody>, 'name' | 'label' | 'fields' | 'id_field' | 'rs' | 'geodata'>,
  source: TableSource,
): TableOrder {
  const { fields, id_field: idField } = body
  const { place } = source
  const vocabularies = vocabulariesOf(fields, source)
  const short = fields.filter(({ kind }) => kind !== 'longText').map(({ name }) => name)
  const shown = new Set([...fields.flatMap(({ name }) => (name === idField ? [name] : [])), ...short])
  return {
    settings: {
      name: body.name,
      label: body.label,
      ...(idField !== undefined && { id_field: idField }),
      preview: [...shown].slice(0, maxShown),
      rs: body.rs ?? false,
      geodata: place !== undefined || (body.geodata ?? false),
    },
    fields: fields.map(formOf),
    vocabularies,
    mapping: fields.map(({ column, name }) => [column, name] as const),
    keyField: null,
  }
}

/** So many columns the lists of a new table show. */
const maxShown = 6

const vocabularyOf = ({ vocabulary, label, column }: FieldOfColumn): string => vocabulary ?? label ?? column

/** As people look for them: by their letters, and by the numbers in them. */
const inOrder = (values: readonly string[]): string[] =>
  [...values].sort(new Intl.Collator('en', { numeric: true }).compare)

/** The field as its form in the configuration would say it. */
function formOf(field: FieldOfColumn): JsonObject {
  const { name, label, column, kind, tb, unique = false } = field
  const { type, dbType, checks = [] }: FieldKindDescription = fieldKinds[kind]
  const rules = unique ? ['not_empty', 'no_dupl', ...checks] : checks
  return {
    name,
    label: label ?? column,
    type,
    db_type: dbType,
    ...(kind === 'choice' && { vocabulary_set: vocabularyOf(field) }),
    ...(kind === 'link' && { id_from_tb: tb ?? '' }),
    ...(rules.length > 0 && { check: rules }),
  }
}

/** The table as it will be in this configuration, and how it is filled. */
function planOf(catalogue: Catalogue, order: TableOrder, { scan, place }: TableSource): ImportPlan {
  const table = planTable(catalogue, order)
  return planImport(table, { ...order, table: table.name, place }, scan)
}

interface MakingAndFilling {
  readonly order: TableOrder
  readonly source: TableSource
  readonly options: RunOptions
  readonly file: KnownFile
}

/** Makes the table and fills it in one transaction, which a dry run undoes. */
export function makeAndFill<Result>(
  scope: RequestScope,
  { order, source, options, file }: MakingAndFilling,
  watch: FillingWatch<Result>,
): Promise<Result> {
  const { written } = source
  const plan = planOf(scope.catalogue, order, source)
  return withRowsOf({ plan, file, written }, watch.onStep, (batches) =>
    changeConfiguration(
      scope,
      {
        event: 'table_created',
        facts: { table: plan.table.name },
        whenNameIsTaken: 'tb_already_available',
        isTrial: options.dryRun,
      },
      async (change) => {
        const now = planOf(change.catalogue, order, source)
        await makePlannedTable(change, now.table, order.vocabularies)
        await change.tx.endChangeSet()
        const writer = new RowWriter(change.tx, { ...scope, catalogue: await change.current() }, 'import')
        const outcome = await writeRows(writer, { plan: now, options }, batches, watch)
        await writer.applyEffects()
        return watch.atEnd(change.tx, outcome)
      },
    ),
  )
}
