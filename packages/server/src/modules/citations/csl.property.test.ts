import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CslItem, readCslItem } from './csl-item.js'
import { type CitationFormat, citationFormats } from './export-citations.js'

const types = [
  'book',
  'article-journal',
  'chapter',
  'thesis',
  'webpage',
  'map',
  'dataset',
  'report',
  'bill',
  'x',
]
const fields = [
  'title',
  'title-short',
  'container-title',
  'publisher',
  'publisher-place',
  'page',
  'page-first',
  'volume',
  'issue',
  'number',
  'edition',
  'DOI',
  'URL',
  'ISBN',
  'ISSN',
  'PMID',
  'note',
  'abstract',
  'keyword',
  'language',
  'genre',
  'medium',
  'event',
  'event-place',
  'number-of-pages',
  'number-of-volumes',
  'collection-title',
  'collection-number',
  'chapter-number',
  'archive',
  'source',
  'call-number',
  'annote',
  'status',
  'year-suffix',
  'citation-key',
  'categories',
  'custom',
  '__proto__',
]
const names = [
  'author',
  'editor',
  'translator',
  'container-author',
  'collection-editor',
  'director',
  'recipient',
]
const dates = ['issued', 'accessed', 'submitted', 'original-date', 'event-date']

const plain = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.constantFrom('', '1-', '–'),
)
const name = fc.dictionary(
  fc.constantFrom('family', 'given', 'literal', 'suffix', 'dropping-particle', 'non-dropping-particle'),
  plain,
)
const date = fc.record(
  {
    'date-parts': fc.array(
      fc.array(fc.oneof(fc.integer({ min: -500, max: 2100 }), fc.string()), { maxLength: 4 }),
    ),
    raw: plain,
    literal: plain,
    season: plain,
    circa: fc.oneof(fc.boolean(), plain),
  },
  { requiredKeys: [] },
)
const anything = fc.anything()
const work = fc
  .tuple(
    fc.constantFrom(...types),
    fc.dictionary(fc.constantFrom(...fields), fc.oneof({ weight: 5, arbitrary: plain }, anything)),
    fc.dictionary(fc.constantFrom(...names), fc.oneof({ weight: 5, arbitrary: fc.array(name) }, anything)),
    fc.dictionary(fc.constantFrom(...dates), fc.oneof({ weight: 5, arbitrary: date }, anything)),
  )
  .map(([type, ...parts]): unknown => Object.assign({ type }, ...parts))

describe('works that anybody may have described', () => {
  test('are written in every format, one entry for each', async () => {
    await fc.assert(
      fc.asyncProperty(work, async (given) => {
        const item: CslItem = { ...readCslItem(given), type: 'book', id: 'g1-AAAAAAA2' }
        for (const format of Object.values<CitationFormat>(citationFormats)) {
          const text = await format.text([item, item])
          expect(text).not.toContain('\u0000')
        }
        const ris = await citationFormats.ris.text([item, item])
        expect(ris.match(/^TY {2}- /gm)).toHaveLength(2)
        expect(ris.match(/^ER {2}- /gm)).toHaveLength(2)
        const bibtex = (await citationFormats.bibtex.text([item])).replaceAll(/\\[\\{}&%$#_]/g, '')
        expect(bibtex.split('{').length).toBe(bibtex.split('}').length)
      }),
      { numRuns: 300, examples: [[{ type: 'book', ISSN: '\\' }]] },
    )
  })
})
