import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aimedRequests, type Values } from '../testing/aimed-requests.js'
import { type Dig, oneEngine, openDig } from '../testing/open-dig.js'
import { operationsOf, type Schema } from '../testing/operations.js'
import { formOf } from '../testing/send-file.js'

/** Values that let a request come as far as it can, besides the one that is an address. */
const where: Values = {
  ...{ tb: 'finds', id: 1, fileId: 1, linkId: 1, record_id: 1, lib_id: 1, n: 1, fld: 'material' },
  ...{
    field: 'material',
    value: 'x',
    q: 'x',
    name: 'sheet',
    picture: 'logo',
    provider: 'google',
    app: 'dig',
  },
  ...{ z: 0, x: 0, y: 0, privilege: 30, table_name: 'finds', first: 1, second: 2, relation: 1 },
}

const propertiesOf = (schema: Schema | undefined): string[] => [
  ...Object.keys(schema?.properties ?? {}),
  ...(schema?.anyOf ?? []).flatMap(propertiesOf),
]

describe.each(oneEngine)('a machine inside, named by whoever may do everything (%s)', (engine) => {
  let dig: Dig
  const asked: string[] = []
  const inside = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('{}')
  })
  let address: string
  beforeAll(async () => {
    dig = await openDig(engine)
    await new Promise<void>((listening) => inside.listen(0, '127.0.0.1', listening))
    address = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/inside`
  })
  afterAll(async () => {
    await dig.close()
    inside.close()
  })

  test('is asked by no operation, in whatever place its address stands', async () => {
    let sent = 0
    for (const operation of await operationsOf(dig)) {
      // Who logs out asks nothing more; a stream has no end.
      if (/logout|\/stream/.test(operation.route)) continue
      const names = [...operation.inQuery.map(({ name }) => name), ...propertiesOf(operation.body)]
      const ways = [...new Set(names)].map((name) => ({ [name]: address }))
      for (const { method, url, body } of aimedRequests(operation, where, ways)) {
        await dig.request(
          { method, url, ...(body !== undefined && { payload: body as object }) },
          'super_admin',
        )
        sent++
      }
    }
    expect(sent).toBeGreaterThan(500)
    expect(asked).toEqual([])
  })

  test('is asked for no file that names it', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="${address}" width="9" height="9"/></svg>`
    const kml = `<?xml version="1.0"?><!DOCTYPE kml SYSTEM "${address}"><kml><NetworkLink><href>${address}</href></NetworkLink></kml>`
    const geojson = `{"type":"FeatureCollection","crs":{"type":"link","properties":{"href":"${address}"}},"features":[]}`
    for (const [url, method, name, content] of [
      ['/api/record/finds/1/file', 'POST', 'a.svg', svg],
      ['/api/record/finds/1/file', 'POST', 'a.kml', kml],
      ['/api/welcome/logo', 'PUT', 'a.svg', svg],
      ['/api/config/geofile', 'POST', 'a.geojson', geojson],
      ['/api/config/geofile', 'POST', 'a.kml', kml],
      ['/api/import/preview-file', 'POST', 'a.geojson', geojson],
    ] as const) {
      const { payload, type } = await formOf([{ field: 'file', name, content }])
      await dig.request({ method, url, payload, headers: { 'content-type': type } }, 'super_admin')
    }
    for (const url of ['/api/record/finds/1/print', '/api/records/finds/print', '/api/files'])
      await dig.get(url, 'super_admin')
    expect(asked).toEqual([])
    // It does listen.
    await fetch(address)
    expect(asked).toEqual(['/inside'])
  })
})
