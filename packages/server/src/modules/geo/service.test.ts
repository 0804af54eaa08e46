import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableOf } from '../../catalogue/catalogue.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { scopeAs } from '../../testing/scope-as.js'
import { setGeometries } from './service.js'

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

  const place = async (id: number, wkt: string) => {
    const { catalogue, db } = await scopeAs(dig, 'writer')
    await db.write((tx) => setGeometries(tx, tableOf(catalogue, 'contexts'), new Map([[id, wkt]])))
    return Object.keys((await geodata(id)) as object)
  }

  test('a geometry is kept as text and shown as text and GeoJSON', async () => {
    const [geoId = ''] = await place(2, 'POINT (13.6 45.7)')
    expect(await geodata(2)).toEqual({
      [geoId]: {
        id: { name: 'id', label: 'Id', val: Number(geoId) },
        table_link: { name: 'table_link', label: 'Table', val: 'contexts' },
        id_link: { name: 'id_link', label: 'Linked id', val: 2 },
        geometry: { name: 'geometry', label: 'Geometry', val: 'POINT (13.6 45.7)' },
        geojson: { type: 'Point', coordinates: [13.6, 45.7] },
      },
    })
  })

  test('a second one takes the place of the first', async () => {
    const [first = ''] = await place(3, 'POINT (13.6 45.7)')
    expect(await place(3, 'POINT (1 2)')).toEqual([first])
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
})
