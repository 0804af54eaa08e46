import type { Field } from '../../../catalogue/catalogue.js'
import type { ExportedRow, StreamedFormat } from './format.js'

/** One document: what was asked for, then the records. */
export const json: StreamedFormat = {
  contentType: 'application/json; charset=utf-8',
  async *write(batches, { table, columns, criteria: { kind, query } }) {
    yield `{"metadata":${JSON.stringify({ table: table.name, filter: kind, query })},"data":[`
    yield* separated(batches, (row) => objectText(columns, row))
    yield ']}'
  },
}

/** A JSON object in each line. */
export const ndjson: StreamedFormat = {
  contentType: 'application/x-ndjson; charset=utf-8',
  async *write(batches, { columns }) {
    for await (const rows of batches) yield rows.map((row) => `${objectText(columns, row)}\n`).join('')
  },
}

/** The text of each row, with commas between them. */
async function* separated(
  batches: AsyncIterable<readonly ExportedRow[]>,
  textOf: (row: ExportedRow) => string,
): AsyncGenerator<string> {
  let comma = ''
  for await (const rows of batches) {
    yield comma + rows.map(textOf).join(',')
    comma = ','
  }
}

/**
 * A record as a JSON object, its keys in the order of `columns`; values of `row` beyond them are left out.
 */
export function objectText(columns: readonly Field[], row: ExportedRow): string {
  let text = '{'
  columns.forEach(({ name }, index) => {
    text += `${index === 0 ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(row[index] ?? null)}`
  })
  return `${text}}`
}
