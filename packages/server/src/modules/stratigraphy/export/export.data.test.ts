import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { readLst } from '../../../testing/read-lst.js'
import { sampleMatrix, type WrittenRelation } from '../../../testing/sample-matrix.js'
import { drawMatrix } from '../drawing/draw-matrix.js'
import { writeLst } from './lst.js'

const data = resolve(process.env['TROWEL_TEST_DATA'] ?? '../shared/data')
const facts = { date: '2026-11-21', isReduced: false }

test('a list of another program comes back as it was', async () => {
  const { name, units } = readLst(await readFile(resolve(data, 'strat-small-mit/bonn.lst'), 'latin1'))
  // Top and bottom are no units, and what is said on one side only counts on both.
  const isUnit = (other: string) => other !== '+' && other !== '-'
  const written: WrittenRelation[] = []
  const known = new Set<string>()
  for (const [unit, { above, below }] of units) {
    if (!isUnit(unit)) continue
    const pairs = [...below.map((other) => [unit, other]), ...above.map((other) => [other, unit])]
    for (const [newer = '', older = ''] of pairs.filter((pair) => pair.every(isUnit))) {
      if (!known.has(`${newer} ${older}`)) written.push([newer, 'covers', older])
      known.add(`${newer} ${older}`)
    }
  }
  const again = readLst(writeLst(sampleMatrix(written, { table: name })))
  expect(again.name).toBe('bonntest')
  expect(new Set(again.units.keys())).toEqual(new Set([...units.keys()].filter(isUnit)))
  for (const [unit, { above, below }] of again.units) {
    expect(below.map((other) => known.has(`${unit} ${other}`))).toEqual(below.map(() => true))
    expect(above.map((other) => known.has(`${other} ${unit}`))).toEqual(above.map(() => true))
    for (const other of units.get(unit)?.below.filter(isUnit) ?? []) expect(below).toContain(other)
    for (const other of units.get(unit)?.above.filter(isUnit) ?? []) expect(above).toContain(other)
  }
})

describe('the sequence of Çatalhöyük, buildings 1 and 5', () => {
  const read = async (file: string): Promise<Record<string, string>[]> =>
    parse(await readFile(resolve(data, 'strat-catalhoyuk-b1b5', file)), { columns: true })

  test('705 units are drawn on 102 levels, 15 of them apart', async () => {
    const observations = await read('observations.csv')
    const labels = (await read('contexts.csv')).map(({ label }) => String(label))
    const written = observations.map(
      ({ younger, older }): WrittenRelation => [String(younger), 'covers', String(older)],
    )
    const related = new Set(written.flatMap(([younger, , older]) => [younger, older]))
    const alone = labels.filter((label) => !related.has(label))
    const svg = drawMatrix(sampleMatrix(written, { alone }), facts) ?? ''
    expect(svg).toContain('705 units · 854 relations · 102 levels')
    expect(svg).toContain('nothing above or below (15)')
    expect(new Set([...svg.matchAll(/data-unit="(\d+)"/g)].map(([, id]) => id)).size).toBe(705)
    expect([...svg.matchAll(/data-relation="/g)]).toHaveLength(854)
    const [, width, height] = svg.match(/viewBox="0 0 (\d+) (\d+)"/) ?? []
    // On a sheet A0, 1189 mm long, letters of twelve pixels are then five points high.
    expect(Math.max(Number(width), Number(height))).toBeLessThan(8000)
  })
})
