import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type ProjectPicture, projectPictures } from '@trowel/contract/welcome.js'
import { loadSettings, storeSettings } from '../../catalogue/app-settings.js'
import { AppError } from '../../errors.js'
import type { Preconditions } from '../../http/byte-ranges.js'
import { isUnchanged } from '../../http/byte-ranges.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { message } from '../../message.js'
import type { BinaryPlace, BinaryStorage } from '../../storage/binaries/binary-storage.js'
import { writeDown } from '../../storage/binaries/write-down.js'
import type { SentFile } from '../files/index.js'

type Keeping = Pick<Services, 'binaries' | 'images'>

/** What the image process can read of what people send as a picture of a project. */
const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff'])

const placeOf = (app: string, name: string, width: number): BinaryPlace => ({
  app,
  area: 'pictures',
  name: `${name}.w${width}.webp`,
})

const placesOf = (app: string, picture: ProjectPicture, name: string): BinaryPlace[] =>
  projectPictures[picture].map((width) => placeOf(app, name, width))

/**
 * Makes a picture the logo or the cover of the project, in place of the one before. What is kept is made of
 * it: small enough for a page, upright, without what a camera noted.
 *
 * @returns its name
 * @throws `unsupported_media_type` for what is no picture, or one that cannot be read
 */
export async function setPicture(
  scope: RequestScope,
  keeping: Keeping,
  picture: ProjectPicture,
  file: SentFile,
): Promise<string> {
  const { binaries } = keeping
  const name = randomBytes(16).toString('hex')
  const path = await binaries.spool.newPath()
  try {
    await writeDown(path, file.content)
    await requireReadable(keeping, path)
    for (const width of projectPictures[picture]) await keepCopy(scope, keeping, path, { name, width })
    await replacePicture(scope, binaries, picture, name)
  } catch (error) {
    await abandon(scope, binaries, picture, name).catch((cause: unknown) =>
      scope.log.warn({ err: cause, name }, 'bytes of a picture that is not kept stay'),
    )
    throw error
  } finally {
    await rm(path, { force: true })
  }
  await noteEvent(scope, 'picture_set', { picture })
  return name
}

async function requireReadable({ images }: Keeping, path: string): Promise<void> {
  const facts = await images.describe(path)
  if (facts === 'unavailable') throw new AppError('overloaded', message('pictures_wait', {}))
  if (facts === 'impossible' || !formats.has(facts.format)) throw unreadable()
}

async function keepCopy(
  { db }: RequestScope,
  { binaries, images }: Keeping,
  path: string,
  { name, width }: { readonly name: string; readonly width: number },
): Promise<void> {
  const copy = await binaries.spool.newPath()
  try {
    const outcome = await images.preview(path, copy, width)
    if (outcome === 'unavailable') throw new AppError('overloaded', message('pictures_wait', {}))
    if (outcome !== 'made') throw unreadable()
    await binaries.adopt(placeOf(db.app, name, width), copy)
  } finally {
    await rm(copy, { force: true })
  }
}

const unreadable = (): AppError =>
  new AppError('unsupported_media_type', message('project_picture_format', {}))

/** Takes the picture away. @throws `not_found` when there is none */
export async function removePicture(
  scope: RequestScope,
  { binaries }: Keeping,
  picture: ProjectPicture,
): Promise<void> {
  if (scope.application.settings[picture] === null) throw noPicture()
  await replacePicture(scope, binaries, picture, null)
  await noteEvent(scope, 'picture_removed', { picture })
}

/** A commit whose answer was lost may have happened: then the setting names the bytes, and they stay. */
async function abandon(
  { db }: RequestScope,
  binaries: BinaryStorage,
  picture: ProjectPicture,
  name: string,
): Promise<void> {
  const settings = await db.write((tx) => loadSettings(tx), { bookkeeping: true })
  if (settings[picture] !== name) await removeAll(binaries, placesOf(db.app, picture, name))
}

const removeAll = (binaries: BinaryStorage, places: readonly BinaryPlace[]): Promise<unknown> =>
  Promise.all(places.map((place) => binaries.remove(place)))

/** Bytes of pictures go when no setting names them; those of another save that is under way stay. */
async function replacePicture(
  { application, db, log }: RequestScope,
  binaries: BinaryStorage,
  picture: ProjectPicture,
  name: string | null,
): Promise<void> {
  const before = await db.write(async (tx) => {
    const settings = await loadSettings(tx)
    // What stays in sight of one picture says nothing about another.
    const coverPoint = picture === 'cover' ? null : settings.coverPoint
    await storeSettings(tx, { ...settings, [picture]: name, coverPoint })
    await db.announceConfigurationChange(tx)
    return settings[picture]
  })
  await application.reload()
  if (before === null) return
  await removeAll(binaries, placesOf(db.app, picture, before)).catch((error: unknown) =>
    log.warn({ err: error, name: before }, 'bytes of a picture that was replaced stay'),
  )
}

export interface PictureRequest {
  readonly picture: ProjectPicture
  /** The largest by default. */
  readonly width: number | undefined
  readonly preconditions: Preconditions
}

export interface PictureContent {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Readable | undefined
}

/** The bytes of a picture, as WebP. @throws `not_found` when there is none */
export async function readPicture(
  { application, db }: RequestScope,
  binaries: BinaryStorage,
  { picture, width, preconditions }: PictureRequest,
): Promise<PictureContent> {
  const name = application.settings[picture]
  const widths: readonly number[] = projectPictures[picture]
  const wanted = widths.find((one) => one === width) ?? widths[0]
  const place = name === null || wanted === undefined ? undefined : placeOf(db.app, name, wanted)
  const stored = place && (await binaries.head(place))
  if (!place || !stored) throw noPicture()
  const etag = `"${name}-${wanted}"`
  const headers = { etag, 'cache-control': 'private, no-cache' }
  if (isUnchanged(preconditions, etag, stored.modified)) return { status: 304, headers, body: undefined }
  const body = await binaries.read(place)
  if (!body) throw noPicture()
  return {
    status: 200,
    headers: {
      ...headers,
      'content-type': 'image/webp',
      'content-length': stored.size,
      'content-disposition': `inline; filename="${picture}.webp"`,
      'x-content-type-options': 'nosniff',
    },
    body,
  }
}

/** The largest copy of a picture, on this machine until it is released; `undefined` where there is none. */
export async function bringPicture(
  { application, db }: RequestScope,
  binaries: BinaryStorage,
  picture: ProjectPicture,
) {
  const name = application.settings[picture]
  return name === null ? undefined : binaries.bringHere(placeOf(db.app, name, projectPictures[picture][0]))
}

const noPicture = (): AppError => new AppError('not_found', message('no_picture_set', {}))
