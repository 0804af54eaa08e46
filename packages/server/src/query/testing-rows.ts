import type { ColumnType, Database } from '../storage/storage.js'
import { contexts, dig, samples, secrets, sites } from './testing-catalogue.js'
import type { Row, Rows } from './testing-evaluator.js'

/** Texts that tell a careless comparison from a careful one. */
export const oddTexts: readonly string[] = [
  '',
  ' ',
  'a',
  'A',
  'b',
  'ab',
  'AB',
  'aB',
  'abc',
  'a b',
  'ä',
  'Ä',
  'a\u0308',
  'Èra',
  'èRA',
  'ß',
  '\u1e9e',
  'ss',
  'Straße',
  'STRASSE',
  'ς',
  'σ',
  'Σ',
  'ΟΔΟΣ',
  'οδος',
  'İ',
  'i',
  'ı',
  'I',
  'i\u0307',
  '\u212a',
  'k',
  'K',
  '\u212b',
  'å',
  'ﬀ',
  'ff',
  'ǆ',
  'ǅ',
  '%',
  '_',
  '\\',
  '100%',
  '100',
  '10',
  '9',
  'a_b',
  'axb',
  'a%b',
  'a\\b',
  '\\%',
  "it's",
  'say "so"',
  '-1',
  '1.5',
  ' 42 ',
  '1e3',
  'NaN',
  '2024-05-01',
  '2024-05',
  'true',
  '\uff5e',
  '𝒳',
  '𐐀',
  '𐐨',
  '🏺',
  '\ud7ff',
  '\ue000',
  'a\nb',
  'tab\there',
]
export const oddIntegers: readonly number[] = [
  0, 1, 2, -1, 3, 9, 10, 42, 100, -400, -300, 1500, 9_007_199_254_740_991,
]
export const oddFractions: readonly number[] = [
  0, 1, -1, 1.5, -2.25, 0.1, 0.5, 2.5, 42, 100, 1e-7, 1e21, 1.5e300, -1e200, 12.345,
]
export const oddMoments: readonly string[] = [
  '2024-05-01',
  '2024-05-01T10:00:00Z',
  '2024-05-02',
  '1999-12-31',
  '0450-01-01',
  '2024-05-01T09:59:59Z',
]

/** Numbers in a row that is always the same, from 0 up to 1. */
export function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    // Mulberry32, T. Ettinger 2017, public domain.
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const oddValues: Readonly<Record<ColumnType, readonly (string | number)[]>> = {
  TEXT: oddTexts,
  INTEGER: oddIntegers,
  FLOAT: oddFractions,
  TIMESTAMP: oddMoments,
}
const counts: Readonly<Record<string, number>> = { contexts: 70, sites: 12, samples: 60, secrets: 2 }

/**
 * Rows of the dig: any value in any field, a quarter of them missing; keys lead to rows that exist, or to
 * none.
 */
export function oddRows(seed: number): Rows {
  const random = numbersFrom(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const rows: Record<string, Row[]> = {}
  for (const table of dig.tables.values()) {
    rows[table.name] = Array.from({ length: counts[table.name] ?? 0 }, (_, index) => {
      const row: Record<string, string | number | null> = { id: index + 1 }
      for (const field of table.fields.values()) {
        if (field.name === 'id') continue
        const target = field.name === 'id_link' ? table.parent : field.idFromTable
        const values = oddValues[field.dbType]
        if (target !== undefined)
          row[field.name] = below(5) === 0 ? null : 1 + below((counts[target] ?? 0) + 1)
        else if (table === contexts && field.name === 'code') row['code'] = values[index] ?? null
        else row[field.name] = below(4) === 0 ? null : (values[below(values.length)] ?? null)
      }
      return row
    })
  }
  return rows
}

/** Makes the tables of the dig with these rows. */
export async function store(db: Database, rows: Rows): Promise<void> {
  await db.write(
    async (tx) => {
      for (const table of [contexts, sites, samples, secrets]) {
        const columns = [...table.fields.values()].filter((field) => field.name !== 'id')
        await tx.schema.createTable(
          table.name,
          columns.map((field) => ({ name: field.name, type: field.dbType })),
          [],
        )
        const names = [...table.fields.keys()]
        await tx.insertMany(
          table.name,
          names,
          (rows[table.name] ?? []).map((row) => names.map((name) => row[name] ?? null)),
        )
      }
    },
    { schema: true },
  )
  db.maintainTextIndexes(
    [...dig.tables.values()].map((table) => ({
      table: table.name,
      columns: [...table.fields.values()]
        .filter((field) => field.dbType === 'TEXT')
        .map((field) => field.name),
    })),
  )
  await db.whenIdle()
}
