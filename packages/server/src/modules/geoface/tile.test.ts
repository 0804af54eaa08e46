import { VectorTile } from '@mapbox/vector-tile'
import type { Geometry, Position } from '@trowel/contract/model/geometry.js'
import fc from 'fast-check'
import { PbfReader } from 'pbf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeWkt } from '../../formats/wkt.js'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows } from '../../testing/scope-as.js'
import { makeTile } from './make-tile.js'
import { boxOfTile } from './tile-place.js'

interface Shown {
  readonly id: number | undefined
  readonly type: number
  readonly properties: Record<string, unknown>
  readonly places: Position[][]
}

/** The features of a layer, their coordinates in units of the tile. */
function layerOf(bytes: Uint8Array, name: string): Shown[] {
  const layer = new VectorTile(new PbfReader(bytes)).layers[name]
  return Array.from({ length: layer?.length ?? 0 }, (_, place) => {
    const feature = layer?.feature(place)
    return {
      id: feature?.id,
      type: feature?.type ?? 0,
      properties: { ...feature?.properties },
      places: feature?.loadGeometry().map((line) => line.map(({ x, y }): Position => [x, y])) ?? [],
    }
  })
}

describe.each(engines)('vector tiles of the map (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.application.db.write((tx) =>
      tx.insertMany(
        'sys_geodata',
        ['table_link', 'id_link', 'geometry'],
        [
          ['contexts', 1, 'POINT (15.5 40.5)'],
          ['contexts', 2, 'POLYGON ((15 40, 15.001 40, 15.001 40.001, 15 40.001, 15 40))'],
          ['contexts', 3, 'POINT (-70 -30)'],
          ['contexts', 4, 'POINT (somewhere)'],
          ['finds', 1, 'POINT (15.5 40.5)'],
        ],
      ),
    )
    await hideRows(dig, 'self_writer', 'contexts', { ctx_no: { _neq: 'C1' } })
  })
  afterAll(() => dig.close())

  const tile = (address: string, as: Role = 'reader') => dig.get(`/api/geoface/tiles/${address}`, as)
  const idsIn = async (address: string, as?: Role) => {
    const reply = await tile(`contexts/${address}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return layerOf(reply.rawPayload, 'contexts').map(({ id }) => id)
  }

  test('hold the features of one table with record, geometry and label', async () => {
    const reply = await tile('contexts/0/0/0')
    expect(reply.headers).toMatchObject({
      'content-type': 'application/vnd.mapbox-vector-tile',
      'x-features-one-of': '1',
      'x-features-truncated': 'false',
    })
    const [first, second, third, ...more] = layerOf(reply.rawPayload, 'contexts')
    expect(first).toEqual({
      id: 1,
      type: 1,
      properties: { id: 1, geo_id: 1, label: 'C1' },
      places: [[[2224, 1543]]],
    })
    expect([second?.type, third?.type, more]).toEqual([3, 1, []])
  })

  test.each([
    ['the quarter of the world', '1/1/0', [1, 2]],
    ['another quarter', '1/0/1', [3]],
    ['nothing there', '1/1/1', []],
    ['a small one', '14/8874/6202', [2]],
    ['a filter', '0/0/0?filter[ctx_type][_eq]=cut', [2]],
    ['a search', '0/0/0?search_type=fast&search=topsoil', [1]],
  ])('%s', async (_what, address, ids) => {
    expect(await idsIn(address)).toEqual(ids)
  })

  test.each(['fields=ctx_type,trench,%20depth_cm', 'fields[]=ctx_type&fields[]=trench&fields[]=depth_cm'])(
    'fields asked for come along, lookups by name; what is empty does not (%s)',
    async (asked) => {
      const reply = await tile(`contexts/0/0/0?${asked}`)
      expect(layerOf(reply.rawPayload, 'contexts').map(({ properties }) => properties)).toEqual([
        { id: 1, geo_id: 1, label: 'C1', ctx_type: 'layer', trench: 'A', depth_cm: 12.5 },
        { id: 2, geo_id: 2, label: 'C2', ctx_type: 'cut', trench: 'A', depth_cm: 40 },
        { id: 3, geo_id: 3, label: 'C3', ctx_type: 'fill', trench: 'B' },
      ])
    },
  )

  test('records that a person may not see are in no tile', async () => {
    expect(await idsIn('0/0/0', 'self_writer')).toEqual([2, 3])
  })

  test('an empty tile is an empty answer, and a known one is not sent again', async () => {
    const empty = await tile('contexts/3/0/0')
    expect([empty.statusCode, empty.rawPayload.length]).toEqual([200, 0])
    const url = '/api/geoface/tiles/contexts/0/0/0'
    const { etag } = (await dig.get(url, 'reader')).headers
    const again = await dig.request(
      { method: 'GET', url, headers: { 'if-none-match': String(etag) } },
      'reader',
    )
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  })

  test.each([
    ['a zoom too deep', 'contexts/23/0/0', 400, 'invalid_parameter'],
    ['a column too many', 'contexts/2/4/0', 400, 'invalid_parameter'],
    ['a row too many', 'contexts/0/0/1', 400, 'invalid_parameter'],
    ['no number', 'contexts/a/0/0', 404, 'route_not_found'],
    ['a negative one', 'contexts/1/-1/0', 404, 'route_not_found'],
    ['an unknown table', 'coins/0/0/0', 404, 'unknown_table'],
    ['a plugin table', 'samples/0/0/0', 422, 'plugin_table_not_allowed'],
    ['an unknown field', 'contexts/0/0/0?fields=colour', 400, 'unknown_field'],
    [
      'too many fields',
      `contexts/0/0/0?fields=${Array.from({ length: 13 }, (_, k) => `f${k}`)}`,
      400,
      'invalid_parameter',
    ],
    ['a broken filter', 'contexts/0/0/0?filter={', 400, 'invalid_filter'],
  ])('%s is refused', async (_what, address, status, code) => {
    const reply = await tile(address)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('of very many those stay whose ids are multiples, more with every zoom, and of few selected ones all', async () => {
    const places = Array.from({ length: 9_000 }, (_, k): [string, number, string] => [
      'finds',
      (k % 8) + 1,
      `POINT (${(k % 100) / 10} ${Math.floor(k / 100) / 10})`,
    ])
    await dig.application.db.write((tx) =>
      tx.insertMany('sys_geodata', ['table_link', 'id_link', 'geometry'], places),
    )
    const far = await tile('finds/0/0/0')
    expect(far.headers['x-features-one-of']).toBe('16')
    const ids = layerOf(far.rawPayload, 'finds').map(({ id }) => id as number)
    expect(ids.length).toBeGreaterThan(500)
    expect(ids.every((id) => id % 16 === 0)).toBe(true)
    const near = await tile('finds/8/130/127')
    expect(near.headers['x-features-one-of']).toBe('1')
    const few = await tile('finds/0/0/0?filter[inv_no][_eq]=F2')
    expect(few.headers['x-features-one-of']).toBe('1')
    expect(layerOf(few.rawPayload, 'finds')).toHaveLength(1125)
  })

  test('how many geometries other tables have in the same place, a tile does not tell', async () => {
    const near = async () => (await tile('finds/8/130/127')).headers['x-features-one-of']
    expect(await near()).toBe('1')
    const places = Array.from({ length: 9_000 }, (_, k) => [
      'contexts',
      900_000 + k,
      `POINT (${3 + (k % 100) / 100} ${1 + Math.floor(k / 100) / 300})`,
    ])
    await dig.application.db.write((tx) =>
      tx.insertMany('sys_geodata', ['table_link', 'id_link', 'geometry'], places),
    )
    expect(await near()).toBe('1')
    await dig.application.db.write((tx) =>
      tx.run(sql`DELETE FROM "sys_geodata" WHERE "table_link" = 'contexts' AND "id_link" >= 900000`),
    )
  })

  test('what lies outside is in no tile of very many, and what changes is in the next', async () => {
    const places = Array.from({ length: 2_000 }, (_, k) => ['finds', 1, `POINT (-70 ${-k / 100})`])
    await dig.application.db.write((tx) =>
      tx.insertMany('sys_geodata', ['table_link', 'id_link', 'geometry'], places),
    )
    const shown = async (address: string, as?: Role) => {
      const reply = await tile(address, as)
      expect(reply.headers['x-features-one-of']).toBe('16')
      return layerOf(reply.rawPayload, 'finds')
    }
    const whole = await shown('finds/0/0/0')
    const east = await shown('finds/1/1/0')
    const xOf = ({ places: [line] }: Shown) => line?.[0]?.[0] ?? 0
    const idsOf = (features: readonly Shown[]) => features.map(({ id }) => id)
    expect(idsOf(east)).toEqual(idsOf(whole.filter((feature) => xOf(feature) > 2000)))
    expect(whole.length - east.length).toBe(125)

    expect(await shown('finds/0/0/0?fields=inv_no')).toHaveLength(whole.length)
    const first = whole[0]?.properties ?? {}
    const renamed = await dig.put(`/api/record/finds/${first['id']}`, { core: { inv_no: 'F99' } }, 'writer')
    expect(renamed.statusCode, renamed.body).toBe(200)
    const labels = (await shown('finds/0/0/0')).filter(({ properties }) => properties['id'] === first['id'])
    expect(new Set(labels.map(({ properties }) => properties['label']))).toEqual(new Set(['F99']))
    await hideRows(dig, 'self_writer', 'finds', { inv_no: { _neq: 'F99' } })
    const visible = await shown('finds/0/0/0', 'self_writer')
    expect(visible.filter(({ properties }) => properties['id'] === first['id'])).toEqual([])
    expect((await shown('finds/0/0/0')).length).toBeGreaterThan(visible.length)
  })

  test('a tile of very many is the same when ids are far apart, and when a sample of them tells nothing', async () => {
    const known = (await tile('finds/0/0/0')).rawPayload
    const far = async (id: number): Promise<void> => {
      const place = { id, table_link: 'contexts', id_link: 900_000, geometry: 'POINT (5 5)' }
      await dig.application.db.write((tx) => tx.insert('sys_geodata', place))
      const reply = await tile('finds/0/0/0')
      expect(reply.headers['x-features-one-of']).toBe('16')
      expect(reply.rawPayload.equals(known)).toBe(true)
    }
    await far(200_000)
    await far(2 ** 50)
    await dig.application.db.write((tx) =>
      tx.run(sql`DELETE FROM "sys_geodata" WHERE "table_link" = 'contexts' AND "id_link" >= 900000`),
    )
  })
})

describe('a tile', () => {
  const position: fc.Arbitrary<Position> = fc.tuple(
    fc.double({ min: 9, max: 13, noNaN: true }),
    fc.double({ min: 40, max: 44, noNaN: true }),
  )
  const ring = fc
    .array(position, { minLength: 3, maxLength: 12 })
    .map((open) => [...open, open[0] as Position])
  const shape: fc.Arbitrary<Geometry> = fc.oneof(
    position.map((coordinates) => ({ type: 'Point' as const, coordinates })),
    fc
      .array(position, { minLength: 2, maxLength: 9 })
      .map((coordinates) => ({ type: 'LineString' as const, coordinates })),
    ring.map((only) => ({ type: 'Polygon' as const, coordinates: [only] })),
  )

  test('is cut at its border, whatever lies in it, and its rings are closed', () => {
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 6 }), fc.integer({ min: 0, max: 12 }), (shapes, z) => {
        const n = 2 ** z
        const place = { z, x: Math.floor((191 / 360) * n), y: Math.floor(0.371 * n) }
        const features = shapes.map((each, k) => ({ geoId: k + 1, wkt: writeWkt(each), properties: { k } }))
        const { bytes, unreadable } = makeTile({ place, layer: 'contexts', features })
        expect(unreadable).toEqual([])
        for (const { type, places } of layerOf(bytes, 'contexts')) {
          for (const line of places) {
            for (const value of line.flat()) {
              expect(value).toBeGreaterThanOrEqual(-65)
              expect(value).toBeLessThanOrEqual(4161)
            }
            if (type === 3) expect(line.at(-1)).toEqual(line[0])
          }
        }
      }),
    )
  })

  test('a pit smaller than a unit stays in it', () => {
    const wkt = 'POLYGON ((11 42, 11.000001 42, 11.000001 42.000001, 11 42))'
    const { bytes } = makeTile({
      place: { z: 0, x: 0, y: 0 },
      layer: 'pits',
      features: [{ geoId: 5, wkt, properties: {} }],
    })
    expect(layerOf(bytes, 'pits').map(({ id, type }) => [id, type])).toEqual([[5, 3]])
  })

  test('a text that is no geometry is told', () => {
    const features = [{ geoId: 7, wkt: 'POINT (x)', properties: {} }]
    const made = makeTile({ place: { z: 0, x: 0, y: 0 }, layer: 'pits', features })
    expect([made.unreadable, made.bytes.length]).toEqual([[7], 0])
  })

  test('has the box that its place on the map says, with a border', () => {
    expect(boxOfTile({ z: 0, x: 0, y: 0 })).toEqual([-185.625, -90, 185.625, 90])
    const [west, south, east, north] = boxOfTile({ z: 1, x: 1, y: 0 })
    expect([west, east, north]).toEqual([-2.8125, 182.8125, 90])
    expect(south).toBeCloseTo(-2.8114, 3)
  })
})
