import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { isLong } from '../../testing/long-tests.js'
import { readPdf } from '../../testing/read-pdf.js'
import { drawDocument } from './draw-document.js'
import type { Block, PrintDocument } from './print-document.js'
import { printLanguage } from './print-words.js'
import { drawInThread } from './printed-file.js'

const documentOf = (...blocks: Block[]): PrintDocument => ({
  ...printLanguage('en'),
  title: 'Contexts C1',
  application: 'A small dig',
  heading: 'Contexts',
  printedAt: new Date('2026-05-04T08:00:00Z'),
  startsPages: true,
  sheets: [{ kicker: 'Contexts', title: 'C1', blocks }],
  fonts: [],
})

async function draw(document: PrintDocument): Promise<Uint8Array> {
  const into = new PassThrough()
  drawDocument(document, into)
  return buffer(into)
}
const pagesOf = async (...blocks: Block[]) => readPdf(await draw(documentOf(...blocks)))
const words = (count: number) => Array.from({ length: count }, (_, k) => `word${k}`).join(' ')
const field = (label: string, text: string): Block => ({
  kind: 'fields',
  fields: [{ label, columns: 12, value: [[{ text }]] }],
})

describe('pages', () => {
  test('are numbered, and say what they belong to', async () => {
    const pages = await pagesOf(field('Notes', words(2000)))
    expect(pages.length).toBeGreaterThan(2)
    pages.forEach((page, place) => {
      for (const said of [
        'A small dig',
        'Contexts · C1',
        `Page ${place + 1} of ${pages.length}`,
        '4 May 2026',
      ])
        expect(page).toContain(said)
    })
  })

  test('hold a text of any length, each word once', async () => {
    const text = (await pagesOf(field('Notes', words(3000)))).join(' ')
    const found = text.match(/word\d+/g)
    expect(found).toEqual(words(3000).split(' '))
  })

  test('repeat the heads of a table that goes on', async () => {
    const rows = Array.from({ length: 150 }, (_, k) => [`taxon ${k}`, String(k)])
    const pages = await pagesOf({ kind: 'table', columns: ['Taxon', 'Pieces'], rows })
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages) expect(page).toContain('Taxon')
    expect(pages.join(' ').match(/taxon \d+/g)).toHaveLength(150)
  })

  test('never end with a heading', async () => {
    for (let lines = 30; lines < 50; lines++) {
      const value = Array.from({ length: lines }, () => [{ text: 'line' }])
      const pages = await pagesOf(
        { kind: 'fields', fields: [{ label: 'Notes', columns: 12, value }] },
        { kind: 'heading', text: 'Bibliography', level: 1, before: 'paragraphs' },
        { kind: 'paragraphs', paragraphs: [[{ text: 'Greco 1987' }]] },
      )
      const page = pages.find((one) => one.includes('Bibliography'))
      expect(page).toContain('Greco 1987')
    }
  })

  test('say the same in the same bytes', async () => {
    const document = documentOf(field('עברית', 'שכבה of 12 (слой)'))
    expect(Buffer.from(await draw(document)).equals(await draw(document))).toBe(true)
  })

  test.each([
    ['Greek', 'Στρώμα με άφθονη κεραμική'],
    ['Cyrillic', 'Слой тёмно-коричневого суглинка'],
    ['Vietnamese and Polish', 'Đồ gốm Małgorzata Dąbrowska'],
    ['Hebrew', 'שכבה של טין'],
    ['Arabic', 'طبقة من الطين'],
    ['signs', '≈ 5 cm ± 2 → ♀ ½'],
  ])('can be searched in %s', async (_script, text) => {
    const [page] = await pagesOf(field('Notes', text))
    expect(page).toContain(text)
  })

  test.each<[string, Block]>([
    [
      'a cell of thousands of words',
      { kind: 'table', columns: ['a'], rows: [[words(isLong ? 20_000 : 5_000)]] },
    ],
    [
      'names as long as a page',
      {
        kind: 'sequence',
        here: 'C'.repeat(20_000),
        above: Array.from({ length: 300 }, (_, k) => ({
          label: `${k}${'L'.repeat(2000)}`,
          relation: 'covers',
        })),
        beside: [],
        below: [],
      },
    ],
    [
      'coordinates beyond the world',
      {
        kind: 'map',
        geometries: [
          {
            type: 'LineString',
            coordinates: [
              [1e300, 0],
              [-1e300, 1e-300],
            ],
          },
        ],
      },
    ],
  ])('bear %s', async (_case, block) => {
    expect((await draw(documentOf(block))).length).toBeGreaterThan(1000)
  })

  test('stand even where no font has a character', async () => {
    const [page] = await pagesOf(field('Notes', 'before \u{1f3fa} \u6f22 behind'))
    expect(page).toContain('behind')
  })
})

test('a document that takes too long is given up, and the next one is drawn', async () => {
  const document = documentOf(field('Notes', words(200_000)))
  await expect(drawInThread({ document, to: '/dev/null' }, 20)).rejects.toMatchObject({
    code: 'overloaded',
    facts: { detail: 'timeout' },
  })
  await drawInThread({ document: documentOf(field('Notes', 'short')), to: '/dev/null' }, 60_000)
})
