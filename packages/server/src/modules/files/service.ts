import type { FileObject, RecordFile } from '@trowel/contract/files.js'
import { PictureMark } from '@trowel/contract/picture-marks.js'
import { Check } from 'typebox/value'
import { creatorId } from '../../access/principal.js'
import { mainTableOf } from '../../catalogue/catalogue.js'
import { parseJson } from '../../catalogue/json-text.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import type { FirstPictures } from '../../records/listing/list-records.js'
import { mayHaveRows } from '../../records/rows/attached-tables.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { requireEditable } from '../../records/rows/row-access.js'
import { hangingFrom } from '../../storage/journal/stamps.js'
import type { Transaction } from '../../storage/storage.js'
import { binaryName, derivedPlaces } from './binary-names.js'
import { fileNotFound, requireEditableFile, requireSeen } from './file-access.js'
import type { FileKeeping } from './file-keeping.js'
import { type SentFile, takeIn } from './incoming.js'
import { isImage, shownSmall } from './media-types.js'
import { keepTogether, letGo, removeLeaving } from './pending-binaries.js'
import { type SignedUrls, signedUrls } from './signed-url.js'
import { openStaged } from './staged-files.js'
import {
  type FileLink,
  type FileRow,
  insertFile,
  linkOf,
  selectFile,
  selectFilesOf,
  selectFirstPictures,
  updateBinary,
} from './store.js'

/** The section `files` of a record, in the order in which people put them. */
export function filesPart(services: Services): RecordPart {
  const urls = signedUrls(services.secrets)
  return {
    section: 'files',
    empty: [],
    keptAs: 'file_links',
    attachedTable: {
      table: 'sys_file_links',
      ends: hangingFrom.sys_file_links,
      needs: { column: 'file_id', table: 'sys_files' },
    },
    appliesTo: () => true,
    async read(scope, table, recordId) {
      const rows = await selectFilesOf(scope.db.quick, table, recordId)
      return rows.map((row) => recordFile(scope, urls, row))
    },
    async bring(scope, { uploads = [] }) {
      return uploads.length === 0 ? undefined : openStaged(scope, services, uploads)
    },
  }
}

/** A file as it is shown beside one of its records. */
export const recordFile = (scope: RequestScope, urls: SignedUrls, file: LinkedFile): RecordFile => ({
  ...fileObject(scope, urls, file),
  link_id: file.linkId,
  link_sort: file.linkSort,
  creator: file.creator,
})

/**
 * The first picture of each of some records of a main table that the caller sees, in one statement; by record
 * id. Who sees a record sees its files.
 */
export const firstPictures = (services: Services): FirstPictures => {
  const urls = signedUrls(services.secrets)
  const { attachedTable } = filesPart(services)
  return async (scope, table, recordIds) => {
    if (!(await mayHaveRows(scope.db, attachedTable, table.name))) return {}
    const rows = await selectFirstPictures(scope.db.quick, table, recordIds, shownSmall)
    return Object.fromEntries(
      rows.map((row) => [row.recordId, { ...pictureObject(scope, urls, row), count: row.count }]),
    )
  }
}

/** A file as every operation shows it. */
export const fileObject = (scope: ObjectScope, urls: SignedUrls, row: FileRow): FileObject => ({
  ...pictureObject(scope, urls, row),
  marks: marksOf(row),
})

type ObjectScope = Pick<RequestScope, 'application' | 'principal' | 'now'>

/** The same without what is drawn on it. */
const pictureObject = (
  scope: ObjectScope,
  urls: SignedUrls,
  row: Omit<FileRow, 'marks'>,
): Omit<FileObject, 'marks'> => ({
  id: row.id,
  ext: row.ext,
  filename: row.filename,
  description: row.description,
  keywords: row.keywords,
  printable: row.printable === null ? null : row.printable === 1,
  is_image: isImage(row.ext),
  width: row.width,
  height: row.height,
  pixels_per_cm: row.pixelsPerCm,
  url: urls.urlOf(scope, row),
})

/** What people drew on a picture; nothing of what SQL may have put in its place. */
export function marksOf({ marks }: Pick<FileRow, 'marks'>): PictureMark[] {
  const stored = marks === null ? [] : parseJson(marks)
  return Array.isArray(stored) ? stored.filter((mark) => Check(PictureMark, mark)) : []
}

export interface NewFile extends SentFile {
  readonly description?: string
  readonly keywords?: string
  readonly printable?: boolean
}

/** A file together with its link to a record. */
export interface LinkedFile extends FileRow, FileLink {}

