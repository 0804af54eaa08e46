import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPerson, type Visit, visitAs } from '../browser.js'
import { startService } from '../services.js'

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

// A service of its own: other journeys expect that their maps ask no other server.
let service: Awaited<ReturnType<typeof startService>>
let dig: Visit
let tiles: Server
const asked: string[] = []
beforeAll(async () => {
  tiles = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('content-type', 'image/png')
    response.end(pixel)
  })
  await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve))
  service = await startService({ demo: true })
  dig = await visitAs(service.address, demoPerson)
})
afterAll(async () => {
  await dig.close()
  await service.stop()
  tiles.closeAllConnections()
  await new Promise((resolve) => tiles.close(resolve))
})
const button = (name: string) => dig.page.getByRole('button', { name, exact: true })

test('tiles of another server are put over the map, and the page may ask it from then on', async () => {
  const { page } = dig
  const name = 'Aerial view'
  await dig.open('/configuration?part=map')
  await button('New layer').click()
  await page.getByRole('textbox', { name: 'Name of the layer' }).fill(name)
  const { port } = tiles.address() as AddressInfo
  await page.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${port}/{z}/{x}/{y}.png`)
  await page.getByRole('radio', { name: 'Above the background' }).check()
  await button('Save').click()
  await button(`Move ${name}`).waitFor()
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await expect.poll(() => asked, { timeout: 60_000 }).not.toHaveLength(0)
  await dig.open('/configuration?part=map')
  await button(`More about ${name}`).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await button(`Move ${name}`).waitFor({ state: 'detached' })
  // The other server, and what was refused before the page was opened anew.
  dig.complaints()
})
