import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { join, sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'

interface Feature {
  readonly id: number
  readonly geometry: { readonly type: string } | null
  readonly properties: Readonly<Record<string, unknown>>
}
interface Link {
  readonly rel: string
  readonly href: string
  readonly type: string
}
interface Page {
  readonly features: readonly Feature[]
  readonly numberMatched: number
  readonly numberReturned: number
  readonly links: readonly Link[]
}

describe.each(oneEngine)('OGC API - Features (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    const places: readonly (readonly [string, number, string])[] = [
      ['contexts', 1, 'POINT (10 45)'],
      ['contexts', 1, 'POINT (11 46)'],
      ['contexts', 2, 'LINESTRING (0 0, 4 4)'],
      ['contexts', 3, 'POLYGON ((20 20, 30 20, 30 30, 20 30, 20 20), (22 22, 28 22, 28 28, 22 28, 22 22))'],
      ['contexts', 4, 'POINT (somewhere)'],
      ['contexts', 5, 'MULTIPOINT ((170 0), (-170 0))'],
      ['finds', 1, 'POINT (1 1)'],
    ]
    await dig.application.db.write(async (tx) => {
      for (const [table, idLink, geometry] of places) {
        await tx.insert('sys_geodata', { table_link: table, id_link: idLink, geometry })
      }
    })
    const dated = [
      [1, { chrono_from: -400, chrono_to: -301 }],
      [2, { chrono_from: null, chrono_to: 200 }],
      [3, { chrono_from: 1250, chrono_to: 1300 }],
    ] as const
    for (const [id, core] of dated) {
      const reply = await dig.post(`/api/record/contexts/${id}`, { core }, 'writer')
      if (reply.statusCode !== 200) throw new Error(reply.body)
    }
    await hideRows(dig, 'self_writer', 'contexts', { ctx_type: { _neq: 'fill' } })
    await hideTable(dig, 'self_writer', 'trenches')
    await hideTable(dig, 'writer', 'contexts')
  })
  afterAll(() => dig.close())

  const get = (path: string, as: Parameters<Dig['get']>[1] = 'reader') => dig.get(`/ogc${path}`, as)
  const items = async (query = '', as: Parameters<Dig['get']>[1] = 'reader'): Promise<Page> =>
    (await get(`/collections/contexts/items${query}`, as)).json()
  const numbers = (page: Page) => page.features.map(({ id }) => id)

  test('the landing page leads to everything else', async () => {
    for (const path of ['', '/']) {
      const { links } = (await get(path)).json() as { links: Link[] }
      expect(links.map(({ rel, href }) => [rel, href])).toEqual([
        ['self', 'http://localhost:80/ogc'],
        ['service-desc', 'http://localhost:80/ogc/api'],
        ['conformance', 'http://localhost:80/ogc/conformance'],
        ['data', 'http://localhost:80/ogc/collections'],
      ])
    }
  })

  test('it says which parts of the standard it conforms to', async () => {
    const { conformsTo } = (await get('/conformance')).json() as { conformsTo: string[] }
    expect(conformsTo.map((uri) => uri.split('/').at(-1))).toEqual(['core', 'oas30', 'geojson'])
  })

  test('its own document names every collection of the caller, and what it can be asked for', async () => {
    const reply = await get('/api')
    expect(reply.headers['content-type']).toBe('application/vnd.oai.openapi+json;version=3.0')
    const { openapi, paths } = reply.json()
    expect(openapi).toBe('3.0.3')
    expect(Object.keys(paths)).toEqual([
      '/',
      '/conformance',
      '/collections',
      '/collections/contexts',
      '/collections/contexts/items',
      '/collections/contexts/items/{featureId}',
    ])
    const names = paths['/collections/contexts/items'].get.parameters.map(
      ({ name }: { name: string }) => name,
    )
    expect(names.slice(0, 11)).toEqual([
      'limit',
      'bbox',
      'bbox-crs',
      'datetime',
      'after',
      'resultType',
      'as_of',
      'f',
      'id',
      'creator',
      'ctx_no',
    ])
  })

  test('a table with map data is a collection, with the box around its features and the years of its records', async () => {
    const { collections } = (await get('/collections')).json()
    expect(collections).toHaveLength(1)
    const [collection] = collections
    expect(collection).toMatchObject({ id: 'contexts', title: 'Contexts', itemType: 'feature' })
    expect(collection.extent).toEqual({
      spatial: { bbox: [[-170, 0, 170, 46]], crs: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84' },
      temporal: {
        interval: [[null, '1300-12-31T23:59:59Z']],
        trs: 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian',
        years: [[-400, 1300]],
      },
    })
    expect((await get('/collections/contexts')).json()).toEqual(collection)
  })

  test('each geometry is a feature under its own id, with the fields of its record and what lookups mean', async () => {
    const reply = await get('/collections/contexts/items')
    expect(reply.headers['content-type']).toBe('application/geo+json')
    expect(reply.headers['content-crs']).toBe('<http://www.opengis.net/def/crs/OGC/1.3/CRS84>')
    const page: Page & { timeStamp: string } = reply.json()
    expect([numbers(page), page.numberMatched, page.numberReturned]).toEqual([[1, 2, 3, 4, 5, 6], 6, 6])
    expect(page.timeStamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(page.features[0]).toEqual({
      type: 'Feature',
      id: 1,
      geometry: { type: 'Point', coordinates: [10, 45] },
      properties: {
        id: 1,
        creator: 1,
        ctx_no: 'C1',
        trench: 'A',
        trench_id: 1,
        ctx_type: 'layer',
        notes: 'topsoil',
        depth_cm: 12.5,
        count_of: 4,
        chrono_from: -400,
        chrono_to: -301,
        chrono_label: null,
        chrono_certainty: null,
        chrono_period: null,
      },
    })
    expect(page.links.map(({ rel }) => rel)).toEqual(['self', 'collection'])
  })

  test('a text that is no geometry is a feature without one, so that no record is missing', async () => {
    expect((await get('/collections/contexts/items/5')).json()).toMatchObject({
      geometry: null,
      properties: { ctx_no: 'C4' },
    })
  })

  test('the features of a large box come in the same pages as those of a small one', async () => {
    const { db } = dig.application
    const ids = await db.write((tx) =>
      tx.insertMany(
        'sys_geodata',
        ['table_link', 'id_link', 'geometry'],
        Array.from({ length: 60 }, (_, k) => [
          'contexts',
          6,
          k % 3 ? `POINT (${70 + k / 10} 80)` : `LINESTRING (70 79, ${70 + k / 10} 80)`,
        ]),
      ),
    )
    const pages = async (limit: number) => {
      const found: number[] = []
      let path = `/collections/contexts/items?bbox=71,79.5,75,80.5&limit=${limit}`
      while (path !== '') {
        const page: Page = (await get(path)).json()
        expect(page.numberMatched).toBe(44)
        found.push(...numbers(page))
        path = page.links.find(({ rel }) => rel === 'next')?.href.replace('http://localhost:80/ogc', '') ?? ''
      }
      return found
    }
    const whole = await pages(1000)
    expect([whole.length, await pages(1), await pages(7)]).toEqual([44, whole, whole])
    await db.write((tx) => tx.run(sql`DELETE FROM "sys_geodata" WHERE "id" IN (${join(ids)})`))
  })

  test('one feature by its id', async () => {
    const reply = await get('/collections/contexts/items/3')
    expect(reply.headers['content-type']).toBe('application/geo+json')
    expect(reply.json()).toMatchObject({
      type: 'Feature',
      id: 3,
      geometry: { type: 'LineString' },
      properties: { ctx_no: 'C2' },
      links: [
        { rel: 'self', href: 'http://localhost:80/ogc/collections/contexts/items/3' },
        { rel: 'collection' },
      ],
    })
  })

  test.each([1, 2, 3, 4, 5, 6, 7])('pages of %i lead through all features, each once', async (limit) => {
    const found: number[] = []
    let path = `/collections/contexts/items?limit=${limit}`
    for (let pages = 0; pages < 10 && path !== ''; pages++) {
      const page: Page = (await get(path)).json()
      expect([page.numberMatched, page.numberReturned]).toEqual([6, page.features.length])
      expect(page.features.length).toBeGreaterThan(0)
      found.push(...numbers(page))
      path = page.links.find(({ rel }) => rel === 'next')?.href.replace('http://localhost:80/ogc', '') ?? ''
    }
    expect(found).toEqual([1, 2, 3, 4, 5, 6])
  })

  test.each([
    ['the box holds points', '0,40,10.5,46', [1]],
    ['its border counts', '10,45,11,46', [1, 2]],
    ['a line goes through', '1,1,2,2', [3]],
    ['a box beside a line, within the box around it, holds nothing of it', '3,0,4,1', []],
    ['a polygon is crossed', '19,19,21,21', [4]],
    ['a box within a polygon', '20.5,20.5,21,21', [4]],
    ['a box in the hole of a polygon', '23,23,27,27', []],
    ['heights are not looked at', '0,40,-5,10.5,46,5', [1]],
    ['a box over the 180th meridian', '160,-1,-160,1', [6]],
    ['the whole world', '-180,-90,180,90', [1, 2, 3, 4, 6]],
    ['nothing is there', '50,50,60,60', []],
  ])('bbox: %s', async (_case, bbox, expected) => {
    const page = await items(`?bbox=${bbox}`)
    expect([numbers(page), page.numberMatched]).toEqual([expected, expected.length])
  })

  test('pages go on correctly where a box leaves out what lies between', async () => {
    const page = await items('?bbox=3,0,25,46&limit=1')
    // The line meets the box at its end.
    expect([numbers(page), page.numberMatched]).toEqual([[1], 4])
    const second = await items('?bbox=5,0,21,46&limit=2')
    expect([numbers(second), second.numberMatched, second.links.map(({ rel }) => rel)]).toEqual([
      [1, 2],
      3,
      ['self', 'next', 'collection'],
    ])
    const third = await items('?bbox=23,23,27,27&limit=1')
    expect([third.features, third.numberMatched, third.links.map(({ rel }) => rel)]).toEqual([
      [],
      0,
      ['self', 'collection'],
    ])
  })

  test.each([
    ['a year before our era', '-0350-06-01T00:00:00Z', [1, 2, 3, 5, 6]],
    ['years alone', '-500/-450', [3, 5, 6]],
    ['an interval', '1200-01-01/1260-12-31', [4, 5, 6]],
    ['an open end', '0150-01-01T00:00:00Z/..', [3, 4, 5, 6]],
    ['an open start', '../-0350-01-01T00:00:00Z', [1, 2, 3, 5, 6]],
    ['an open end without dots', '1301-01-01/', [5, 6]],
  ])('datetime: %s; records without any date are of every time', async (_case, datetime, expected) => {
    const page = await items(`?datetime=${datetime}`)
    expect([numbers(page), page.numberMatched]).toEqual([expected, expected.length])
  })

  test.each([
    ['a text', 'ctx_type=layer', [1, 2, 5]],
    ['a number', 'depth_cm=12.5', [1, 2]],
    ['the id of the record', 'id=3', [4]],
    ['what a lookup means', 'trench=B', [4, 5]],
    ['the id that a lookup holds', 'trench_id=1', [1, 2, 3]],
    ['several of them', 'trench=A&ctx_type=cut', [3]],
    ['one of them and a box', 'trench=A&bbox=0,0,4,4', [3]],
    ['a value that nobody has', 'ctx_type=oven', []],
  ])('columns can be asked for: %s', async (_case, query, expected) => {
    const page = await items(`?${query}`)
    expect([numbers(page), page.numberMatched]).toEqual([expected, expected.length])
  })

  test('the link to the next page keeps everything that was asked', async () => {
    const asked = {
      limit: '1',
      bbox: '-180,-90,0,180,90,9',
      'bbox-crs': 'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
      datetime: '../2000',
      creator: '1',
      f: 'json',
    }
    const { links } = await items(`?${new URLSearchParams(asked)}`)
    const { href } = links.find(({ rel }) => rel === 'next') ?? { href: 'http://no.next' }
    const { after, ...kept } = Object.fromEntries(new URL(href).searchParams)
    expect([kept, after]).toEqual([asked, expect.stringMatching(/^\d+\.\d+$/)])
  })

  test.each(['GET', 'HEAD'] as const)(
    '%s is answered in JSON, whatever form is wished for',
    async (method) => {
      const headers = { accept: 'text/html' }
      for (const [path, type] of [
        ['/ogc/collections', 'application/json; charset=utf-8'],
        ['/ogc/collections/contexts/items', 'application/geo+json'],
      ] as const) {
        const reply = await dig.request({ method, url: path, headers }, 'reader')
        expect([reply.statusCode, reply.headers['content-type'], reply.body === '']).toEqual([
          200,
          type,
          method === 'HEAD',
        ])
      }
    },
  )

  test('the number alone can be asked for', async () => {
    const page = await items('?resultType=hits&bbox=0,40,12,47')
    expect([page.numberMatched, page.numberReturned, page.features]).toEqual([2, 0, []])
  })

  test('a limit beyond the maximum is the maximum', async () => {
    expect((await items('?limit=1000000')).numberReturned).toBe(6)
  })

  test.each([
    ['an unknown parameter', '/collections/contexts/items?colour=red', 400, 'invalid_parameter'],
    ['an unknown parameter of the landing page', '?colour=red', 400, 'invalid_parameter'],
    ['another format', '/collections?f=html', 400, 'invalid_parameter'],
    ['a limit of nothing', '/collections/contexts/items?limit=0', 400, 'invalid_parameter'],
    ['a limit that is no number', '/collections/contexts/items?limit=ten', 400, 'invalid_parameter'],
    ['a box of three numbers', '/collections/contexts/items?bbox=1,2,3', 400, 'invalid_parameter'],
    ['a box of words', '/collections/contexts/items?bbox=a,b,c,d', 400, 'invalid_parameter'],
    ['a box without end', '/collections/contexts/items?bbox=1,2,3,1e999', 400, 'invalid_parameter'],
    ['a box upside down', '/collections/contexts/items?bbox=0,2,1,1', 400, 'invalid_parameter'],
    [
      'a box in another system',
      '/collections/contexts/items?bbox=0,0,1,1&bbox-crs=EPSG:4326',
      400,
      'invalid_parameter',
    ],
    ['a time that is none', '/collections/contexts/items?datetime=yesterday', 400, 'invalid_parameter'],
    [
      'a day that does not exist',
      '/collections/contexts/items?datetime=2023-02-29',
      400,
      'invalid_parameter',
    ],
    [
      'a time that ends before it begins',
      '/collections/contexts/items?datetime=2024/2023',
      400,
      'invalid_parameter',
    ],
    ['all time', '/collections/contexts/items?datetime=../..', 400, 'invalid_parameter'],
    ['a place that no link gave', '/collections/contexts/items?after=x', 400, 'invalid_parameter'],
    ['a bracket', '/collections/contexts/items?id[_gt]=2', 400, 'invalid_parameter'],
    ['a word for a number', '/collections/contexts/items?depth_cm=deep', 400, 'invalid_filter'],
    ['an unknown table', '/collections/coins', 404, 'unknown_table'],
    ['an unknown table with items', '/collections/coins/items', 404, 'unknown_table'],
    ['a table without map data', '/collections/finds/items', 404, 'unknown_table'],
    ['a plugin table', '/collections/samples', 404, 'unknown_table'],
    ['a system table', '/collections/sys_users/items', 404, 'unknown_table'],
    ['an unknown feature', '/collections/contexts/items/99', 404, 'geodata_not_found'],
    ['a feature of another table', '/collections/contexts/items/7', 404, 'geodata_not_found'],
    [
      'a feature beyond all ids',
      '/collections/contexts/items/99999999999999999999',
      404,
      'geodata_not_found',
    ],
    ['something else', '/tiles', 404, 'route_not_found'],
  ])('%s is refused as everywhere', async (_case, path, status, code) => {
    const reply = await get(path)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    expect(reply.headers['content-type']).toContain('application/json')
  })

  test('rows that the caller may not see are in no page, no number and no extent, nor are names of hidden records', async () => {
    const page = await items('', 'self_writer')
    expect([numbers(page), page.numberMatched]).toEqual([[1, 2, 3, 5, 6], 5])
    expect(page.features[0]?.properties).toMatchObject({ trench: null, trench_id: 1 })
    expect((await items('?trench=A', 'self_writer')).numberMatched).toBe(0)
    expect((await items('?bbox=19,19,31,31', 'self_writer')).numberMatched).toBe(0)
    expect((await get('/collections/contexts/items/4', 'self_writer')).statusCode).toBe(404)
    const { extent } = (await get('/collections/contexts', 'self_writer')).json()
    expect([extent.spatial.bbox, extent.temporal.years]).toEqual([[[-170, 0, 170, 46]], [[-400, 200]]])
  })

  test('a table that is taken from somebody is no collection for him', async () => {
    expect((await get('/collections', 'writer')).json().collections).toEqual([])
    const { paths } = (await get('/api', 'writer')).json()
    expect(Object.keys(paths)).toEqual(['/', '/conformance', '/collections'])
    for (const path of ['', '/items', '/queryables', '/schema', '/items/1']) {
      expect((await get(`/collections/contexts${path}`, 'writer')).statusCode).toBe(403)
    }
  })

  test('what a feature holds and what can be asked for is told with types', async () => {
    const reply = await get('/collections/contexts/schema')
    expect(reply.headers['content-type']).toContain('application/schema+json')
    expect(reply.json().properties.properties.properties).toMatchObject({
      id: { type: 'integer' },
      trench: { title: 'Trench', type: 'string' },
      trench_id: { title: 'Trench (id)', type: 'integer' },
      depth_cm: { type: 'number' },
    })
    const { properties, additionalProperties } = (await get('/collections/contexts/queryables')).json()
    expect([Object.keys(properties).slice(0, 4), additionalProperties]).toEqual([
      ['id', 'creator', 'ctx_no', 'trench'],
      false,
    ])
  })

  test('a feature that is new, moved or gone is seen at once', async () => {
    const before = (await items()).numberMatched
    const { db } = dig.application
    const geoId = await db.write((tx) =>
      tx.insert('sys_geodata', { table_link: 'contexts', id_link: 6, geometry: 'POINT (60 60)' }),
    )
    expect((await items()).numberMatched).toBe(before + 1)
    expect((await items('?bbox=59,59,61,61')).numberMatched).toBe(1)
    expect((await get('/collections/contexts')).json().extent.spatial.bbox[0][3]).toBe(60)
    await db.write((tx) =>
      tx.run(sql`UPDATE "sys_geodata" SET "geometry" = 'POINT (5 5)' WHERE "id" = ${geoId}`),
    )
    expect((await items('?bbox=59,59,61,61')).numberMatched).toBe(0)
    await db.write((tx) => tx.run(sql`DELETE FROM "sys_geodata" WHERE "id" = ${geoId}`))
    expect((await items()).numberMatched).toBe(before)
  })

  test('nothing is answered without a token, and an API key may stand where programs know a password alone', async () => {
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
    const ask = (headers: Record<string, string>) =>
      dig.request({ method: 'GET', url: '/ogc/collections', headers })
    expect((await ask({})).statusCode).toBe(401)
    const key = await dig.token('key30')
    expect((await ask({ authorization: `Bearer ${key}` })).statusCode).toBe(200)
    expect((await ask(basic(`key:${key}`))).statusCode).toBe(200)
    for (const wrong of [
      `key:${key}x`,
      `ada:${key}`,
      `key:${await dig.token('reader')}`,
      'key',
      'key:',
      key,
    ] as const) {
      expect((await ask(basic(wrong))).statusCode).toBe(401)
    }
    expect((await ask({ authorization: 'Basic %%%' })).statusCode).toBe(401)
  })
})

describe('the addresses in links', () => {
  test('are those by which people reach the service, and hold no token', async () => {
    const dig = await openDig('sqlite', { TROWEL_PUBLIC_URL: 'https://records.example/dig/' })
    try {
      const { body } = await dig.get('/ogc', 'reader')
      const hrefs = (JSON.parse(body) as { links: Link[] }).links.map(({ href }) => href)
      expect(hrefs[0]).toBe('https://records.example/dig/ogc')
      expect(body).not.toContain(await dig.token('reader'))
    } finally {
      await dig.close()
    }
  })
})