/**
 * Takes a file in and links it to a record, behind the files it has: row, link and bytes together or nothing
 * of them.
 *
 * @throws `unknown_table`, `plugin_table_not_allowed`, `record_not_found`, `not_enough_privilege`,
 *   `error_uploading_file` when there is no byte, `unsupported_media_type` for a picture that is none, and
 *   what the content throws while it is read
 */
export async function addFile(
  scope: RequestScope,
  keeping: FileKeeping,
  tableName: string,
  recordId: number,
  file: NewFile,
): Promise<LinkedFile> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('edit', table)
  await requireEditable(scope.db.quick, scope, table, recordId)
  return takeIn(scope, keeping, file, (incoming) =>
    keepTogether(scope, keeping, incoming, async (tx, stored) => {
      await requireEditable(tx, scope, table, recordId)
      const id = await insertFile(tx, {
        ...stored,
        creator: creatorId(scope.principal),
        description: file.description ?? null,
        keywords: file.keywords ?? null,
        printable: file.printable === undefined ? null : file.printable ? 1 : 0,
      })
      return linkedFile(tx, id, await linkOf(tx, table, recordId, id))
    }),
  )
}

/**
 * Puts other bytes in the place of a file's: its id, its links and what people wrote about it stay, its
 * address changes. What was drawn and measured on a picture stays with one of the same proportions. The old
 * bytes go after the new ones are safe and nothing can bring them back.
 *
 * @throws `record_not_found`, `not_enough_privilege`, and as `addFile`
 */
export async function replaceFile(
  scope: RequestScope,
  keeping: FileKeeping,
  fileId: number,
  file: SentFile,
): Promise<{ readonly file: FileRow; readonly marksRemoved: boolean }> {
  await requireEditableFile(scope.db.quick, scope, fileId)
  return takeIn(scope, keeping, file, async (incoming) => {
    const { before, after } = await keepTogether(scope, keeping, incoming, async (tx, stored) => {
      const before = await requireEditableFile(tx, scope, fileId)
      const drawn = drawnOn(before, stored)
      await updateBinary(tx, fileId, stored, drawn)
      await letGo(tx, keeping.config, binaryName(before))
      return { before, after: { ...before, ...stored, ...drawn, rev: before.rev + 1 } }
    })
    await removeNow(scope, keeping, binaryName(before))
    const hadMore = before.marks !== null || before.pixelsPerCm !== null
    return { file: after, marksRemoved: hadMore && after.marks === null && after.pixelsPerCm === null }
  })
}

type Drawn = Pick<FileRow, 'pixelsPerCm' | 'marks'>

/** What of a picture's scale and marks holds for one that takes its place. */
function drawnOn(before: FileRow, { width, height }: Pick<FileRow, 'width' | 'height'>): Drawn {
  const isMeasured = before.width !== null && before.height !== null && width !== null && height !== null
  if (!isMeasured) return { pixelsPerCm: null, marks: null }
  const larger = width / before.width
  // Sides are whole pixels: the smaller the picture, the farther they may be off.
  if (Math.abs(before.height * larger - height) > 1 + height / 200) return { pixelsPerCm: null, marks: null }
  return {
    pixelsPerCm: before.pixelsPerCm === null ? null : before.pixelsPerCm * larger,
    marks: before.marks,
  }
}

/**
 * Removes bytes that left their file; of those that are kept for an undo, what was made of them. What cannot
 * be removed now goes with the next sweep: for the caller it is gone already.
 */
export async function removeNow(
  scope: RequestScope,
  { binaries, config }: FileKeeping,
  name: string,
): Promise<void> {
  const removed =
    config.keepReplacedDays > 0
      ? Promise.all(derivedPlaces(scope.db.app, name).map((place) => binaries.remove(place)))
      : removeLeaving(binaries, scope.db, [name])
  await removed.catch((error: unknown) =>
    scope.log.warn({ err: error, name }, 'bytes stay until the next sweep'),
  )
}

/**
 * Links a file that is there already to one more record. Linked before: the link that there is.
 *
 * @throws `unknown_table`, `plugin_table_not_allowed`, `record_not_found` for the record or the file,
 *   `not_enough_privilege`
 */
export async function linkFile(
  scope: RequestScope,
  fileId: number,
  tableName: string,
  recordId: number,
): Promise<LinkedFile> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('edit', table)
  return scope.db.write(async (tx) => {
    await requireEditable(tx, scope, table, recordId)
    await requireSeen(tx, scope, fileId)
    return linkedFile(tx, fileId, await linkOf(tx, table, recordId, fileId))
  })
}

/** Read within the transaction that links it: after the commit another caller may delete it. */
async function linkedFile(tx: Transaction, fileId: number, link: FileLink): Promise<LinkedFile> {
  const row = await selectFile(tx, fileId)
  if (!row) throw fileNotFound()
  return { ...row, ...link }
}
