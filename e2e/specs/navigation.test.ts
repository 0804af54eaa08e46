import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiOf } from '../api.js'
import { engines, tokenOf, type Visit, visitDemo } from '../browser.js'

describe.each(engines)('the menu (%s)', (engine) => {
  let window: Visit
  beforeAll(async () => {
    window = await visitDemo(engine)
  })
  afterAll(() => window.close())

  const menu = () => window.page.getByRole('navigation', { name: 'Main navigation' })
  const entriesOf = (group: string) =>
    menu()
      .locator('section')
      .filter({ has: window.page.getByRole('heading', { name: group, exact: true }) })
      .getByRole('link')
      .allTextContents()
  const kept = async () => {
    const api = apiOf(window.address, await tokenOf(window.address))
    const { preferences } = await api.send<{ preferences: Record<string, readonly { label: string }[]> }>(
      'GET',
      '/api/preferences',
    )
    return preferences
  }

  test('has favourites and what was opened lately, which follow the person', async () => {
    const { page } = window
    await window.open('/records/finds')
    await page.getByRole('main').getByRole('button', { name: 'Favourite: Finds' }).click()
    await expect.poll(() => entriesOf('Favourites')).toEqual(['Finds'])
    await page.getByRole('grid').getByRole('link', { name: 'PF19-0001', exact: true }).click()
    await page.getByRole('main').getByRole('button', { name: 'Favourite: PF19-0001' }).click()
    await expect.poll(() => entriesOf('Favourites')).toEqual(['Finds', 'PF19-0001'])
    await expect.poll(() => entriesOf('Recent')).toEqual(['PF19-0001'])
    await expect
      .poll(async () => (await kept())['favourites']?.map(({ label }) => label))
      .toEqual(['Finds', 'PF19-0001'])

    const other = await visitDemo(engine)
    await other.open('')
    const there = other.page.getByRole('navigation', { name: 'Main navigation' })
    await there.getByRole('heading', { name: 'Favourites', exact: true }).waitFor()
    await there.getByRole('link', { name: 'PF19-0001' }).first().waitFor()
    await other.close()

    await page.getByRole('main').getByRole('button', { name: 'Favourite: PF19-0001' }).click()
    await menu().getByRole('button', { name: 'Favourite: Finds' }).click()
    await expect.poll(async () => (await kept())['favourites']).toEqual([])
    expect(window.complaints()).toEqual([])
  })

  test('keeps what two windows of a person put among the favourites and opened', async () => {
    const other = await visitDemo(engine)
    await window.open('/records/finds')
    await other.open('/records/sites')
    const labels = async (list: string) => (await kept())[list]?.map(({ label }) => label)
    const star = ({ page }: Visit, name: string) =>
      page.getByRole('main').getByRole('button', { name: `Favourite: ${name}` })
    await star(window, 'Finds').click()
    await expect.poll(() => labels('favourites')).toEqual(['Finds'])
    await star(other, 'Sites').click()
    await expect.poll(() => labels('favourites')).toEqual(['Sites', 'Finds'])
    await window.page.getByRole('grid').getByRole('link', { name: 'PF19-0002', exact: true }).click()
    await star(window, 'PF19-0002').click()
    await expect.poll(() => labels('favourites')).toEqual(['Finds', 'PF19-0002', 'Sites'])
    await other.page.getByRole('grid').getByRole('link', { name: 'PF', exact: true }).click()
    await star(other, 'PF').waitFor()
    await other.page.getByRole('button', { name: 'Favourite: Sites' }).first().click()
    await expect.poll(() => labels('favourites')).toEqual(['Finds', 'PF19-0002'])
    await expect.poll(async () => (await labels('recents'))?.slice(0, 2)).toEqual(['PF', 'PF19-0002'])
    await other.close()
    await star(window, 'PF19-0002').click()
    await menu().getByRole('button', { name: 'Favourite: Finds' }).first().click()
    await expect.poll(() => labels('favourites')).toEqual([])
    expect(window.complaints()).toEqual([])
  })

  test('folds its groups, and shows where one is all the same', async () => {
    await window.follow('/log')
    const administration = menu().getByRole('button', { name: 'Administration' })
    await administration.click()
    await expect.poll(() => administration.getAttribute('aria-expanded')).toBe('false')
    await expect.poll(() => menu().getByRole('link', { name: 'Backups' }).isVisible()).toBe(false)
    expect(await menu().getByRole('link', { name: 'Log', exact: true }).isVisible()).toBe(true)
    await expect.poll(async () => (await kept())['folded']).toEqual(['administration'])
    await administration.click()
    await menu().getByRole('link', { name: 'Backups' }).waitFor()
    await expect.poll(async () => (await kept())['folded']).toEqual([])
    expect(window.complaints()).toEqual([])
  })

  test('stands at the bottom of a small screen, large enough for fingers', async () => {
    const small = await visitDemo(engine, { tablet: true })
    await small.open('/records/finds')
    const ways = small.page.getByRole('navigation', { name: 'Main navigation' })
    await ways.getByRole('button', { name: 'Menu' }).click()
    const drawer = small.page.getByRole('dialog', { name: 'Menu' })
    await drawer.getByRole('link', { name: 'Contexts' }).click()
    await small.page.getByRole('heading', { level: 1, name: 'Contexts' }).waitFor()
    await drawer.waitFor({ state: 'hidden' })
    for (const way of await ways.locator('a, button').all()) {
      const box = await way.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
    }
    await ways.getByRole('link', { name: 'Home' }).click()
    await small.page.getByRole('heading', { level: 1, name: 'Poggio Falcone' }).waitFor()
    expect(small.complaints()).toEqual([])
    await small.close()
  })
})
