import type { Geometry, Position } from '@trowel/contract/model/geometry.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeWkt } from '../../formats/wkt.js'
import { allGeometryTexts, countMeeting, quicklyRead } from '../../geometry/geometry-threads.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { readFeatureBody } from './read-body.js'

/** A coast of an island in the east or in the west, of about a mebibyte as JSON. */
function island(longitude: number): Geometry {
  const positions = 30_000
  const coast = Array.from({ length: positions }, (_, k): Position => {
    const turn = (2 * Math.PI * k) / positions
    return [round(longitude + Math.cos(turn)), round(40 + Math.sin(turn))]
  })
  return { type: 'Polygon', coordinates: [[...coast, coast[0] as Position]] }
}
const round = (degrees: number): number => Math.round(degrees * 1e10) / 1e10

const [east, west] = [island(20), island(-20)]
const open: Geometry = { type: 'Polygon', coordinates: [(east.coordinates[0] as Position[]).slice(1)] }

describe.each(oneEngine)('a coast of thirty thousand positions (%s)', (engine) => {
  let dig: Dig
  let geoId = 0
  beforeAll(async () => {
    dig = await openDig(engine)
    const added = await dig.post('/api/geoface/feature', { tb: 'contexts', id: 1, geometry: east }, 'writer')
    expect(added.json()).toMatchObject({ status: 'success', code: 'ok_insert_geodata' })
    geoId = added.json<{ geo_id: number }>().geo_id
  })
  afterAll(() => dig.close())

  const inRecord = async () =>
    (await dig.get('/api/record/contexts/1', 'reader')).json<{ geodata: Record<string, unknown> }>().geodata

  test('is shown by its record as text and GeoJSON', async () => {
    expect((await inRecord())[geoId]).toEqual({
      id: { name: 'id', label: 'Id', val: geoId },
      table_link: { name: 'table_link', label: 'Table', val: 'contexts' },
      id_link: { name: 'id_link', label: 'Linked id', val: 1 },
      geometry: { name: 'geometry', label: 'Geometry', val: writeWkt(east) },
      geojson: east,
    })
  })

  test('is found by a box that it crosses, and not by one in the corner of its own', async () => {
    const items = async (box: string) =>
      (await dig.get(`/ogc/collections/contexts/items?bbox=${box}`, 'reader')).json<{
        numberMatched: number
        features: { geometry: Geometry }[]
      }>()
    const found = await items('20.9,39,25,41')
    expect([found.numberMatched, found.features[0]?.geometry]).toEqual([1, east])
    expect(await items('20.9,40.9,25,45')).toMatchObject({ numberMatched: 0, features: [] })
    const one = await dig.get(`/ogc/collections/contexts/items/${geoId}`, 'reader')
    expect(one.json()).toMatchObject({ id: geoId, geometry: east })
  })

  test('is exported whole', async () => {
    const file = await dig.get('/api/records/contexts/export?format=geojson&filter[id][_lte]=2', 'reader')
    const { features } = file.json<{ features: { geometry: unknown; properties: { id: number } }[] }>()
    expect(features.map(({ geometry, properties: { id } }) => [id, geometry])).toEqual([
      [1, east],
      [2, null],
    ])
  })

  test('is changed, whether it comes as GeoJSON or as the text of it', async () => {
    for (const geometry of [JSON.stringify(west), east, west]) {
      const changed = await dig.put('/api/geoface/feature', { geodata: [{ id: geoId, geometry }] }, 'writer')
      expect(changed.json()).toEqual({ status: 'success', code: 'ok_update_geometry' })
    }
    expect((await inRecord())[geoId]).toMatchObject({ geojson: west })
  })

  test.each([
    [
      'a ring that is open',
      { geodata: [{ id: 1, geometry: open }] },
      422,
      'error_update_geometry',
      'geodata[0].geometry.coordinates[0]',
    ],
    [
      'an unknown shape',
      { geodata: [{ id: 1, geometry: { ...east, type: 'Circle' } }] },
      422,
      'error_update_geometry',
      'geodata[0].geometry.type',
    ],
    ['one without an id', { geodata: [{ geometry: east }] }, 400, 'invalid_parameter', 'geodata[0].id'],
    [
      'a key that reaches for a prototype',
      `{"__proto__":{},"geodata":[{"id":1,"geometry":${JSON.stringify(east)}}]}`,
      400,
      'bad_request',
      undefined,
    ],
    ['what ends too early', JSON.stringify({ geometry: east }).slice(0, -9), 400, 'bad_request', undefined],
  ])('%s is refused, and nothing changes', async (_what, body, status, code, field) => {
    const before = await inRecord()
    const payload = typeof body === 'string' ? body : JSON.stringify(body).replace('"id":1', `"id":${geoId}`)
    const headers = { 'content-type': 'application/json' }
    const reply = await dig.request(
      { method: 'PUT', url: '/api/geoface/feature', headers, payload },
      'writer',
    )
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    expect(reply.json().errors?.[0].field).toBe(field)
    expect(await inRecord()).toEqual(before)
  })
})

describe('what a large geometry needs is done in a thread', () => {
  const wkt = writeWkt(east)

  /** Others are answered meanwhile only if the loop goes on. What is no work of a thread ends before. */
  async function turnsTheLoop(work: () => Promise<unknown>): Promise<boolean> {
    let isDone = false
    const done = work().then(() => {
      isDone = true
    })
    for (let step = 0; step < 100; step++) await undefined
    const isUnderWay = !isDone
    await done
    return isUnderWay
  }

  test.each([
    ['reading', (text: string) => allGeometryTexts([{ wkt: text }])],
    ['looking at a box', (text: string) => countMeeting({ wkts: [text], boxes: [[0, 0, 1, 1]] })],
    [
      'taking',
      (text: string) => readFeatureBody(Buffer.from(`{"tb":"contexts","geometry":${JSON.stringify(text)}}`)),
    ],
  ])('%s', async (_what, work) => {
    expect(wkt.length).toBeGreaterThan(quicklyRead)
    expect(await turnsTheLoop(() => work(wkt))).toBe(true)
    expect(await turnsTheLoop(() => work('POINT (1 2)'))).toBe(false)
  })
})
