import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { odsBytes, zipBytes } from '../../../testing/zip-bytes.js'
import { openOds } from './ods-file.js'
import { scanFile } from './read-in-worker.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trowel-ods-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function fileWith(content: Uint8Array): Promise<string> {
  const path = join(folder, `${Math.random()}.ods`)
  await writeFile(path, content)
  return path
}

async function read(content: Uint8Array, sheet?: string) {
  const warnings: string[] = []
  const file = await openOds({ path: await fileWith(content), sheet }, ({ line, code }) =>
    warnings.push(`${line} ${code}`),
  )
  const rows: unknown[][] = []
  const lines: (number | null)[] = []
  for await (const { cells, line } of file.rows()) {
    rows.push([...cells])
    lines.push(line)
  }
  return { file, rows, lines, warnings }
}

const cell = (attributes: string, inside = ''): string =>
  `<table:table-cell ${attributes}>${inside}</table:table-cell>`
const text = (value: string): string => cell('office:value-type="string"', `<text:p>${value}</text:p>`)
const row = (...cells: readonly string[]): string => `<table:table-row>${cells.join('')}</table:table-row>`
const blank = (columns: number): string => `<table:table-cell table:number-columns-repeated="${columns}"/>`
const blankRows = (rows: number): string =>
  `<table:table-row table:number-rows-repeated="${rows}">${blank(16384)}</table:table-row>`
const sheet = (name: string, ...rows: readonly string[]): string =>
  `<table:table table:name="${name}">${rows.join('')}</table:table>`
const header = row(text('no'), text('found'), text('g'))

