import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '../../packages/server/dist/testing/long-tests.js'
import { type Api, apiOf } from '../api.js'
import {
  answerTo,
  countKept,
  demoPerson,
  engines,
  expectAccessible,
  keepPicture,
  tokenOf,
  type Visit,
  visitDemo,
} from '../browser.js'

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.each(engines)('what a person may meet (%s)', (engine) => {
  let visit: Visit
  let api: Api
  /** A site of our own, that no other journey looks at. */
  let site: number
  beforeAll(async () => {
    visit = await visitDemo(engine, { keepsClient: true })
    api = apiOf(visit.address, await tokenOf(visit.address))
    site = await api.create('sites', { code: 'ZW', name: 'Journey of states' })
  })
  afterAll(async () => {
    await api.send('DELETE', `/api/record/sites/${site}`)
    await visit.close()
  })

  const openSite = async () => {
    await visit.open(`/record/sites/${site}`)
    await visit.page.getByRole('heading', { name: 'ZW', level: 1 }).waitFor()
  }
  /** Answers what is asked for the site in place of the service. @returns lets the service answer again */
  const answerForSite = async (
    status: number,
    body: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const address = new RegExp(`/api/record/sites/${site}(\\?|$)`)
    await visit.page.route(address, (route) =>
      route.fulfill({ status, headers: { 'content-type': 'application/json', ...headers }, json: body }),
    )
    return () => visit.page.unroute(address)
  }

  test('no network: what was read can be read again, also in a page that is opened anew, and nothing typed is lost', async () => {
    const { page } = visit
    await openSite()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const place = () => page.getByRole('heading', { name: 'ZW', level: 1 }).boundingBox()
    const before = await place()
    await page.context().setOffline(true)
    await page.getByText(/^No connection/).waitFor()
    expect(await place(), 'what is shown stays where it is').toEqual(before)
    await page.reload()
    await page.getByRole('heading', { name: 'ZW', level: 1 }).waitFor()
    await page.getByText('You see what this device has kept').waitFor()
    await expectAccessible(page)
    await keepPicture(page, 'states-offline')

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed in the trench')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The service cannot be reached').waitFor()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText('You have unsaved changes').waitFor()
    await keepPicture(page, 'states-kept')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue())
      .toBe('Typed in the trench')

    // What went wrong for want of a connection is no longer said when there is one.
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The service cannot be reached').waitFor()
    await page.context().setOffline(false)
    await page.getByText(/^No connection/).waitFor({ state: 'detached' })
    await page.getByText('The service cannot be reached').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Typed in the trench').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'ZW', level: 1 }).waitFor()
    expect(await page.getByText('You have unsaved changes').count()).toBe(0)
  })

  test('no network: pictures of a record that was read are there in small, and one that is not kept says so', async () => {
    const { page } = visit
    const whole = '**/api/file/*/content*'
    for (const name of ['trench-north.png', 'trench-south.png']) {
      const form = new FormData()
      form.set('file', new Blob([pixel], { type: 'image/png' }), name)
      const reply = await fetch(`${visit.address}/api/record/sites/${site}/file`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await tokenOf(visit.address)}` },
        body: form,
      })
      expect(reply.ok).toBe(true)
    }
    await openSite()
    await expect.poll(() => page.evaluate(countKept, ['pictures'])).toBe(2)
    await page.evaluate(
      () =>
        new Promise<void>((gone) => {
          const request = indexedDB.open('trowel')
          request.onsuccess = () => {
            const change = request.result.transaction('pictures', 'readwrite')
            change.objectStore('pictures').openCursor(null, 'prev').onsuccess = ({ target }) =>
              (target as IDBRequest<IDBCursor | null>).result?.delete()
            change.oncomplete = () => {
              request.result.close()
              gone()
            }
          }
        }),
    )
    await page.route(whole, (route) => route.abort())
    await page.context().setOffline(true)
    await page.reload()
    const section = page.getByRole('region', { name: 'Files' })
    const [north, south] = ['north', 'south'].map((side) =>
      section.getByRole('button', { name: new RegExp(`^(Not kept on this device ?)?trench-${side}`) }),
    )
    await south?.getByText('Not kept on this device').waitFor()
    const shown = () => north?.locator('img').evaluate((one: HTMLImageElement) => one.src && one.naturalWidth)
    await expect.poll(shown).toBe(1)
    expect(await north?.locator('img').getAttribute('src')).toMatch(/^blob:/)
    await north?.click()
    await page.getByText('The full picture needs a connection').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await page.unroute(whole)
    await page.context().setOffline(false)
    await south?.locator('img').waitFor()
    for (const file of await api.filesOf('sites', site)) await api.send('DELETE', `/api/file/${file.id}`)
  })

  const longTexts: readonly (readonly [what: string, place: string, clicks: string[], name: string])[] = [
    ['an expert search', '/records/sites', ['Saved searches', 'Advanced search…'], 'Advanced search'],
    ['a statement', '/sql', [], 'Statement'],
    ['a schema', '/configuration?part=schema', [], 'Text to apply'],
    ['the welcome text', '', ['Edit home page'], 'Welcome text'],
  ]
  test.each(isLong ? longTexts : longTexts.slice(0, 2))(
    '%s that was written and left is offered to whoever comes back',
    async (_what, place, clicks, name) => {
      const { page } = visit
      const written = page.getByRole('textbox', { name, exact: true })
      const offer = page.getByText('You have unsaved changes')
      const begin = async () => {
        for (const click of clicks)
          await page.getByRole(/…$/.test(click) ? 'menuitem' : 'button', { name: click }).click()
        await written.waitFor()
      }
      await visit.follow(place)
      await begin()
      await written.fill('Written in the rain')
      await page.getByRole('link', { name: 'Timeline', exact: true }).click()
      await page.getByRole('heading', { name: 'Timeline', level: 1 }).waitFor()
      await page.goBack()
      await begin()
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect.poll(() => written.inputValue()).toBe('Written in the rain')
      await page.reload()
      await begin()
      await page.getByRole('button', { name: 'Discard' }).click()
      await offer.waitFor({ state: 'detached' })
      await expect.poll(() => page.evaluate(countKept, ['drafts'])).toBe(0)
    },
  )

  test.each([
    ['an API key', '/sql', 'API keys', 'New key', 'SQL'],
    ['a field', '/configuration', 'Sites', 'Add field', 'Configuration'],
  ])('%s that is being made is not left without a question', async (_what, from, link, begin, before) => {
    const { page } = visit
    await visit.open(from)
    await page.getByRole('link', { name: link, exact: true }).last().click()
    await page.getByRole('button', { name: begin, exact: true }).click()
    const { pathname } = new URL(page.url())
    const written = page.getByRole('dialog').getByRole('textbox').first()
    await written.fill('Half of it')
    await page.keyboard.press('Escape')
    await page.goBack()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay here' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await written.inputValue()).toBe('Half of it')
    await expect.poll(() => new URL(page.url()).pathname).toBe(pathname)
    await page.goBack()
    await question.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('heading', { name: before, level: 1 }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test.each([
    ['the settings of a table', '/configuration/sites?part=settings', ['tab', 'Fields'], 'Sites'],
    [
      'the settings of the application',
      '/configuration?part=application',
      ['tab', 'Relations'],
      'Configuration',
    ],
    ['a new account', '/users/new', ['link', 'Timeline'], 'Timeline'],
  ] as const)(
    '%s that are typed are not left without a question',
    async (_what, place, [role, way], then) => {
      const { page } = visit
      await visit.follow(place)
      const written = page.locator('main form').getByRole('textbox').first()
      await written.fill('Half of it')
      const leave = () => page.getByRole(role, { name: way, exact: true }).click()
      await leave()
      const question = page.getByRole('dialog', { name: 'Leave without saving?' })
      await question.getByRole('button', { name: 'Stay here' }).click()
      await question.waitFor({ state: 'detached' })
      expect(await written.inputValue()).toBe('Half of it')
      await leave()
      await question.getByRole('button', { name: 'Leave', exact: true }).click()
      await page.getByRole('heading', { name: then, level: 1 }).waitFor()
      await written.waitFor({ state: 'detached' })
    },
  )

  test('a slow network: grey lines stand where the record will be', async () => {
    const { page } = visit
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    const address = new RegExp(`/api/record/sites/${site}(\\?|$)`)
    await page.route(address, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/app/demo/record/sites/${site}`)
    await page.getByRole('status', { name: 'Loading' }).first().waitFor()
    letThrough()
    await page.getByRole('heading', { name: 'ZW', level: 1 }).waitFor()
    await page.unroute(address)
  })

  test('a mistake of the service: its sentence, the number to report, and a way on', async () => {
    const { page } = visit
    const mend = await answerForSite(
      500,
      { status: 'error', code: 'internal_error', text: 'Something went wrong in the service.' },
      { 'x-request-id': 'abc-123' },
    )
    await page.goto(`/app/demo/record/sites/${site}`)
    await page.getByText('Something went wrong in the service.').waitFor()
    await page.getByText('Request abc-123').waitFor()
    const explained = await page.getByRole('link', { name: 'What this means' }).getAttribute('href')
    expect(explained).toBe('/docs/reference/errors/internal_error.html')
    expect((await fetch(`${visit.address}${explained}`)).status).toBe(200)
    await keepPicture(page, 'states-mistake')
    await mend()
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await page.getByRole('heading', { name: 'ZW', level: 1 }).waitFor()
  })

  test('too many requests: how long to wait', async () => {
    const { page } = visit
    const mend = await answerForSite(
      429,
      { status: 'error', code: 'too_many_attempts', text: 'Too many requests.' },
      { 'retry-after': '600' },
    )
    await page.goto(`/app/demo/record/sites/${site}`)
    await page.getByRole('button', { name: /^Try again in \d+ seconds$/, disabled: true }).waitFor()
    await mend()
    await page.reload()
    await page.getByRole('heading', { name: 'ZW', level: 1 }).waitFor()
  })

  test('a session that has ended: the login over the form, which keeps what was typed', async () => {
    const { page } = visit
    await visit.follow(`/record/sites/${site}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed before the end')
    const mend = await answerForSite(401, {
      status: 'error',
      code: 'token_expired',
      text: 'The session has expired.',
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const ended = page.getByRole('dialog', { name: 'Your session has ended' })
    await ended.waitFor()
    await expectAccessible(page)
    await mend()
    await ended.getByLabel('Password', { exact: true }).fill(demoPerson.password)
    await ended.getByRole('button', { name: 'Log in' }).click()
    await ended.waitFor({ state: 'detached' })
    // Nor is it still said that the session has ended.
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue())
      .toBe('Typed before the end')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Typed before the end').waitFor()
  })

  test('another person who logs in there sees nothing of what was typed, which waits for who typed it', async () => {
    const first = await visitDemo(engine)
    const { page } = first
    await first.open(`/record/sites/${site}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Description' }).click()
    await page.keyboard.type('Typed by Livia')
    const kept = await page.evaluate(() => sessionStorage.getItem('trowel.token') ?? '{}')
    const { token } = JSON.parse(kept) as { token: string }
    await fetch(`${first.address}/api/auth/logout`, { headers: { authorization: `Bearer ${token}` } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const ended = page.getByRole('dialog', { name: 'Your session has ended' })
    await ended.getByLabel('E-mail').fill('reader@trowel.example')
    await ended.getByLabel('Password', { exact: true }).fill(demoPerson.password)
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await ended.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('Reader', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Poggio Falcone', level: 1 }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Description' }).count()).toBe(0)
    expect(asked).toEqual([])
    expect(await page.evaluate(() => document.body.innerText)).not.toContain('Typed by Livia')
    const again = JSON.stringify({ token: await tokenOf(first.address), receivedAt: Date.now() })
    await page.evaluate((text) => sessionStorage.setItem('trowel.token', text), again)
    await first.open(`/record/sites/${site}`)
    await page.getByText('You have unsaved changes').waitFor()
    await first.close()
  })

  test('whoever logs out is asked about what is typed, and stays logged in with it', async () => {
    const leaving = await visitDemo(engine)
    const { page } = leaving
    await leaving.open(`/record/sites/${site}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed before leaving')
    const logOut = async () => {
      await page.getByRole('button', { name: 'Livia Montefusco' }).click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
    }
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await logOut()
    await question.getByRole('button', { name: 'Stay here' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Typed before leaving').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Given up')
    await logOut()
    await question.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByLabel('Password', { exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('trowel.token'))).toBeNull()
    await expect.poll(() => page.evaluate(countKept, ['answers', 'pictures', 'drafts'])).toBe(0)
    expect(leaving.complaints()).toEqual([])
    await leaving.close()
  })

  test('a frozen application is read and not changed; one that is switched off says so', async () => {
    const { page } = visit
    await page.route(/\/api\/info\/app(\?|$)/, async (route) => {
      const answer = await answerTo(route)
      const body = (await answer.json()) as Readonly<Record<string, unknown>>
      await route.fulfill({ response: answer, json: { ...body, app_status: 'frozen' } })
    })
    await openSite()
    await page.getByText('This application is frozen').waitFor()
    expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0)
    await page.unroute(/\/api\/info\/app(\?|$)/)
    await page.route(/\/api\/info\/app(\?|$)/, (route) =>
      route.fulfill({
        status: 403,
        json: { status: 'error', code: 'not_enough_privilege', text: 'Not allowed.', detail: 'off' },
      }),
    )
    await page.reload()
    await page.getByText('Switched off', { exact: true }).waitFor()
    await page.unroute(/\/api\/info\/app(\?|$)/)
  })

  test('a place or a record that is not there', async () => {
    const { page } = visit
    await visit.open('/nowhere')
    await page.getByText('Page not found').waitFor()
    await visit.follow('/configuration/nowhere')
    await page.getByText('Page not found').waitFor()
    await visit.follow('/record/sites/99999999')
    await page.getByText('Record not found').waitFor()
    await expect.poll(() => page.title()).toBe('Record not found · Trowel')
    await page.getByRole('link', { name: 'Show all records' }).click()
    await page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor()
    await visit.follow('/record/sites/first')
    await page.getByText('Page not found').waitFor()
  })

  test('a telephone: what can be done stands beside the name, and parts in one line', async () => {
    const { page } = visit
    await page.setViewportSize({ width: 390, height: 844 })
    await visit.follow('/vocabularies')
    const middle = async (role: 'heading' | 'button', name: string) => {
      const box = await page.getByRole(role, { name, exact: true }).boundingBox()
      return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)
    }
    await page.getByRole('button', { name: 'New vocabulary' }).waitFor()
    const name = await middle('heading', 'Vocabularies')
    expect(Math.abs((await middle('button', 'New vocabulary')) - name)).toBeLessThan(10)
    await visit.follow('/configuration?part=relations')
    await page.getByRole('cell', { name: 'Trenches' }).first().waitFor()
    const tops = await page
      .getByRole('tab')
      .evaluateAll((tabs) => new Set(tabs.map((tab) => tab.getBoundingClientRect().top)).size)
    expect(tops).toBe(1)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('the few colours of a system: those of a legend stay, and it is seen what is chosen', async () => {
    const { page } = visit
    const styleOf = (place: Locator, property: string) =>
      place.evaluateAll(
        (all, name) => all.map((one) => getComputedStyle(one).getPropertyValue(name)),
        property,
      )
    await page.emulateMedia({ forcedColors: 'active' })
    await visit.follow('/matrix')
    const swatches = page.getByRole('region', { name: 'Legend' }).locator('[style]')
    await swatches.first().waitFor()
    const colours = await styleOf(swatches, 'background-color')
    expect(new Set(colours).size).toBe(colours.length)
    await visit.follow('/records/finds')
    const views = page.getByRole('main').getByRole('link', { name: /^(All|Special finds)/ })
    await views.nth(1).waitFor()
    expect(new Set(await styleOf(views, 'border-bottom-color')).size).toBe(2)
    const chosen = page.locator('.mantine-SegmentedControl-indicator').first()
    expect(await styleOf(chosen, 'outline-style')).toEqual(['solid'])
    await page.emulateMedia({ forcedColors: 'none' })
  })

  test('a place of others: who may use it, and who can help', async () => {
    const reader = await visitDemo(engine, {}, { ...demoPerson, email: 'reader@trowel.example' })
    await reader.open('/users')
    await reader.page.getByText('This needs the role Administrator; yours is Reader.').waitFor()
    await keepPicture(reader.page, 'states-not-permitted')
    expect(reader.complaints()).toEqual([])
    await reader.close()
  })

  test('help, which names the keys, by a key and from the menu', async () => {
    const { page } = visit
    await visit.follow('')
    await page.getByRole('heading', { name: 'Poggio Falcone', level: 1 }).waitFor()
    await page.keyboard.press('Shift+?')
    const help = page.getByRole('dialog', { name: 'Help and shortcuts' })
    await help.getByText('Go to a view, table or record').waitFor()
    expect(await help.getByRole('link', { name: 'Documentation' }).getAttribute('href')).toBe('/docs/')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Livia Montefusco' }).click()
    const documentation = page.getByRole('menuitem', { name: 'Documentation' })
    expect(await documentation.getAttribute('href')).toBe('/docs/')
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Help and shortcuts' }).click()
    await help.getByText('Go to a view, table or record').waitFor()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
  })

  test('the next person at the same machine: nothing of the one before is left', async () => {
    const { page } = visit
    await expect.poll(() => page.evaluate(countKept, ['answers', 'pictures', 'drafts'])).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Livia Montefusco' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByLabel('Password', { exact: true }).waitFor()
    await expect.poll(() => page.evaluate(countKept, ['answers', 'pictures', 'drafts'])).toBe(0)
  })
})
