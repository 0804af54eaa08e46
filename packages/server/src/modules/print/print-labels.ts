import type { LabelQuery } from '@trowel/contract/labels.js'
import { sheetOf } from '@trowel/contract/model/label-sheets.js'
import { printLimits } from '@trowel/contract/model/print-limits.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { type Field, mainTableOf, type Table } from '../../catalogue/catalogue.js'
import { listedFieldOf } from '../../catalogue/stamp-fields.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { wireTime } from '../../http/wire-time.js'
import { message } from '../../message.js'
import { fromLegacyParameters } from '../../records/listing/legacy-parameters.js'
import { recordLabel } from '../../records/rows/record-label.js'
import type { LabelDocument, PrintedLabel } from './draw-labels.js'
import { type ListedRow, readListed } from './listed-rows.js'
import { drawn, frameOf, type PrintedFile } from './printed-file.js'

/**
 * A label for each record of a listing: what it is called, some of its fields, and a code that leads to it.
 *
 * @param query.base where the page is reached, without a slash at its end
 * @throws what a listing throws; `unknown_field`; `invalid_parameter` for labels that do not fit on their
 *   page; `result_too_large` for more than 5,000 of them
 */
export async function printLabels(
  scope: RequestScope,
  services: Pick<Services, 'config' | 'binaries'>,
  tableName: string,
  { base, ...query }: Decoded<typeof LabelQuery> & { readonly base: string },
): Promise<PrintedFile> {
  const table = mainTableOf(scope.catalogue, tableName)
  const { copies = 1, start = 1, heading, outlines = false, qr = true } = query
  const sheet = sheetOf(query.sheet, query)
  if (!sheet) throw new AppError('invalid_parameter', message('labels_do_not_fit', {}))
  const onSheet = sheet.across * sheet.down
  if (start > onSheet)
    throw new AppError('invalid_parameter', message('start_beyond_sheet', { most: onSheet }))

  const asked = fromLegacyParameters(query)
  const title = listedFieldOf(table, query.title ?? table.idField)
  const shown = fieldsOf(table, asked.columns, title)
  const columns = [title, ...shown].map(({ name }) => name)
  const { fields, rows } = await readListed(scope, table, { ...asked, columns }, printLimits.labels)
  if (rows.length * copies > printLimits.labels) {
    const labels = rows.length * copies
    throw new AppError('result_too_large', {
      ...message('too_many_labels', { labels, most: printLimits.labels }),
      detail: { total: labels, most: printLimits.labels },
    })
  }
  const textOf = ({ texts }: ListedRow, field: Field): string =>
    texts[fields.findIndex(({ name }) => name === field.name)] ?? ''
  const labelOf = (row: ListedRow): PrintedLabel => ({
    heading,
    title: recordLabel(textOf(row, title), row.id),
    lines: shown.flatMap((field) => {
      const text = textOf(row, field)
      return text === '' ? [] : [{ label: field.label, text }]
    }),
    address: qr ? recordAddress(base, scope.application.name, table, row.id) : undefined,
  })
  return {
    name: `${table.label || table.name} ${wireTime(scope.now).slice(0, 10)}`,
    open: () =>
      drawn(services, async (): Promise<LabelDocument> => {
        const frame = await frameOf(scope, services, table.label)
        return { ...frame, sheet, start, copies, outlines, labels: rows.map(labelOf) }
      }),
  }
}

/** Those that are asked for; else the preview of the table. Without what stands there as the title. */
function fieldsOf(table: Table, asked: 'preview' | readonly string[] | undefined, title: Field): Field[] {
  const named = asked === 'preview' || asked === undefined ? table.preview : asked
  const names = new Set(named.filter((name) => name !== '' && name !== '*' && name !== title.name))
  return [...names].map((name) => listedFieldOf(table, name))
}

/** Where people find a record. */
export const recordAddress = (base: string, app: string, table: Table, id: number): string =>
  `${base}/app/${encodeURIComponent(app)}/record/${encodeURIComponent(table.name)}/${id}`
