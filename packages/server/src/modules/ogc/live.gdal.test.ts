import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { countIn, extentIn, runGdal } from './testing/run-gdal.js'

const side = 24
const storedContexts = sql`SELECT * FROM "contexts" WHERE "ctx_no" LIKE 'G%' ORDER BY "id"`
const day = (number: number) => `2024-05-${String(1 + number).padStart(2, '0')}`
const text = 'quote " \' 中文 𝔄 line\nbreak'

describe.each(oneEngine)("GDAL's own client reads alive (%s)", (engine) => {
  let dig: Dig
  let folder: string
  let source: string
  let token: string
  beforeAll(async () => {
    dig = await openDig(engine)
    folder = await mkdtemp(join(tmpdir(), 'trowel-gdal-'))
    const dug = { name: 'dug_on', label: 'Dug on', type: 'date', db_type: 'TEXT' }
    await dig.post('/api/config/table/contexts/field', dug, 'super_admin')
    await dig.application.db.write(async (tx) => {
      const cells = Array.from({ length: side * side }, (_, k) => [k % side, Math.floor(k / side)] as const)
      const ids = await tx.insertMany(
        'contexts',
        [
          'ctx_no',
          'trench',
          'ctx_type',
          'notes',
          'depth_cm',
          'count_of',
          'chrono_from',
          'chrono_to',
          'dug_on',
        ],
        cells.map(([x, y]) => [
          `G${x}-${y}`,
          1 + (x % 3),
          y % 2 ? 'wall' : 'pit',
          text,
          x / 8,
          y,
          100 + x,
          100 + x,
          day(y),
        ]),
      )
      await tx.insertMany(
        'sys_geodata',
        ['table_link', 'id_link', 'geometry'],
        cells.map(([x, y], k) => ['contexts', ids[k] ?? 0, `POINT (${10 + x / 10} ${40 + y / 10})`]),
      )
    })
    await dig.service.server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = dig.service.server.server.address() as AddressInfo
    source = `OAPIF:http://127.0.0.1:${port}/ogc`
    token = await dig.token('key30')
  })
  afterAll(async () => {
    await dig.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('it lists the collections', async () => {
    expect(await runGdal('ogrinfo', [source], token)).toMatch(/^1: contexts \(title: Contexts\)/m)
  })

  test('it counts all features and knows their extent, their system and the types of their columns', async () => {
    const told = await runGdal('ogrinfo', ['-so', source, 'contexts'], token)
    expect(countIn(told)).toBe(side * side)
    expect(extentIn(told)).toEqual([10, 40, 12.3, 42.3])
    expect(told).toContain('WGS 84')
    expect(told).toMatch(/^trench: String/m)
    expect(told).toMatch(/^trench_id: Integer/m)
    expect(told).toMatch(/^depth_cm: Real/m)
  })

  test('it reads a box', async () => {
    const box = ['-spat', '10.95', '40.95', '12.05', '41.25']
    expect(countIn(await runGdal('ogrinfo', ['-so', source, 'contexts', ...box], token))).toBe(11 * 3)
  })

  test('it has the service choose by a column, and by the name that a lookup means', async () => {
    const count = async (where: string) =>
      countIn(await runGdal('ogrinfo', ['-so', source, 'contexts', '-where', where], token))
    expect(await count("ctx_type = 'wall'")).toBe((side * side) / 2)
    expect(await count("trench = 'B'")).toBe(8 * side)
    expect(await count('count_of = 7')).toBe(side)
    expect(await count('depth_cm < 1')).toBe(8 * side)
  })

  test('it has the service choose by a date, and by a span of the years of the records', async () => {
    const count = async (place: string, ...more: string[]) =>
      countIn(await runGdal('ogrinfo', ['-so', place, 'contexts', ...more], token))
    expect(await count(source, '-where', "dug_on >= '2024/05/20'")).toBe((side - 19) * side)
    expect(await count(source, '-where', "dug_on = '2024/05/03'")).toBe(side)
    expect(await count(`${source}?datetime=0100-01-01/0109-12-31`)).toBe(10 * side)
  })

  test.each(['50', '331'])(
    'it copies everything, page by page of %s, and every value is the same',
    async (pageSize) => {
      const copy = join(folder, `copy-${pageSize}.gpkg`)
      await runGdal(
        'ogr2ogr',
        ['-f', 'GPKG', copy, source, 'contexts', '-oo', `PAGE_SIZE=${pageSize}`],
        token,
      )
      const db = new DatabaseSync(copy)
      try {
        const rows = db.prepare('SELECT * FROM contexts ORDER BY id').all() as Record<string, unknown>[]
        expect(rows).toHaveLength(side * side)
        const { db: own } = dig.application
        const stored = await own.scan.all<Record<string, unknown>>(storedContexts)
        const names = [
          'ctx_no',
          'ctx_type',
          'notes',
          'depth_cm',
          'count_of',
          'chrono_from',
          'dug_on',
        ] as const
        expect(rows.map((row) => names.map((name) => row[name]))).toEqual(
          stored.map((row) => names.map((name) => row[name])),
        )
      } finally {
        db.close()
      }
    },
  )

  test('it makes GeoJSON of it', async () => {
    const copy = join(folder, 'copy.geojson')
    await runGdal(
      'ogr2ogr',
      ['-f', 'GeoJSON', copy, source, 'contexts', '-spat', '10', '40', '10.11', '40.01'],
      token,
    )
    const { features } = JSON.parse(await readFile(copy, 'utf8'))
    expect(features.map((one: { properties: { ctx_no: string } }) => one.properties.ctx_no)).toEqual([
      'G0-0',
      'G1-0',
    ])
    expect(features[0].properties).toMatchObject({ trench: 'A', trench_id: 1, notes: text, depth_cm: 0 })
  })

  test('it may know a user name and a password alone', async () => {
    const told = await runGdal('ogrinfo', ['-so', source, 'contexts', '-oo', `USERPWD=key:${token}`])
    expect(countIn(told)).toBe(side * side)
  })

  test('without a token it is told so', async () => {
    await expect(runGdal('ogrinfo', [source])).rejects.toThrow(/401|unauthenticated/)
  })
})
