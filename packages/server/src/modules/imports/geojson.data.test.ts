import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { preview } from '../../testing/import-file.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'

const data = resolve(process.env['TROWEL_TEST_DATA'] ?? '../shared/data')

interface Feature {
  readonly properties: Readonly<Record<string, unknown>>
  readonly geometry: { readonly coordinates: readonly unknown[] }
}

describe.each(oneEngine)('map data that people have (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const makePlaces = async (table: string, names: readonly string[]) => {
    await dig.post('/api/config/tables', { name: table, label: table, geodata: 1 }, 'super_admin')
    const field = { name: 'name', label: 'Name', type: 'text', db_type: 'TEXT' }
    await dig.post(`/api/config/table/${table}/field`, field, 'super_admin')
    await dig.application.db.write((tx) =>
      tx.insertMany(
        table,
        ['name'],
        names.map((name) => [name]),
      ),
    )
  }
  const run = async (path: string, tb: string, geo_prop: string, more: Record<string, unknown> = {}) => {
    const looked = await preview(dig, { content: await readFile(path), after: { type: 'geojson', tb } })
    expect(looked.statusCode, looked.body).toBe(200)
    const { temp_id } = looked.json()
    const reply = await dig.post(
      '/api/import/geojson',
      { temp_id, tb, geo_prop, key_field: 'name', ...more },
      'writer',
    )
    return { looked: looked.json(), reply }
  }
  const places = async (table: string) => {
    const row = await dig.application.db.quick.get<{ n: number }>(
      sql`SELECT count(*) AS n FROM sys_geodata WHERE table_link = ${table}`,
    )
    return row?.n
  }

  test('the polygons of the excavation at Pergamon find their features', async () => {
    const lines = (await readFile(join(data, 'excavation-pergamon-demo', 'records.jsonl'), 'utf8'))
      .trim()
      .split('\n')
    const records = lines.map((line) => JSON.parse(line) as { identifier: string; category: string })
    await makePlaces(
      'pergamon',
      records.map(({ identifier }) => identifier),
    )
    const path = join(data, 'excavation-pergamon-demo', 'features.geojson')
    const { looked, reply } = await run(path, 'pergamon', 'identifier')
    expect(looked).toMatchObject({
      count: 14,
      geometry_types: ['Polygon'],
      geo_props: ['identifier'],
      epsg: 4326,
    })
    expect(reply.json()).toMatchObject({ updated: 14, not_found: 0, total: 14, unchanged: 0, repeated: 0 })
    expect(await places('pergamon')).toBe(14)
    const again = await run(path, 'pergamon', 'identifier')
    expect(again.reply.json()).toMatchObject({ updated: 14, unchanged: 14 })
    const found = await dig.application.db.quick.all<{ name: string }>(
      sql`SELECT p.name FROM pergamon p JOIN sys_geodata g ON g.table_link = 'pergamon' AND g.id_link = p.id`,
    )
    const features = records
      .filter(({ category }) => category === 'Feature')
      .map(({ identifier }) => identifier)
    expect(found.map(({ name }) => name).sort()).toEqual(features.sort())
  })

  test.each([
    ['urban_areas', 'title', 95, 0],
    ['walls', 'id', 92, 0],
    ['roman_provinces_ce200', 'OBJECTID', 81, 1],
  ])(
    'the %s of the ancient world go in by their %s, but for lines without a point',
    async (name, property, count, invalid) => {
      const path = join(data, 'geo-awmc', `${name}.geojson`)
      const { features } = JSON.parse(await readFile(path, 'utf8')) as { features: Feature[] }
      const named = features.filter(({ properties }) => (properties[property] ?? '') !== '')
      const keys = named.map(({ properties }) => String(properties[property]))
      await makePlaces(name, [...new Set(keys)])
      const strict = await run(path, name, property)
      expect(strict.looked).toMatchObject({ count, geo_field: 'geometry', epsg: 4326 })
      expect(strict.reply.statusCode).toBe(invalid > 0 ? 422 : 200)
      if (invalid > 0)
        expect(strict.reply.json().errors).toMatchObject([{ row: 1, code: 'invalid_coordinates' }])
      const { reply } = await run(path, name, property, { on_error: 'skip' })
      const whole = named.filter(({ geometry }) => geometry.coordinates.length > 0)
      const placed = new Set(whole.map(({ properties }) => String(properties[property])))
      expect(reply.json()).toMatchObject({
        total: count,
        updated: whole.length,
        repeated: whole.length - placed.size,
        refused: invalid,
        not_found: count - whole.length - invalid,
      })
      expect(await places(name)).toBe(placed.size)
    },
  )
})
