import type { ImportRequest } from '@trowel/contract/imports.js'
import { isObject, objectOrEmpty } from '@trowel/contract/json.js'
import { AppError } from '../../../errors.js'
import { message } from '../../../message.js'
import { type CellFormats, dayForms, decimalMarks, isDayForm } from '../reading/cell-formats.js'
import { type CsvForm, type FileType, fileTypes } from '../reading/table-file.js'
import { encodings } from '../reading/text-encoding.js'
import type { ImportTask } from '../writing/import-plan.js'
import { type ImportMode, modes, numberMeanings, type RunOptions } from '../writing/run-options.js'

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

/** @throws `parameter_missing`, `invalid_parameter`, `import_error_unknown_type` */
export function readRowsRequest(body: ImportRequest): RowsRequest {
  const { temp_id, tb, mapping, key_field } = body
  requirePresent({ temp_id, tb, mapping })
  const pairs = readMapping(mapping)
  if (pairs.length === 0) throw missingParameter('mapping')
  // Null is also what a form sends in which nothing was chosen yet: it counts only for who asks for new
  // records alone.
  const isLeftOut = isNothing(key_field) || key_field === ''
  if (isLeftOut && !(key_field === null && body.mode === 'insert')) throw missingParameter('key_field')
  if (typeof tb !== 'string') throw wrongShape('tb', 'the name of a table')
  if (key_field !== null && typeof key_field !== 'string')
    throw wrongShape('key_field', 'the name of a field, or null')
  return {
    task: { table: tb, mapping: pairs, keyField: key_field },
    options: { ...readOutcome(body), mode: readMode(body.mode), numbersAre: readLookups(body.lookups) },
    written: { decimal: readDecimal(body.decimal), dates: readDates(body.dates) },
    type: isNothing(body.type) ? undefined : readFileType(body.type),
    sheet: readSheet(body.sheet),
    background: readFlag('background', body.background),
  }
}

export function requirePresent(parameters: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null || value === '') throw missingParameter(name)
  }
}

const missingParameter = (name: string): AppError =>
  new AppError('parameter_missing', { text: `"${name}" is missing or empty.`, detail: name })

const isNothing = (value: unknown): value is undefined | null => value === undefined || value === null

/** An object, or a list of pairs: names such as `__proto__` cannot be keys of an object that is sent. */
function readMapping(mapping: unknown): ImportTask['mapping'] {
  if (Array.isArray(mapping)) {
    return mapping.map((pair: unknown) => {
      const { column, field } = objectOrEmpty(pair)
      if (typeof column !== 'string') throw wrongShape('mapping', mappingForms)
      return [column, field ?? null] as const
    })
  }
  if (!isObject(mapping)) throw wrongShape('mapping', mappingForms)
  return Object.entries(mapping)
}

const mappingForms = 'an object `{column: field}`, or a list of `{column, field}`'

/** What is to become of rows that are not valid, and of everything in a dry run. */
export function readOutcome(body: {
  readonly on_error?: unknown
  readonly dry_run?: unknown
}): Pick<RunOptions, 'leavesOut' | 'dryRun'> {
  const { on_error: onError, dry_run: dryRun } = body
  if (!isNothing(onError) && onError !== 'refuse' && onError !== 'skip')
    throw wrongShape('on_error', '"refuse" or "skip"')
  return { leavesOut: onError === 'skip', dryRun: readFlag('dry_run', dryRun) }
}

function readMode(mode: unknown): ImportMode {
  if (isNothing(mode)) return 'upsert'
  const known = modes.find((one) => one === mode)
  if (!known) throw wrongShape('mode', `one of ${modes.join(', ')}`)
  return known
}

function readLookups(value: unknown): RunOptions['numbersAre'] {
  if (isNothing(value)) return undefined
  const known = numberMeanings.find((one) => one === value)
  if (!known) throw wrongShape('lookups', '"id" or "name"')
  return known
}

export function readFlag(name: string, value: unknown): boolean {
  if (isNothing(value)) return false
  if (typeof value !== 'boolean') throw wrongShape(name, 'true or false')
  return value
}

function readDecimal(value: unknown): CellFormats['decimal'] {
  if (isNothing(value)) return undefined
  const known = decimalMarks.find((mark) => mark === value)
  if (!known) throw wrongShape('decimal', '"." or ","')
  return known
}

function readDates(value: unknown): CellFormats['dates'] {
  if (isNothing(value)) return undefined
  if (!isDayForm(value)) throw wrongShape('dates', `one of ${Object.keys(dayForms).join(', ')}`)
  return value
}

const delimiters = [',', ';', '\t', '|']

/** How the caller says that a file of separated values is written; what is absent is found out. */
export function readCsvForm(encoding: string | undefined, delimiter: string | undefined): Partial<CsvForm> {
  const known = encodings.find((one) => one === encoding)
  if (encoding && !known) throw wrongShape('encoding', `one of ${encodings.join(', ')}`)
  if (delimiter && !delimiters.includes(delimiter))
    throw wrongShape('delimiter', 'a comma, a semicolon, a tab or a bar')
  return { ...(known && { encoding: known }), ...(delimiter && { delimiter }) }
}

/** A sheet by its name, or by its number from 1. */
export function readSheet(value: unknown): string | undefined {
  if (isNothing(value) || value === '') return undefined
  if (typeof value !== 'string' && typeof value !== 'number')
    throw wrongShape('sheet', 'the name or the number of a sheet')
  return String(value)
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

export const wrongShape = (name: string, needed: string): AppError =>
  new AppError('invalid_parameter', {
    text: `"${name}" must be ${needed}.`,
    detail: { name, reason: `not ${needed}` },
  })
