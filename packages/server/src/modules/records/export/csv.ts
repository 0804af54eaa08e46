import { byteOrderMark, csvLine } from '@trowel/contract/csv.js'
import type { StreamedFormat } from './format.js'

/** Comma-separated values as RFC 4180 has them, with `\n` between the lines. */
export const csv: StreamedFormat = {
  contentType: 'text/csv; charset=utf-8',
  async *write(batches, { columns }, bom) {
    yield `${bom ? byteOrderMark : ''}${csvLine(columns.map(({ name }) => name))}\n`
    for await (const rows of batches) yield rows.map((row) => `${csvLine(row)}\n`).join('')
  },
}
