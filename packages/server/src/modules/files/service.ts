import type { FileObject, RecordFile } from '@trowel/contract/files.js'
import { mainTableOf } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import type { Reader } from '../../storage/storage.js'
import type { RecordPart } from '../records/record-part.js'
import { requireEditable } from '../records/row-access.js'
import { fileName } from './file-name.js'
import type { FileStore, Upload } from './file-store.js'
import { isImage } from './media-types.js'
import { type SignedUrls, signedUrls } from './signed-url.js'
import {
  type FileLink,
  type FileRow,
  insertFile,
  linkOf,
  selectFile,
  selectFilesOf,
  selectTablesOfFile,
  selectVisibleLink,
} from './store.js'

/** The section `files` of a record, in the order in which people put them. */
export function filesPart(services: Services): RecordPart {
  const urls = signedUrls(services.secrets)
  return {
    section: 'files',
    empty: [],
    keptAs: 'file_links',
    satellite: {
      table: 'sys_file_links',
      ends: [{ table: 'table_name', record: 'record_id' }],
      needs: { column: 'file_id', table: 'sys_files' },
    },
    appliesTo: () => true,
    async read(scope, table, recordId) {
      const rows = await selectFilesOf(scope.db.quick, table, recordId)
      return rows.map((row) => recordFile(scope, urls, row, row))
    },
  }
}

function recordFile(scope: RequestScope, urls: SignedUrls, row: FileRow, link: FileLink): RecordFile {
  return {
    ...fileObject(scope, urls, row),
    link_id: link.linkId,
    link_sort: link.linkSort,
    creator: row.creator,
  }
}

const fileObject = (scope: RequestScope, urls: SignedUrls, row: FileRow): FileObject => ({
  id: row.id,
  ext: row.ext,
  filename: row.filename,
  description: row.description,
  keywords: row.keywords,
  printable: row.printable === null ? null : row.printable === 1,
  is_image: isImage(row.ext),
  url: urls.urlOf({ app: scope.application.name, id: row.id, rev: row.rev }, scope.now),
})

/** Under which name the bytes of a file are kept. */
export const binaryKey = ({ id, ext }: Pick<FileRow, 'id' | 'ext'>): string => `${id}.${ext}`

export interface NewFile {
  /** The name that the file came with. */
  readonly name: string
  readonly content: AsyncIterable<Uint8Array>
  readonly description?: string
  readonly keywords?: string
  readonly printable?: boolean
}

export interface AddedFile extends FileLink {
  readonly id: number
  readonly filename: string
  readonly ext: string
}

/**
 * Takes a file in and links it to a record, behind the files it has: row, link and bytes together or nothing of them.
 *
 * @throws `unknown_table`, `plugin_table_not_allowed`, `record_not_found`, `not_enough_privilege`,
 *   `error_uploading_file` when there is no byte
 */
export async function addFile(
  scope: RequestScope,
  store: FileStore,
  tableName: string,
  recordId: number,
  file: NewFile,
): Promise<AddedFile> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('edit', table)
  await requireEditable(scope.db.quick, scope, table, recordId)
  const app = scope.application.name
  const upload = await store.write(app, file.content)
  let kept: string | undefined
  try {
    if (upload.size === 0) throw new AppError('error_uploading_file', { text: 'The file is empty.' })
    const name = await fileName(file.name, upload.head)
    return await scope.db.write(async (tx) => {
      await requireEditable(tx, scope, table, recordId)
      const id = await insertFile(tx, {
        ...name,
        creator: scope.principal.kind === 'user' ? scope.principal.id : null,
        description: file.description ?? null,
        keywords: file.keywords ?? null,
        printable: file.printable === undefined ? null : file.printable ? 1 : 0,
      })
      const link = await linkOf(tx, table, recordId, id)
      const key = binaryKey({ id, ext: name.ext })
      await store.keep(app, upload, key)
      kept = key
      return { id, ...name, ...link }
    })
  } catch (error) {
    await forget(store, app, upload, kept)
    throw error
  }
}

/** Removes what was written before the failure; the failure itself is what the caller hears of. */
async function forget(
  store: FileStore,
  app: string,
  upload: Upload,
  kept: string | undefined,
): Promise<void> {
  const removal = kept === undefined ? store.discard(app, upload) : store.remove(app, kept)
  await removal.catch(() => undefined)
}

/**
 * Links a file that is there already to one more record. Linked before: the link that there is.
 *
 * @throws `unknown_table`, `plugin_table_not_allowed`, `record_not_found` for the record or the file, `not_enough_privilege`
 */
export async function linkFile(
  scope: RequestScope,
  fileId: number,
  tableName: string,
  recordId: number,
): Promise<FileLink> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('edit', table)
  return scope.db.write(async (tx) => {
    await requireEditable(tx, scope, table, recordId)
    const file = await selectFile(tx, fileId)
    if (!file || !(await maySee(tx, scope, fileId))) throw fileNotFound()
    return linkOf(tx, table, recordId, fileId)
  })
}

/** A file is seen by those who see one of its records; one without records by everybody who may read at all. */
export async function maySee(reader: Reader, scope: RequestScope, fileId: number): Promise<boolean> {
  const names = await selectTablesOfFile(reader, fileId)
  if (names.length === 0) return true
  const tables = names.map((name) => scope.catalogue.tables.get(name)).filter((table) => table !== undefined)
  const readable = tables.filter((table) => scope.rights.visibilityOf(table).readable)
  return selectVisibleLink(reader, scope, readable, fileId)
}

export const fileNotFound = (): AppError =>
  new AppError('record_not_found', { text: 'There is no such file.' })
