import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { sampleMatrix, type WrittenRelation } from '../../../testing/sample-matrix.js'
import { drawMatrix } from './draw-matrix.js'

const facts = { date: '2026-11-21', isReduced: false }
const draw = (...[written, more]: Parameters<typeof sampleMatrix>): string =>
  drawMatrix(sampleMatrix(written, more), facts) ?? ''

const chain: readonly WrittenRelation[] = [
  ['C1', 'covers', 'C2'],
  ['C2', 'fills', 'C3'],
  ['C4', 'is_cut_by', 'C3'],
]

/** Ids that the drawing gives in an attribute. */
const given = (svg: string, attribute: string): number[] =>
  [...svg.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].flatMap(([, ids]) =>
    String(ids).split(' ').map(Number),
  )

describe('the drawing of a matrix', () => {
  test('is well-formed, says what it shows, and needs nothing from elsewhere', () => {
    const svg = draw(chain)
    expect(XMLValidator.validate(svg)).toBe(true)
    const { svg: root } = new XMLParser({ ignoreAttributes: false }).parse(svg)
    expect([root['@_role'], root.title['#text'], root['@_aria-labelledby']]).toEqual([
      'img',
      'Harris matrix: Contexts',
      'hm-title hm-desc',
    ])
    expect(root.desc['#text']).toContain('4 units · 3 relations · 4 levels · 2026-11-21')
    expect(svg).not.toMatch(/<script|<image|@import|url\((?!#)|href=/)
  })

  test('every unit and every relation is there once, also those that join units', () => {
    const written: WrittenRelation[] = [...chain, ['C4', 'is_the_same_as', 'C5'], ['C5', 'is_bound_to', 'C6']]
    const svg = draw(written, { alone: ['C7'] })
    expect(given(svg, 'data-unit').sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect([...given(svg, 'data-relation'), ...given(svg, 'data-joined-by')].sort()).toEqual([1, 2, 3, 4, 5])
    expect(svg).toContain('C4 is the same as C5')
    expect(svg).toContain('Isolated: nothing above or below (1)')
  })

  test('loops are red, named, and their arrows point to the older unit', () => {
    const svg = draw([...chain, ['C4', 'covers', 'C2']])
    expect(svg).toContain('Loop: ')
    const wrong = [...svg.matchAll(/class="hm-line hm-loop"[^>]*marker-end/g)]
    expect(wrong.length).toBeGreaterThanOrEqual(3)
    expect(svg).toMatch(/id="relation-1"[^>]*class="hm-line" /)
    expect(svg).toContain('the arrow points to the older unit')
    expect(draw(chain)).not.toContain('arrow points')
  })

  test('a relation between units that are the same is drawn at their box', () => {
    const svg = draw([...chain, ['C4', 'is_the_same_as', 'C5'], ['C4', 'cuts', 'C5']])
    expect(svg).toMatch(/<path id="relation-5"[^>]*hm-loop/)
    expect(given(svg, 'data-relation')).toHaveLength(4)
  })

  test('what lies outside the filter is paler, and the heading says so', () => {
    const svg = draw(chain, { outside: ['C4'] })
    expect(svg).toContain('3 of 4 units match the filter')
    expect(svg).toMatch(/<g id="group-4" class="hm-box hm-pale"/)
    expect(svg).toMatch(/<path id="relation-3"[^>]*class="hm-line hm-pale"/)
    expect(svg).toMatch(/<g id="group-3" class="hm-box"/)
  })

  test('names of every kind are shown whole to those who point at them, and short in the box', () => {
    const names = ['<b>&"\'', 'ح'.repeat(200), 'a\nb\tc', '\u0001\ud800', '👩‍🌾'.repeat(40), '  ', '十二号墓']
    const svg = draw([], { alone: names })
    expect(XMLValidator.validate(svg)).toBe(true)
    expect(svg).toContain('&lt;b&gt;&amp;&quot;&#39;')
    expect(svg).toContain('ح'.repeat(200))
    expect(svg).toContain(`>${'ح'.repeat(23)}…<`)
    expect(svg).toContain(`>${'👩‍🌾'.repeat(23)}…<`)
    expect(svg).toContain('>a b c<')
    expect(svg).toContain('>(6)<')
  })

  test('dates stand below the names', () => {
    const svg = draw(chain, { dates: { C1: 'c3 CE', C2: '' } })
    expect(svg).toMatch(/hm-date hm-quiet"[^>]*>c3 CE</)
    expect(svg).toContain('date of the unit')
    expect(draw(chain)).not.toContain('date of the unit')
  })

  test('the same matrix gives the same drawing', () => expect(draw(chain)).toBe(draw(chain)))

  test('a table without records has a drawing too', () => {
    expect(draw([])).toContain('0 units · 0 relations · 0 levels')
  })

  test('lines that nobody could follow are not drawn', () => {
    const units = 3000
    const long = Array.from({ length: units - 1 }, (_, k): WrittenRelation => [`${k}`, 'covers', `${k + 1}`])
    const over = Array.from({ length: 900 }, (_, k): WrittenRelation => [`${k}`, 'cuts', `${units - 1 - k}`])
    const matrix = sampleMatrix([...long, ...over])
    expect(drawMatrix(matrix, facts)).toBeUndefined()
    expect(drawMatrix(sampleMatrix([...long, ...over], { isReduced: true }), facts)).toContain('3,000 units')
  })
})
