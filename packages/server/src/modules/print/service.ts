import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { PrintListQuery } from '@trowel/contract/print.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { boundedThreads } from '../../bounded-threads.js'
import { mainTableOf, type Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { wireTime } from '../../http/wire-time.js'
import { message } from '../../message.js'
import { fromLegacyParameters } from '../../records/listing/legacy-parameters.js'
import { listRecords } from '../../records/listing/list-records.js'
import { recordLabel } from '../../records/rows/record-label.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { messageOfPlace, usableTemplate } from '../../records/templates/usable-template.js'
import { type FileKeeping, makePrintCopy, type PrintCopy } from '../files/index.js'
import { dependentBlocks, dependentRowsInBrief } from './dependent-blocks.js'
import { defaultBlocks, layoutBlocks, type Printing } from './layout-blocks.js'
import type { Block, PrintDocument, PrintedImage, PrintedSheet } from './print-document.js'
import { type PrintLanguage, printLanguage, worded } from './print-words.js'
import type { PrintTask } from './print-worker.js'
import { type RecordFacts, readFacts } from './read-facts.js'

/** What printing takes besides the request. */
export interface PrintContext {
  readonly services: Pick<Services, 'config' | 'binaries' | 'images'>
  readonly parts: readonly RecordPart[]
}

export interface PrintedFile {
  /** Without an ending. */
  readonly name: string
  open(): Promise<Readable>
}

/** How long the pages of one document may take, waiting for others included. */
const drawingMs = 120_000
/** More records than these are no longer a catalogue that a user reads. */
export const maxRecords = 500
const recordsAtOnce = 200
const imagesOfRecord: ImageLimits = { count: 40, side: 1400 }
/** As wide as half a page at the same fineness. */
const imageSideInCatalogue = 800
const maxImagesOfEntry = 4
/** Pictures take more time and room than all else, but every record shows its first one. */
const maxImagesOfCatalogue = 200

/**
 * One record on paper, as its reader sees it: by a layout, or with all that it holds.
 *
 * @param template name of a layout
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`, `record_not_found`,
 *   `template_not_found`, `template_validation_failed` for a layout that the configuration no longer fits;
 *   when it is opened, `overloaded`
 */
export async function printRecord(
  scope: RequestScope,
  context: PrintContext,
  tableName: string,
  recordId: number,
  template: string | undefined,
): Promise<PrintedFile> {
  const table = mainTableOf(scope.catalogue, tableName)
  const record = await readFacts(scope, context.parts, tableName, recordId)
  const sheet = await sheetMaker(scope, table, template, false)
  const title = titleOf(table, record)
  return {
    name: `${table.label || table.name} ${title}`,
    open: () =>
      withImages(scope, context, async (store) => {
        const images = await store.imagesOf(record, imagesOfRecord)
        return {
          ...(await frameOf(scope, context, table)),
          title: `${table.label} ${title}`,
          startsPages: true,
          sheets: [sheet(record, images)],
        }
      }),
  }
}

/**
 * All records of a listing on paper, one after another in its order.
 *
 * @throws what a listing throws; `result_too_large` for more than 500 records; and as `printRecord`
 */
export async function printListing(
  scope: RequestScope,
  context: PrintContext,
  tableName: string,
  query: Decoded<typeof PrintListQuery>,
): Promise<PrintedFile> {
  const table = mainTableOf(scope.catalogue, tableName)
  const ids = await listIds(scope, table, query)
  const sheet = await sheetMaker(scope, table, query.template, true)
  return {
    name: `${table.label || table.name} ${wireTime(scope.now).slice(0, 10)}`,
    open: () =>
      withImages(scope, context, async (store) => {
        const sheets: PrintedSheet[] = []
        const limits = { count: imagesOfEntry(ids.length), side: imageSideInCatalogue }
        for (const recordId of ids) {
          const record = await readIfThere(scope, context, table, recordId)
          if (!record) continue
          sheets.push(sheet(record, await store.imagesOf(record, limits)))
        }
        const { words } = printLanguage(scope.application.settings.lang)
        return {
          ...(await frameOf(scope, context, table)),
          title: table.label,
          note: worded(words.records, { n: sheets.length }),
          startsPages: false,
          sheets,
        }
      }),
  }
}

/** So many pictures of each record make a catalogue that comes to its end. */
const imagesOfEntry = (records: number): number =>
  Math.max(1, Math.min(maxImagesOfEntry, Math.floor(maxImagesOfCatalogue / records)))

/** A user may have deleted it since it was listed. */
async function readIfThere(
  scope: RequestScope,
  { parts }: PrintContext,
  table: Table,
  recordId: number,
): Promise<RecordFacts | undefined> {
  try {
    return await readFacts(scope, parts, table.name, recordId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'record_not_found') return undefined
    throw error
  }
}

async function listIds(
  scope: RequestScope,
  table: Table,
  query: Decoded<typeof PrintListQuery>,
): Promise<number[]> {
  const wanted = { ...fromLegacyParameters(query), columns: ['id'], per_page: recordsAtOnce }
  const ids = new Set<number>()
  for (let page = 1; ; page++) {
    const { body } = await listRecords(scope, table.name, { ...wanted, page }, {})
    const { total, data } = JSON.parse(body.toString()) as { total: number; data: { id: number }[] }
    if (total > maxRecords) {
      throw new AppError('result_too_large', {
        ...message('too_many_to_print', { records: total, most: maxRecords }),
        detail: { total, most: maxRecords },
      })
    }
    for (const { id } of data) ids.add(id)
    if (page * recordsAtOnce >= total) return [...ids]
  }
}

type SheetMaker = (record: RecordFacts, images: readonly PrintedImage[]) => PrintedSheet

/** How the records of a table are put on paper: each by itself, or briefly as an entry of a catalogue. */
async function sheetMaker(
  scope: RequestScope,
  table: Table,
  template: string | undefined,
  isEntry: boolean,
): Promise<SheetMaker> {
  const language = languageOf(scope)
  const layout = template === undefined ? undefined : await layoutOf(scope, table, template)
  return (record, images) => {
    const printing: Printing = { catalogue: scope.catalogue, table, record, language }
    const title = titleOf(table, record)
    const blocks = layout === undefined ? defaultBlocks(printing) : layoutBlocks(printing, layout)
    return {
      kicker: table.label,
      title,
      blocks: isEntry
        ? [...blocks.map(belowTitle), ...dependentRowsInBrief(printing, images)]
        : [...blocks, ...dependentBlocks(printing, title, images)],
    }
  }
}

/** In a catalogue the titles of the entries are the headings. */
const belowTitle = (block: Block): Block => (block.kind === 'heading' ? { ...block, level: 2 } : block)

async function layoutOf(scope: RequestScope, table: Table, name: string): Promise<unknown> {
  const template = await usableTemplate(scope, table, name)
  if (template.problems === undefined) return template.layout
  const problems = template.problems.map(messageOfPlace)
  const [problem] = problems
  if (!problem) throw new AppError('template_not_found', { detail: { tb: table.name, name } })
  throw new AppError('template_validation_failed', {
    ...message('layout_unfit', { layout: name, problem }),
    detail: problems.map(({ text }) => text),
  })
}

const languageOf = ({ application }: RequestScope): PrintLanguage => printLanguage(application.settings.lang)

function titleOf(table: Table, { core, metadata }: RecordFacts): string {
  const cell = core[table.idField]
  return recordLabel(cell?.val_label ?? cell?.val ?? null, metadata.rec_id)
}

type Frame = Pick<PrintDocument, 'application' | 'heading' | 'printedAt' | 'locale' | 'words' | 'fonts'>

async function frameOf(scope: RequestScope, { services }: PrintContext, table: Table): Promise<Frame> {
  const { name, settings } = scope.application
  return {
    application: settings.definition || name,
    heading: table.label,
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

/**
 * Draws in a thread, into a file that is gone once it was read; the pictures are gone as soon as they were
 * drawn.
 */
async function withImages(
  scope: RequestScope,
  { services }: PrintContext,
  compose: (store: ImageStore) => Promise<PrintDocument>,
): Promise<Readable> {
  const store = openImageStore(scope, services)
  const to = await services.binaries.spool.newPath()
  try {
    const document = await compose(store)
    await drawInThread({ document, to }, drawingMs)
    return createReadStream(to).once('close', () => void rm(to, { force: true }))
  } catch (error) {
    await rm(to, { force: true })
    throw error
  } finally {
    await store.release()
  }
}

/**
 * How many pictures are printed, and how large they may be: 1,400 pixels are 230 to an inch over the width of
 * a page.
 */
interface ImageLimits {
  readonly count: number
  readonly side: number
}

/** Pictures on this machine, until they are released. */
interface ImageStore {
  /** Those of a record in their order, without those that people took out of print. */
  imagesOf(record: RecordFacts, limits: ImageLimits): Promise<PrintedImage[]>
  release(): Promise<void>
}

/** Each picture is made smaller once, however many records show it. */
function openImageStore(scope: RequestScope, keeping: FileKeeping): ImageStore {
  const copies = new Map<number, Promise<PrintCopy | undefined>>()
  const copyOf = (fileId: number, side: number): Promise<PrintCopy | undefined> => {
    const copy = copies.get(fileId) ?? makePrintCopy(scope, keeping, fileId, side)
    copies.set(fileId, copy)
    return copy
  }
  return {
    async imagesOf({ files }, { count, side }) {
      const wanted = files.filter((file) => file.is_image && file.printable !== false).slice(0, count)
      const images: PrintedImage[] = []
      for (const { id, filename, description } of wanted) {
        const copy = await copyOf(id, side)
        if (!copy) continue
        const { path, width, height } = copy
        images.push({ path, width, height, caption: description?.trim() || filename })
      }
      return images
    },
    async release() {
      for (const copy of copies.values())
        await copy.then(
          (made) => made?.release(),
          () => undefined,
        )
    },
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
