import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { countIn, extentIn, runGdal } from '../ogc/testing/run-gdal.js'
import { readPackage } from './testing/open-package.js'

describe.each(engines)('GDAL opens a package (%s)', (engine) => {
  let dig: Dig
  let bytes: Uint8Array
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.application.db.write(async (tx) => {
      const places = [
        [1, 'POINT (13.6 45.7)'],
        [1, 'POINT (-10 50.25)'],
        [2, 'LINESTRING (0 0, 4 4, 5 4)'],
        [3, 'POLYGON ((0 0, 4 0, 4 4, 0 0), (1 0.5, 2 0.5, 2 1, 1 0.5))'],
        [4, 'MULTIPOINT ((1 2), (3 4))'],
        [5, 'MULTILINESTRING ((1 2, 3 4), (5 6, 7 8))'],
        [6, 'MULTIPOLYGON (((0 0, 4 0, 4 4, 0 0)), ((10 10, 14 10, 14 14, 10 10)))'],
      ] as const
      for (const [idLink, geometry] of places) {
        await tx.insert('sys_geodata', { table_link: 'contexts', id_link: idLink, geometry })
      }
    })
    bytes = (await dig.get('/api/export/gpkg?tb[]=contexts&tb[]=finds', 'reader')).rawPayload
  })
  afterAll(() => dig.close())

  const ogrinfo = (...args: string[]) =>
    readPackage(bytes, (_db, path) => runGdal('ogrinfo', ['-ro', path, ...args]))

  test('with every layer and table', async () => {
    const layers = [...(await ogrinfo()).matchAll(/^\d+: (\w+)(?: \((.*)\))?$/gm)].map(([, name, type]) => [
      name,
      type,
    ])
    expect(layers.sort()).toEqual([
      ['contexts', 'None'],
      ['contexts_linestring', 'Line String'],
      ['contexts_multilinestring', 'Multi Line String'],
      ['contexts_multipoint', 'Multi Point'],
      ['contexts_multipolygon', 'Multi Polygon'],
      ['contexts_point', 'Point'],
      ['contexts_polygon', 'Polygon'],
      ['finds', 'None'],
      ['samples', 'None'],
    ])
  })

  test('with counts, extent, and reference system', async () => {
    const told = await ogrinfo('-so', 'contexts_point')
    expect([countIn(told), extentIn(told)]).toEqual([2, [-10, 45.7, 13.6, 50.25]])
    expect(told).toContain('ID["EPSG",4326]')
    expect(told).toMatch(/^FID Column = geo_id$/m)
    expect(countIn(await ogrinfo('-so', 'contexts'))).toBe(6)
    expect(countIn(await ogrinfo('-so', 'finds'))).toBe(8)
  })

  test('with every geometry as it is stored', async () => {
    const told = await ogrinfo('-al', '-q')
    const shapes = [...told.matchAll(/^ {2}((?:MULTI)?(?:POINT|LINESTRING|POLYGON) \(.*\))$/gm)].map(
      ([, wkt]) => wkt,
    )
    // Older versions write the points of a MULTIPOINT without brackets.
    expect(shapes.map((wkt) => wkt?.replace(/\((-?\d+ -?\d+)\)(?=[,)])/g, '$1')).sort()).toEqual([
      'LINESTRING (0 0,4 4,5 4)',
      'MULTILINESTRING ((1 2,3 4),(5 6,7 8))',
      'MULTIPOINT (1 2,3 4)',
      'MULTIPOLYGON (((0 0,4 0,4 4,0 0)),((10 10,14 10,14 14,10 10)))',
      'POINT (-10 50.25)',
      'POINT (13.6 45.7)',
      'POLYGON ((0 0,4 0,4 4,0 0),(1.0 0.5,2.0 0.5,2 1,1.0 0.5))',
    ])
  })

  test('and finds by its spatial index what lies in a box', async () => {
    expect(countIn(await ogrinfo('-so', 'contexts_point', '-spat', '13', '45', '14', '46'))).toBe(1)
  })
})
