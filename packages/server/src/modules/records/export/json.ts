import type { TextFormat } from './format.js'

/** One document: what was asked for, then the records. */
export const json: TextFormat = {
  contentType: 'application/json; charset=utf-8',
  rows: { each: 'json', between: ',' },
  async *write(texts, { table, criteria: { kind, query } }) {
    yield `{"metadata":${JSON.stringify({ table: table.name, filter: kind, query })},"data":[`
    let comma = ''
    for await (const text of texts) {
      if (comma) yield comma
      yield text
      comma = ','
    }
    yield ']}'
  },
}

/** A JSON object in each line. */
export const ndjson: TextFormat = {
  contentType: 'application/x-ndjson; charset=utf-8',
  rows: { each: 'json', between: '\n' },
  async *write(texts) {
    yield* lines(texts)
  },
}

/** Texts of rows with a line's end between them; the last row has one, too. */
export async function* lines(texts: AsyncIterable<Uint8Array>): AsyncGenerator<string | Uint8Array> {
  for await (const text of texts) {
    yield text
    yield '\n'
  }
}
