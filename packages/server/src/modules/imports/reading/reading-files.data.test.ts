import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTableFile } from './open-table-file.js'
import { scanFile, watchFile } from './read-in-worker.js'
import type { FileRow } from './table-file.js'
import { proposeTable } from './table-proposal.js'

const data = resolve(process.env['TROWEL_TEST_DATA'] ?? '../shared/data')
const messy = (name: string): string => join(data, 'messy-csv', name)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trowel-reading-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function fileWith(content: string | Uint8Array): Promise<string> {
  const path = join(folder, `${Math.random()}.csv`)
  await writeFile(path, content)
  return path
}

async function rowsOf(path: string): Promise<{ columns: readonly string[]; rows: FileRow[] }> {
  const file = await openTableFile({ path, type: 'csv' }, () => {})
  const rows: FileRow[] = []
  for await (const row of file.rows()) rows.push(row)
  return { columns: file.columns, rows }
}

describe('files that people have', () => {
  test.each<[string, number, string, string, string?, string?]>([
    ['01-cp1252-semicolon.csv', 240, 'windows-1252', ';', 'Tongo Maaré Diabel', 'Söderåkra'],
    ['02-utf-16-le-bom-tab.tsv', 150, 'utf-16le', '\t', 'Urutlekråi; site: 47', 'Baño Nuevo'],
    ['03-utf8-bom-hostile-cells.csv', 135, 'utf-8', ',', 'Wall Garden Farm Sipson', 'Saline-Fifteen (bis)'],
    ['06-sep-line-excel.csv', 20, 'utf-8', ';'],
    ['10-dangerous-headers.csv', 5, 'utf-8', ','],
    ['11-wide-300-columns.csv', 40, 'utf-8', ','],
    ['12-old-mac-cr-only.txt', 20, 'utf-8', '|'],
    ['13-invalid-utf8.csv', 16, 'windows-1252', ',', 'café Ã( ÿ'],
    ['20-real-labs.csv', 436, 'utf-8', ','],
  ])('%s has %i rows', async (name, count, encoding, delimiter, first, last) => {
    const scan = await scanFile({ path: messy(name), type: 'csv' })
    expect([scan.count, scan.form?.encoding, scan.form?.delimiter]).toEqual([count, encoding, delimiter])
    const { columns, rows } = await rowsOf(messy(name))
    expect(rows.length).toBe(count)
    const site = columns.indexOf('SiteName')
    if (first !== undefined) expect(rows[0]?.cells[site]).toBe(first)
    if (last !== undefined) expect(rows.at(-1)?.cells[site]).toBe(last)
  })

  test('hostile cells come through unchanged', async () => {
    const { rows } = await rowsOf(messy('03-utf8-bom-hostile-cells.csv'))
    expect(Math.max(...rows.flatMap((row) => row.cells.map((cell) => String(cell).length)))).toBe(70_000)
  })

  test('odd rows are reported with their lines, under a header that cannot be used', async () => {
    const scan = await scanFile({ path: messy('04-ragged-mixed-eol.csv'), type: 'csv' })
    expect(scan.count).toBe(30)
    expect(scan.headerProblem?.text).toBe(
      'column 3, 10 has no name and the name "SiteName" stands more than once in the header; give every column a name of its own.',
    )
    expect(scan.warnings.map(({ line, code }) => [line, code])).toEqual([
      [6, 'short_row'],
      [7, 'short_row'],
      [8, 'short_row'],
      [9, 'long_row'],
      [10, 'long_row'],
      [11, 'blank_line'],
      [13, 'empty_row'],
      [15, 'empty_row'],
      [17, 'control_character'],
    ])
  })

  test.each<[string, string]>([
    ['05-unclosed-quote.csv', 'Line 24: a quotation mark opens a cell here and is never closed.'],
    ['08-empty.csv', 'the file is empty: it has neither a header line nor rows.'],
    ['09-bom-only.csv', 'the file is empty: it has neither a header line nor rows.'],
  ])('%s is refused', async (name, message) => {
    await expect(scanFile({ path: messy(name), type: 'csv' })).rejects.toThrow(message)
  })

  test('a header alone is no error, but it is said', async () => {
    const scan = await scanFile({ path: messy('07-header-only.csv'), type: 'csv' })
    expect([scan.count, scan.warnings]).toEqual([
      0,
      [
        {
          line: 1,
          code: 'no_rows',
          text: 'The file has a header line and no rows.',
          sentence: 'header_without_rows',
          facts: {},
        },
      ],
    ])
  })

  test('header rows pasted in between are pointed out', async () => {
    const scan = await scanFile({
      path: join(data, 'finds-ktc11', 'raw_faunal_nonmollusc_data.csv'),
      type: 'csv',
    })
    expect([
      scan.count,
      scan.columns[0],
      scan.warnings.filter(({ code }) => code === 'repeated_header').length,
    ]).toEqual([341, 'Trench', 21])
  })
})

