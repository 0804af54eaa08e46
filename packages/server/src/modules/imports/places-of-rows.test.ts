import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { hideRows } from '../../testing/scope-as.js'
import { runImport } from './testing/run-import.js'

describe.each(oneEngine)('the places of rows (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  const importRows = (content: string, more: object) =>
    runImport(dig, content, {
      tb: 'contexts',
      mapping: { no: 'ctx_no' },
      key_field: 'ctx_no',
      decimal: '.',
      ...more,
    })
  const placesOf = async (id: number) => {
    const { geodata } = (await dig.get(`/api/record/contexts/${id}`, 'writer')).json()
    return Object.values<{ geometry: { val: string } }>(geodata).map(({ geometry }) => geometry.val)
  }
  const inDegrees = { place: { x: 'x', y: 'y' } }

  test('are made or replaced with their records, and only those that are others count', async () => {
    const file = 'no,x,y\nC1,13.5,45.5\nC9,13.6,45.6\nC2,,45\n'
    const first = (await importRows(file, inDegrees)).json()
    expect(first).toMatchObject({ inserted: 1, updated: 2, unchanged: 2, placed: 2 })
    expect([await placesOf(1), await placesOf(2), await placesOf(first.new_ids.first)]).toEqual([
      ['POINT (13.5 45.5)'],
      [],
      ['POINT (13.6 45.6)'],
    ])
    const again = (await importRows('no,x,y\nC1,14,45\nC9,13.6,45.6\n', inDegrees)).json()
    expect(again).toMatchObject({ inserted: 0, updated: 2, placed: 1 })
    expect(await placesOf(1)).toEqual(['POINT (14 45)'])
  })

  test('come out of the grid of a survey, and out of well-known text', async () => {
    const grid = 'no;east;north\nC1;500.000,0;5.000.000,0\n'
    const place = { x: 'east', y: 'north', epsg: 'EPSG:32633' }
    expect((await importRows(grid, { decimal: ',', place })).json()).toMatchObject({ placed: 1 })
    expect((await placesOf(1))[0]).toMatch(/^POINT \(15 45\.15\d+\)$/)
    const wkt = 'no;shape\nC2;linestring(13 45,14 45)\n'
    expect((await importRows(wkt, { place: { wkt: 'shape' } })).json()).toMatchObject({ placed: 1 })
    expect(await placesOf(2)).toEqual(['LINESTRING (13 45, 14 45)'])
  })

  test.each([
    ['outside the world', 'no,x,y\nC1,13.5,95\nC2,13,45\n', inDegrees, 'outside_the_world'],
    ['no numbers', 'no,x,y\nC1,here,45\nC2,13,45\n', inDegrees, 'invalid_coordinates'],
    [
      'no geometry',
      'no;at\nC1;POINT (13)\nC2;POINT (13 45)\n',
      { place: { wkt: 'at' } },
      'invalid_coordinates',
    ],
  ])('that are %s refuse their row', async (_case, content, more, code) => {
    const refused = await importRows(content, more)
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toEqual([expect.objectContaining({ row: 1, code })])
    expect(await placesOf(2)).toEqual([])
    const skipped = await importRows(content, { ...more, on_error: 'skip' })
    expect(skipped.json()).toMatchObject({ updated: 1, refused: 1, placed: 1 })
  })

  test('are not stored for a row that is left out, since it leads out of the row filter', async () => {
    await hideRows(dig, 'writer', 'contexts', { ctx_type: { _eq: 'layer' } })
    const rows = 'no,t,x,y\nC1,cut,13,45\nC1,layer,,\n'
    const mapping = { no: 'ctx_no', t: 'ctx_type' }
    const reply = await importRows(rows, { ...inDegrees, mapping, on_error: 'skip' })
    expect(reply.json()).toMatchObject({ updated: 1, refused: 1, placed: 0 })
    expect(await placesOf(1)).toEqual([])
  })

  test('need a table with geometries', async () => {
    const reply = await runImport(dig, 'no,x,y\nF1,13,45\n', {
      tb: 'finds',
      mapping: { no: 'inv_no' },
      key_field: 'inv_no',
      ...inDegrees,
    })
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'import_error_no_geo_field'])
  })
})
