import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'
import { versionsIn } from '../../testing/versions.js'

interface Feature {
  readonly geometry: { readonly type: string; readonly coordinates: unknown }
  readonly properties: Readonly<Record<string, unknown>>
}

const square = [
  [15, 40],
  [15.001, 40],
  [15.001, 40.001],
  [15, 40],
]
const wall = { type: 'Polygon', coordinates: [square] }
const point = (longitude: number, latitude: number) => ({ type: 'Point', coordinates: [longitude, latitude] })

describe.each(oneEngine)('the map (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  /** C1 has two geometries, C2 one, C3 one in another continent, C4 a text that is none. */
  beforeEach(async () => {
    await dig.application.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM "sys_geodata"`)
      await tx.run(sql`DELETE FROM "sys_log"`)
      await tx.insertMany(
        'sys_geodata',
        ['id', 'table_link', 'id_link', 'geometry'],
        [
          [1, 'contexts', 1, 'POINT (15.5 40.5)'],
          [2, 'contexts', 1, 'LINESTRING (15 40, 15.0005 40.00001, 15.001 40)'],
          [3, 'contexts', 2, 'POINT (16 41)'],
          [4, 'contexts', 3, 'POINT (-70 -30)'],
          [5, 'contexts', 4, 'POINT (somewhere)'],
          [6, 'finds', 1, 'POINT (15.5 40.5)'],
        ],
      )
    })
  })

  const features = async (address: string, as: Role = 'reader'): Promise<Feature[]> => {
    const reply = await dig.get(`/api/geoface?tb=contexts${address}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ geojson: { features: Feature[] } }>().geojson.features
  }
  const geoIds = async (address: string, as?: Role) =>
    (await features(address, as)).map(({ properties }) => properties['geo_id'])
  const stored = async (): Promise<Record<number, string>> => {
    const rows = await dig.application.db.quick.all<{ id: number; geometry: string }>(
      sql`SELECT "id", "geometry" FROM "sys_geodata"`,
    )
    return Object.fromEntries(rows.map(({ id, geometry }) => [id, geometry]))
  }
  const logged = async (): Promise<string[]> => {
    const rows = await dig.application.db.quick.all<{ message: string }>(
      sql`SELECT "message" FROM "sys_log" WHERE "channel" = ${'data'} ORDER BY "id"`,
    )
    return rows.map(({ message }) => message)
  }

  describe('as GeoJSON', () => {
    test('has a feature for each geometry, with the preview under its labels, and what a map needs besides', async () => {
      const reply = await dig.get(
        '/api/geoface?tb=contexts&filter[ctx_no][_eq]=C1&search_type=filter',
        'reader',
      )
      expect(reply.headers['content-type']).toContain('application/json')
      expect(reply.json()).toEqual({
        status: 'success',
        geojson: {
          type: 'FeatureCollection',
          features: [
            {
              type: 'Feature',
              geometry: { type: 'Point', coordinates: [15.5, 40.5] },
              properties: { id: 1, geo_id: 1, Context: 'C1' },
            },
            {
              type: 'Feature',
              geometry: {
                type: 'LineString',
                coordinates: [
                  [15, 40],
                  [15.0005, 40.00001],
                  [15.001, 40],
                ],
              },
              properties: { id: 1, geo_id: 2, Context: 'C1' },
            },
          ],
        },
        meta: {
          tb_id: 'contexts',
          tb_label: 'Contexts',
          canUserEdit: false,
          layers: [],
          preview_fields: ['Context'],
          id_field: 'ctx_no',
          has_fuzzy_date: true,
          truncated: false,
        },
      })
      const known = await dig.request(
        {
          method: 'GET',
          url: '/api/geoface?tb=contexts&filter[ctx_no][_eq]=C1&search_type=filter',
          headers: { 'if-none-match': String(reply.headers.etag) },
        },
        'reader',
      )
      expect(known.statusCode).toBe(304)
    })

    test.each([
      ['everything; what cannot be read is passed over', '', [1, 2, 3, 4]],
      ['a filter of the field of a related table', '&filter[trench][code][_eq]=A', [1, 2, 3]],
      ['a filter that says nothing of the id', '&filter={"ctx_type":{"_eq":"cut"}}', [3]],
      ['a fast search', '&search_type=fast&search=topsoil', [1, 2]],
      ['an expression', '&search_type=sqlExpert&querytext=depth_cm > 20', [3]],
      ['a box', '&bbox=15.4,40.4,16,41', [1, 3]],
      ['a box and a filter', '&bbox=15.4,40.4,16,41&filter[ctx_no][_eq]=C2', [3]],
      ['a box with heights', '&bbox=15.4,40.4,-5,15.6,40.6,99', [1]],
      ['a box across the 180th meridian', '&bbox=15.9,-90,-60,90', [3, 4]],
      ['a box of nothing', '&bbox=0,0,1,1', []],
      ['the first of them', '&limit=2', [1, 2]],
      ['more than may be had', '&limit=999999', [1, 2, 3, 4]],
      ['all of them as a stream', '&limit=none', [1, 2, 3, 4]],
    ])('%s', async (_what, address, ids) => {
      expect(await geoIds(address)).toEqual(ids)
    })

    test.each(['fields=ctx_type,%20trench,ctx_no,id', 'fields[]=ctx_type&fields[]=trench&fields[]=ctx_no'])(
      'carries the fields that were asked for (%s)',
      async (asked) => {
        const reply = await dig.get(
          `/api/geoface?tb=contexts&filter[ctx_no][_in][]=C1&filter[ctx_no][_in][]=C2&${asked}`,
          'reader',
        )
        const { geojson, meta } = reply.json<{ geojson: { features: Feature[] }; meta: object }>()
        expect(geojson.features.map(({ properties }) => properties)).toEqual([
          { id: 1, geo_id: 1, Context: 'C1', ctx_type: 'layer', trench: 'A' },
          { id: 1, geo_id: 2, Context: 'C1', ctx_type: 'layer', trench: 'A' },
          { id: 2, geo_id: 3, Context: 'C2', ctx_type: 'cut', trench: 'A' },
        ])
        expect(meta).toMatchObject({
          preview_fields: ['Context'],
          fields: [
            { name: 'ctx_type', key: 'ctx_type' },
            { name: 'trench', key: 'trench' },
            { name: 'ctx_no', key: 'Context' },
          ],
        })
      },
    )

    test('fields that there are not are all told at once', async () => {
      const reply = await dig.get('/api/geoface?tb=contexts&fields=colour,ctx_type,smell', 'reader')
      expect([reply.statusCode, reply.json()]).toMatchObject([
        400,
        {
          code: 'unknown_field',
          detail: { table: 'contexts', field: 'colour' },
          errors: [
            { field: 'colour', code: 'unknown_field' },
            { field: 'smell', code: 'unknown_field' },
          ],
        },
      ])
    })

    test('tells when there is more', async () => {
      const metaOf = async (limit: string) =>
        (await dig.get(`/api/geoface?tb=contexts&limit=${limit}`, 'reader')).json().meta.truncated
      expect([await metaOf('2'), await metaOf('5'), await metaOf('none')]).toEqual([true, false, false])
    })

    test('a coastline comes whole, as fine as it is or as a map shows it; a long text that is none does not', async () => {
      const coast = Array.from({ length: 10_000 }, (_, k) => [14 + k / 1e4, k % 2 === 0 ? 44.5 : 44.500001])
      const line = `(${coast.map((place) => place.join(' ')).join(', ')})`
      await dig.application.db.write((tx) =>
        tx.insertMany(
          'sys_geodata',
          ['id', 'table_link', 'id_link', 'geometry'],
          [
            [7, 'contexts', 5, `LINESTRING ${line}`],
            [8, 'contexts', 6, `POLYGON ${line}`],
          ],
        ),
      )
      const [whole, ...more] = await features('&filter[id][_in]=5,6')
      expect([whole?.properties['geo_id'], more]).toEqual([7, []])
      expect(whole?.geometry).toEqual({ type: 'LineString', coordinates: coast })
      const [drawn] = await features('&filter[id][_eq]=5&zoom=9')
      expect(drawn?.geometry.coordinates).toEqual([coast[0], coast.at(-1)])
    })

    test('is as fine as the zoom', async () => {
      const line = async (zoom: string) =>
        (await features(`&filter[id][_eq]=1&zoom=${zoom}`)).at(-1)?.geometry.coordinates
      expect(await line('4')).toHaveLength(2)
      expect(await line('20')).toHaveLength(3)
    })

    test('shows dated records by overlap', async () => {
      await dig.application.db.write((tx) =>
        tx.run(sql`UPDATE contexts SET chrono_from = -325, chrono_to = -301 WHERE id = 2`),
      )
      const slider = (low: number, high: number) =>
        `&filter[chrono_from][_chrono_overlap][]=${low}&filter[chrono_from][_chrono_overlap][]=${high}`
      expect(await geoIds(slider(-310, 100))).toEqual([3])
      expect(await geoIds(slider(0, 100))).toEqual([])
    })

    test.each([
      ['no table', '', 400, 'parameter_missing'],
      ['an unknown table', '?tb=coins', 404, 'unknown_table'],
      ['a plugin table', '?tb=samples', 422, 'plugin_table_not_allowed'],
      ['a table of the service', '?tb=sys_users', 404, 'unknown_table'],
      ['a broken filter', '?tb=contexts&filter={', 400, 'invalid_filter'],
      ['an unknown field', '?tb=contexts&filter[x][_eq]=1', 400, 'unknown_field'],
      ['a join', '?tb=contexts&join=x', 400, 'invalid_parameter'],
      ['a box of three', '?tb=contexts&bbox=1,2,3', 400, 'invalid_parameter'],
      ['a box of words', '?tb=contexts&bbox=a,b,c,d', 400, 'invalid_parameter'],
      ['a box upside down', '?tb=contexts&bbox=1,5,2,4', 400, 'invalid_parameter'],
      ['a box with a gap', '?tb=contexts&bbox=1,,2,3', 400, 'invalid_parameter'],
      ['a limit of nothing', '?tb=contexts&limit=0', 400, 'invalid_parameter'],
      ['an endless zoom', '?tb=contexts&zoom=99', 400, 'invalid_parameter'],
      ['a box that is a list', '?tb=contexts&bbox[]=1', 400, 'invalid_parameter'],
    ])('%s is refused', async (_what, address, status, code) => {
      const reply = await dig.get(`/api/geoface${address}`, 'reader')
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    })
  })

  describe('new geometries', () => {
    const add = (body: unknown, as: Role = 'writer') => dig.post('/api/geoface/feature', body, as)

    test.each([
      ['an object', wall],
      ['its JSON text', JSON.stringify(wall)],
    ])('are kept from %s, besides those that the record has', async (_what, geometry) => {
      const reply = await add({ tb: 'contexts', id: '1', geometry })
      const { geo_id } = reply.json()
      expect(reply.json()).toEqual({ status: 'success', code: 'ok_insert_geodata', geo_id })
      expect((await stored())[geo_id]).toBe('POLYGON ((15 40, 15.001 40, 15.001 40.001, 15 40))')
      expect(await geoIds('&bbox=15.0009,40.0009,15.1,40.1')).toEqual([geo_id])
      expect(await logged()).toEqual([`map feature ${geo_id} of contexts 1 added by writer`])
    })

    test('may be of a table whose map data are not shown', async () => {
      expect((await add({ tb: 'finds', id: 2, geometry: point(1, 2) })).statusCode).toBe(200)
    })

    test('whoever may change his own records alone adds to these', async () => {
      expect((await add({ tb: 'finds', id: 7, geometry: point(1, 2) }, 'self_writer')).statusCode).toBe(200)
      const reply = await add({ tb: 'finds', id: 1, geometry: point(1, 2) }, 'self_writer')
      expect(reply.json().code).toBe('not_enough_privilege')
    })

    test.each([
      ['no table', { id: 1, geometry: wall }, 400, 'parameter_missing'],
      ['no record', { tb: 'contexts', geometry: wall }, 400, 'parameter_missing'],
      ['no geometry', { tb: 'contexts', id: 1 }, 400, 'parameter_missing'],
      ['nothing', undefined, 400, 'parameter_missing'],
      ['an unknown table', { tb: 'coins', id: 1, geometry: wall }, 404, 'unknown_table'],
      ['a table as a list', { tb: ['contexts'], id: 1, geometry: wall }, 400, 'invalid_parameter'],
      ['a plugin table', { tb: 'samples', id: 1, geometry: wall }, 422, 'plugin_table_not_allowed'],
      ['an absent record', { tb: 'contexts', id: 99, geometry: wall }, 404, 'record_not_found'],
      ['an id that is none', { tb: 'contexts', id: 'x', geometry: wall }, 400, 'invalid_parameter'],
      ['a circle', { tb: 'contexts', id: 1, geometry: { type: 'Circle' } }, 422, 'error_insert_geodata'],
      ['broken JSON', { tb: 'contexts', id: 1, geometry: '{' }, 422, 'error_insert_geodata'],
      ['WKT', { tb: 'contexts', id: 1, geometry: 'POINT (1 2)' }, 422, 'error_insert_geodata'],
      [
        'an open ring',
        {
          tb: 'contexts',
          id: 1,
          geometry: { type: 'Polygon', coordinates: [square.slice(0, 3).concat([[9, 9]])] },
        },
        422,
        'error_insert_geodata',
      ],
    ])('%s is refused', async (_what, body, status, code) => {
      const before = await stored()
      const reply = await add(body)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
      expect(await stored()).toEqual(before)
      expect(await logged()).toEqual([])
    })
  })

  describe('geometries with other shapes', () => {
    const change = (geodata: unknown, as: Role = 'writer') => dig.put('/api/geoface/feature', { geodata }, as)

    test('several at once, of several tables', async () => {
      const reply = await change([
        { id: 1, geometry: point(1, 1) },
        { id: '6', geometry: JSON.stringify(point(2, 2)) },
      ])
      expect(reply.json()).toEqual({ status: 'success', code: 'ok_update_geometry' })
      expect(await stored()).toMatchObject({ 1: 'POINT (1 1)', 6: 'POINT (2 2)', 3: 'POINT (16 41)' })
      expect(await logged()).toEqual(['map features changed: 1, 6 by writer'])
      expect(await geoIds('&bbox=1,1,1,1')).toEqual([1])
    })

    test('no version of the record is made', async () => {
      const before = await versionsIn(dig)
      await change([{ id: 1, geometry: point(1, 1) }])
      expect(await versionsIn(dig)).toEqual(before)
    })

    test('everything that is wrong is told at once, with its place', async () => {
      const reply = await change([
        { id: 1, geometry: point(1, 1) },
        { id: 2, geometry: { type: 'Circle' } },
        { id: 3, geometry: { type: 'Point', coordinates: ['a', 1] } },
      ])
      expect([reply.statusCode, reply.json()]).toMatchObject([
        422,
        {
          code: 'error_update_geometry',
          errors: [
            { field: 'geodata[1].geometry.type', code: 'unsupported_geometry' },
            { field: 'geodata[2].geometry.coordinates', code: 'invalid_coordinates' },
          ],
        },
      ])
      expect((await stored())[1]).toBe('POINT (15.5 40.5)')
    })

    test.each([
      ['nothing', undefined, 400, 'parameter_missing'],
      ['an empty list', [], 400, 'parameter_missing'],
      ['no list', { id: 1 }, 400, 'invalid_parameter'],
      ['no geometry', [{ id: 1 }], 400, 'parameter_missing'],
      ['no id', [{ geometry: wall }], 400, 'invalid_parameter'],
      ['something else than objects', [1], 400, 'invalid_parameter'],
      [
        'the same one twice',
        [
          { id: 1, geometry: wall },
          { id: 1, geometry: wall },
        ],
        400,
        'invalid_parameter',
      ],
      [
        'too many',
        Array.from({ length: 501 }, (_, id) => ({ id, geometry: wall })),
        400,
        'invalid_parameter',
      ],
      [
        'one that is not there',
        [
          { id: 1, geometry: wall },
          { id: 99, geometry: wall },
        ],
        404,
        'geodata_not_found',
      ],
      ['an id beyond all', [{ id: 1e300, geometry: wall }], 404, 'geodata_not_found'],
    ])('%s is refused, and nothing changes', async (_what, geodata, status, code) => {
      const before = await stored()
      const reply = await change(geodata)
      expect([reply.statusCode, reply.json().code], reply.body).toEqual([status, code])
      expect(await stored()).toEqual(before)
    })

    test('which of them are missing is told', async () => {
      const reply = await change([77, 1, 99].map((id) => ({ id, geometry: wall })))
      expect(reply.json().detail).toEqual([77, 99])
    })

    test("somebody else's record keeps its shape", async () => {
      const reply = await change([{ id: 6, geometry: wall }], 'self_writer')
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
    })
  })

  describe('deleted geometries', () => {
    const remove = (ids: unknown, as: Role = 'writer') => dig.delete('/api/geoface/feature', { ids }, as)

    test('go, and those already gone are passed over', async () => {
      const reply = await remove([1, 6, 99, 1])
      expect(reply.json()).toEqual({ status: 'success', code: 'ok_delete_geodata' })
      expect(Object.keys(await stored()).map(Number)).toEqual([2, 3, 4, 5])
      expect(await logged()).toEqual(['map features deleted: 1, 6 by writer'])
      expect((await remove([1])).statusCode).toBe(200)
      expect(await logged()).toHaveLength(1)
    })

    test('one of a record that may not be changed keeps all of them', async () => {
      await dig.application.db.write((tx) =>
        tx.insert('sys_geodata', { table_link: 'finds', id_link: 7, geometry: 'POINT (1 1)' }),
      )
      const before = await stored()
      const reply = await remove(Object.keys(before).map(Number), 'self_writer')
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
      expect(await stored()).toEqual(before)
    })

    test.each([
      ['nothing', undefined, 400, 'parameter_missing'],
      ['an empty list', [], 400, 'parameter_missing'],
      ['no list', 1, 400, 'invalid_parameter'],
      ['no ids', ['a'], 400, 'invalid_parameter'],
      ['too many', Array.from({ length: 501 }, (_, id) => id), 400, 'invalid_parameter'],
    ])('%s is refused', async (_what, ids, status, code) => {
      const reply = await remove(ids)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    })

    test('a deleted record takes its geometries along', async () => {
      await dig.delete('/api/record/contexts/3', undefined, 'admin')
      expect(await geoIds('&bbox=-71,-31,-69,-29', 'admin')).toEqual([])
      expect((await stored())[4]).toBeUndefined()
    })
  })
})

