import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isLong } from '../../packages/server/dist/testing/long-tests.js'
import { demoPerson, expectAccessible, noticeOf, tokenOf, type Visit, visitAs } from '../browser.js'
import { type Running, startDemo } from '../services.js'

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const track = `
<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
  <wpt lat="43.0595" lon="11.4175"><name>Benchmark</name></wpt><wpt lat="43.06"><name>Nowhere</name></wpt>
  <trk><name>Way in</name><trkseg><trkpt lat="43.0590" lon="11.4160"/><trkpt lat="43.0598" lon="11.4180"/></trkseg></trk>
</gpx>`
const protectedArea = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Protected area</name><Polygon><outerBoundaryIs><LinearRing>
<coordinates>11.416,43.0587,0 11.4185,43.0587,0 11.4185,43.06,0 11.416,43.06,0 11.416,43.0587,0</coordinates>
</LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`

/** Layers in a group that has no name of its own. */
const capabilities = `<?xml version="1.0"?>
<WMS_Capabilities xmlns="http://www.opengis.net/wms" version="1.3.0"><Capability><Layer><Title>Land office</Title>
<Layer><Name>cadastre</Name><Title>Cadastre of 1908</Title></Layer><Layer><Name>walls</Name><Title>City walls</Title></Layer>
</Layer></Capability></WMS_Capabilities>`

/** Drawing without a graphics card takes its time. */
const patience = { timeout: 60_000 }

// A service of its own: other journeys expect that their maps ask no other server.
let service: Running
let dig: Visit
let token: string
let server: Server
let elsewhere: string
const asked: URL[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    const address = new URL(request.url ?? '', elsewhere)
    asked.push(address)
    response.statusCode = address.pathname === '/broken' ? 500 : 200
    if (address.pathname !== '/closed') response.setHeader('access-control-allow-origin', '*')
    const isList = address.searchParams.get('REQUEST') === 'GetCapabilities' && address.pathname !== '/none'
    response.setHeader('content-type', isList ? 'text/xml' : 'image/png')
    response.end(isList ? capabilities : pixel)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  service = await startDemo()
  token = await tokenOf(service.address)
  dig = await visitAs(service.address, demoPerson, { coarse: true })
  // Fewer pixels are drawn sooner.
  await dig.page.setViewportSize({ width: 1100, height: 640 })
})
beforeEach(() => asked.splice(0))
afterAll(async () => {
  await dig.close()
  await service.stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
const button = (name: string) => dig.page.getByRole('button', { name, exact: true })

async function ask<Reply>(method: string, path: string, body?: object): Promise<Reply> {
  const isForm = body instanceof FormData
  const reply = await fetch(service.address + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const answer = (await reply.json()) as Reply
  if (!reply.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  return answer
}

function formWith(fields: Readonly<Record<string, string>>, name: string, content: string): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  form.set('file', new Blob([content]), name)
  return form
}

/** A red square as PNG, 60 pixels from edge to edge. */
const redSquare = async (page: Page): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(60, 60)
      const context = canvas.getContext('2d')
      if (context) context.fillStyle = '#e00000'
      context?.fillRect(0, 0, 60, 60)
      return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())]
    }),
  )

/** Whether what is seen in places of the page is red, more or less. */
async function areRed(page: Page, places: readonly (readonly [x: number, y: number])[]): Promise<boolean[]> {
  const seen = await page.screenshot(patience)
  return page.evaluate(
    async ({ bytes, places }) => {
      const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
      context?.drawImage(picture, 0, 0)
      const scale = picture.width / window.innerWidth
      return places.map(([x, y]) => {
        const [red = 0, green = 0] = context?.getImageData(x * scale, y * scale, 1, 1).data ?? []
        return red - green > 100
      })
    },
    { bytes: [...seen], places },
  )
}

test('tiles of another server are put over the map, and the page may ask it from then on', async () => {
  const { page } = dig
  const name = 'Aerial view'
  await dig.open('/configuration?part=map')
  await button('New layer').click()
  await page.getByRole('textbox', { name: 'Name of the layer' }).fill(name)
  await page.getByRole('combobox', { name: 'Source' }).click()
  await page.getByRole('option', { name: 'Tiles', exact: true }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill(`${elsewhere}/{z}/{x}/{y}.png`)
  await page.getByRole('radio', { name: 'Above the background' }).check()
  await button('Save').click()
  await button(`Move ${name}`).waitFor()
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await expect.poll(() => asked, patience).not.toHaveLength(0)
  await dig.open('/configuration?part=map')
  await button(`More about ${name}`).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await button(`Move ${name}`).waitFor({ state: 'detached' })
  // The other server, and what was refused before the page was opened anew.
  dig.complaints()
})

test('what another person changes of the layers meanwhile stays, and is said where it is the same one', async () => {
  const { page } = dig
  const layerOf = (label: string) => ({ label, type: 'tiles', path: 'https://t.example.org/{z}/{x}/{y}.png' })
  type Layers = { layers: { id: string; label: string; layertype: string }[] }
  const layers = async () => (await ask<Layers>('GET', '/api/config/geoface')).layers
  await ask('PUT', '/api/config/geoface', ['North', 'South'].map(layerOf))
  await dig.open('/configuration?part=map')
  const form = page.getByRole('dialog')
  const edit = async (name: string) => {
    await button(`More about ${name}`).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
  }
  const name = form.getByRole('textbox', { name: 'Name of the layer' })

  // Another one is put above it: it is still the same that is saved.
  await edit('South')
  await name.fill('South trench')
  await ask('PUT', '/api/config/geoface', [layerOf('Above'), ...(await layers())])
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await button('Move South trench').waitFor()
  expect((await layers()).map(({ label }) => label)).toEqual(['Above', 'North', 'South trench'])

  await edit('North')
  await name.fill('North trench')
  const now = await layers()
  const changed = now.map((one) => (one.label === 'North' ? { ...one, label: 'N', layertype: 'base' } : one))
  await ask('PUT', '/api/config/geoface', changed)
  await form.getByRole('status').getByText('It is now: N ·').waitFor()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  expect((await layers())[1]).toMatchObject({ label: 'North trench', layertype: 'base' })

  await button('More about Above').click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await button('Move Above').waitFor({ state: 'detached' })
  await ask('PUT', '/api/config/geoface', (await layers()).reverse())
  await noticeOf(page, 'Above was removed').getByRole('button', { name: 'Undo' }).click()
  await button('Move Above').waitFor()
  expect((await layers()).map(({ label }) => label)).toEqual(['Above', 'South trench', 'North trench'])
  await ask('PUT', '/api/config/geoface', [])
})

test('the layers of a WMS are chosen from what it offers, as soon as a saved layer names it', async () => {
  const { page } = dig
  const form = page.getByRole('dialog')
  await dig.follow('/configuration?part=map')
  await button('New layer').click()
  await form.getByRole('textbox', { name: 'Name of the layer' }).fill('Land office')
  await form.getByRole('combobox', { name: 'Source' }).click()
  await page.getByRole('option', { name: 'Map server (WMS)' }).click()
  await form
    .getByRole('textbox', { name: 'Address' })
    .fill(`${elsewhere}/wms?map=1908&request=GetMap&layers=x`)
  await form.getByRole('button', { name: 'Load layers' }).click()
  await form.getByText('This page may only contact servers of saved layers').waitFor()
  expect(asked).toEqual([])
  await form.getByRole('button', { name: 'Save and load layers' }).click()

  await form.getByText('The server offers 2 layers').waitFor()
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    map: '1908',
    SERVICE: 'WMS',
    REQUEST: 'GetCapabilities',
  })
  await expectAccessible(page)
  for (const layer of ['Cadastre of 1908 (cadastre)', 'City walls (walls)']) {
    await form.getByRole('combobox', { name: 'Layers of the server' }).click()
    await page.getByRole('option', { name: layer }).click()
  }
  // Closes the list of layers, which may lie over the button.
  await page.keyboard.press('Tab')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  const { layers } = await ask<{ layers: { label: string; wmslayers: string }[] }>(
    'GET',
    '/api/config/geoface',
  )
  expect(layers.find(({ label }) => label === 'Land office')?.wmslayers).toBe('cadastre,walls')

  // The same server, where nobody may read its list, and where there is none.
  for (const [path, said] of [
    ['closed', /answers, but does not allow other pages to read its layers.*has to allow/],
    ['none', /does not answer with a list of layers/],
  ] as const) {
    await button('More about Land office').click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await form.getByRole('textbox', { name: 'Address' }).fill(`${elsewhere}/${path}`)
    await form.getByRole('button', { name: 'Load layers' }).click()
    await form.getByText(said).waitFor()
    await expect
      .poll(() => form.getByRole('textbox', { name: 'Layers of the server' }).inputValue())
      .toBe('cadastre,walls')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'detached' })
  }
  await ask('PUT', '/api/config/geoface', [])
  dig.complaints()
})

test('a WMS is asked for pictures, files of tracks and areas lie above it, and who fails is named', async () => {
  const { page } = dig
  for (const [name, content] of [
    ['track.gpx', track.trim()],
    ['area.kml', protectedArea],
  ] as const)
    await ask('POST', '/api/config/geofile', formWith({}, name, content))
  const wms = { type: 'wms', wmslayers: 'cadastre,walls' }
  await ask('PUT', '/api/config/geoface', [
    // As it is copied from a page about the server.
    {
      ...wms,
      label: 'Cadastre',
      layertype: 'base',
      path: `${elsewhere}/wms?map=1908&service=WMS&request=GetCapabilities`,
    },
    { ...wms, label: 'Out of order', layertype: 'overlay', path: `${elsewhere}/broken` },
    { type: 'local', label: 'Walked', layertype: 'overlay', path: 'track.gpx' },
    { type: 'local', label: 'Protected', layertype: 'overlay', path: 'area.kml' },
  ])
  const files = Promise.all(
    ['track.gpx', 'area.kml'].map((name) =>
      page.waitForResponse((reply) => reply.url().includes(`/api/geofile/${name}`), patience),
    ),
  )
  const [opened] = await Promise.all([
    page.waitForResponse((reply) => new URL(reply.url()).pathname.endsWith('/map')),
    dig.open('/map?table=contexts'),
  ])
  const policy = (await opened.allHeaders())['content-security-policy'] ?? ''
  expect(policy.match(/https?:\/\/[^\s;]+/g)).toEqual([elsewhere, elsewhere])
  expect((await files).map((reply) => reply.status())).toEqual([200, 200])
  const pictures = () => asked.filter(({ pathname }) => pathname === '/wms')
  await expect.poll(pictures, patience).not.toHaveLength(0)
  const { BBOX, ...said } = Object.fromEntries(pictures()[0]?.searchParams ?? [])
  expect(said).toEqual({
    map: '1908',
    SERVICE: 'WMS',
    VERSION: '1.3.0',
    REQUEST: 'GetMap',
    LAYERS: 'cadastre,walls',
    STYLES: '',
    CRS: 'EPSG:3857',
    WIDTH: '512',
    HEIGHT: '512',
    FORMAT: 'image/png',
    TRANSPARENT: 'TRUE',
  })
  expect((BBOX ?? '').split(',').filter((metres) => Number.isFinite(Number(metres)))).toHaveLength(4)
  const failing = page.getByText(/^This layer cannot be loaded/)
  await failing.waitFor(patience)
  await expect.poll(() => failing.count()).toBe(1)
  for (const name of ['Out of order', 'Walked', 'Protected'])
    await expect.poll(() => page.getByRole('checkbox', { name: `Show ${name}` }).isChecked()).toBe(true)
  await expect.poll(() => page.getByRole('combobox', { name: 'Background' }).inputValue()).toBe('Cadastre')
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Show Out of order' }).uncheck()
  await failing.waitFor({ state: 'detached' })
  await ask('PUT', '/api/config/geoface', [])
  // A page that is gone asks nobody any more.
  await page.goto('about:blank')
  // What the broken one answered, and that another server was asked at all.
  expect(dig.complaints().filter((one) => !one.includes(elsewhere) && !/status of 500/.test(one))).toEqual([])
})

test('a plan with its world file is prepared, and lies where it belongs', async () => {
  const { page } = dig
  await dig.open('/configuration?part=map')
  await button('New layer').click()
  const form = page.getByRole('dialog')
  await form.locator('input[type=file]').setInputFiles([
    { name: 'Plan 3.png', mimeType: 'image/png', buffer: await redSquare(page) },
    // A pixel is a metre, and the middle lies in that of the map below.
    {
      name: 'Plan 3.pgw',
      mimeType: 'text/plain',
      buffer: Buffer.from('1\n0\n0\n-1\n696830.75\n4770288.14\n'),
    },
  ])
  await form.getByText('Plan 3.pgw').waitFor()
  await form.getByRole('combobox', { name: 'Reference system' }).fill('32632')
  await page.getByRole('option', { name: /32632/ }).click()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await button('Move Plan 3').waitFor(patience)
  await dig.open('/map?table=trenches&at=11.4175,43.0595,18')
  const stage = page.getByRole('region', { name: 'Map of Trenches' })
  await stage.waitFor()
  const { x, y, width, height } = await stage.evaluate((element) => element.getBoundingClientRect().toJSON())
  const seen = () => {
    const metres = [
      [0, 0],
      [25, 25],
      [-25, 25],
      [25, -25],
      [-25, -25],
      [35, 0],
      [-35, 0],
      [0, 35],
      [0, -35],
    ] as const
    // A pixel of this map is about 0.22 m wide.
    return areRed(
      page,
      metres.map(([east, north]) => [x + width / 2 + east / 0.22, y + height / 2 - north / 0.22]),
    )
  }
  const expected = [...Array(5).fill(true), ...Array(4).fill(false)]
  await expect.poll(seen, patience).toEqual(expected)
  await ask('PUT', '/api/config/geoface', [])
  expect(dig.complaints()).toEqual([])
})

// The service tests its tiles, and other specs the colours of what is drawn.
if (isLong)
  test('more than 20,000 places come as tiles, in the colours of any field, to be picked and narrowed', async () => {
    const { page } = dig
    const count = 20_100
    const kinds = ['farm', 'kiln', 'tomb']
    const places = Array.from({ length: count }, (_, place) => ({
      code: `P${place}`,
      kind: place === 0 ? 'villa' : kinds[place % kinds.length],
      size: place,
    }))
    await ask('POST', '/api/config/tables', { name: 'places', label: 'Survey', geodata: true })
    for (const field of [
      { name: 'code', label: 'Code', type: 'text', db_type: 'TEXT' },
      { name: 'kind', label: 'Kind', type: 'text', db_type: 'TEXT' },
      { name: 'size', label: 'Size', type: 'text', db_type: 'INTEGER' },
    ])
      await ask('POST', '/api/config/table/places/field', field)
    await ask('PUT', '/api/config/table/places', { id_field: 'code', order: 'code', preview: ['code'] })
    const taken = (type: string, content: object) =>
      ask<{ temp_id: string }>(
        'POST',
        '/api/import/preview-file',
        formWith({ type, tb: 'places' }, `places.${type}`, JSON.stringify(content)),
      )
    await ask('POST', '/api/import/data', {
      ...(await taken('json', places)),
      tb: 'places',
      type: 'json',
      mapping: { code: 'code', kind: 'kind', size: 'size' },
      key_field: null,
      mode: 'insert',
    })
    const features = places.map(({ code, size }) => ({
      type: 'Feature',
      properties: { code },
      // The first alone in the middle, the others around it.
      geometry: {
        type: 'Point',
        coordinates:
          size === 0 ? [12, 42] : [11 + (size % 200) * 0.01005, 41 + Math.floor(size / 200) * 0.0201],
      },
    }))
    await ask('POST', '/api/import/geojson', {
      ...(await taken('geojson', { type: 'FeatureCollection', features })),
      tb: 'places',
      geo_prop: 'code',
      key_field: 'code',
    })

    const tile = (field: string, oneOf = 1) =>
      page.waitForResponse(
        (reply) =>
          reply.url().includes('/api/geoface/tiles/places/') &&
          reply.url().includes(field) &&
          Number(reply.headers()['x-features-one-of']) >= oneOf,
        patience,
      )
    const thinned = tile('kind', 2)
    await dig.open('/map?table=places&by=kind&at=12,42,5')
    expect((await thinned).status()).toBe(200)
    await page.getByText('More than 20,000 features').waitFor(patience)
    const panel = page.getByRole('complementary', { name: 'On the map' })
    const legend = (field: string) => panel.getByRole('list', { name: `Colours by ${field}` })
    await legend('Kind').waitFor(patience)
    await expect
      .poll(() => legend('Kind').getByRole('listitem').allTextContents())
      .toEqual(['farm', 'kiln', 'tomb', 'villa'])

    // Closer, where all are drawn: a click on the one in the middle finds it.
    await dig.open('/map?table=places&at=12,42,15')
    await panel.getByRole('tab', { name: 'Records' }).click()
    await panel.getByRole('heading', { name: /^In view: the first \d{1,2}$/ }).waitFor(patience)
    const stage = await page.getByRole('region', { name: 'Map of Survey' }).boundingBox()
    const middle = {
      x: (stage?.x ?? 0) + (stage?.width ?? 0) / 2,
      y: (stage?.y ?? 0) + (stage?.height ?? 0) / 2,
    }
    await expect
      .poll(async () => {
        await page.mouse.click(middle.x, middle.y)
        return new URL(page.url()).searchParams.get('record')
      }, patience)
      .not.toBeNull()
    await page.getByRole('region', { name: 'P0', exact: true }).waitFor(patience)

    const colours = tile('size')
    await panel.getByRole('tab', { name: 'Layers' }).click()
    await page.getByRole('combobox', { name: 'Colour by' }).click()
    await page.getByRole('option', { name: 'Size' }).click()
    expect((await colours).status()).toBe(200)
    await expect
      .poll(() => legend('Size').getByRole('listitem').allTextContents(), patience)
      .toEqual(['0 – < 4000', '4000 – < 8000', '8000 – < 12,000', '12,000 – < 16,000', '16,000 – 19,999'])

    await panel.getByRole('tab', { name: 'Records' }).click()
    await page.getByRole('searchbox', { name: 'Search in all fields' }).fill('villa')
    await expect.poll(() => page.getByRole('status').first().textContent(), patience).toBe('1 feature')
    await expectAccessible(page)
    expect(dig.complaints()).toEqual([])
  })
