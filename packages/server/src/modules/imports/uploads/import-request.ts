import type { SentPlace } from '@trowel/contract/import-proposal.js'
import {
  type FileType,
  fileTypes,
  type ImportBody,
  newTableTypes,
  type PhotoImportBody,
  relationTypes,
} from '@trowel/contract/imports.js'
import { epsgOf, nameOfSystem, wgs84 } from '@trowel/contract/model/reference-systems.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { AppError } from '../../../errors.js'
import { type Message, message } from '../../../message.js'
import type { CellFormats } from '../reading/cell-formats.js'
import type { CsvForm } from '../reading/table-file.js'
import { encodings } from '../reading/text-encoding.js'
import type { PlaceSource } from '../reading/worker-protocol.js'
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
    task: {
      table: body.tb,
      mapping: body.mapping,
      keyField: body.key_field,
      place: placeSourceOf(body.place),
    },
    options: { ...outcomeOf(body), mode: body.mode ?? 'upsert', numbersAre: body.lookups },
    written: cellFormatsOf(body),
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

/** How the caller says that the cells of a file are written. */
export const cellFormatsOf = ({
  decimal,
  dates,
  empty = [],
}: Partial<Pick<Decoded<typeof ImportBody>, 'decimal' | 'dates' | 'empty'>>): CellFormats => ({
  decimal,
  dates,
  // A blank is none anyhow.
  empty: empty.map((text) => text.trim()).filter((text) => text !== ''),
})

/** @throws `import_error_unknown_crs` */
export function placeSourceOf(sent: SentPlace | undefined): PlaceSource | undefined {
  if (!sent) return undefined
  const epsg = knownSystemOf(sent.epsg)
  if (sent.x !== undefined && sent.y !== undefined) return { from: 'columns', x: sent.x, y: sent.y, epsg }
  return sent.wkt === undefined ? { from: 'geometry', epsg } : { from: 'wkt', column: sent.wkt, epsg }
}

function knownSystemOf(sent: SentPlace['epsg']): number {
  if (sent === undefined || sent === null || sent === '') return wgs84
  const code = epsgOf(String(sent))
  if (code !== undefined && nameOfSystem(code) !== undefined) return code
  throw new AppError('import_error_unknown_crs', {
    ...message('reference_system_not_known', { name: String(sent) }),
    detail: { crs: String(sent) },
  })
}

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
export const readFileType = (asked: unknown): FileType => typeAmong(fileTypes, asked)

/** Of a file that relations are read out of. @throws `import_error_unknown_type` */
export const readRelationType = (asked: unknown): FileType => typeAmong(relationTypes, asked)

/** Of a file that a new table is to be made of. @throws `import_error_unknown_type` */
export const readNewTableType = (asked: unknown): FileType => typeAmong(newTableTypes, asked)

function typeAmong(types: readonly FileType[], asked: unknown): FileType {
  const type = types.find((known) => known === asked)
  if (type) return type
  throw new AppError('import_error_unknown_type', {
    ...message('file_types_importable', { types: types.join(', ') }),
    detail: asked,
  })
}

export const wrongShape = (name: string, needed: Message | string): AppError =>
  new AppError('invalid_parameter', {
    ...message('parameter_wrong', { name, reason: message('must_be', { value: needed }) }),
    detail: { name, reason: `not ${typeof needed === 'string' ? needed : needed.text}` },
  })
