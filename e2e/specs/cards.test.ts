import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, expectAccessible, type Visit, visitDemo } from '../browser.js'

describe.each(engines)('a listing on a phone (%s)', (engine) => {
  let window: Visit
  beforeAll(async () => {
    window = await visitDemo(engine, { tablet: true })
    await window.page.setViewportSize({ width: 390, height: 844 })
  })
  afterAll(() => window.close())

  const cards = (name: string) => window.page.getByRole('list', { name, exact: true })
  const card = (list: string, text: string) =>
    cards(list).locator('[data-id]').filter({ hasText: text }).first()
  const button = (name: string) => window.page.getByRole('button', { name, exact: true })
  /** A finger that rests on something. @returns lifts it */
  const rest = async (on: Locator | undefined) => {
    const { x = 0, y = 0 } = (await on?.boundingBox()) ?? {}
    const devices = await window.page.context().newCDPSession(window.page)
    const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      devices.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', [{ x: x + 60, y: y + 40 }])
    return () => touch('touchEnd', [])
  }

  test('shows cards with what their preview says, and a picture where there is one', async () => {
    const { page } = window
    await window.open('/records/trenches')
    const first = card('Trenches', 'Summit, tower')
    await first.getByText('Supervisor Niccolò Bàrtoli').waitFor()
    await expect
      .poll(() => first.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBe(240)
    await expectAccessible(page)
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('main :is(a, button, input)')]
        .map((one) => one.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && height > 0 && Math.min(width, height) < 44)
        .map(({ width, height }) => `${width} x ${height}`),
    )
    expect(small).toEqual([])
    await first.tap()
    await page.getByRole('heading', { name: 'A', level: 1, exact: true }).waitFor()
    expect(window.complaints()).toEqual([])
  })

  test('scrolls through all records, and is where it was left', async () => {
    const { page } = window
    await window.open('/records/finds')
    const scroll = page.getByTestId('grid-scroll')
    await scroll.evaluate((place) => place.scrollTo(0, 60_000))
    await card('Finds', 'PF22-0180').tap()
    await page.getByRole('heading', { name: 'PF22-0180', level: 1 }).waitFor()
    await page.goBack()
    await card('Finds', 'PF22-0180').waitFor()
  })

  test('is searched, sorted and filtered from below', async () => {
    const { page } = window
    await page.getByRole('searchbox').fill('amphora')
    await page.getByRole('status').filter({ hasText: 'found' }).waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('status').filter({ hasText: '1,338 records' }).waitFor()
    await button('More').tap()
    const more = page.getByRole('dialog', { name: 'Finds' })
    await more.getByRole('combobox', { name: 'Sort by' }).click()
    await page.getByRole('option', { name: 'Weight (g)' }).click()
    await more.getByRole('combobox', { name: 'Order' }).click()
    await page.getByRole('option', { name: 'Descending' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('dir')).toBe('desc')
    await expectAccessible(page)
    await more.getByRole('button', { name: 'Close' }).tap()
    await button('Filter').tap()
    const filter = page.getByRole('dialog', { name: 'Filter' })
    await filter.getByRole('combobox', { name: 'Field' }).fill('Material')
    await page.getByRole('option', { name: 'Material' }).first().click()
    await filter.getByRole('combobox', { name: 'Value' }).fill('glass')
    await page.getByRole('option', { name: 'glass' }).first().click()
    // Other values that could be chosen, too, do not cover the button.
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    await filter.getByRole('button', { name: /^Show \d+ records?$/ }).tap()
    await page.getByRole('list', { name: 'Active filter' }).getByText('glass').waitFor()
    expect(window.complaints()).toEqual([])
  })

  test('becomes a gallery of two pictures beside each other', async () => {
    const { page } = window
    await window.follow('/records/trenches?show=gallery')
    const [first, second] = [0, 1].map((place) => cards('Trenches').locator('[data-id]').nth(place))
    await first?.getByRole('link').waitFor()
    await expectAccessible(page)
    expect((await first?.boundingBox())?.y).toBe((await second?.boundingBox())?.y)
    const lift = await rest(first)
    await page.getByRole('status').filter({ hasText: '1 selected' }).waitFor()
    await lift()
    await second?.tap()
    await page.getByRole('status').filter({ hasText: '2 selected' }).waitFor()
    await button('Clear').tap()
    await button('More').tap()
    await page.getByRole('radiogroup', { name: 'Layout' }).locator('label').filter({ hasText: 'List' }).tap()
    await card('Trenches', 'Summit, tower').waitFor()
    expect(new URL(page.url()).searchParams.get('show')).toBeNull()
  })

  test('lets records be chosen by a finger that rests, and then by touching them', async () => {
    const { page } = window
    await window.follow('/records/phases')
    const [second, fourth] = [1, 3].map((place) => cards('Phases').locator('[data-id]').nth(place))
    const lift = await rest(second)
    await page.getByRole('status').filter({ hasText: '1 selected' }).waitFor()
    await lift()
    await fourth?.tap()
    await page.getByRole('status').filter({ hasText: '2 selected' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/demo/records/phases')
    await expectAccessible(page)
    await button('Clear').tap()
    await page.getByRole('link', { name: 'New record' }).waitFor()
  })
})
