import { byteOrderMark, csvLine } from '@trowel/contract/csv.js'
import type { TextFormat } from './format.js'
import { lines } from './json.js'

/** Comma-separated values as RFC 4180 has them, with `\n` between the lines. */
export const csv: TextFormat = {
  contentType: 'text/csv; charset=utf-8',
  rows: { each: 'csv', between: '\n' },
  async *write(texts, { columns }, bom) {
    yield `${bom ? byteOrderMark : ''}${csvLine(columns.map(({ name }) => name))}\n`
    yield* lines(texts)
  },
}
