import { csvLine } from '@trowel/contract/csv.js'
import type { SqlValue } from './sql.js'

interface Named {
  readonly name: string
}

/** As what a row is written: a JSON object with its columns as keys, or a line of CSV. */
export type RowText = 'json' | 'csv'

/** How rows are written one after the other. */
export interface RowTexts {
  readonly each: RowText
  /** What stands between two rows that are read together. */
  readonly between: string
}

type WriteRow = (row: readonly SqlValue[]) => string

/** Writes a row as text; values of it beyond the columns are left out of a JSON object. */
export const rowWriters: Readonly<Record<RowText, (columns: readonly Named[]) => WriteRow>> = {
  json(columns) {
    const keys = columns.map(({ name }, place) => `${place === 0 ? '{' : ','}${JSON.stringify(name)}:`)
    return (row) => {
      let text = ''
      for (let k = 0; k < keys.length; k++) text += `${keys[k]}${JSON.stringify(row[k] ?? null)}`
      return `${text}}`
    }
  },
  csv: () => (row) => csvLine(row),
}

const encoder = new TextEncoder()

/** The rows of batches as text, a piece for each batch. */
export async function* textsOf(
  batches: AsyncIterable<readonly (readonly SqlValue[])[]>,
  columns: readonly Named[],
  { each, between }: RowTexts,
): AsyncGenerator<Uint8Array> {
  const write = rowWriters[each](columns)
  for await (const rows of batches) yield encoder.encode(rows.map(write).join(between))
}
