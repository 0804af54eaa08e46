import { type FileType, fileTypes, type ImportBody, type PhotoImportBody } from '@trowel/contract/imports.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { AppError } from '../../../errors.js'
import { type Message, message } from '../../../message.js'
import type { CellFormats } from '../reading/cell-formats.js'
import type { CsvForm } from '../reading/table-file.js'
import { encodings } from '../reading/text-encoding.js'
import type { ImportTask } from '../writing/import-plan.js'
import type { RunOptions } from '../writing/run-options.js'

/** What a request to import rows asks for. */
export interface RowsRequest {
  readonly task: ImportTask
  readonly options: RunOptions
  readonly written: CellFormats
  /** The caller's word for the kind of the file, against what the look at it said. */
  readonly type: FileType | undefined
  readonly sheet: string | undefined
  /** Is the caller not to wait for the end? */
  readonly background: boolean
}

/** @throws `parameter_missing`, `import_error_unknown_type` */
export function rowsRequest(body: Decoded<typeof ImportBody>): RowsRequest {
  // Null is also what a form sends in which nothing was chosen yet: it counts only for who asks for new
  // records alone.
  if (body.key_field === null && body.mode !== 'insert') throw missingParameter('key_field')
  return {
    task: { table: body.tb, mapping: body.mapping, keyField: body.key_field },
    options: { ...outcomeOf(body), mode: body.mode ?? 'upsert', numbersAre: body.lookups },
    written: { decimal: body.decimal, dates: body.dates },
    type: body.type === undefined || body.type === null ? undefined : readFileType(body.type),
    sheet: body.sheet,
    background: body.background ?? false,
  }
}

/** What is to become of rows that are not valid, and of everything in a dry run. */
export const outcomeOf = (
  body: Pick<Decoded<typeof PhotoImportBody>, 'on_error' | 'dry_run'>,
): Pick<RunOptions, 'leavesOut' | 'dryRun'> => ({
  leavesOut: body.on_error === 'skip',
  dryRun: body.dry_run ?? false,
})

export function requirePresent(parameters: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null || value === '') throw missingParameter(name)
  }
}

const missingParameter = (name: string): AppError =>
  new AppError('parameter_missing', {
    ...message('missing_or_empty', { name }),
    detail: name,
  })

const delimiters = [',', ';', '\t', '|']

/** How the caller says that a file of separated values is written; what is absent is found out. */
export function readCsvForm(encoding: string | undefined, delimiter: string | undefined): Partial<CsvForm> {
  const known = encodings.find((one) => one === encoding)
  if (encoding && !known)
    throw wrongShape('encoding', message('one_of_values', { values: encodings.join(', ') }))
  if (delimiter && !delimiters.includes(delimiter))
    throw wrongShape('delimiter', message('delimiter_form', {}))
  return { ...(known && { encoding: known }), ...(delimiter && { delimiter }) }
}

/** @throws `import_error_unknown_type` for what has no rows */
export function readFileType(asked: unknown): FileType {
  const type = fileTypes.find((known) => known === asked)
  if (type) return type
  throw new AppError('import_error_unknown_type', {
    ...message('file_types_importable', { types: fileTypes.join(', ') }),
    detail: asked,
  })
}

export const wrongShape = (name: string, needed: Message | string): AppError =>
  new AppError('invalid_parameter', {
    ...message('parameter_wrong', { name, reason: message('must_be', { value: needed }) }),
    detail: { name, reason: `not ${typeof needed === 'string' ? needed : needed.text}` },
  })
