import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeWkt } from '../../formats/wkt.js'
import { parseGeometry } from '../../geometry/geometry.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'

const folder = join(resolve(process.env['TROWEL_TEST_DATA'] ?? '../shared/data'), 'geo-awmc')
const names = ['urban_areas', 'walls', 'roman_provinces_ce200']

interface Feature {
  readonly geometry: { readonly type: string; readonly coordinates: readonly unknown[] }
  readonly properties: Readonly<Record<string, unknown>>
}

/** The cities, walls and provinces of the ancient world, each a record with the place that it has. */
describe.each(engines)('the map of the ancient world (%s)', (engine) => {
  let dig: Dig
  let drawn: Feature[]
  beforeAll(async () => {
    dig = await openDig(engine)
    const files = await Promise.all(
      names.map(async (name) => JSON.parse(await readFile(join(folder, `${name}.geojson`), 'utf8'))),
    )
    drawn = files
      .flatMap(({ features }: { features: Feature[] }) => features)
      .filter(({ geometry }) => geometry.coordinates.length > 0)
    await dig.application.db.write(async (tx) => {
      const ids = await tx.insertMany(
        'trenches',
        ['code'],
        drawn.map((_, k) => [`place ${k}`]),
      )
      await tx.insertMany(
        'sys_geodata',
        ['table_link', 'id_link', 'geometry'],
        drawn.map(({ geometry }, k) => ['trenches', ids[k] as number, writeWkt(parseGeometry(geometry))]),
      )
    })
  }, 60_000)
  afterAll(() => dig.close())

  const features = async (address: string): Promise<Feature[]> => {
    const reply = await dig.get(`/api/geoface?tb=trenches${address}`, 'reader')
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().geojson.features
  }

  test('every shape comes back as it was, to the tenth decimal', async () => {
    const shown = await features('')
    expect(shown).toHaveLength(drawn.length)
    expect(shown.map(({ geometry }) => writeWkt(parseGeometry(geometry)))).toEqual(
      drawn.map(({ geometry }) => writeWkt(parseGeometry(geometry))),
    )
  })

  test('a box has exactly those whose own box meets it', async () => {
    for (const [west, south, east, north] of [
      [10, 40, 15, 43],
      [-10, 35, 0, 45],
      [28.9, 40.9, 29.1, 41.1],
    ] as const) {
      const expected = drawn.flatMap(({ geometry }, k) => {
        const numbers = positions(geometry.coordinates)
        const [xs, ys] = [0, 1].map((axis) =>
          numbers.map((each) => Number((each[axis] as number).toFixed(10))),
        )
        const meets =
          Math.min(...(xs as number[])) <= east &&
          Math.max(...(xs as number[])) >= west &&
          Math.min(...(ys as number[])) <= north &&
          Math.max(...(ys as number[])) >= south
        return meets ? [`place ${k}`] : []
      })
      const shown = await features(`&bbox=${west},${south},${east},${north}`)
      expect(shown.map(({ properties }) => properties['Code'])).toEqual(expected)
      expect(expected.length).toBeGreaterThan(0)
    }
  })

  test('a far look has the same shapes in far fewer positions', async () => {
    const count = (shown: readonly Feature[]) =>
      shown.reduce((sum, { geometry }) => sum + positions(geometry.coordinates).length, 0)
    const [whole, far] = [await features(''), await features('&zoom=3')]
    expect(far).toHaveLength(whole.length)
    expect(count(far)).toBeLessThan(count(whole) / 5)
    for (const { geometry } of far) expect(() => parseGeometry(geometry)).not.toThrow()
  })

  test('one tile of the whole world has all of them', async () => {
    const reply = await dig.get('/api/geoface/tiles/trenches/0/0/0', 'reader')
    const layer = new VectorTile(new PbfReader(reply.rawPayload)).layers['trenches']
    expect(layer?.length).toBe(drawn.length)
  })
})

/** Every position in nested coordinates. */
function positions(coordinates: unknown): number[][] {
  if (!Array.isArray(coordinates)) return []
  return typeof coordinates[0] === 'number' ? [coordinates] : coordinates.flatMap(positions)
}