describe('how a file is written', () => {
  test.each<[string, string | Buffer, string, string]>([
    ['commas win where nothing stands out', 'a\n1\n', 'utf-8', ','],
    ['delimiters inside quotes do not count', '"a;b;c",d\n1,2\n', 'utf-8', ','],
    ['equal numbers: comma before semicolon', 'a,b;c\n', 'utf-8', ','],
    ['tabs', 'a\tb\tc,d\n', 'utf-8', '\t'],
    ['a first line that names the delimiter', 'sep=;\na,b,c;d\n', 'utf-8', ';'],
    ['UTF-16 with the large end first', Buffer.from('\ufeffa,b\n', 'utf16le').swap16(), 'utf-16be', ','],
    ['letters that no UTF-8 has', Buffer.from('a,b\ncaf\xe9,1\n', 'latin1'), 'windows-1252', ','],
  ])('%s', async (_case, content, encoding, delimiter) => {
    const { form } = await scanFile({ path: await fileWith(content), type: 'csv' })
    expect([form?.encoding, form?.delimiter]).toEqual([encoding, delimiter])
  })

  test('the characters that Windows-1252 has of its own are read', async () => {
    const { rows } = await rowsOf(await fileWith(Buffer.from('a\n\x80 \x92 \x9f\n', 'latin1')))
    expect(rows[0]?.cells).toEqual(['€ ’ Ÿ'])
  })

  test('a text that is UTF-8 but for one line is refused with that line', async () => {
    const good = Buffer.from('a\nMünster\nÖland\n')
    const path = await fileWith(Buffer.concat([good, Buffer.from('caf\xe9\n', 'latin1'), good]))
    await expect(scanFile({ path: path, type: 'csv' })).rejects.toThrow(
      'Line 4: the bytes here are not UTF-8',
    )
  })

  test('a character may lie across the pieces in which a file is read', async () => {
    const cell = 'ä'.repeat(300_001)
    const { rows } = await rowsOf(await fileWith(`a\nx${cell}\n`))
    expect(rows[0]?.cells[0]).toBe(`x${cell}`)
  })
})

describe('tables proposed for files', () => {
  test('numbers are numbers, codes stay text, yes and no is an answer', async () => {
    const path = join(data, 'sites-amphitheaters', 'amphitheaters.csv')
    const { scan, facts } = await watchFile({ path, type: 'csv' })
    const fields = new Map(proposeTable(scan, facts).fields.map((field) => [field.column, field]))
    const kindOf = (column: string) => [fields.get(column)?.name, fields.get(column)?.kind]
    expect(kindOf('id')).toEqual(['original_id', 'text'])
    expect(kindOf('capacity')).toEqual(['capacity', 'number'])
    expect(kindOf('elevation')).toEqual(['elevation', 'wholeNumber'])
    expect(kindOf('secondcentury')).toEqual(['secondcentury', 'yesNo'])
    expect(kindOf('chronogroup')).toEqual(['chronogroup', 'choice'])
  })
})

describe('JSON', () => {
  const scan = async (value: unknown) =>
    scanFile({
      path: await fileWith(typeof value === 'string' ? value : JSON.stringify(value)),
      type: 'json',
    })

  test('columns are the keys of all objects in order of appearance', async () => {
    const { columns, count, sample } = await scan({ data: [{ a: 1 }, { b: { c: [2] }, a: null }] })
    expect([columns, count, sample]).toEqual([
      ['a', 'b'],
      2,
      [
        [1, undefined],
        [null, '{"c":[2]}'],
      ],
    ])
  })

  test('keys that reach for a prototype are names like others', async () => {
    const { columns, sample } = await scan('[{"__proto__":"x","constructor":"y"}]')
    expect([columns, sample]).toEqual([['__proto__', 'constructor'], [['x', 'y']]])
  })

  test.each([
    ['{', 'not valid JSON'],
    ['{"rows":[]}', 'a list of objects is needed'],
    ['[{"a":1},2]', 'row 2 is no object'],
    ['', 'the file is empty'],
  ])('%s is refused', async (text, words) => {
    await expect(scan(text)).rejects.toThrow(words)
  })
})
