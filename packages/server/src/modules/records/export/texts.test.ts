import { withoutFormula } from '@trowel/contract/csv.js'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sheetText } from '../../../formats/sheet-text.js'
import { id, sql } from '../../../storage/sql.js'
import { anyText } from '../../../testing/any-text.js'
import { draws } from '../../../testing/draws.js'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'

/**
 * Texts that have broken files before: quotes, line ends, formulas, entities, codes of spreadsheets,
 * characters of every kind.
 */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom('"', ',', '\n', '\r', '\r\n', "'", '=', '+', '-', '@', '\t', ';', '\uFEFF', '\\', ' '),
      fc.constantFrom(
        '<',
        '&',
        ']]>',
        '&amp;',
        '_x0041_',
        '\u0001',
        '\u001F',
        '\uFFFE',
        '\u0085',
        '\u2028',
        '\u{1F3FA}',
      ),
      fc.constantFrom('1', '-2.5e3', 'NULL', 'true', 'ß', 'Öfen', 'amber'),
      anyText({ maxLength: 3 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join('').replaceAll('\u0000', ''))

const row = fc.record({
  inv_no: hostileText,
  material: fc.option(hostileText),
  weight_g: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 })),
  context: fc.option(fc.maxSafeInteger()),
})

describe.each(oneEngine)('whatever people write comes out of a file again (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    const { db } = dig.application
    await db.write((tx) => tx.schema.dropForeignKey('finds', 'context'), { schema: true })
  })
  afterAll(() => dig.close())

  const columns = ['id', 'inv_no', 'material', 'weight_g', 'context']

  test('of CSV, JSON, NDJSON and a workbook alike', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        await dig.application.db.write(async (tx) => {
          await tx.run(sql`DELETE FROM ${id('finds')}`)
          for (const each of rows) await tx.insert('finds', each)
        })
        const query = `columns=${columns.slice(1).join()}`
        const file = (format: string) =>
          dig.get(`/api/records/finds/export?format=${format}&${query}`, 'reader')
        const listed: Record<string, string | number | null>[] = (
          await dig.get(`/api/records/finds?per_page=200&${query}`, 'reader')
        ).json().data

        expect((await file('json')).json().data).toEqual(listed)
        const lines = (await file('ndjson')).body.split('\n').slice(0, -1)
        expect(lines.map((line) => JSON.parse(line))).toEqual(listed)

        const cells = listed.map((record) => columns.map((name) => record[name] ?? null))
        const asCsv = cells.map((values) => values.map((value) => csvText(value)))
        expect(parse((await file('csv')).body, { record_delimiter: '\n' })).toEqual([columns, ...asCsv])

        const [sheet] = await readWorkbook((await file('xlsx')).rawPayload, { trim: false })
        const asSheet = cells.map((values) => values.map((value) => sheetValue(value)))
        expect(sheet?.data).toEqual([columns, ...asSheet])
      }),
      draws(20),
    )
  })
})

const csvText = (value: string | number | null): string =>
  typeof value === 'string' ? withoutFormula(value) : String(value ?? '')

const sheetValue = (value: string | number | null): string | number | null =>
  (typeof value === 'string' ? sheetText(value) : value) || (value === 0 ? 0 : null)
