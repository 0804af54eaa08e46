import type { SqlValue } from '../../../storage/sql.js'
import type { StreamedFormat } from './format.js'
import { withoutFormula } from './spreadsheet-text.js'

/** Comma-separated values as RFC 4180 has them, with `\n` between the lines. */
export const csv: StreamedFormat = {
  contentType: 'text/csv; charset=utf-8',
  async *write(batches, { columns }, bom) {
    yield `${bom ? '\uFEFF' : ''}${line(columns.map(({ name }) => name))}`
    for await (const rows of batches) yield rows.map(line).join('')
  },
}

const line = (row: readonly SqlValue[]): string => `${row.map(cell).join(',')}\n`

function cell(value: SqlValue): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = withoutFormula(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
