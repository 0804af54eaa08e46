import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { scopeAs } from '../../testing/scope-as.js'
import { setGeometry } from './service.js'

const point = { type: 'Point', coordinates: [13.6, 45.7] }

describe.each([...engines])('map data of a record (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const geodata = async (id: number) =>
    (await dig.get(`/api/record/contexts/${id}`, 'reader')).json<{ geodata: unknown }>().geodata

  test('a record without a place has none', async () => {
    expect(await geodata(1)).toEqual({})
  })

  test('a geometry is kept as text and shown as text and GeoJSON', async () => {
    const geoId = await setGeometry(await scopeAs(dig, 'writer'), 'contexts', 2, point)
    expect(await geodata(2)).toEqual({
      [geoId]: {
        id: { name: 'id', label: 'Id', val: geoId },
        table_link: { name: 'table_link', label: 'Table', val: 'contexts' },
        id_link: { name: 'id_link', label: 'Linked id', val: 2 },
        geometry: { name: 'geometry', label: 'Geometry', val: 'POINT (13.6 45.7)' },
        geojson: point,
      },
    })
  })

  test('a second one takes the place of the first', async () => {
    const scope = await scopeAs(dig, 'writer')
    const first = await setGeometry(scope, 'contexts', 3, point)
    expect(await setGeometry(scope, 'contexts', 3, { type: 'Point', coordinates: [1, 2] })).toBe(first)
    expect(await geodata(3)).toMatchObject({ [first]: { geometry: { val: 'POINT (1 2)' } } })
  })

  test('text that nobody can read is shown as it is', async () => {
    await dig.application.db.write((tx) =>
      tx.insert('sys_geodata', { table_link: 'contexts', id_link: 4, geometry: 'POINT (somewhere)' }),
    )
    expect(Object.values((await geodata(4)) as object)).toMatchObject([
      { geometry: { val: 'POINT (somewhere)' }, geojson: null },
    ])
  })

  test.each([
    ['an unknown table', 'writer', 'coins', 1, point, 'unknown_table'],
    ['a plugin table', 'writer', 'samples', 1, point, 'plugin_table_not_allowed'],
    ['an absent record', 'writer', 'contexts', 99, point, 'record_not_found'],
    ['a reader', 'reader', 'contexts', 1, point, 'not_enough_privilege'],
    ["somebody else's record", 'self_writer', 'contexts', 1, point, 'not_enough_privilege'],
    ['a wrong geometry', 'writer', 'contexts', 1, { type: 'Circle' }, 'error_insert_geodata'],
  ] as const)('%s is refused', async (_what, role, table, id, geometry, code) => {
    const setting = setGeometry(await scopeAs(dig, role), table, id, geometry)
    await expect(setting).rejects.toMatchObject({ code })
  })
})
