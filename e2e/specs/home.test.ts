import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, expectAccessible, keepPicture, tokenOf, type Visit, visit, visitDemo } from '../browser.js'
import { startService } from '../services.js'

describe.each(engines)('the home page (%s)', (engine) => {
  let home: Visit
  let headers: Record<string, string>
  beforeAll(async () => {
    home = await visitDemo(engine)
    headers = {
      authorization: `Bearer ${await tokenOf(home.address)}`,
      'content-type': 'application/json',
    }
  })
  afterAll(() => home.close())

  test('says how many records each table has, and leads to them', async () => {
    const { page } = home
    await home.open('')
    const phases = page.getByRole('region', { name: 'Tables' }).getByRole('link', { name: /^Phases/ })
    await expect.poll(() => phases.textContent()).toMatch(/^Phases\s*\d+ records$/)
    await expect.poll(() => phases.getAttribute('href')).toBe('/app/demo/records/phases')
  })

  test('calls what was changed lately by its name, also what is gone', async () => {
    const { page } = home
    const name = `Somebody ${Date.now()}`
    const send = async (method: string, path: string, body?: object) =>
      (await (
        await fetch(`${home.address}${path}`, {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        })
      ).json()) as { id: number }
    const { id } = await send('POST', '/api/record/people', { core: { name } })
    await send('PATCH', `/api/record/people/${id}`, { core: { role: 'digger' } })
    await home.open('')
    const recent = page.getByRole('region', { name: 'Recent work' })
    await recent.getByRole('link', { name }).waitFor()
    await recent.getByText('Yours').click()
    await recent.getByRole('link', { name }).waitFor()
    await send('DELETE', `/api/record/people/${id}`)
    await home.open('')
    const line = recent.getByRole('listitem').filter({ hasText: name })
    await line.waitFor()
    await expect.poll(() => line.textContent()).toContain('deleted')
    expect(await line.getByRole('link').count()).toBe(0)
  })

  test('shows the face of the project: title, logo and cover picture', async () => {
    const { page } = home
    const buffer = await readFile(new URL('../../demo/pictures/D001_plan_A_I.png', import.meta.url))
    await home.open('')
    await page.getByRole('button', { name: 'Edit home page' }).click()
    await page.getByRole('textbox', { name: 'Title of the project' }).fill('Falcon Hill')
    for (const name of ['Logo', 'Cover picture']) {
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('group', { name }).getByRole('button', { name: 'Replace…' }).click()
      await (await choosing).setFiles({ name: 'front.png', mimeType: 'image/png', buffer })
    }
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Falcon Hill' }).waitFor()
    await expect.poll(() => page.locator('img[src^="blob:"]').count()).toBe(3)
    await keepPicture(page, 'home-face')
    await page.getByRole('button', { name: 'Edit home page' }).click()
    for (const name of ['Logo', 'Cover picture'])
      await page.getByRole('group', { name }).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('textbox', { name: 'Title of the project' }).fill('Poggio Falcone')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Poggio Falcone' }).waitFor()
    await expect.poll(() => page.locator('img[src^="blob:"]').count()).toBe(0)
    expect(home.complaints()).toEqual([])
  })

  test('keeps the text that somebody else writes while its title is changed', async () => {
    const { page } = home
    const url = `${home.address}/api/welcome`
    const read = async () => (await (await fetch(url, { headers })).json()) as { content: string }
    const write = (body: object) => fetch(url, { method: 'PUT', headers, body: JSON.stringify(body) })
    const before = await read()
    await home.open('')
    await page.getByRole('button', { name: 'Edit home page' }).click()
    await page.getByRole('textbox', { name: 'Title of the project' }).fill('Falcon Hill')
    await write({ content: '# Written by somebody else' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Falcon Hill' }).waitFor()
    expect((await read()).content).toBe('# Written by somebody else')
    expect(home.complaints()).toEqual([])

    await page.getByRole('button', { name: 'Edit home page' }).click()
    await page.getByRole('textbox', { name: 'Title of the project' }).fill('Falcon Rock')
    await write({ content: '# Written by somebody else', title: 'Falcon Tower' })
    await page.getByRole('button', { name: 'Save' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Changed by another person' })
    await alert.getByRole('row', { name: /Falcon Rock Falcon Tower$/ }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Falcon Rock' }).waitFor()
    await write({ ...before, title: 'Poggio Falcone' })
    // What the browser says of the refusal.
    home.complaints()
  })

  test('has what a person pinned, where the sites are, and the latest photographs', async () => {
    const { page } = home
    await home.follow('/charts')
    const name = 'Litres of samples by kind'
    await page
      .getByRole('article', { name })
      .getByRole('button', { name: `Pin to home: ${name}` })
      .click()
    await home.follow('')
    const pinned = page.getByRole('region', { name: 'Pinned' })
    await pinned.getByRole('link', { name: 'Special finds, heaviest first' }).waitFor()
    const chart = pinned.getByRole('article', { name })
    await chart.getByRole('button', { name: 'Show numbers' }).waitFor()
    await chart.getByRole('button', { name: `Pin to home: ${name}` }).click()
    await chart.waitFor({ state: 'detached' })
    const sites = page.getByRole('region', { name: 'Sites' })
    await sites.getByRole('img', { name: 'Map of Sites' }).waitFor()
    const photographs = page.getByRole('region', { name: 'Latest photographs' })
    await expect.poll(() => photographs.getByRole('link').count()).toBe(7)
    expect(home.complaints()).toEqual([])
  })

  test('is welcomed by a text in Markdown that can do no harm', async () => {
    const { page } = home
    const before = (await (await fetch(`${home.address}/api/welcome`, { headers })).json()) as {
      content: string
    }
    await home.open('')
    await page.getByRole('button', { name: 'Edit home page' }).click()
    await page
      .getByRole('textbox', { name: 'Welcome text' })
      .fill(
        '## For diggers\n\n**Wash** no slag. [Handbook](https://example.org/book) [bad](javascript:alert(1)) <img src=x onerror=alert(1)>',
      )
    await page.getByRole('tab', { name: 'Preview' }).click()
    await page.getByRole('heading', { name: 'For diggers' }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The home page was saved').waitFor()
    await expect
      .poll(() => page.getByRole('link', { name: 'Handbook' }).getAttribute('rel'))
      .toBe('noopener noreferrer')
    expect(await page.locator('a[href^="javascript"], main img[src="x"]').count()).toBe(0)
    await fetch(`${home.address}/api/welcome`, { method: 'PUT', headers, body: JSON.stringify(before) })
    expect(home.complaints()).toEqual([])
  })
})

describe('an empty application', () => {
  test('says what to do first', async () => {
    const service = await startService()
    const first = { name: 'dig', definition: 'A dig', email: 'ada@dig.example', password: 'spade-and-trowel' }
    await fetch(`${service.address}/api/new-app`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...first, db_engine: 'sqlite' }),
    })
    const window = await visit(service.address)
    const { page } = window
    await page.goto('/login?app=dig')
    await page.getByLabel('E-mail').fill(first.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(first.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByText('Create tables').waitFor()
    await expect.poll(() => steps.getByRole('listitem').count()).toBe(4)
    await expectAccessible(page)
    await keepPicture(page, 'home-empty')
    expect(window.complaints()).toEqual([])
    await window.close()
    await service.stop()
  })
})
