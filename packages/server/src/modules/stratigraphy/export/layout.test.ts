import { MatrixLayoutReply } from '@trowel/contract/stratigraphy.js'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { sampleMatrix, type WrittenRelation } from '../../../testing/sample-matrix.js'
import { drawMatrix } from '../drawing/draw-matrix.js'
import { writeLayout } from './layout.js'

const chain: readonly WrittenRelation[] = [
  ['C1', 'covers', 'C2'],
  ['C2', 'fills', 'C3'],
  ['C4', 'is_cut_by', 'C3'],
  ['C4', 'is_the_same_as', 'C5'],
]
const layoutOf = (...[written, more]: Parameters<typeof sampleMatrix>): MatrixLayoutReply =>
  Value.Parse(MatrixLayoutReply, JSON.parse(writeLayout(sampleMatrix(written, more)) ?? ''))

describe('the layout of a matrix', () => {
  test('has every box and every line where the drawing has them', () => {
    const more = { alone: ['C6'], dates: { C1: 'c3 CE' } }
    const svg = drawMatrix(sampleMatrix(chain, more), { date: '2026-11-21', isReduced: false }) ?? ''
    const { boxes, lines } = layoutOf(chain, more)
    for (const { x, y, width, height } of boxes)
      expect(svg).toContain(`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="2"/>`)
    for (const { id, points } of lines)
      expect(svg).toMatch(new RegExp(`id="relation-${id}"[^>]* d="M${points[0]} ${points[1]}[VH]`))
    expect([boxes.length, lines.length]).toEqual([5, 3])
  })

  test('lines lead from box to box and turn at right angles', () => {
    const { boxes, lines } = layoutOf([...chain, ['C1', 'covers', 'C4']])
    for (const { newer, older, points } of lines) {
      const [from, to] = [boxes[newer], boxes[older]]
      expect(points[1]).toBe((from?.y ?? 0) + (from?.height ?? 0))
      expect(points.at(-1)).toBe(to?.y)
      for (let k = 2; k < points.length; k += 2)
        expect(points[k] === points[k - 2] || points[k + 1] === points[k - 1]).toBe(true)
    }
  })

  test('units that are the same share a box, isolated ones stand in a block, dates are told', () => {
    const { boxes, isolated } = layoutOf(chain, { alone: ['C6'], dates: { C1: 'c3 CE' }, outside: ['C4'] })
    const both = boxes.find(({ units }) => units.length === 2)
    expect(both?.units.map(({ identifier, in_filter }) => [identifier, in_filter])).toEqual([
      ['C4', false],
      ['C5', true],
    ])
    expect(both?.joins.map(({ id }) => id)).toEqual([4])
    expect(isolated?.count).toBe(1)
    expect(boxes[0]?.units[0]).toMatchObject({ identifier: 'C1', name: 'C1', date: 'c3 CE' })
  })

  test('loops are marked and named', () => {
    const { boxes, lines, loops } = layoutOf([...chain, ['C4', 'covers', 'C2'], ['C4', 'cuts', 'C5']])
    expect(loops.map(({ units }) => units.map(({ label }) => label).sort())).toContainEqual([
      'C2',
      'C3',
      'C4',
    ])
    expect(lines.filter((line) => line.in_loop).length).toBeGreaterThanOrEqual(3)
    expect(lines.find(({ id }) => id === 1)?.in_loop).toBe(false)
    expect(boxes.find((box) => box.within.length > 0)).toMatchObject({ in_loop: true, within: [{ id: 6 }] })
  })

  test('is not made where no drawing could be read', () => {
    const units = 3000
    const long = Array.from({ length: units - 1 }, (_, k): WrittenRelation => [`${k}`, 'covers', `${k + 1}`])
    const over = Array.from({ length: 900 }, (_, k): WrittenRelation => [`${k}`, 'cuts', `${units - 1 - k}`])
    expect(writeLayout(sampleMatrix([...long, ...over]))).toBeUndefined()
  })
})
