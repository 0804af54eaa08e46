import { printLimits } from '@trowel/contract/model/print-limits.js'
import type { PrintListQuery } from '@trowel/contract/print.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import type { Field, Table } from '../../catalogue/catalogue.js'
import { listedFieldOf } from '../../catalogue/stamp-fields.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import { message } from '../../message.js'
import { fromLegacyParameters } from '../../records/listing/legacy-parameters.js'
import { type ListedRow, readListed } from './listed-rows.js'
import type { PrintedGroup, PrintedRow } from './print-document.js'
import { type ImageStore, inPairs } from './print-images.js'
import { type PrintWords, worded } from './print-words.js'
import { frameOf, languageOf, type PrintContext, type PrintedFile, withImages } from './printed-file.js'

/** More of a text is read in the record itself. */
const maxCellLength = 400
/** As wide as a picture is in its line, at 230 pixels to an inch. */
const pictureSide = 160

/**
 * The records of a listing as a table, a line each, with the columns that it has on the page.
 *
 * @throws what a listing throws; `unknown_field` for `group`; `result_too_large` for too many records,
 *   and before anything is read for too many columns
 */
export async function printTable(
  scope: RequestScope,
  { services, firstPictures }: PrintContext,
  table: Table,
  { group, pictures, orientation = 'portrait', ...query }: Decoded<typeof PrintListQuery>,
): Promise<PrintedFile> {
  const asked = fromLegacyParameters(query)
  const grouped = group === undefined ? undefined : listedFieldOf(table, group)
  const columns = columnsOf(table, asked.columns)
  const maxColumns = printLimits.columns[orientation]
  if (columns.length > maxColumns) {
    throw new AppError('result_too_large', {
      ...message('too_many_columns_to_print', { columns: columns.length, ...printLimits.columns }),
      detail: { columns: columns.length, most: maxColumns },
    })
  }
  const own = asked.sort?.length
    ? asked.sort
    : asked.sort_field
      ? [{ field: asked.sort_field, descending: asked.sort_dir === 'desc' }]
      : []
  const listing = {
    ...asked,
    columns: grouped ? [...columns, grouped.name] : columns,
    ...(grouped && { sort: [{ field: grouped.name, descending: false }, ...own] }),
  }
  const most = pictures ? printLimits.tableWithPictures : printLimits.table
  const { fields, rows } = await readListed(scope, table, listing, most, pictures ? firstPictures : undefined)
  const places = columns.map((name) => fields.findIndex((field) => field.name === name))
  const groupPlace = grouped ? fields.findIndex(({ name }) => name === grouped.name) : -1
  const { words } = languageOf(scope)
  return {
    name: `${table.label || table.name} ${wireTime(scope.now).slice(0, 10)}`,
    open: () =>
      withImages(scope, services, async (store) => ({
        ...(await frameOf(scope, services, table.label)),
        title: table.label,
        note: worded(words.records, { n: rows.length }),
        orientation,
        startsPages: false,
        sheets: [
          {
            kicker: '',
            title: '',
            blocks: [
              {
                kind: 'list',
                columns: places.map((place) => headOf(fields[place], words)),
                groups: await groupsOf(rows, groupPlace, (row) => lineOf(row, places, store)),
                hasImages: pictures === true,
              },
            ],
          },
        ],
      })),
  }
}

const headOf = (field: Field | undefined, { stamps }: PrintWords): string =>
  field?.stamp ? (stamps[field.name] ?? field.label) : (field?.label ?? '')

/** Those that are asked for, `id` among them only if it is named; else the preview of the table. */
function columnsOf(table: Table, asked: 'preview' | readonly string[] | undefined): string[] {
  const named = asked === 'preview' ? [] : (asked ?? []).filter((name) => name !== '' && name !== '*')
  const columns = named.length > 0 ? named : table.preview
  return columns.length > 0 ? [...new Set(columns)] : [table.idField]
}

async function lineOf(
  { texts, picture }: ListedRow,
  places: readonly number[],
  store: ImageStore,
): Promise<PrintedRow> {
  const cells = places.map((place) => shortened(texts[place] ?? ''))
  const image = picture && (await store.imageOf({ ...picture, marks: [] }, pictureSide))
  return { cells, image }
}

function shortened(text: string): string {
  if (text.length <= maxCellLength) return text
  const start = text.slice(0, maxCellLength)
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), maxCellLength - 40)).trimEnd()}…`
}

/** Lines that follow each other with the same value stand below it. */
async function groupsOf(
  rows: readonly ListedRow[],
  place: number,
  line: (row: ListedRow) => Promise<PrintedRow>,
): Promise<PrintedGroup[]> {
  const lines = await inPairs(rows, line)
  const groups: { title: string; rows: PrintedRow[] }[] = []
  rows.forEach((row, at) => {
    const title = place === -1 ? '' : row.texts[place] || '–'
    const last = groups.at(-1)
    const group = last?.title === title ? last : { title, rows: [] }
    if (group !== last) groups.push(group)
    const drawn = lines[at]
    if (drawn) group.rows.push(drawn)
  })
  return groups
}
