import type { PhotoImportBody } from '@trowel/contract/imports.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import type { Table } from '../../../catalogue/catalogue.js'
import { AppError } from '../../../errors.js'
import type { ArchiveEntry, ZipArchive } from '../../../formats/zip-archive.js'
import type { RequestScope } from '../../../http/scope.js'
import type { PreparedWork } from '../../../jobs/prepared-work.js'
import { joined, type Message, message } from '../../../message.js'
import { readRowAccess } from '../../../records/rows/row-access.js'
import { inBatches } from '../../../records/rows/row-batches.js'
import type { Reader, Transaction } from '../../../storage/storage.js'
import type { FileKeeping } from '../../files/index.js'
import { addFiles, type FileForRecord } from '../../files/index.js'
import { outcomeOf } from '../uploads/import-request.js'
import type { Imports } from '../uploads/open-imports.js'
import { refuseSecondRun, runOnce, storedOnce } from '../uploads/run-once.js'
import { findStagedUpload, type NoteOf, removeStagedUpload, withLocalFile } from '../uploads/staged-upload.js'
import { stopped } from '../uploads/stopped.js'
import { tableToFill } from '../writing/import-plan.js'
import { baseName, type PhotoEntries, withArchive } from './photo-archive.js'
import { type PhotoForRecord, type PhotoPlan, planByIndex, planByNames } from './photo-plan.js'
import { readNameRule, withZipRefusals } from './preview-photos.js'

export interface PhotoResult {
  readonly linked: number
  /** Pictures or records that do not exist for the caller, or that he may not change. */
  readonly notFound: number
  /** Pictures that cannot be taken in, with the reason. */
  readonly refused: readonly RefusedPhoto[]
  readonly dryRun: boolean
}

export interface RefusedPhoto extends Message {
  readonly filename: string
  readonly code: string
}

/**
 * Finds out whether an uploaded archive of pictures can be imported. The run then stores each picture like an
 * upload and links it to its record, all of them in one transaction or none.
 *
 * @throws in this order `parameter_missing`, `invalid_parameter`, `unknown_table`,
 *   `plugin_table_not_allowed`, `not_enough_privilege`, `import_error_no_file` (404); the run:
 *   `import_error_zip`, `too_large`, `import_error_transaction` with the name of the picture; `conflict`
 *   while the same archive is being imported
 */
export async function preparePhotos(
  imports: Imports,
  scope: RequestScope,
  keeping: FileKeeping,
  body: Decoded<typeof PhotoImportBody>,
): Promise<PreparedWork<PhotoResult>> {
  const { temp_id, tb } = body
  const outcome = outcomeOf(body)
  const table = tableToFill(scope, tb)
  const { tempId, note } = await findStagedUpload(imports.area, scope, temp_id, 'photos')
  refuseSecondRun(imports, scope, tempId)
  const app = scope.application.name
  const { total } = note
  return {
    total,
    background: body.background ?? false,
    dryRun: outcome.dryRun,
    run: async ({ onProgress, atEnd, signal }) => {
      const result = await runOnce(
        imports,
        scope,
        { tempId, scan: { count: total, bytes: 0 } },
        onProgress,
        (onStep) =>
          withLocalFile(imports.area, app, tempId, (path) =>
            withZipRefusals(() =>
              withArchive(path, keeping.config.limits.uploadBytes, async (archive, entries) => {
                const plan = await planFor(scope, table, note, entries)
                const photos = await onlyEditable(scope.db.scan, scope, table, plan.photos)
                const notFound = plan.lost.length + plan.photos.length - photos.length
                if (outcome.dryRun) {
                  return { linked: photos.length, notFound, refused: [], dryRun: true }
                }
                const store = new PhotoRun(scope, keeping, table, archive, {
                  signal,
                  leavesOut: outcome.leavesOut,
                  onProgress: (done) => onStep({ phase: 'writing', rows: done, bytes: 0 }),
                })
                return store.run(photos, notFound, storedOnce(imports, tempId, atEnd))
              }),
            ),
          ),
      )
      if (!outcome.dryRun) await removeStagedUpload(imports.area, scope, tempId, false)
      return result
    },
  }
}

function planFor(
  scope: RequestScope,
  table: Table,
  { index }: NoteOf<'photos'>,
  entries: PhotoEntries,
): PhotoPlan | Promise<PhotoPlan> {
  return 'pattern' in index
    ? planByNames(scope.db.scan, scope, table, readNameRule(table, index.pattern), entries)
    : planByIndex(index, entries)
}

async function onlyEditable(
  reader: Reader,
  scope: RequestScope,
  table: Table,
  photos: readonly PhotoForRecord[],
): Promise<PhotoForRecord[]> {
  const editable = new Set<number>()
  for (const ids of inBatches(new Set(photos.map(({ recordId }) => recordId)))) {
    for (const row of (await readRowAccess(reader, scope, table, ids)).values())
      if (row.editable) editable.add(row.id)
  }
  return photos.filter(({ recordId }) => editable.has(recordId))
}

interface PhotoRunOptions {
  readonly signal: AbortSignal | undefined
  /** Photos that cannot be kept are left out and listed; else the first of them ends the run. */
  readonly leavesOut: boolean
  onProgress(done: number): void
}

/** The photos of one archive on their way to their records. */
class PhotoRun {
  private readonly refused: RefusedPhoto[] = []
  private reading: ArchiveEntry | undefined

  constructor(
    private readonly scope: RequestScope,
    private readonly keeping: FileKeeping,
    private readonly table: Table,
    private readonly archive: ZipArchive,
    private readonly options: PhotoRunOptions,
  ) {}

  async run(
    photos: readonly PhotoForRecord[],
    missed: number,
    atEnd: (tx: Transaction, result: PhotoResult) => Promise<void>,
  ): Promise<PhotoResult> {
    const { scope, keeping, table, refused } = this
    const resultOf = (linked: number): PhotoResult => ({
      linked,
      // Records that went, or were closed to the caller, while the pictures came in.
      notFound: missed + photos.length - refused.length - linked,
      refused,
      dryRun: false,
    })
    try {
      const linked = await addFiles(scope, keeping, table, this.files(photos), {
        mayLeaveOut: ({ name }, { code, said }) => {
          if (this.options.leavesOut) refused.push({ filename: name, code, ...said })
          return this.options.leavesOut
        },
        atEnd: (tx, count) => atEnd(tx, resultOf(count)),
      })
      return resultOf(linked)
    } catch (error) {
      throw this.refusalOf(error)
    }
  }

  private async *files(photos: readonly PhotoForRecord[]): AsyncGenerator<FileForRecord> {
    for (const [index, { entry, recordId }] of photos.entries()) {
      if (this.options.signal?.aborted) throw stopped()
      this.reading = entry
      yield { recordId, file: { name: baseName(entry.names[0] ?? ''), content: this.archive.read(entry) } }
      this.reading = undefined
      this.options.onProgress(index + 1)
    }
  }

  /** What one picture is refused for names it. */
  private refusalOf(error: unknown): unknown {
    const filename = this.reading?.names[0]
    const isOfImage =
      error instanceof AppError &&
      (error.code === 'error_uploading_file' || error.code === 'unsupported_media_type')
    if (!isOfImage || filename === undefined) return error
    return new AppError('import_error_transaction', {
      ...joined([message('picture_not_stored', { name: filename }), { code: error.code, ...error.said }]),
      detail: { filename, code: error.code },
      cause: error,
    })
  }
}
