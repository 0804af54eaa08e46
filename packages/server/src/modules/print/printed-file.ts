import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { boundedThreads } from '../../bounded-threads.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { message } from '../../message.js'
import type { FirstPictures } from '../../records/listing/list-records.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import type { FileKeeping } from '../files/index.js'
import type { PrintDocument } from './print-document.js'
import { type ImageStore, openImageStore } from './print-images.js'
import { type PrintLanguage, printLanguage } from './print-words.js'
import type { PrintTask } from './print-worker.js'

/** What printing takes besides the request. */
export interface PrintContext {
  readonly services: Pick<Services, 'config' | 'binaries' | 'images'>
  readonly parts: readonly RecordPart[]
  /** Of the records of a table that is printed with pictures. */
  readonly firstPictures: FirstPictures
}

export interface PrintedFile {
  /** Without an ending. */
  readonly name: string
  open(): Promise<Readable>
}

/** How long the pages of one document may take, waiting for others included. */
const drawingMs = 120_000

export const languageOf = ({ application }: RequestScope): PrintLanguage =>
  printLanguage(application.settings.lang)

type Frame = Pick<PrintDocument, 'application' | 'heading' | 'printedAt' | 'locale' | 'words' | 'fonts'>

/** What every page says of itself. @param heading in the running head */
export async function frameOf(
  scope: RequestScope,
  services: Pick<Services, 'config'>,
  heading: string,
): Promise<Frame> {
  const { name, settings } = scope.application
  return {
    application: settings.definition || name,
    heading,
    printedAt: scope.now,
    ...languageOf(scope),
    fonts: await furtherFonts(services.config.dataFolder),
  }
}

const fontFile = /\.(ttf|otf|woff|woff2)$/i

/**
 * Fonts that the operator put into `fonts` of the data folder, for scripts that the service has
 * none for.
 */
async function furtherFonts(dataFolder: string): Promise<string[]> {
  const folder = join(dataFolder, 'fonts')
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => fontFile.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/** Draws in a thread, into a file that is gone once it was read. */
export async function drawn(
  { binaries }: Pick<FileKeeping, 'binaries'>,
  compose: () => Promise<PrintTask['document']>,
): Promise<Readable> {
  const to = await binaries.spool.newPath()
  try {
    await drawInThread({ document: await compose(), to }, drawingMs)
    return createReadStream(to).once('close', () => void rm(to, { force: true }))
  } catch (error) {
    await rm(to, { force: true })
    throw error
  }
}

/** The same with pictures, which are gone as soon as they were drawn. */
export async function withImages(
  scope: RequestScope,
  services: FileKeeping,
  compose: (store: ImageStore) => Promise<PrintDocument>,
): Promise<Readable> {
  const store = openImageStore(scope, services)
  try {
    return await drawn(services, () => compose(store))
  } finally {
    await store.release()
  }
}

/**
 * Draws the pages. There is one thread: a catalogue that is printed leaves the other cores to readers.
 */
export const drawInThread = boundedThreads<PrintTask, void>({
  worker: new URL('./print-worker.js', import.meta.url),
  maxThreads: 1,
  maxWaiting: 32,
  mebibytes: 768,
  refusal: message('print_takes_too_long', {}),
})
