import { type LabelSheet, labelSheets, sheetOf } from '@trowel/contract/model/label-sheets.js'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { readPdf } from '../../testing/read-pdf.js'
import { hideTable } from '../../testing/scope-as.js'
import { sendFile } from '../../testing/send-file.js'
import { codeOf } from './draw-code.js'

describe.each(oneEngine)('lists on paper (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const print = async (path: string) => {
    const reply = await dig.get(`/api/records/${path}`, 'reader')
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
    return { reply, pages: await readPdf(reply.rawPayload) }
  }

  describe('a table', () => {
    test('has a line for each record, with the columns that were asked for, in the order of the listing', async () => {
      const query = 'as=table&columns=inv_no,context,found_on&sort=-weight_g&filter[material][_nempty]=1'
      const [text = '', ...more] = (await print(`finds/print?${query}`)).pages
      expect(more).toEqual([])
      for (const said of ['Finds', 'Records: 6', 'Inventory', 'Context', 'Found on', '1 May 2024', 'C6'])
        expect(text).toContain(said)
      expect(text).not.toContain('Weight')
      expect(text.match(/\bF\d\b/g)).toEqual(['F4', 'F7', 'F3', 'F1', 'F8', 'F2'])
    })

    test('shows the preview of the table where no columns are named', async () => {
      const [text = ''] = (await print('finds/print?as=table')).pages
      expect(text).toContain('Inventory')
      expect(text).not.toContain('Material')
    })

    test('shows who made and changed records, in the language of the application', async () => {
      const [text] = (await print('trenches/print?as=table&columns=code,sys_created_at,sys_changed_by')).pages
      expect(text).toContain('Last changed by')
      expect(text).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d/)
    })

    test('stands in groups, each with how many there are, those without a value together', async () => {
      const query = 'as=table&group=context&columns=inv_no&orientation=landscape'
      const { pages, reply } = await print(`finds/print?${query}`)
      const said: string[] = [...(pages.join('\n').match(/(C\d|–) \(\d\)|\bF\d\b/g) ?? [])]
      expect(said.filter((text) => text.includes('('))).toHaveLength(6)
      expect(said.indexOf('F7') - said.indexOf('C6 (2)')).toBeLessThanOrEqual(2)
      expect(said[said.indexOf('– (1)') + 1]).toBe('F5')
      expect(reply.rawPayload.toString('latin1')).toContain('841.89 595.28')
    })

    test('shows the first picture of each record, small', async () => {
      const image = sharp({ create: { width: 800, height: 400, channels: 3, background: '#a52' } })
      await sendFile(dig, '/api/record/finds/2/file', 'amber.jpg', await image.jpeg().toBuffer(), 'writer')
      const sizes = ({ rawPayload }: { rawPayload: Buffer }) =>
        [...rawPayload.toString('latin1').matchAll(/\/Width (\d+)\s*\/Height (\d+)/g)].map(
          ([, ...size]) => size,
        )
      const plain = await print('finds/print?as=table')
      const pictured = await print('finds/print?as=table&pictures=1')
      expect([sizes(plain.reply), sizes(pictured.reply)]).toEqual([[], [['160', '80']]])
      expect(pictured.pages.join('\n').match(/\bF\d\b/g)).toHaveLength(8)
    })

    test('goes on over pages with its heads, and is many times shorter than a catalogue', async () => {
      await dig.application.db.write((tx) =>
        tx.insertMany(
          'trenches',
          ['code', 'creator'],
          Array.from({ length: 400 }, (_, k) => [`T${k}`, 1]),
        ),
      )
      const { pages } = await print('trenches/print?as=table&columns=code,id')
      expect(pages.length).toBeGreaterThan(5)
      expect(pages.length).toBeLessThan(15)
      for (const page of pages) expect(page).toContain('Code')
      expect(pages.join('\n').match(/\bT\d+\b/g)).toHaveLength(400)
    })

    test('of more records than anybody reads is refused', async () => {
      await dig.application.db.write((tx) =>
        tx.insertMany(
          'trenches',
          ['code', 'creator'],
          Array.from({ length: 4700 }, (_, k) => [`U${k}`, 1]),
        ),
      )
      for (const [query, most] of [
        ['print?as=table', 5000],
        ['print?as=table&pictures=1', 500],
        ['labels', 5000],
      ] as const) {
        const reply = await dig.get(`/api/records/trenches/${query}`, 'reader')
        expect([query, reply.statusCode, reply.json()]).toMatchObject([
          query,
          422,
          { code: 'result_too_large', detail: { total: 5103, most } },
        ])
      }
    })
  })

  test('a table of more columns than stand beside each other is refused before anything is read', async () => {
    const columns = Array.from({ length: 46 }, (_, k) => `column${k}`)
    const refused = async (count: number, orientation: string) => {
      const query = `as=table&orientation=${orientation}&columns=${columns.slice(0, count)}`
      const reply = await dig.get(`/api/records/trenches/print?${query}`, 'reader')
      return [reply.statusCode, reply.json().code, reply.json().detail]
    }
    const code = 'result_too_large'
    expect(await refused(31, 'portrait')).toEqual([422, code, { columns: 31, most: 30 }])
    expect(await refused(46, 'landscape')).toEqual([422, code, { columns: 46, most: 45 }])
    expect((await refused(45, 'landscape')).slice(0, 2)).toEqual([400, 'unknown_field'])
  })

  describe('labels', () => {
    test('say what a record is called and the fields that were asked for, without those that are empty', async () => {
      const query = 'columns=inv_no,material,weight_g,context&heading=Alento 2026&filter[context][_nempty]=1'
      const { reply, pages } = await print(`finds/labels?${query}`)
      const text = pages.join('\n')
      expect(pages).toHaveLength(1)
      for (const said of ['F1', 'Material', 'flint', 'Weight', '3.2', 'C6']) expect(text).toContain(said)
      expect(text.match(/Alento 2026/g)).toHaveLength(7)
      expect(text.match(/Material/g)).toHaveLength(6)
      expect(reply.headers['content-disposition']).toMatch(/^inline; filename="Finds /)
    })

    test('begin at the first label that is left, and go on to the next sheet', async () => {
      const { pages } = await print('finds/labels?start=20&copies=3&qr=0&outlines=1')
      expect(pages).toHaveLength(3)
      expect(pages[0]?.match(/\bF\d\b/g)).toEqual(['F1', 'F1'])
      expect(pages[1]?.match(/\bF\d\b/g)).toHaveLength(21)
      expect(pages[2]?.match(/\bF\d\b/g)).toEqual(['F8'])
    })

    test('are headed by another field where one is named', async () => {
      const [page] = (await print('finds/labels?title=material&columns=inv_no&filter[id][_in]=2,5')).pages
      expect(page).toMatch(/amber\s+Inventory\s+F2/)
      // A record without a value has its number.
      expect(page).toContain('5')
    })

    test('have a page each on the roll of a label printer, as large as the label', async () => {
      const named = await print('finds/labels?sheet=roll-62x29')
      const own = await print('finds/labels?sheet=own&width=40&height=80')
      expect([named.pages.length, own.pages.length]).toEqual([8, 8])
      expect(named.reply.rawPayload.toString('latin1')).toContain('/MediaBox [0 0 175.7480')
      expect(own.reply.rawPayload.toString('latin1')).toContain('/MediaBox [0 0 113.3858')
    })

    test('lie on a sheet of one’s own by its measures', async () => {
      const query =
        'sheet=own&width=50&height=30&across=4&down=9&page_width=210&page_height=297&left=5&top=13.5'
      expect((await print(`finds/labels?${query}&copies=5`)).pages).toHaveLength(2)
    })

    test('are made of the records of the listing alone, as far as the caller sees them', async () => {
      await hideTable(dig, 'self_writer', 'finds')
      expect((await dig.get('/api/records/finds/labels', 'self_writer')).statusCode).toBe(403)
      expect((await print('finds/labels?filter[inv_no][_eq]=none')).pages.join('')).toBe('')
    })

    test('have a code that leads to the record', () => {
      const address = 'https://dig.example.org/app/vallelunga/record/finds/123456'
      const code = codeOf(address)
      const scale = 4
      const side = code.length * scale
      const data = Uint8Array.from({ length: side * side * 4 }, (_, at) => {
        const [x, y] = [Math.floor(at / 4) % side, Math.floor(at / 4 / side)]
        if (at % 4 === 3) return 255
        return code[Math.floor(y / scale)]?.[Math.floor(x / scale)] ? 0 : 255
      })
      expect(decodeQR({ width: side, height: side, data })).toBe(address)
    })

    test.each<[string, LabelSheet]>(Object.entries(labelSheets))(
      'of %s lie beside each other on their page',
      (_name, sheet) => {
        const { page, label, across, down, left, top, stepX, stepY } = sheet
        const own = {
          page_width: page.width,
          page_height: page.height,
          ...{ width: label.width, height: label.height, across, down, left, top },
          ...{ step_x: stepX, step_y: stepY },
        }
        expect(sheetOf('own', own)).toEqual(sheet)
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
      },
    )
  })

  test.each([
    ['a table by an unknown field', 'finds/print?as=table&columns=colour', 400, 'unknown_field'],
    ['groups by an unknown field', 'finds/print?as=table&group=colour', 400, 'unknown_field'],
    ['an unknown form of a list', 'finds/print?as=poster', 400, 'invalid_parameter'],
    ['a page that lies neither way', 'finds/print?as=table&orientation=round', 400, 'invalid_parameter'],
    ['labels with an unknown field', 'finds/labels?columns=colour', 400, 'unknown_field'],
    ['labels headed by an unknown field', 'finds/labels?title=colour', 400, 'unknown_field'],
    ['an unknown sheet', 'finds/labels?sheet=a5', 400, 'invalid_parameter'],
    ['an own sheet without measures', 'finds/labels?sheet=own', 400, 'invalid_parameter'],
    [
      'labels upon each other',
      'finds/labels?sheet=own&width=50&height=30&across=2&page_width=210&step_x=40',
      400,
      'invalid_parameter',
    ],
    [
      'labels beyond their page',
      'finds/labels?sheet=own&width=50&height=30&across=5&page_width=210',
      400,
      'invalid_parameter',
    ],
    ['a label that is no size', 'finds/labels?sheet=own&width=wide&height=30', 400, 'invalid_parameter'],
    ['a start beyond the sheet', 'finds/labels?start=22', 400, 'invalid_parameter'],
    ['too many copies', 'finds/labels?copies=101', 400, 'invalid_parameter'],
    ['labels of an unknown table', 'coins/labels', 404, 'unknown_table'],
    ['labels of a plugin table', 'samples/labels', 422, 'plugin_table_not_allowed'],
  ])('%s is refused', async (_case, path, status, code) => {
    const reply = await dig.get(`/api/records/${path}`, 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('more labels than are printed at once are refused, with how many they are', async () => {
    const reply = await dig.get(
      '/api/records/trenches/labels?filter[code][_starts_with]=T&copies=13',
      'reader',
    )
    expect([reply.statusCode, reply.json()]).toMatchObject([
      422,
      { code: 'result_too_large', detail: { total: 5200, most: 5000 } },
    ])
  })
})