describe.each(oneEngine)('what a person may not see on the map (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    const places: [string, number, string][] = [1, 2, 3].map((id) => ['contexts', id, `POINT (${id} 0)`])
    await dig.application.db.write((tx) =>
      tx.insertMany('sys_geodata', ['table_link', 'id_link', 'geometry'], places),
    )
    await hideRows(dig, 'writer', 'contexts', { ctx_no: { _neq: 'C2' } })
    await hideTable(dig, 'reader', 'contexts')
    const form = { id_field: 'ctx_no', order: 'id', preview: ['ctx_no', 'trench', 'notes', 'ctx_type'] }
    await dig.put('/api/config/table/contexts', form, 'super_admin')
    for (const [name, label] of [
      ['notes', 'Context'],
      ['ctx_type', 'id'],
    ]) {
      const table = (await dig.get('/api/config/table/contexts', 'super_admin')).json()
      expect(table.status).toBe('success')
      const field = { name, label, type: 'text', db_type: 'TEXT' }
      expect(
        (await dig.put(`/api/config/table/contexts/field/${name}`, field, 'super_admin')).statusCode,
      ).toBe(200)
    }
  })
  afterAll(() => dig.close())

  const seen = async (as: Role) =>
    (await dig.get('/api/geoface?tb=contexts&limit=none', as)).json<{ geojson: { features: Feature[] } }>()
      .geojson.features

  test('labels that several fields have are told apart, and lookups show names', async () => {
    const reply = await dig.get('/api/geoface?tb=contexts', 'admin')
    expect(reply.json().meta.preview_fields).toEqual([
      'Context (ctx_no)',
      'Trench',
      'Context (notes)',
      'id (ctx_type)',
    ])
    expect(reply.json().geojson.features[0].properties).toEqual({
      id: 1,
      geo_id: 1,
      'Context (ctx_no)': 'C1',
      Trench: 'A',
      'Context (notes)': 'topsoil',
      'id (ctx_type)': 'layer',
    })
  })

  test('a label may hold whatever people write', async () => {
    const field = { name: 'notes', label: `"Remarks", d'après A. -- \\ ; ?`, type: 'text', db_type: 'TEXT' }
    const renamed = await dig.put('/api/config/table/contexts/field/notes', field, 'super_admin')
    expect(renamed.statusCode, renamed.body).toBe(200)
    const { meta, geojson } = (
      await dig.get('/api/geoface?tb=contexts&filter[notes][_eq]=topsoil', 'admin')
    ).json()
    expect(meta.preview_fields).toEqual(['Context', 'Trench', field.label, 'id (ctx_type)'])
    expect(geojson.features[0].properties).toMatchObject({ id: 1, [field.label]: 'topsoil' })
  })

  test('a field whose name is the key of another has its own behind it', async () => {
    const field = { name: 'notes', label: 'depth_cm', type: 'text', db_type: 'TEXT' }
    expect((await dig.put('/api/config/table/contexts/field/notes', field, 'super_admin')).statusCode).toBe(
      200,
    )
    const reply = await dig.get('/api/geoface?tb=contexts&fields=depth_cm,notes', 'admin')
    expect(reply.json().meta.fields).toEqual([
      { name: 'depth_cm', key: 'depth_cm (depth_cm)' },
      { name: 'notes', key: 'depth_cm' },
    ])
    expect(reply.json().geojson.features[0].properties).toMatchObject({
      depth_cm: 'topsoil',
      'depth_cm (depth_cm)': 12.5,
    })
  })

  test('a hidden record has no feature, cannot be changed and is not there', async () => {
    expect((await seen('writer')).map(({ properties }) => properties['id'])).toEqual([1, 3])
    const body = { geodata: [{ id: 2, geometry: point(9, 9) }] }
    expect((await dig.put('/api/geoface/feature', body, 'writer')).json()).toMatchObject({
      code: 'geodata_not_found',
      detail: [2],
    })
    const added = { tb: 'contexts', id: 2, geometry: point(9, 9) }
    expect((await dig.post('/api/geoface/feature', added, 'writer')).json().code).toBe('record_not_found')
    expect((await dig.delete('/api/geoface/feature', { ids: [2] }, 'writer')).statusCode).toBe(200)
    expect(await seen('admin')).toHaveLength(3)
  })

  test('a table that somebody may not read has no map', async () => {
    const reply = await dig.get('/api/geoface?tb=contexts', 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
    const tile = await dig.get('/api/geoface/tiles/contexts/0/0/0', 'reader')
    expect([tile.statusCode, tile.json().code]).toEqual([403, 'not_enough_privilege'])
  })

  test('of records in a hidden table the names stay hidden', async () => {
    await hideTable(dig, 'writer', 'trenches')
    expect((await seen('writer'))[0]?.properties['Trench']).toBe(1)
    const asked = await dig.get('/api/geoface?tb=contexts&fields=trench', 'writer')
    expect(asked.json().geojson.features[0].properties['Trench']).toBe(1)
  })
})
