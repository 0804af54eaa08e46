import { stat } from 'node:fs/promises'
import type { Table } from '../../../catalogue/catalogue.js'
import { AppError } from '../../../errors.js'
import { FileProblem } from '../../../formats/file-problem.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import { readPhotoIndex } from '../reading/photo-index.js'
import { withProblemsAsRefusals } from '../uploads/file-refusals.js'
import { requirePresent, wrongShape } from '../uploads/import-request.js'
import type { Imports } from '../uploads/open-imports.js'
import type { ReceivedForm } from '../uploads/received-form.js'
import { keepStagedUpload, type NoteOf, ownerOf } from '../uploads/staged-upload.js'
import { tableToFill } from '../writing/import-plan.js'
import { parseNamePattern, valuesBeginning, valuesNamed } from './name-pattern.js'
import { baseName, type PhotoEntries, withArchive } from './photo-archive.js'
import { type NameRule, planByNames } from './photo-plan.js'

export interface PhotoPreview {
  readonly tempId: string
  /** The first ten pictures with the record that each is to go to. */
  readonly sample: readonly { readonly filename: string; readonly record: string }[]
  readonly total: number
  readonly missing: readonly string[]
  readonly repeated: readonly string[]
  readonly unmatched: readonly string[]
}

const sampleRows = 10
const maxIndexBytes = 16 * 1024 * 1024

/**
 * Takes an archive of pictures in, with a list of the records they belong to, or a pattern by which their
 * names tell.
 *
 * @param fileBytes what one picture may have
 * @throws `parameter_missing` without a table, `import_error_no_file` without archive, list or pattern,
 *   `import_error_zip`, `import_error_parse` for the list, `invalid_parameter` for the pattern, `too_large`;
 *   as `tableToFill`
 */
export async function previewPhotos(
  imports: Imports,
  scope: RequestScope,
  { files, values }: ReceivedForm,
  fileBytes: number,
): Promise<PhotoPreview> {
  const [zip, index] = [files.get('zip'), files.get('index')]
  const pattern = values.get('pattern') || undefined
  requirePresent({ tb: values.get('tb') })
  const table = tableToFill(scope, values.get('tb') ?? '')
  if (zip === undefined || (index === undefined && pattern === undefined)) {
    throw new AppError('import_error_no_file', message('send_archive', {}))
  }
  if (index !== undefined && pattern !== undefined)
    throw wrongShape('pattern', message('absent_beside_index', {}))
  const { found, order } = await withZipRefusals(() =>
    withArchive(zip, fileBytes, (_archive, entries) =>
      index === undefined ? lookByNames(scope, table, pattern ?? '', entries) : lookByIndex(index, entries),
    ),
  )
  const note: NoteOf<'photos'> = { kind: 'photos', owner: ownerOf(scope), index: order, total: found.total }
  const { tempId } = await keepStagedUpload<'photos'>(imports.area, scope.application.name, zip, note)
  return { tempId, ...found }
}

/** Names begin with what the record is called, in whichever way they go on. */
const byLabel = 'auto'

/** A rule whose field the table has. @throws `invalid_parameter` */
export function readNameRule(table: Table, text: string): NameRule {
  if (text === byLabel) return { field: table.idField, valuesIn: inAnyCase, firstCounts: true }
  const pattern = parseNamePattern(text)
  if ('text' in pattern) {
    throw new AppError('invalid_parameter', {
      ...message('name_pattern', { rule: pattern }),
      detail: { name: 'pattern', reason: pattern.text },
    })
  }
  if (!table.fields.has(pattern.field))
    throw wrongShape('pattern', message('one_with_field_of', { table: table.label }))
  return { field: pattern.field, valuesIn: (path) => valuesNamed(path, pattern), firstCounts: false }
}

/** Programs write names in capitals or small letters. */
const inAnyCase = (path: string): string[] =>
  valuesBeginning(path).flatMap((value) => [value, value.toUpperCase(), value.toLowerCase()])

interface Look {
  readonly found: Omit<PhotoPreview, 'tempId'>
  /** What the run goes by. */
  readonly order: NoteOf<'photos'>['index']
}

async function lookByIndex(path: string, entries: PhotoEntries): Promise<Look> {
  const { size } = await stat(path)
  if (size > maxIndexBytes) throw new AppError('too_large', message('index_too_large', {}))
  const index = await withProblemsAsRefusals(() => readPhotoIndex(path))
  const names = [...new Set(index.map(({ filename }) => filename).filter((name) => name !== ''))]
  return {
    found: {
      sample: index.slice(0, sampleRows),
      total: index.length,
      missing: names.filter((name) => !entries.find(name)),
      repeated: names.filter((name) => entries.isRepeated(name)),
      unmatched: [],
    },
    order: index,
  }
}

async function lookByNames(
  scope: RequestScope,
  table: Table,
  text: string,
  entries: PhotoEntries,
): Promise<Look> {
  const { photos, lost } = await planByNames(scope.db.scan, scope, table, readNameRule(table, text), entries)
  const sample = photos
    .slice(0, sampleRows)
    .map(({ entry, recordId }) => ({ filename: baseName(entry.names[0] ?? ''), record: String(recordId) }))
  return {
    found: { sample, total: photos.length, missing: [], repeated: [], unmatched: lost },
    order: { pattern: text },
  }
}

/** What is wrong with the archive itself. @throws `import_error_zip`, `too_large` */
export const withZipRefusals = <T>(work: () => Promise<T>): Promise<T> =>
  withProblemsAsRefusals(async () => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      throw new AppError('import_error_zip', {
        ...message('archive_unreadable', { reason: error.said }),
        detail: { reason: error.said.text },
        cause: error,
      })
    }
  })
