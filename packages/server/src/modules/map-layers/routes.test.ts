import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { scopeAs } from '../../testing/scope-as.js'
import { formOf, rawForm, sendFile, sendForm } from '../../testing/send-file.js'
import { mapFileUrls } from './map-file-url.js'
import { layersToDraw } from './service.js'

const as = 'super_admin'
const url = '/api/config/geoface'
const upload = '/api/config/geofile'
const walls = JSON.stringify({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [15, 40] } }],
})
const cadastre = {
  label: '1908 cadastre',
  type: 'wms',
  path: 'https://maps.example.org/wms',
  wmslayers: 'cadastre1908',
  layertype: 'overlay',
}

describe.each(oneEngine)('map layers (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  beforeEach(async () => {
    await dig.put(url, [], as)
    for (const file of (await read()).local_files) await dig.delete(upload, { file }, as)
  })

  const read = async () => (await dig.get(url, as)).json()
  const save = async (layers: unknown) => {
    const reply = await dig.put(url, layers, as)
    return { status: reply.statusCode, ...reply.json() }
  }
  const send = async (name: string, content: string | Uint8Array = walls) => {
    const reply = await sendFile(dig, upload, name, content, as)
    return { ...reply.json(), status: reply.statusCode }
  }

  test('begin empty, are replaced as a list in its order, and never doubled', async () => {
    expect(await read()).toEqual({ status: 'success', layers: [], local_files: [], files: [], epsg: null })
    const osm = { type: 'tiles', path: 'https://tiles.example.org/{z}/{x}/{y}.png', layertype: 'base' }
    const reply = await dig.put(url, [cadastre, osm], as)
    expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'success', code: 'ok_geoface_updated' }])
    const both = [cadastre, { label: '', wmslayers: '', ...osm }]
    expect((await read()).layers).toMatchObject(both)
    for (let k = 0; k < 2; k++) await dig.put(url, (await read()).layers, as)
    expect((await read()).layers).toMatchObject(both)
    await dig.put(url, { layers: [cadastre] }, as)
    expect((await read()).layers).toMatchObject([cadastre])
    const style = { type: 'maplibre_style', path: 'https://example.org/style.json', layertype: 'base' }
    await dig.put(url, [style], as)
    expect((await read()).layers).toMatchObject([style])
  })

  test('keep their ids, from clients that know of none as well', async () => {
    const ids = async () => (await read()).layers.map(({ id }: { id: string }) => id)
    const tiles = { type: 'tiles', label: 'Tiles', path: 'https://tiles.example.org/{z}/{x}/{y}.png' }
    await dig.put(url, [cadastre, tiles, tiles], as)
    const [first, second, third] = await ids()
    expect(new Set([first, second, third]).size).toBe(3)
    // Moved, renamed or at another address, and sent without its id.
    await dig.put(url, [tiles, { ...cadastre, label: 'Cadastre' }], as)
    expect(await ids()).toEqual([second, first])
    await dig.put(url, [{ ...cadastre, label: 'Cadastre', path: 'https://other.example.org/wms' }], as)
    expect(await ids()).toEqual([first])
    // With ids, everything else may change; an id that stands twice is one layer's.
    await dig.put(
      url,
      [
        { ...tiles, id: first },
        { ...cadastre, id: first },
      ],
      as,
    )
    const [kept, made] = await ids()
    expect([kept, made === first, typeof made]).toEqual([first, false, 'string'])
    // Stored by an older version.
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_cfg_geoface" SET "layers" = ${JSON.stringify([cadastre])}`),
    )
    const [older] = await ids()
    expect(await ids()).toEqual([older])
    await dig.put(url, [{ ...cadastre, path: 'https://new.example.org/wms' }], as)
    expect(await ids()).toEqual([older])
  })

  test('are not replaced by who has not seen those that are there', async () => {
    const tiles = { type: 'tiles', label: 'Tiles', path: 'https://tiles.example.org/{z}/{x}/{y}.png' }
    await save([cadastre])
    const { layers: before } = await read()
    const replies = await Promise.all([
      save({ layers: [...before, tiles], before }),
      save({ layers: [{ ...before[0], label: 'Cadastre of 1908' }], before }),
    ])
    expect(replies.map(({ code }) => code).sort()).toEqual(['ok_geoface_updated', 'stale_record'])
    const { layers: now } = await read()
    const refused = replies.find(({ code }) => code === 'stale_record')
    expect(refused.detail).toEqual({ layers: now })
    expect((await save({ layers: [...now].reverse(), before: now })).code).toBe('ok_geoface_updated')
    // What is there already is no loss, and who says nothing of before is not asked.
    expect((await save({ layers: [...now].reverse(), before: now })).code).toBe('ok_geoface_updated')
    expect((await save({ layers: [tiles], before: [] })).code).toBe('stale_record')
    for (const none of [undefined, null])
      expect((await save({ layers: [tiles], before: none })).code).toBe('ok_geoface_updated')
    expect(await save({ layers: [], before: 'all' })).toMatchObject({
      code: 'error_geoface_updated',
      errors: [{ field: 'before', code: 'invalid_value' }],
    })
  })

  test('are drawn in the reference system in which the project works', async () => {
    const drawn = async () => (await dig.get('/api/geoface/layers', 'reader')).json()
    const put = (body: unknown) => dig.put(`${url}/reference-system`, body, as)
    expect(await drawn()).toEqual({ status: 'success', layers: [], epsg: null })
    await dig.put(url, [cadastre], as)
    expect((await put({ epsg: 32633 })).json()).toEqual({ status: 'success', code: 'ok_geoface_updated' })
    expect([(await read()).epsg, (await drawn()).epsg]).toEqual([32633, 32633])
    expect((await drawn()).layers).toMatchObject([cadastre])
    for (const [body, code] of [
      [{ epsg: 99999 }, 'invalid_parameter'],
      [{ epsg: '32633' }, 'invalid_parameter'],
      [{ epsg: 4326.5 }, 'invalid_parameter'],
      [{}, 'parameter_missing'],
    ] as const) {
      const reply = await put(body)
      expect([body, reply.statusCode, reply.json().code]).toEqual([body, 400, code])
    }
    expect((await dig.get('/api/geoface/layers')).statusCode).toBe(401)
    await put({ epsg: null })
    expect((await read()).epsg).toBeNull()
  })

  test('are none when no body comes', async () => {
    for (const body of [undefined, {}, [], { layers: [] }]) {
      await dig.put(url, [cadastre], as)
      expect((await dig.put(url, body, as)).statusCode).toBe(200)
      expect((await read()).layers).toEqual([])
    }
  })

  test('that are wrong are refused together, and nothing changes', async () => {
    await dig.put(url, [cadastre], as)
    const reply = await save([
      { type: 'wms', path: '' },
      cadastre,
      { ...cadastre, type: 'film' },
      { ...cadastre, layertype: 'top' },
      { type: 'local', path: 'gone.geojson' },
      { type: 'local', path: '../secret' },
      { type: 'tiles', path: 'javascript:alert(1)' },
      { type: 'wms', path: `https://example.org/${'x'.repeat(2000)}` },
      { ...cadastre, label: 7 },
      'tiles',
    ])
    expect([reply.status, reply.code]).toEqual(['error', 'error_geoface_updated'])
    expect(reply.errors.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([
      ['[0].path', 'required'],
      ['[2].type', 'invalid_value'],
      ['[3].layertype', 'invalid_value'],
      ['[4].path', 'unknown_file'],
      ['[5].path', 'unknown_file'],
      ['[6].path', 'invalid_value'],
      ['[7].path', 'too_long'],
      ['[8].label', 'invalid_value'],
      ['[9]', 'invalid_value'],
    ])
    for (const body of [{ layer: [] }, { layers: 'x' }, 'text', 7, Array(51).fill(cadastre)]) {
      expect([body, (await dig.put(url, body, as)).statusCode]).toEqual([body, 422])
    }
    expect((await read()).layers).toMatchObject([cadastre])
  })

  test('show uploaded files, which a later one of the same name replaces', async () => {
    expect(await send('walls 2026.geojson')).toEqual({
      status: 200,
      code: 'ok_geoface_updated',
      filename: 'walls_2026.geojson',
    })
    const plan = {
      label: 'Plan',
      type: 'local',
      path: 'walls_2026.geojson',
      wmslayers: '',
      layertype: 'overlay',
    }
    expect((await save([plan])).code).toBe('ok_geoface_updated')
    expect(await read()).toMatchObject({ layers: [plan], local_files: ['walls_2026.geojson'] })
    const content = () => dig.get('/api/geofile/walls_2026.geojson', 'reader')
    expect((await content()).body).toBe(walls)
    const other = '{"type":"Point","coordinates":[1,2]}'
    await send('walls 2026.geojson', other)
    expect((await content()).body).toBe(other)
    expect((await read()).local_files).toEqual(['walls_2026.geojson'])
  })

  test.each([
    ['../../etc/walls.json', 'walls.json'],
    ['C:\\plans\\Süd wall.GeoJSON', 'S_d_wall.geojson'],
    ['...hidden.kml', 'hidden.kml'],
    [`${'x'.repeat(300)}.gpx`, `${'x'.repeat(120)}.gpx`],
  ])('keep a file %j under a plain name', async (name, kept) => {
    const content = kept.endsWith('json') ? walls : '\uFEFF<?xml version="1.0"?><gpx/>'
    const form = rawForm(`name="file"; filename="${name}"`, content)
    const reply = await sendForm(dig, upload, form, as)
    expect(reply.json().filename).toBe(kept)
    expect((await dig.get(`/api/geofile/${kept}`, 'reader')).statusCode).toBe(200)
  })

  test.each([
    ['walls.shp', walls, 415, 'unsupported_media_type'],
    ['walls', walls, 415, 'unsupported_media_type'],
    ['.geojson', walls, 415, 'unsupported_media_type'],
    ['walls.geojson.html', walls, 415, 'unsupported_media_type'],
    ['walls.geojson', '{"type":"FeatureCollection","features":[{}]}', 422, 'error_geoface_updated'],
    ['walls.geojson', '{"type":"Point"}', 422, 'error_geoface_updated'],
    ['walls.json', '{', 422, 'error_geoface_updated'],
    ['walls.json', '', 422, 'error_geoface_updated'],
    ['walls.kml', 'PK\u0003\u0004', 422, 'error_geoface_updated'],
  ])('take no file %j that holds %j', async (name, content, status, code) => {
    expect(await send(name, content)).toMatchObject({ status, code })
    expect((await read()).local_files).toEqual([])
  })

  test('take no file of geometries in geometries without end', async () => {
    const open = '{"type":"GeometryCollection","geometries":['
    expect(await send('deep.geojson', open.repeat(50_000) + ']}'.repeat(50_000))).toMatchObject({
      status: 422,
      code: 'error_geoface_updated',
    })
  })

  test('take no form without a file, and none that is too large', async () => {
    const empty = await sendForm(dig, upload, await formOf([{ field: 'other', value: 'x' }]), as)
    expect([empty.statusCode, empty.json().code]).toEqual([400, 'error_geoface_updated'])
    const large = await send('large.geojson', ' '.repeat(20 * 1024 * 1024 + 1))
    expect([large.status, large.code]).toEqual([413, 'too_large'])
    expect((await read()).local_files).toEqual([])
  })

  test('lose a file that is deleted, by a name in the body or the address, and stay', async () => {
    await send('a.geojson')
    await send('b.geojson')
    const layer = (path: string) => ({
      label: path,
      type: 'local',
      path,
      wmslayers: '',
      layertype: 'overlay',
    })
    await dig.put(url, [layer('a.geojson'), layer('b.geojson')], as)
    expect((await dig.delete(upload, { file: 'a.geojson' }, as)).json()).toEqual({
      status: 'success',
      code: 'ok_geoface_updated',
    })
    expect(await read()).toMatchObject({
      layers: [{ ...layer('a.geojson'), path: '' }, layer('b.geojson')],
      local_files: ['b.geojson'],
    })
    expect((await dig.delete(`${upload}?file=b.geojson`, undefined, as)).statusCode).toBe(200)
    expect((await dig.get('/api/geofile/b.geojson', 'reader')).statusCode).toBe(404)
  })

  test.each(['gone.geojson', '../files/1.jpg', '..', '', undefined, ['a.geojson'], 'x\0.json'])(
    'delete no file %j',
    async (file) => {
      const reply = await dig.delete(upload, { file }, as)
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'error_geoface_updated'])
    },
  )

  test('give their files to readers, and to whoever has the address of the moment', async () => {
    await send('walls.geojson')
    const path = '/api/geofile/walls.geojson'
    const reply = await dig.get(path, 'reader')
    expect(reply.headers).toMatchObject({
      'content-type': 'application/geo+json',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment; filename="walls.geojson"',
    })
    const again = await dig.request(
      { method: 'GET', url: path, headers: { 'if-none-match': String(reply.headers.etag) } },
      'reader',
    )
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const outcome = async (address: string, role?: 'reader') => {
      const { statusCode, json } = await dig.get(address, role)
      return [statusCode, statusCode === 200 ? undefined : json().code]
    }
    expect(await outcome(path)).toEqual([401, 'unauthenticated'])
    expect(await outcome('/api/geofile/..%2Ffiles%2F1.jpg', 'reader')).toEqual([404, 'not_found'])
    await dig.put(url, [{ type: 'local', path: 'walls.geojson' }], as)
    const scope = await scopeAs(dig, 'reader')
    const [layer] = await layersToDraw(scope, dig.services.secrets)
    expect(layer?.path).toMatch(/^\/api\/geofile\/walls\.geojson\?t=/)
    expect((await dig.get(layer?.path ?? '')).body).toBe(walls)
    const urls = mapFileUrls(dig.services.secrets)
    const { keySalt } = dig.application
    const token = (app: string, name: string, hours = 0) => {
      const now = new Date(Date.now() - hours * 3_600_000)
      return urls.urlOf({ ...scope, application: { name: app, keySalt }, now }, name).replace(/.*t=/, '')
    }
    for (const t of [token('dig', 'other.geojson'), token('dig', 'walls.geojson', 3), 'x', 'a.b']) {
      expect(await outcome(`${path}?t=${t}`)).toEqual([403, 'invalid_signature'])
    }
    expect(await outcome(`${path}?t=${token('elsewhere', 'walls.geojson')}`)).toEqual([
      403,
      'invalid_signature',
    ])
    const own = token('dig', 'walls.geojson')
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_users" SET "token_version" = 1 WHERE "id" = 5`),
    )
    expect(await outcome(`${path}?t=${own}`)).toEqual([403, 'invalid_signature'])
  })

  test('give parts of their files, and all of one that has changed meanwhile', async () => {
    await send('walls.geojson')
    const get = async (headers: Record<string, string>) => {
      const reply = await dig.request({ method: 'GET', url: '/api/geofile/walls.geojson', headers }, 'writer')
      return { status: reply.statusCode, body: reply.body, headers: reply.headers }
    }
    const whole = await get({})
    expect(whole.headers['accept-ranges']).toBe('bytes')
    const { length } = walls
    for (const [range, first, last] of [
      ['bytes=0-9', 0, 9],
      ['bytes=10-', 10, length - 1],
      ['bytes=-5', length - 5, length - 1],
      [`bytes=5-${length + 100}`, 5, length - 1],
    ] as const) {
      const part = await get({ range })
      expect([part.status, part.body]).toEqual([206, walls.slice(first, last + 1)])
      expect(part.headers).toMatchObject({
        'content-range': `bytes ${first}-${last}/${length}`,
        'content-length': String(last - first + 1),
        etag: whole.headers.etag,
      })
    }
    const beyond = await get({ range: `bytes=${length}-` })
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${length}`])
    const etag = String(whole.headers.etag)
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
    expect(await get({ range: 'bytes=0-9', 'if-range': '"older"' })).toMatchObject({
      status: 200,
      body: walls,
    })
    // What is compressed on its way would have other bytes at these places.
    const packed = await get({ range: 'bytes=0-9', 'accept-encoding': 'gzip, br' })
    expect([packed.status, packed.headers['content-encoding'], packed.body]).toEqual([
      206,
      undefined,
      walls.slice(0, 10),
    ])
  })

  test('show archives of tiles', async () => {
    const archive = (parts: readonly [number, number], version = 3) => {
      const bytes = Buffer.alloc(200)
      bytes.write('PMTiles', 'latin1')
      bytes[7] = version
      for (const at of [8, 24, 40, 56]) {
        bytes.writeBigUInt64LE(BigInt(parts[0]), at)
        bytes.writeBigUInt64LE(BigInt(parts[1]), at + 8)
      }
      return bytes
    }
    expect(await send('base.pmtiles', archive([127, 73]))).toMatchObject({ filename: 'base.pmtiles' })
    const layer = { label: 'Base', type: 'pmtiles', path: 'base.pmtiles', layertype: 'base' }
    expect((await save([layer])).code).toBe('ok_geoface_updated')
    expect(await read()).toMatchObject({ layers: [layer], files: [{ name: 'base.pmtiles', size: 200 }] })
    const reply = await dig.get('/api/geofile/base.pmtiles', 'writer')
    expect(reply.headers['content-type']).toBe('application/vnd.pmtiles')
    // A file of one kind is no layer of another.
    expect((await save([{ ...layer, type: 'local' }])).errors).toMatchObject([{ code: 'unknown_file' }])
    for (const bytes of [archive([127, 74]), archive([0, 0], 2), walls, '', 'PMTiles']) {
      expect(await send('other.pmtiles', bytes)).toMatchObject({
        status: 422,
        errors: [{ field: 'file', code: 'not_pmtiles' }],
      })
    }
  })

  test('are for super-administrators to change, and each change stands in the log', async () => {
    for (const reply of [
      await dig.get(url, 'admin'),
      await dig.put(url, [], 'admin'),
      await sendFile(dig, upload, 'walls.geojson', walls, 'admin'),
      await dig.delete(upload, { file: 'x' }, 'admin'),
    ]) {
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
    }
    await send('walls.geojson')
    await dig.put(url, [], as)
    await dig.delete(upload, { file: 'walls.geojson' }, as)
    const lines = await dig.application.db.quick.all<{ message: string }>(
      sql`SELECT "message" FROM "sys_log" WHERE "channel" = 'config' ORDER BY "id" DESC LIMIT 3`,
    )
    expect(lines.map(({ message }) => message)).toEqual([
      'delete map file walls.geojson by super_admin (1)',
      'edit map layers (0) by super_admin (1)',
      'upload map file walls.geojson by super_admin (1)',
    ])
  })
})
