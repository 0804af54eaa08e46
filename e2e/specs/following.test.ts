import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, apiOf } from '../api.js'
import {
  countRequests,
  demoPerson,
  engines,
  keepPicture,
  tokenOf,
  type Visit,
  visitAs,
  visitDemo,
} from '../browser.js'

/** Contexts that these tests make and change; those of the demo stay as they are. */
const names = ['C9801', 'C9802', 'C9803']
const own = encodeURIComponent(JSON.stringify({ ctx_no: { _starts_with: 'C98' } }))
/** Another person than the one who looks on. */
const writer = { app: demoPerson.app, email: 'elio@trowel.example', password: 'trowel-demo-elio' }

describe.each(engines)('a page that is open (%s)', (engine) => {
  let window: Visit
  let api: Api
  const ids: number[] = []
  beforeAll(async () => {
    window = await visitDemo(engine)
    const admin = apiOf(window.address, await tokenOf(window.address))
    await admin.send('POST', '/api/user', {
      name: 'Elio Vasari',
      email: writer.email,
      password: writer.password,
      privilege: 20,
    })
    api = apiOf(window.address, await tokenOf(window.address, writer))
    for (const ctx_no of names)
      ids.push(
        await api.create('contexts', { ctx_no, trench: 1, ctx_type: 'layer', interpretation: 'first' }),
      )
  })
  afterAll(async () => {
    for (const id of ids) await api.send('DELETE', `/api/record/contexts/${id}`)
    await window.close()
  })

  const change = (place: number, core: object) =>
    api.send('PATCH', `/api/record/contexts/${ids[place]}`, { core })
  /** How many requests the page makes for an address while something is done, and a little later. */
  const requestsOf = (address: RegExp, act: () => Promise<unknown>): Promise<number> =>
    countRequests(window.page, address, async () => {
      await act()
      await window.page.waitForTimeout(1500)
    })

  test('shows in its list what others save, and stays where it is', async () => {
    const { page } = window
    await window.open('/records/contexts?sort=ctx_no&dir=desc')
    const grid = page.getByTestId('grid-scroll')
    await grid.getByRole('link', { name: 'C9803' }).waitFor()
    ids.push(await api.create('contexts', { ctx_no: 'C9899', trench: 1, ctx_type: 'layer' }))
    await grid.getByRole('link', { name: 'C9899' }).waitFor()

    await grid.evaluate((element) => element.scrollTo({ top: 720 }))
    const middle = grid.getByRole('row').nth(16)
    const name = await middle.getByRole('link').textContent()
    const row = grid
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: name ?? '', exact: true }) })
    await row.getByRole('link').focus()
    await row.getByRole('checkbox').check()
    const before = await row.boundingBox()
    const index = await row.getAttribute('data-index')
    ids.push(await api.create('contexts', { ctx_no: 'C9898', trench: 1, ctx_type: 'layer' }))
    await expect.poll(() => row.getAttribute('data-index')).toBe(String(Number(index) + 1))
    expect((await row.boundingBox())?.y).toBe(before?.y)
    expect(await row.getByRole('checkbox').isChecked()).toBe(true)
    expect(window.complaints()).toEqual([])
  })

  test('shows a record as others leave it, and what is typed here stays beside a notice', async () => {
    const { page } = window
    await window.follow(`/record/contexts/${ids[0]}`)
    await page.getByText('first', { exact: true }).waitFor()
    await change(0, { interpretation: 'second' })
    await page.getByText('second', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await change(0, { interpretation: 'third' })
    await page.getByText('This record was changed elsewhere.').waitFor()
    await page.getByRole('button', { name: 'Show saved version' }).click()
    const notes = page.getByRole('textbox', { name: 'Interpretation' })
    await expect.poll(() => notes.inputValue()).toBe('third')
    await page.getByText('This record was changed elsewhere').waitFor({ state: 'detached' })

    await notes.fill('typed here')
    await change(0, { interpretation: 'fourth' })
    await page.getByText('What you typed is still here').waitFor()
    expect(await notes.inputValue()).toBe('typed here')
    await keepPicture(page, 'following-edited')
    await page.getByRole('button', { name: 'Compare and save…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('fourth').waitFor()
    await dialog.getByRole('button', { name: 'Save this choice' }).click()
    await page.getByText('typed here', { exact: true }).waitFor()
    expect(window.complaints()).toEqual([])
  })

  test('asks once for what was saved in it', async () => {
    const { page } = window
    await window.open(`/record/contexts/${ids[1]}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Interpretation' }).fill('saved here')
    const asked = await requestsOf(new RegExp(`/api/record/contexts/${ids[1]}(\\?|$)`), async () => {
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('saved here', { exact: true }).waitFor()
    })
    // The save itself, and the record as it is then.
    expect(asked).toBe(2)
  })

  test('asks seldom while others save much', async () => {
    await window.open(`/records/contexts?filter=${own}`)
    const asked = await requestsOf(/\/api\/records\/contexts$/, async () => {
      for (let turn = 0; turn < 40; turn++) await change(turn % 3, { interpretation: `turn ${turn}` })
    })
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThan(15)
  })

  test('draws the matrix and the history anew', async () => {
    const { page } = window
    await window.follow(`/matrix?table=contexts&filter=${own}&list=true`)
    await page.getByText('C9801').first().waitFor()
    ids.push(await api.create('contexts', { ctx_no: 'C9850', trench: 1, ctx_type: 'layer' }))
    await page.getByText('C9850').first().waitFor()

    await window.follow('/history?user=*')
    await change(2, { interpretation: 'told in the history' })
    await page.getByRole('listitem').filter({ hasText: 'Elio Vasari' }).first().waitFor()
  })

  test('puts new places on the map', async () => {
    const { page } = window
    await page.setViewportSize({ width: 1100, height: 640 })
    await window.follow(`/map?table=contexts&filter=${own}`)
    await page.getByText('Nothing', { exact: false }).first().waitFor()
    await page.getByRole('tab', { name: 'Records' }).click()
    await api.send('POST', '/api/geoface/feature', {
      tb: 'contexts',
      id: ids[0],
      geometry: { type: 'Point', coordinates: [12.5, 41.9] },
    })
    await page
      .getByRole('complementary', { name: 'On the map' })
      .getByRole('button', { name: /^C9801/ })
      .waitFor({ timeout: 60_000 })
  })

  test('follows another window of the same person, and catches up after it was hidden', async () => {
    const { page } = window
    await window.open(`/record/contexts/${ids[2]}`)
    const other = await visitAs(window.address, demoPerson)
    await other.open(`/record/contexts/${ids[2]}`)
    await other.page.getByRole('button', { name: 'Edit', exact: true }).click()
    await other.page.getByRole('textbox', { name: 'Interpretation' }).fill('from the other window')
    await other.page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('from the other window', { exact: true }).waitFor()
    await other.close()

    const hide = (state: 'hidden' | 'visible') =>
      page.evaluate((now) => {
        Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await hide('hidden')
    await change(2, { interpretation: 'while nobody looked' })
    const asked = await requestsOf(/\/api\/record\//, async () => {})
    expect(asked).toBe(0)
    await hide('visible')
    await page.getByText('while nobody looked', { exact: true }).waitFor()
    expect(window.complaints()).toEqual([])
  })
})
