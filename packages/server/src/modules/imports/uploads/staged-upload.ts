import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { FileType } from '@trowel/contract/imports.js'
import { ownerKey } from '../../../access/principal.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import type { BinaryPlace, BinaryStorage } from '../../../storage/binaries/binary-storage.js'
import { writeDown } from '../../../storage/binaries/write-down.js'
import type { ColumnFacts } from '../reading/column-watch.js'
import type { IndexRow } from '../reading/photo-index.js'
import type { FeatureScan, FileScan } from '../reading/worker-protocol.js'

/** Where uploaded files wait for their runs, outside of everything that is served. */
export interface ImportArea {
  readonly binaries: BinaryStorage
  /** How long they wait. */
  readonly minutes: number
}

/** What a look at an uploaded file told. */
export type Note =
  | {
      readonly kind: 'table'
      readonly owner: string
      readonly type: FileType
      readonly scan: FileScan
      /** What the values of each column have in common; absent where it was not asked for. */
      readonly facts?: readonly ColumnFacts[]
    }
  | { readonly kind: 'features'; readonly owner: string; readonly scan: FeatureScan }
  | {
      readonly kind: 'photos'
      readonly owner: string
      /** Which pictures go to which records: a list, or a pattern of names. */
      readonly index: readonly IndexRow[] | { readonly pattern: string }
      /** How many pictures there are to be linked. */
      readonly total: number
    }

export type NoteOf<Kind extends Note['kind']> = Extract<Note, { readonly kind: Kind }>

/** A file that was uploaded and looked through. */
export interface Material<Kind extends Note['kind']> {
  readonly tempId: string
  readonly note: NoteOf<Kind>
}

const tempIdForm = /^[0-9a-f]{32}$/

/** Whose the file is: it exists for no other caller. */
export const ownerOf = ({
  application,
  principal,
}: Pick<RequestScope, 'application' | 'principal'>): string => `${application.name}/${ownerKey(principal)}`

/** What belongs to an upload: its bytes, what is known of them, the rows that a run refused. */
const endings = { bytes: '', note: '.json', refused: '.refused' } as const

const placeOf = (app: string, tempId: string, part: keyof typeof endings): BinaryPlace => ({
  app,
  area: 'imports',
  name: tempId + endings[part],
})

/**
 * Keeps a received file for the runs of its owner; the note comes last, so that half of it is never found.
 * @param path the file, which is gone from there afterwards
 */
export async function keepStagedUpload<Kind extends Note['kind']>(
  { binaries, minutes }: ImportArea,
  app: string,
  path: string,
  note: NoteOf<Kind>,
): Promise<Material<Kind>> {
  await removeExpired(binaries, app, minutes)
  const tempId = randomBytes(16).toString('hex')
  await binaries.adopt(placeOf(app, tempId, 'bytes'), path)
  await binaries.put(placeOf(app, tempId, 'note'), bytesOf(JSON.stringify(note)))
  return { tempId, note }
}

/**
 * @throws `import_error_no_file` (404) for what is no id, is not the caller's, is of another kind, has
 * expired or never was
 */
export async function findStagedUpload<Kind extends Note['kind']>(
  area: ImportArea,
  scope: RequestScope,
  tempId: string,
  kind: Kind,
): Promise<Material<Kind>> {
  const found = await findNote(area, scope, tempId)
  if (!isOfKind(found.note, kind)) throw noSuchFile()
  if (!(await isFresh(area, placeOf(scope.application.name, found.tempId, 'bytes')))) throw noSuchFile()
  return { tempId: found.tempId, note: found.note }
}

const isOfKind = <Kind extends Note['kind']>(note: Note, kind: Kind): note is NoteOf<Kind> =>
  note.kind === kind

async function findNote(
  area: ImportArea,
  scope: RequestScope,
  tempId: string,
): Promise<{ readonly tempId: string; readonly note: Note }> {
  if (!tempIdForm.test(tempId)) throw noSuchFile()
  const place = placeOf(scope.application.name, tempId, 'note')
  const text = (await isFresh(area, place)) ? await textAt(area.binaries, place) : undefined
  const note = text === undefined ? undefined : (JSON.parse(text) as Note)
  if (note?.owner !== ownerOf(scope)) throw noSuchFile()
  return { tempId, note }
}

export const noSuchFile = (): AppError => new AppError('import_error_no_file', { status: 404 })

/** Lets `use` read the bytes of an upload on this machine, wherever they are kept. */
export async function withLocalFile<T>(
  { binaries }: ImportArea,
  app: string,
  tempId: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const content = await binaries.read(placeOf(app, tempId, 'bytes'))
  if (!content) throw noSuchFile()
  const path = await binaries.spool.newPath()
  try {
    await writeDown(path, content)
    return await use(path)
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Keeps the rows that a run refused for as long as the upload itself would have stayed. @param path gone from
 * there afterwards
 */
export const keepRefused = (
  { binaries }: ImportArea,
  app: string,
  tempId: string,
  path: string,
): Promise<void> => binaries.adopt(placeOf(app, tempId, 'refused'), path)

/** The rows that the last run of an upload refused, as CSV. @throws `import_error_no_file` (404) */
export async function readRefused(area: ImportArea, scope: RequestScope, tempId: string): Promise<Readable> {
  await findNote(area, scope, tempId)
  const place = placeOf(scope.application.name, tempId, 'refused')
  const content = (await isFresh(area, place)) ? await area.binaries.read(place) : undefined
  if (!content) throw noSuchFile()
  return content
}

/**
 * The file has done its work. @param keepNote who uploaded it may still ask for the rows that were refused
 */
export async function removeStagedUpload(
  { binaries }: ImportArea,
  { application: { name }, log }: RequestScope,
  tempId: string,
  keepNote: boolean,
): Promise<void> {
  try {
    await binaries.remove(placeOf(name, tempId, 'bytes'))
    if (!keepNote) await binaries.remove(placeOf(name, tempId, 'note'))
  } catch (error) {
    // The import itself is stored by now and is told so.
    log.warn({ err: error, app: name }, 'an imported file stays until it expires')
  }
}

async function isFresh({ binaries, minutes }: ImportArea, place: BinaryPlace): Promise<boolean> {
  const found = await binaries.head(place)
  return found !== undefined && found.modified.getTime() > Date.now() - minutes * 60_000
}

async function textAt(binaries: BinaryStorage, place: BinaryPlace): Promise<string | undefined> {
  const content = await binaries.read(place)
  if (!content) return undefined
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** Removes what was not run in time. */
async function removeExpired(binaries: BinaryStorage, app: string, minutes: number): Promise<void> {
  const oldest = Date.now() - minutes * 60_000
  for await (const { name, modified } of binaries.list(app, 'imports')) {
    if (modified.getTime() < oldest) await binaries.remove({ app, area: 'imports', name })
  }
}
