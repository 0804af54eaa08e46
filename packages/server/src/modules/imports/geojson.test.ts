import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { countStatements } from '../../testing/count-statements.js'
import { preview } from '../../testing/import-file.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'

type Feature = Record<string, unknown>

const feature = (key: unknown, geometry: unknown): Feature => ({
  type: 'Feature',
  properties: { nr: key },
  geometry,
})
const point = (...coordinates: unknown[]) => ({ type: 'Point', coordinates })
const collection = (features: unknown, more: Record<string, unknown> = {}) =>
  JSON.stringify({ type: 'FeatureCollection', ...more, features })

describe.each(oneEngine)('map data from files (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const look = (content: string, tb: string | undefined = 'contexts', as: Role = 'writer') =>
    preview(dig, { content, after: { type: 'geojson', ...(tb === undefined ? {} : { tb }) } }, as)
  const run = async (content: string, change: Record<string, unknown> = {}) => {
    const looked = await look(content)
    expect(looked.statusCode, looked.body).toBe(200)
    const body = {
      temp_id: looked.json().temp_id,
      tb: 'contexts',
      geo_prop: 'nr',
      key_field: 'ctx_no',
      ...change,
    }
    return dig.post('/api/import/geojson', body, 'writer')
  }
  const stored = () =>
    dig.application.db.quick.all<{ record: number; geometry: string }>(
      sql`SELECT id_link AS record, geometry FROM sys_geodata WHERE table_link = 'contexts' ORDER BY id`,
    )
  const clear = () => dig.application.db.write((tx) => tx.run(sql`DELETE FROM sys_geodata`))

  // What is decided before the database.
  describe('the look', () => {
    test('tells types, properties and the reference system', async () => {
      const reply = await look(
        collection(
          [
            feature('C1', point(1, 2)),
            { type: 'Feature', properties: { kind: 'x' }, geometry: null },
            feature(1, { type: 'Polygon' }),
          ],
          { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32633' } } },
        ),
      )
      expect(reply.json()).toEqual({
        status: 'success',
        temp_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        count: 3,
        geometry_types: ['Point', 'Polygon'],
        geo_props: ['nr', 'kind'],
        geo_field: 'geometry',
        epsg: 32633,
        crs: 'urn:ogc:def:crs:EPSG::32633',
      })
    })

    test('says where a table takes no geometries, and no reference system where it is not known', async () => {
      const local = { crs: { type: 'name', properties: { name: 'local grid' } } }
      const reply = await look(collection([], local), 'finds')
      expect(reply.json()).toMatchObject({ count: 0, geo_field: null, epsg: null, crs: 'local grid' })
    })

    test.each<[string, string, string | undefined, number, string]>([
      ['no table', collection([]), undefined, 400, 'parameter_missing'],
      ['an unknown table', collection([]), 'coins', 404, 'unknown_table'],
      ['a single feature', JSON.stringify(feature('C1', null)), 'contexts', 422, 'import_error_parse'],
      ['no list of features', collection({}), 'contexts', 422, 'import_error_parse'],
      ['a feature that is none', collection([feature('C1', null), 7]), 'contexts', 422, 'import_error_parse'],
      ['broken JSON', '{"type":', 'contexts', 422, 'import_error_parse'],
    ])('%s is refused', async (_case, content, table, status, code) => {
      const form = { content, after: { type: 'geojson', ...(table === undefined ? {} : { tb: table }) } }
      const reply = await preview(dig, form)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    })
  })

  describe('the run', () => {
    test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
      ['that the file names', { crs: { type: 'name', properties: { name: 'EPSG:32633' } } }, {}],
      ['that the caller names', {}, { epsg: 32633 }],
      [
        'that the caller names against the file',
        { crs: { type: 'name', properties: { name: 'EPSG:3003' } } },
        { epsg: 'EPSG:32633' },
      ],
    ])('reads coordinates of a reference system %s', async (_case, more, change) => {
      await clear()
      const reply = await run(collection([feature('C1', point(457885.67, 4527776.53))], more), change)
      expect(reply.json()).toMatchObject({ updated: 1, epsg: 32633 })
      const [x = 0, y = 0] = (await stored())[0]?.geometry.match(/[\d.]+/g)?.map(Number) ?? []
      expect(Math.abs(x - 14.5) + Math.abs(y - 40.9)).toBeLessThan(1e-6)
    })
    test('of an empty collection succeeds with zeros', async () => {
      expect((await run(collection([]))).json()).toMatchObject({
        status: 'success',
        updated: 0,
        not_found: 0,
        total: 0,
      })
    })
    let uploaded: string | undefined
    test.each<[string, Record<string, unknown>, number, string]>([
      ['no property', { geo_prop: '' }, 400, 'parameter_missing'],
      ['no key field', { key_field: null }, 400, 'parameter_missing'],
      ['an unknown key field', { key_field: 'nope' }, 400, 'unknown_field'],
      ['an unknown table', { tb: 'nope' }, 404, 'unknown_table'],
      ['a table without geometries', { tb: 'finds', key_field: 'inv_no' }, 422, 'import_error_no_geo_field'],
      ['an unknown reference system', { epsg: 99999 }, 422, 'import_error_unknown_crs'],
      ['a reference system that is none', { epsg: 'here' }, 400, 'invalid_parameter'],
      ['a reference system that is neither name nor number', { epsg: true }, 400, 'invalid_parameter'],
      ['a property that is a list', { geo_prop: ['nr'] }, 400, 'invalid_parameter'],
      ['a key field that is a number', { key_field: 7 }, 400, 'invalid_parameter'],
      ['no such file', { temp_id: '0'.repeat(32) }, 404, 'import_error_no_file'],
    ])('with %s is refused', async (_case, change, status, code) => {
      uploaded ??= (await look(collection([feature('C1', point(1, 1))]))).json().temp_id
      const body = { temp_id: uploaded, tb: 'contexts', geo_prop: 'nr', key_field: 'ctx_no', ...change }
      const reply = await dig.post('/api/import/geojson', body, 'writer')
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    })
    test('of a reference system that nobody knows says what to do', async () => {
      const reply = await run(collection([], { crs: { type: 'name', properties: { name: 'ESRI:54009' } } }))
      expect(reply.json().text).toBe(
        'The reference system "ESRI:54009" is not known here. Say the EPSG code of another in "epsg", or save the file in WGS 84 (EPSG:4326).',
      )
    })
    test('does not take a file of rows, nor rows a file of features', async () => {
      const rows = await preview(dig, { content: 'nr\nC1\n', after: { type: 'csv' } })
      const body = { temp_id: rows.json().temp_id, tb: 'contexts', geo_prop: 'nr', key_field: 'ctx_no' }
      expect((await dig.post('/api/import/geojson', body, 'writer')).json().code).toBe('import_error_no_file')
    })
  })

  describe('the run', () => {
    test('gives records all six kinds of geometry, in one form', async () => {
      await clear()
      const ring = [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ]
      const reply = await run(
        collection([
          feature('C1', point(13.6, 45.7, 120)),
          feature('C2', {
            type: 'LineString',
            coordinates: [
              [0, 0],
              [1.123456789012, 1],
            ],
          }),
          feature('C3', { type: 'Polygon', coordinates: [ring] }),
          feature('C4', {
            type: 'MultiPoint',
            coordinates: [
              [1, 2],
              [3, 4],
            ],
          }),
          feature('C5', {
            type: 'MultiLineString',
            coordinates: [
              [
                [0, 0],
                [1, 1],
              ],
            ],
          }),
          feature('C6', { type: 'MultiPolygon', coordinates: [[ring]] }),
          feature('C7', point(1, 1)),
          feature(null, point(1, 1)),
          feature('C1', null),
        ]),
      )
      expect(reply.json()).toEqual({
        status: 'success',
        code: 'ok_import_geojson',
        updated: 6,
        unchanged: 0,
        not_found: 3,
        repeated: 0,
        total: 9,
        epsg: 4326,
        refused: 0,
        dry_run: false,
        errors: [],
      })
      expect((await stored()).map(({ geometry }) => geometry)).toEqual([
        'POINT (13.6 45.7)',
        'LINESTRING (0 0, 1.123456789 1)',
        'POLYGON ((0 0, 1 0, 1 1, 0 0))',
        'MULTIPOINT ((1 2), (3 4))',
        'MULTILINESTRING ((0 0, 1 1))',
        'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))',
      ])
    })

    test('changes the first geometry of a record and leaves its others; the last of several features counts', async () => {
      await clear()
      await dig.application.db.write(async (tx) => {
        for (const geometry of ['POINT (1 1)', 'POINT (2 2)'])
          await tx.insert('sys_geodata', { table_link: 'contexts', id_link: 1, geometry })
      })
      const file = collection([
        feature('C1', point(7, 7)),
        feature('C1', point(8, 8)),
        feature('C2', point(9, 9)),
      ])
      expect((await run(file)).json()).toMatchObject({ updated: 3, repeated: 1, unchanged: 0 })
      const after = await stored()
      expect(after.map(({ geometry }) => geometry)).toEqual(['POINT (8 8)', 'POINT (2 2)', 'POINT (9 9)'])
      const again = collection([feature('C1', point(8, 8)), feature('C2', point(9, 9))])
      expect((await run(again)).json()).toMatchObject({ updated: 2, unchanged: 2 })
      expect(await stored()).toEqual(after)
    })

    test('finds records by number as well as by text', async () => {
      await clear()
      const file = collection([feature(3, point(1, 1)), feature('4', point(2, 2)), feature('x', point(3, 3))])
      expect((await run(file, { key_field: 'id' })).json()).toMatchObject({ updated: 2, not_found: 1 })
      expect((await stored()).map(({ record }) => record)).toEqual([3, 4])
    })

    const broken = [
      feature('C1', point(1, 1)),
      feature('C2', { type: 'GeometryCollection', geometries: [] }),
      feature('C3', {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 'x'],
            [1, 1],
            [0, 1],
          ],
          [
            [0, 0],
            [1, 0],
            [0, 0],
          ],
        ],
      }),
      feature('C4', point(500000, 4649776)),
      feature('C5', { type: 'LineString', coordinates: [] }),
    ]

    test('is all or nothing, and names every problem of every feature', async () => {
      await clear()
      const reply = await run(collection(broken))
      expect([reply.statusCode, reply.json().code]).toEqual([422, 'import_error_validation'])
      const errors: Record<string, unknown>[] = reply.json().errors
      expect(errors.map(({ row, field, code }) => [row, field, code])).toEqual([
        [2, 'type', 'unsupported_geometry'],
        [3, 'coordinates[0][1]', 'invalid_coordinates'],
        [3, 'coordinates[1]', 'ring_too_short'],
        [4, 'coordinates', 'outside_the_world'],
        [5, 'coordinates', 'invalid_coordinates'],
      ])
      expect(await stored()).toEqual([])
    })

    test('leaves out what is not valid when asked so', async () => {
      await clear()
      const reply = await run(collection(broken), { on_error: 'skip' })
      expect(reply.json()).toMatchObject({ updated: 1, refused: 4, total: 5 })
      expect(await stored()).toHaveLength(1)
    })

    test('stores nothing in a dry run, with the counts that it would have', async () => {
      await clear()
      const looked = await look(collection([feature('C1', point(1, 1)), feature('none', point(1, 1))]))
      const body = { temp_id: looked.json().temp_id, tb: 'contexts', geo_prop: 'nr', key_field: 'ctx_no' }
      const dry = await dig.post('/api/import/geojson', { ...body, dry_run: true }, 'writer')
      expect(dry.json()).toMatchObject({ updated: 1, not_found: 1, dry_run: true })
      expect(await stored()).toEqual([])
      const wet = await dig.post('/api/import/geojson', body, 'writer')
      expect(wet.json()).toMatchObject({ updated: 1, not_found: 1, dry_run: false })
      expect(await stored()).toHaveLength(1)
    })
  })

  describe('inside a row filter', () => {
    test('hidden records do not exist, and those that may only be read are refused', async () => {
      await clear()
      const restrict = (privilege: number, outside: string) =>
        dig.application.db.write(async (tx) => {
          await tx.run(sql`DELETE FROM sys_user_table_privs`)
          const filter = JSON.stringify({ ctx_type: { _eq: 'layer' } })
          await tx.insert('sys_user_table_privs', {
            user_id: dig.userId('writer'),
            table_name: 'contexts',
            privilege,
            filter,
            outside,
          })
        })
      const file = collection([feature('C1', point(1, 1)), feature('C2', point(1, 1))])
      await restrict(20, 'hide')
      expect((await run(file)).json()).toMatchObject({ updated: 1, not_found: 1 })
      await restrict(30, 'global')
      const refused = await run(file)
      expect(refused.json().errors).toMatchObject([{ row: 1, field: 'ctx_no', code: 'not_enough_privilege' }])
      await dig.application.db.write((tx) => tx.run(sql`DELETE FROM sys_user_table_privs`))
    })
  })

  test('many features need few statements', async () => {
    await dig.post('/api/config/tables', { name: 'stones', label: 'Stones', geodata: 1 }, 'super_admin')
    const field = { name: 'nr', label: 'No.', type: 'text', db_type: 'TEXT' }
    await dig.post('/api/config/table/stones/field', field, 'super_admin')
    await dig.application.db.write(async (tx) => {
      const rows = Array.from({ length: 1500 }, (_, k) => [`S${k}`])
      await tx.insertMany('stones', ['nr'], rows)
    })
    const features = Array.from({ length: 1500 }, (_, k) => feature(`S${k}`, point(k / 100, 10)))
    const looked = await look(collection(features), 'stones')
    expect(looked.json()).toMatchObject({ geo_field: 'geometry' })
    const body = { temp_id: looked.json().temp_id, tb: 'stones', geo_prop: 'nr', key_field: 'nr' }
    const statements = await countStatements(dig, async () => {
      expect((await dig.post('/api/import/geojson', body, 'writer')).json()).toMatchObject({ updated: 1500 })
    })
    expect(statements).toBeLessThan(100)
  })
})