describe('an OpenDocument spreadsheet', () => {
  test('gives the values of its cells: texts, numbers, days, times, yes and no, results of formulas', async () => {
    const typed = (type: string, attributes: string, shown: string): string =>
      cell(`office:value-type="${type}" ${attributes}`, `<text:p>${shown}</text:p>`)
    const { file, rows, lines, warnings } = await read(
      odsBytes(
        sheet(
          'Finds',
          blankRows(1),
          header,
          row(
            text('F1 &lt;rim&gt;'),
            typed('date', 'office:date-value="2024-05-01"', '01/05/24'),
            typed('float', 'office:value="13.6"', '13,60'),
          ),
          blankRows(1),
          row(
            typed('string', 'table:formula="of:=CONCATENATE(&quot;F&quot;;2)"', 'F2'),
            typed('date', 'office:date-value="2024-05-01T12:00:00.5"', '01/05/24 12:00'),
            typed('boolean', 'office:boolean-value="true"', 'WAHR'),
          ),
          row(
            typed('percentage', 'office:value="0.25"', '25 %'),
            typed('currency', 'office:currency="EUR" office:value="-3.5"', '-3,50 €'),
            typed('time', 'office:time-value="PT26H04M59.9999997S"', '26:05'),
          ),
          row(
            typed('date', 'office:date-value="1874-03-02T00:00:00"', '2 March 1874'),
            typed('float', 'office:value="0" table:formula="of:=1/0"', '#DIV/0!'),
            cell(
              'office:value-type="string" office:string-value="" calcext:value-type="error"',
              '<text:p>Err:502</text:p>',
            ),
          ),
          blankRows(1_048_569),
        ),
      ),
    )
    expect(file).toMatchObject({
      columns: ['no', 'found', 'g'],
      sheets: ['Finds'],
      sheet: 'Finds',
      headerLine: 2,
    })
    expect(rows).toEqual([
      ['F1 <rim>', '2024-05-01', 13.6],
      ['F2', '2024-05-01T12:00:00Z', true],
      [0.25, -3.5, '26:05:00'],
      ['1874-03-02', '', ''],
    ])
    expect(lines).toEqual([3, 5, 6, 7])
    expect(warnings).toEqual(['4 empty_row'])
  })

  test('says once what many cells and rows have', async () => {
    const repeated = cell(
      'office:value-type="float" office:value="7" table:number-columns-repeated="2"',
      '<text:p>7</text:p>',
    )
    const { rows, lines } = await read(
      odsBytes(
        sheet(
          'S',
          header,
          `<table:table-row table:number-rows-repeated="3">${text('a')}${repeated}${blank(16381)}</table:table-row>`,
          row(blank(2), text('z')),
        ),
      ),
    )
    expect(rows).toEqual([
      ['a', 7, 7],
      ['a', 7, 7],
      ['a', 7, 7],
      ['', '', 'z'],
    ])
    expect(lines).toEqual([2, 3, 4, 5])
  })

  test('keeps lines and blanks of a text, and leaves out comments, drawings and what merged cells hide', async () => {
    const note = '<office:annotation><text:p>by Ida</text:p></office:annotation>'
    const drawing = '<draw:frame><draw:text-box><text:p>drawn</text:p></draw:text-box></draw:frame>'
    const hidden =
      '<table:covered-table-cell office:value-type="string"><text:p>hidden</text:p></table:covered-table-cell>'
    const { rows } = await read(
      odsBytes(
        sheet(
          'S',
          header,
          row(
            cell(
              'office:value-type="string" table:number-columns-spanned="2"',
              `${note}<text:p>dark <text:span>grey</text:span><text:s text:c="2"/>clay,\n   wet</text:p>${drawing}<text:p>see<text:tab/><text:a>F&#50;</text:a><text:line-break/>too</text:p>`,
            ),
            hidden,
            text('x'),
          ),
        ),
      ),
    )
    expect(rows).toEqual([['dark grey  clay, wet\nsee\tF2\ntoo', '', 'x']])
  })

  test('has several sheets: one is chosen by name or number, the first that says something otherwise', async () => {
    const copied = `<table:table table:name="'file:///x.ods'#S" table:style-name="ta_extref">${header}</table:table>`
    const sheets = odsBytes(
      sheet('Cover', blankRows(20)) +
        sheet('One', row(text('a')), row(text('1'))) +
        sheet('2', row(text('b')), row(text('2'))) +
        copied,
    )
    const read1 = async (choice: string | undefined) => (await read(sheets, choice)).file
    expect((await read1(undefined)).columns).toEqual(['a'])
    expect((await read1('3')).columns).toEqual(['b'])
    expect((await read1('2')).columns).toEqual(['b'])
    expect((await read1('One')).sheets).toEqual(['Cover', 'One', '2'])
    await expect(read1('Three')).rejects.toThrow('it has no sheet "Three"; there are: Cover, One, 2.')
    await expect(read1('Cover')).rejects.toThrow('the sheet "Cover" is empty')
  })

  test.each<[string, () => Uint8Array, string]>([
    ['no ZIP file', () => Buffer.from('no,weight\n'), 'the archive is damaged or no ZIP file'],
    ['an archive of other things', () => zipBytes([{ name: 'a.txt', content: 'a' }]), 'this is no workbook'],
    ['a text document', () => odsBytes('<text:p>a</text:p>'), 'this is no workbook'],
    [
      'a password',
      () => odsBytes('', { manifest: '<manifest:encryption-data/>' }),
      'protected by a password',
    ],
    [
      'entities',
      () =>
        odsBytes(sheet('S', row(text('&e;'))), {
          head: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
        }),
      'declares a document type',
    ],
    [
      'an element that is not closed',
      () => odsBytes('<table:table table:name="S"><table:table-row>'),
      'is not closed',
    ],
    [
      'elements without end',
      () => odsBytes('<table:table-row-group>'.repeat(300)),
      'too deep inside each other',
    ],
    [
      'blanks without end',
      () => odsBytes(sheet('S', row(text('<text:s text:c="999999999"/>')))),
      'too many blanks',
    ],
    [
      'a cell beyond the last column',
      () => odsBytes(sheet('S', row(blank(16_384), text('x')))),
      'in the place "XFE1", which no sheet has',
    ],
    [
      'a row beyond the last one',
      () => odsBytes(sheet('S', blankRows(1_048_576), row(text('x')))),
      'in the place "A1048577", which no sheet has',
    ],
    [
      'values without end',
      () =>
        odsBytes(
          sheet(
            'S',
            `<table:table-row table:number-rows-repeated="1048576">${cell('office:value-type="float" office:value="1" table:number-columns-repeated="16384"')}</table:table-row>`,
          ),
        ),
      'too many to be read',
    ],
    ['a bomb', () => odsBytes(`<!--${' '.repeat(140e6)}-->`), 'the workbook is too large'],
  ])('with %s is refused', async (_case, content, message) => {
    await expect(read(content())).rejects.toThrow(message)
  })

  test('is read in a worker like other files', async () => {
    const path = await fileWith(odsBytes(sheet('S', header, row(text('F1')))))
    expect(await scanFile({ path, type: 'ods' })).toMatchObject({ columns: ['no', 'found', 'g'], count: 1 })
  })
})
