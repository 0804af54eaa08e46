import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'
import { readPackage } from './testing/open-package.js'
import { readBlob } from './testing/read-blob.js'

const exact = 'quote " \' 中文 𝔄 line\nbreak \t'

describe.each(oneEngine)('a GeoPackage (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    for (const field of [
      { name: 'geom', label: 'Geometry of sorts', type: 'text', db_type: 'TEXT' },
      { name: 'trench_id', label: 'Another trench', type: 'text', db_type: 'TEXT' },
    ]) {
      await dig.post('/api/config/table/contexts/field', field, 'super_admin')
    }
    await dig.application.db.write(async (tx) => {
      const places = [
        [1, 'POINT (13.6 45.7)'],
        [1, 'POINT (-10 50.25)'],
        [2, 'POLYGON ((0 0, 4 0, 4 4, 0 0))'],
        [3, 'POINT (nowhere)'],
        [4, 'MULTIPOINT ((1 2), (3 4))'],
      ] as const
      for (const [idLink, geometry] of places) {
        await tx.insert('sys_geodata', { table_link: 'contexts', id_link: idLink, geometry })
      }
    })
    const core = { notes: exact, geom: 'a text' }
    const reply = await dig.post('/api/record/contexts/1', { core }, 'writer')
    if (reply.statusCode !== 200) throw new Error(reply.body)
    await hideRows(dig, 'self_writer', 'contexts', { ctx_type: { _neq: 'layer' } })
    await hideTable(dig, 'reader', 'trenches')
  })
  afterAll(() => dig.close())

  type As = Parameters<Dig['get']>[1]
  const one = (table: string, query = '', as: As = 'writer') =>
    dig.get(`/api/records/${table}/export?format=gpkg${query}`, as)
  const several = (query: string, as: As = 'writer') => dig.get(`/api/export/gpkg?${query}`, as)

  test('is a download of its own type', async () => {
    for (const reply of [await one('contexts'), await several('tb[]=contexts')]) {
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([
        200,
        'application/geopackage+sqlite3',
      ])
      expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="\w+_\d{8}_\d{6}\.gpkg"$/)
    }
  })

  test('has every record, a layer for each kind of geometry, and what hangs from the records', async () => {
    await readPackage((await one('contexts')).rawPayload, (db) => {
      expect(db.prepare('PRAGMA application_id').get()).toEqual({ application_id: 0x47504b47 })
      expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 10300 })
      expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
      expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([])
      const contents = db
        .prepare(
          'SELECT table_name, data_type, description, min_x, min_y, max_x, max_y, srs_id FROM gpkg_contents ORDER BY 1',
        )
        .all()
        .map((row) => Object.values(row as object))
      expect(contents).toEqual([
        ['contexts', 'attributes', 'Contexts', null, null, null, null, null],
        ['contexts_multipoint', 'features', 'Contexts', 1, 2, 3, 4, 4326],
        ['contexts_point', 'features', 'Contexts', -10, 45.7, 13.6, 50.25, 4326],
        ['contexts_polygon', 'features', 'Contexts', 0, 0, 4, 4, 4326],
        ['samples', 'attributes', 'Samples', null, null, null, null, null],
      ])
      const names = db
        .prepare('SELECT table_name, column_name, geometry_type_name FROM gpkg_geometry_columns ORDER BY 1')
        .all()
      expect(names.map((row) => Object.values(row as object))).toEqual([
        ['contexts_multipoint', 'geom_2', 'MULTIPOINT'],
        ['contexts_point', 'geom_2', 'POINT'],
        ['contexts_polygon', 'geom_2', 'POLYGON'],
      ])
      expect(db.prepare('SELECT id FROM contexts ORDER BY id').all()).toHaveLength(6)
      const title = db.prepare(
        "SELECT title FROM gpkg_data_columns WHERE table_name = ? AND column_name = 'depth_cm'",
      )
      expect([title.get('contexts'), title.get('contexts_point')]).toEqual([
        { title: 'Depth' },
        { title: 'Depth' },
      ])
      expect(db.prepare('SELECT * FROM contexts WHERE id = 1').get()).toEqual({
        id: 1,
        creator: 1,
        ctx_no: 'C1',
        trench: 'A',
        trench_id_2: 1,
        ctx_type: 'layer',
        notes: exact,
        depth_cm: 12.5,
        count_of: 4,
        chrono_from: null,
        chrono_to: null,
        chrono_label: null,
        chrono_certainty: null,
        chrono_period: null,
        geom: 'a text',
        trench_id: null,
      })
      const points = db
        .prepare('SELECT geo_id, id, geom_2, notes FROM contexts_point ORDER BY geo_id')
        .all() as {
        geo_id: number
        id: number
        geom_2: Uint8Array
        notes: string
      }[]
      expect(points.map(({ geo_id, id, notes }) => [geo_id, id, notes])).toEqual([
        [1, 1, exact],
        [2, 1, exact],
      ])
      expect(points.map(({ geom_2 }) => readBlob(geom_2).geometry)).toEqual([
        { type: 'Point', coordinates: [13.6, 45.7] },
        { type: 'Point', coordinates: [-10, 50.25] },
      ])
      expect(db.prepare('SELECT id_link, litres, lab FROM samples ORDER BY id').all()).toEqual([
        { id_link: 1, litres: 10, lab: 'Oxford' },
        { id_link: 1, litres: 20, lab: null },
        { id_link: 3, litres: 5, lab: 'Graz' },
      ])
    })
  })

  test('has a spatial index that finds what lies in a box, and triggers that follow edits', async () => {
    await readPackage((await one('contexts')).rawPayload, (db) => {
      const found = db.prepare(
        'SELECT id FROM rtree_contexts_point_geom_2 WHERE minx >= ? AND maxx <= ? AND miny >= ? AND maxy <= ?',
      )
      expect(found.all(13, 14, 45, 46)).toEqual([{ id: 1 }])
      const extensions = db
        .prepare(
          "SELECT table_name FROM gpkg_extensions WHERE extension_name = 'gpkg_rtree_index' ORDER BY 1",
        )
        .all()
      expect(extensions).toHaveLength(3)
      // Functions that programs of maps bring along.
      db.function('ST_IsEmpty', (_blob: unknown) => 0)
      for (const [k, side] of ['MinX', 'MaxX', 'MinY', 'MaxY'].entries()) {
        db.function(`ST_${side}`, (blob: unknown) => readBlob(blob as Uint8Array).envelope[k] ?? 0)
      }
      db.exec(
        'UPDATE contexts_point SET geom_2 = (SELECT geom_2 FROM contexts_point WHERE geo_id = 2) WHERE geo_id = 1',
      )
      expect(found.all(13, 14, 45, 46)).toEqual([])
      db.exec('DELETE FROM contexts_point WHERE geo_id = 1')
      db.exec('UPDATE contexts_point SET geo_id = 77 WHERE geo_id = 2')
      expect(db.prepare('SELECT id FROM rtree_contexts_point_geom_2').all()).toEqual([{ id: 77 }])
    })
  })

  test('holds what the listing holds: its filter, its columns, and plugin rows of these records alone', async () => {
    const query = '&filter[id][_lte]=2&columns=ctx_no'
    await readPackage((await one('contexts', query)).rawPayload, (db) => {
      expect(db.prepare('SELECT * FROM contexts ORDER BY id').all()).toEqual([
        { id: 1, ctx_no: 'C1' },
        { id: 2, ctx_no: 'C2' },
      ])
      expect(db.prepare('SELECT count(*) AS n FROM samples').get()).toEqual({ n: 2 })
      const tables = db.prepare('SELECT table_name FROM gpkg_contents ORDER BY 1').all() as {
        table_name: string
      }[]
      expect(tables.map(({ table_name }) => table_name)).toEqual([
        'contexts',
        'contexts_point',
        'contexts_polygon',
        'samples',
      ])
    })
  })

  test('has several tables at once, each once, without map data too', async () => {
    const reply = await several('tb[]=finds&tb[]=contexts&tb[]=finds&tb[]=samples')
    await readPackage(reply.rawPayload, (db) => {
      const count = (table: string) => db.prepare(`SELECT count(*) AS n FROM "${table}"`).get()
      expect([count('finds'), count('contexts'), count('samples'), count('contexts_point')]).toEqual([
        { n: 8 },
        { n: 6 },
        { n: 3 },
        { n: 2 },
      ])
      expect(db.prepare('SELECT context, context_id FROM finds WHERE id = 4').get()).toEqual({
        context: 'C3',
        context_id: 3,
      })
    })
  })

  test('rows that the caller may not see, what hangs from them, and names of hidden records are not in it', async () => {
    await readPackage((await several('tb=contexts', 'self_writer')).rawPayload, (db) => {
      expect(db.prepare('SELECT ctx_no FROM contexts ORDER BY id').all()).toEqual([
        { ctx_no: 'C2' },
        { ctx_no: 'C3' },
        { ctx_no: 'C5' },
      ])
      expect(db.prepare('SELECT lab FROM samples').all()).toEqual([{ lab: 'Graz' }])
      expect(
        db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'contexts_point'").get(),
      ).toEqual({ n: 0 })
    })
    await readPackage((await one('contexts', '', 'reader')).rawPayload, (db) => {
      expect(db.prepare('SELECT DISTINCT trench, trench_id_2 FROM contexts WHERE id = 1').all()).toEqual([
        { trench: null, trench_id_2: 1 },
      ])
    })
    expect((await several('tb[]=contexts&tb[]=trenches', 'reader')).statusCode).toBe(403)
  })

  test.each([
    ['no table', '', 400, 'parameter_missing'],
    ['an unknown table', 'tb[]=contexts&tb[]=coins', 404, 'unknown_table'],
    ['a system table', 'tb[]=sys_users', 404, 'unknown_table'],
  ])('%s is refused before the first byte', async (_case, query, status, code) => {
    const reply = await several(query)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('a browser fetches it by a ticket', async () => {
    const path = '/api/export/gpkg?tb[]=contexts&tb[]=finds'
    const { url } = (await dig.post('/api/download-ticket', { path }, 'writer')).json()
    expect((await dig.get(url)).statusCode).toBe(200)
    expect((await dig.get(url)).statusCode).toBe(401)
    const refused = { path: '/api/export/gpkg?tb[]=trenches' }
    expect((await dig.post('/api/download-ticket', refused, 'reader')).statusCode).toBe(403)
    expect((await dig.post('/api/download-ticket', { path: '/api/export/gpkg' }, 'writer')).statusCode).toBe(
      400,
    )
  })

  test('an export in which nothing matches is a package without rows', async () => {
    await readPackage((await one('contexts', '&filter[id][_eq]=999')).rawPayload, (db) => {
      expect(db.prepare('SELECT count(*) AS n FROM contexts').get()).toEqual({ n: 0 })
    })
  })

  test('nothing is left of the file, whether it was taken, or its caller went away', async () => {
    const folder = join(dig.service.dataFolder, 'incoming')
    await dig.application.db.write((tx) =>
      tx.insertMany(
        'finds',
        ['inv_no', 'material'],
        Array.from({ length: 20_000 }, (_, k) => [`N${k}`, 'x'.repeat(200)]),
      ),
    )
    await dig.service.server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = dig.service.server.server.address() as AddressInfo
    const headers = { authorization: `Bearer ${await dig.token('writer')}` }
    const ask = () => get(`http://127.0.0.1:${port}/api/export/gpkg?tb=finds`, { headers, agent: false })
    const empty = async () => {
      while ((await readdir(folder)).length > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    // While it is made.
    const early = ask()
    early.on('error', () => undefined)
    await once(early, 'socket')
    while ((await readdir(folder).catch(() => [])).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 2))
    early.destroy()
    await empty()
    // While it is sent.
    const [late] = (await once(ask(), 'response')) as [IncomingMessage]
    expect(await readdir(folder)).toEqual([])
    late.destroy()
    // To its end.
    const [whole] = (await once(ask(), 'response')) as [IncomingMessage]
    const pieces: Buffer[] = []
    for await (const piece of whole as AsyncIterable<Buffer>) pieces.push(piece)
    await readPackage(Buffer.concat(pieces), (db) => {
      expect(db.prepare('SELECT count(*) AS n FROM finds').get()).toEqual({ n: 20_008 })
    })
    expect(await readdir(folder)).toEqual([])
  })
})
