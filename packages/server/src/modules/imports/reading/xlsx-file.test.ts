import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textCell, workbookBytes, zipBytes } from '../../../testing/zip-bytes.js'
import { scanFile } from './read-in-worker.js'
import { openXlsx } from './xlsx-file.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trowel-xlsx-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function fileWith(content: Uint8Array): Promise<string> {
  const path = join(folder, `${Math.random()}.xlsx`)
  await writeFile(path, content)
  return path
}

async function read(content: Uint8Array, sheet?: string) {
  const warnings: string[] = []
  const file = await openXlsx({ path: await fileWith(content), sheet }, ({ line, code }) =>
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

const header = textCell('A1', 'no') + textCell('B1', 'found') + textCell('C1', 'g')

describe('a workbook', () => {
  test('gives the values of its cells: texts, numbers, days, yes and no, results of formulas', async () => {
    const { file, rows, lines, warnings } = await read(
      workbookBytes(
        [
          {
            name: 'Finds',
            rows: [
              '',
              header.replaceAll('1"', '2"'),
              '<c r="A3" t="s"><v>0</v></c><c r="B3" s="1"><v>45413</v></c><c r="C3"><v>13.6</v></c>',
              '',
              '<c r="A5" t="str"><f>CONCATENATE("F",2)</f><v>F2</v></c><c r="B5" s="1"><v>45413.5</v></c><c r="C5" t="b"><v>1</v></c>',
              `${textCell('A6', 'F3')}<c r="C6" t="e"><v>#REF!</v></c>`,
            ],
          },
        ],
        { strings: ['F1 &lt;rim&gt;'] },
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
      ['F3', '', ''],
    ])
    expect(lines).toEqual([3, 5, 6])
    expect(warnings).toEqual(['4 empty_row'])
  })

  test('gives every time to the second, although its cells hold fractions of a day', async () => {
    const times = Array.from({ length: 24 * 60 }, (_, minute) => minute * 60 + (minute % 60))
    const cell = (value: number, row: number) => `<c r="A${row + 2}" s="1"><v>${value}</v></c>`
    const days = await read(
      workbookBytes([
        {
          name: 'S',
          rows: [textCell('A1', 'at'), ...times.map((time, row) => cell(45413 + time / 86400, row))],
        },
      ]),
    )
    const written = (time: number) => new Date(Date.UTC(2024, 4, 1) + time * 1000).toISOString()
    expect(days.rows.map(([at]) => at)).toEqual(
      times.map((time) => (time === 0 ? '2024-05-01' : written(time).replace('.000', ''))),
    )
    const alone = await read(
      workbookBytes([
        { name: 'S', rows: [textCell('A1', 'at'), ...times.map((time, row) => cell(time / 86400, row))] },
      ]),
    )
    expect(alone.rows.map(([at]) => at)).toEqual(times.map((time) => written(time).slice(11, 19)))
  })

  test.each([false, true])('keeps the days of a length of time, from 1904 %s', async (from1904) => {
    const formats = ['[h]:mm:ss', '[mm]:ss', 'h:mm', 'dd/mm/yyyy hh:mm', '[$-410][h]&quot; ore&quot;;@']
    const moment = 45413.5 - (from1904 ? 1462 : 0)
    const cells = [
      [2, 26.5 / 24, '26:30:00'],
      [2, 100 + 1 / 86400, '2400:00:01'],
      [2, 0.25, '06:00:00'],
      [2, -1.5, '-36:00:00'],
      [3, 0.0625, '01:30:00'],
      [4, 50 / 24, '50:00:00'],
      [4, 0.75, '18:00:00'],
      [4, moment, '2024-05-01T12:00:00Z'],
      [5, moment, '2024-05-01T12:00:00Z'],
      [6, 3, '72:00:00'],
    ] as const
    const { rows } = await read(
      workbookBytes(
        [
          { name: 'Empty', rows: [] },
          {
            name: 'Hours &amp; days',
            rows: [
              textCell('B1', 'worked'),
              ...cells.map(([style, value], row) => `<c r="B${row + 2}" s="${style}"><v>${value}</v></c>`),
            ],
          },
        ],
        { formats, from1904 },
      ),
      'Hours & days',
    )
    expect(rows.map((row) => row.at(-1))).toEqual(cells.map(([, , written]) => written))
  })

  test('gives days before 1900 as days, which LibreOffice writes as negative numbers', async () => {
    const day = (text: string) => (Date.parse(text) - Date.UTC(1899, 11, 30)) / 86_400_000
    const days = ['1850-05-04', '1899-12-29', '1787-11-30T08:30:00Z']
    const cells = days.map((text, row) => `<c r="A${row + 2}" s="1"><v>${day(text)}</v></c>`)
    const { rows } = await read(workbookBytes([{ name: 'S', rows: [textCell('A1', 'day'), ...cells] }]))
    expect(rows.map(([cell]) => cell)).toEqual(days)
  })

  test('has several sheets: one is chosen by name or number, the first otherwise', async () => {
    const sheets = [
      { name: 'One', rows: [textCell('A1', 'a'), textCell('A2', '1')] },
      { name: 'Two', rows: [textCell('A1', 'b'), textCell('A2', '2')] },
    ]
    const columns = await Promise.all(
      [undefined, 'Two', '2', '1'].map(
        async (sheet) => (await read(workbookBytes(sheets), sheet)).file.columns,
      ),
    )
    expect(columns).toEqual([['a'], ['b'], ['b'], ['a']])
    await expect(read(workbookBytes(sheets), 'Three')).rejects.toThrow(
      'it has no sheet "Three"; there are: One, Two.',
    )
  })

  test('of merged cells has the value in the first one', async () => {
    const { rows } = await read(workbookBytes([{ name: 'S', rows: [header, textCell('A2', 'both')] }]))
    expect(rows).toEqual([['both', '', '']])
  })

  test('needs a name for each column that has values', async () => {
    const nameless = await read(
      workbookBytes([{ name: 'S', rows: [textCell('A1', 'a'), textCell('B2', 'x')] }]),
    )
    expect(nameless.file.headerProblem?.text).toContain('column 2 has no name')
  })

  const external = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
  test.each<[string, () => Uint8Array, string]>([
    ['no ZIP file', () => Buffer.from('no,weight\n'), 'the archive is damaged or no ZIP file'],
    ['an archive of other things', () => zipBytes([{ name: 'a.txt', content: 'a' }]), 'this is no workbook'],
    ['an empty sheet', () => workbookBytes([{ name: 'S', rows: [] }]), 'the sheet "S" is empty'],
    [
      'entities',
      () => workbookBytes([{ name: 'S', rows: [textCell('A1', '&e;')] }], { head: external }),
      'declares a document type',
    ],
    [
      'a bomb',
      () =>
        workbookBytes([{ name: 'S', rows: [header] }], {
          extra: [{ name: 'xl/x.xml', content: Buffer.alloc(140e6) }],
        }),
      'the workbook is too large',
    ],
    [
      'a bomb that lies about its size',
      () =>
        workbookBytes([{ name: 'S', rows: [header] }], {
          extra: [{ name: 'xl/x.xml', content: Buffer.alloc(5e6), claimedSize: 10 }],
        }),
      'the archive is damaged',
    ],
    [
      'damaged XML',
      () => workbookBytes([{ name: 'S', rows: ['<c r="A1"><v>1</c>'] }]),
      'the workbook is damaged',
    ],
  ])('with %s is refused', async (_case, content, message) => {
    await expect(read(content())).rejects.toThrow(message)
  })

  test.each(['ZZZZZZZ99999999', 'XFE1', 'A1048577', 'A0', '&#65;1'])(
    'with a cell in %s, where no sheet has one, is refused before it is read',
    async (place) => {
      const far = workbookBytes([{ name: 'S', rows: [textCell(place, 'x')] }])
      await expect(read(far)).rejects.toThrow('which no sheet has')
    },
  )

  test('with more cells than can be read is refused, however few of them say something', async () => {
    const rows = Array.from({ length: 2000 }, (_, row) => textCell(`XFD${row + 1}`, 'x'))
    await expect(read(workbookBytes([{ name: 'S', rows }]))).rejects.toThrow('too many to be read')
  })

  test('of three cells that would become thousands of millions is refused before any of them is made', async () => {
    const far = `${textCell('A1', 'a')}${textCell('XFD1', 'b')}</row><row r="1048576">${textCell('XFD1048576', 'c')}`
    await expect(read(workbookBytes([{ name: 'S', rows: [far] }]))).rejects.toThrow(
      'cells as far out as XFD1048576, which are too many to be read',
    )
  })

  test('with more rows than a sheet has is refused, also when they do not say which they are', async () => {
    const rows = `</row>${'<row/>'.repeat(1_048_577)}<row>`
    await expect(read(workbookBytes([{ name: 'S', rows: [rows] }]))).rejects.toThrow('which no sheet has')
  })

  test('counts the cells of all its sheets together', async () => {
    const rows = [textCell('A1', 'a'), `</row><row r="300000">${textCell('J300000', 'x')}`]
    const sheets = ['One', 'Two', 'Three', 'Four'].map((name) => ({ name, rows }))
    await expect(read(workbookBytes(sheets))).rejects.toThrow('too many to be read')
  })

  test('is read when far cells have a style and no value, as spreadsheet programs write whole columns', async () => {
    const styled = '<c r="XFD2" s="1"/></row><row r="1048576" s="1"><c r="A1048576" s="1"/>'
    const { file, rows } = await read(
      workbookBytes([{ name: 'S', rows: [header, textCell('A2', 'F1') + styled] }]),
    )
    expect([file.columns, rows]).toEqual([['no', 'found', 'g'], [['F1', '', '']]])
  })

  test.each([
    `<c spans=">" r="XFD1048576"><v>1</v></c>`,
    `<c r=XFD1048576><v>1</v></c>`,
    `<c a=" r='A1'" x:r="XFD1048576"><v>1</v></c>`,
    `<c ${'a'.repeat(100_000)}="" r="XFD1048576"><v>1</v></c>`,
  ])('hides no far cell behind the way in which it is written: %s', async (cell) => {
    const sheet = workbookBytes([{ name: 'S', rows: [`${textCell('A1', 'a')}</row><row r="2">${cell}`] }])
    await expect(read(sheet)).rejects.toThrow(/too many to be read|damaged/)
  })

  test('that takes too long to be read is given up, and its thread ends', async () => {
    const path = await fileWith(workbookBytes([{ name: 'S', rows: [header, textCell('A2', 'F1')] }]))
    await expect(scanFile({ path, type: 'xlsx' }, 1)).rejects.toThrow('too large to be read in this form')
  })

  test('is read in a worker like other files', async () => {
    const path = await fileWith(workbookBytes([{ name: 'S', rows: [header, textCell('A2', 'F1')] }]))
    expect(await scanFile({ path, type: 'xlsx' })).toMatchObject({ columns: ['no', 'found', 'g'], count: 1 })
  })
})
