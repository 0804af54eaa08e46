import { printLimits } from '@trowel/contract/model/print-limits.js'
import type { PrintListQuery, PrintQuery } from '@trowel/contract/print.js'
import { dependentParts } from '@trowel/contract/templates.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { mainTableOf, type Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import { message } from '../../message.js'
import { fromLegacyParameters } from '../../records/listing/legacy-parameters.js'
import { recordLabel } from '../../records/rows/record-label.js'
import { messageOfPlace, usableTemplate } from '../../records/templates/usable-template.js'
import { partsInBrief, partsOfRecord } from './dependent-blocks.js'
import { defaultBlocks, layoutBlocks, type PartOfRecord, type Printing, partsIn } from './layout-blocks.js'
import { readListed } from './listed-rows.js'
import type { Block, PrintedImage, PrintedSheet } from './print-document.js'
import { type ImageLimits, inPairs } from './print-images.js'
import { recordAddress } from './print-labels.js'
import { printTable } from './print-table.js'
import { worded } from './print-words.js'
import { frameOf, languageOf, type PrintContext, type PrintedFile, withImages } from './printed-file.js'
import { type RecordFacts, readFacts } from './read-facts.js'

const imagesOfRecord: ImageLimits = { count: 40, side: 1400 }
/** As wide as half a page at the same fineness. */
const imageSideInCatalogue = 800
const maxImagesOfEntry = 4
/** Pictures take more time and room than all else, but every record shows its first one. */
const maxImagesOfCatalogue = 200

/**
 * One record on paper, as its reader sees it: by a layout, or with all that it holds.
 *
 * @param base where the page is reached, without a slash at its end
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`, `record_not_found`,
 *   `template_not_found`, `template_validation_failed` for a layout that the configuration no longer fits;
 *   when it is opened, `overloaded`
 */
export async function printRecord(
  scope: RequestScope,
  context: PrintContext,
  tableName: string,
  recordId: number,
  { template, base }: Decoded<typeof PrintQuery> & { readonly base: string },
): Promise<PrintedFile> {
  const table = mainTableOf(scope.catalogue, tableName)
  const record = await readFacts(scope, context.parts, tableName, recordId)
  const { sheet, hasLogo } = await sheetMaker(scope, table, { template, base }, false)
  const title = titleOf(table, record)
  return {
    name: `${table.label || table.name} ${title}`,
    open: () =>
      withImages(scope, context.services, async (store) => {
        const images = await store.imagesOf(record, imagesOfRecord)
        return {
          ...(await frameOf(scope, context.services, table.label)),
          title: `${table.label} ${title}`,
          startsPages: true,
          sheets: [sheet(record, { images, logo: hasLogo ? await store.logo() : undefined })],
        }
      }),
  }
}

/**
 * All records of a listing on paper, one after another in its order, or as a table.
 *
 * @throws what a listing throws; `result_too_large` for more than 500 records; and as `printRecord`
 */
export async function printListing(
  scope: RequestScope,
  context: PrintContext,
  tableName: string,
  { base, ...query }: Decoded<typeof PrintListQuery> & { readonly base: string },
): Promise<PrintedFile> {
  const table = mainTableOf(scope.catalogue, tableName)
  if (query.as === 'table') return printTable(scope, context, table, query)
  const listing = { ...fromLegacyParameters(query), columns: ['id'] }
  const { rows } = await readListed(scope, table, listing, printLimits.catalogue)
  const ids = rows.map(({ id }) => id)
  const { sheet, hasLogo } = await sheetMaker(scope, table, { template: query.template, base }, true)
  return {
    name: `${table.label || table.name} ${wireTime(scope.now).slice(0, 10)}`,
    open: () =>
      withImages(scope, context.services, async (store) => {
        const limits = { count: imagesOfEntry(ids.length), side: imageSideInCatalogue }
        const logo = hasLogo ? await store.logo() : undefined
        const entries = await inPairs(ids, async (recordId) => {
          const record = await readIfThere(scope, context, table, recordId)
          return record && sheet(record, { images: await store.imagesOf(record, limits), logo })
        })
        const sheets = entries.filter((entry) => entry !== undefined)
        const { words } = languageOf(scope)
        return {
          ...(await frameOf(scope, context.services, table.label)),
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

interface SheetImages {
  readonly images: readonly PrintedImage[]
  readonly logo: PrintedImage | undefined
}

interface SheetMaker {
  sheet(record: RecordFacts, images: SheetImages): PrintedSheet
  /** Does it show the logo of the project? */
  readonly hasLogo: boolean
}

/** How the records of a table are put on paper: each by itself, or briefly as an entry of a catalogue. */
async function sheetMaker(
  scope: RequestScope,
  table: Table,
  { template, base }: { readonly template: string | undefined; readonly base: string },
  isEntry: boolean,
): Promise<SheetMaker> {
  const language = languageOf(scope)
  const layout = template === undefined ? undefined : await layoutOf(scope, table, template)
  const placed = partsIn(layout)
  // A layout that places some of them shows no others.
  const following = dependentParts.some((part) => placed.has(part)) ? [] : dependentParts
  return {
    hasLogo: placed.has('logo'),
    sheet(record, { images, logo }) {
      const printing: Printing = { catalogue: scope.catalogue, table, record, language }
      const title = titleOf(table, record)
      const parts = isEntry ? partsInBrief(printing, images) : partsOfRecord(printing, title, images)
      const blocksOf = (part: PartOfRecord, perRow: number | undefined): Block[] => {
        if (part === 'logo') return logo ? [{ kind: 'marks', logo }] : []
        if (part !== 'qr') return parts[part](perRow)
        const id = record.metadata.rec_id
        return [{ kind: 'marks', address: recordAddress(base, scope.application.name, table, id) }]
      }
      const blocks = layout === undefined ? defaultBlocks(printing) : layoutBlocks(printing, layout, blocksOf)
      return {
        kicker: table.label,
        title,
        blocks: [
          ...(isEntry ? blocks.map(belowTitle) : blocks),
          ...following.flatMap((part) => parts[part]()),
        ],
      }
    },
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

function titleOf(table: Table, { core, metadata }: RecordFacts): string {
  const cell = core[table.idField]
  return recordLabel(cell?.val_label ?? cell?.val ?? null, metadata.rec_id)
}
