import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiOf } from '../api.js'
import { engines, expectAccessible, keepPicture, tokenOf, type Visit, visitDemo } from '../browser.js'

describe.each(engines)('the records of a table (%s)', (engine) => {
  let finds: Visit
  beforeAll(async () => {
    finds = await visitDemo(engine)
    await finds.open('/records/finds')
  })
  afterAll(() => finds.close())

  test('are counted, and stand in a grid whose rows are links', async () => {
    const { page } = finds
    await expect.poll(() => page.getByRole('status').first().textContent()).toBe('1,338 records')
    const first = page.getByRole('grid', { name: 'Finds' }).getByRole('link').first()
    await expect.poll(() => first.textContent()).toBe('PF19-0001')
    await expect.poll(() => first.getAttribute('href')).toMatch(/\/app\/demo\/record\/finds\/\d+/)
  })

  test('are searched while somebody types, and the address brings the search back', async () => {
    const { page } = finds
    await page.getByRole('searchbox', { name: 'Search in all fields' }).fill('bronze')
    await expect.poll(() => page.getByRole('status').first().textContent()).toBe('48 records found')
    expect(new URL(page.url()).searchParams.get('q')).toBe('bronze')
    await page.reload()
    await expect.poll(() => page.getByRole('status').first().textContent()).toBe('48 records found')
    await page.goBack()
    await expect.poll(() => page.getByRole('status').first().textContent()).toBe('1,338 records')
  })

  test('are sorted by a click on a column, the other way by a second', async () => {
    const { page } = finds
    const header = page.getByRole('columnheader', { name: 'Inventory no.' })
    await header.getByRole('button').first().click()
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
    await header.getByRole('button').first().click()
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending')
    await expect
      .poll(() => page.getByRole('grid').getByRole('link').first().textContent())
      .not.toBe('PF19-0001')
    await header.getByRole('button').first().click()
  })

  test('are reached by the arrow keys, to the last of them', async () => {
    const { page } = finds
    await finds.open('/records/finds')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.getByRole('grid').getByRole('link').first().waitFor()
    await page.getByRole('columnheader').getByRole('button').first().focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('PF19-0001')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('PF19-0002')
    // Those far away once they have come.
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[aria-rowindex]')?.ariaRowIndex))
      .toBe('1338')
    await page.keyboard.press('Home')
    await expect.poll(focused).toBe('PF19-0001')
    await page.getByTestId('grid-scroll').evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect.poll(() => page.locator('[aria-rowindex="1339"] a').count()).toBe(1)
    expect(finds.complaints()).toEqual([])
  })

  test('follow what other people write, when somebody comes back to the list', async () => {
    const { page } = finds
    await finds.follow('/records/people')
    const count = () => page.getByRole('status').first().textContent()
    await expect.poll(count).toMatch(/^\d+ records$/)
    const before = Number.parseInt((await count()) ?? '', 10)
    const api = apiOf(finds.address, await tokenOf(finds.address))
    const id = await api.create('people', { name: 'Ada Elsewhere' })
    const comeBack = () =>
      page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await comeBack()
    await expect.poll(count).toBe(`${before + 1} records`)
    await api.send('DELETE', `/api/record/people/${id}`)
    await comeBack()
    await expect.poll(count).toBe(`${before} records`)
  })

  test('have dates that can be read at the width that a column has at first', async () => {
    const { page } = finds
    await finds.follow('/records/contexts')
    const dates = page.getByRole('gridcell').filter({ hasText: /^\d{4}-\d{2}-\d{2}$/ })
    await dates.first().waitFor()
    const isCut = (cell: Element) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getBoundingClientRect().right > cell.getBoundingClientRect().right
    }
    expect(await dates.first().evaluate(isCut)).toBe(false)
  })

  test('keep the entry of the menu in sight that leads to them, also on a low screen and beside one record', async () => {
    const { page } = finds
    await page.setViewportSize({ width: 1440, height: 420 })
    const menu = page.getByRole('navigation', { name: 'Main navigation' })
    const isSeen = (entry: Element) => {
      const { top, bottom } = entry.getBoundingClientRect()
      const list = entry.closest('section')?.parentElement?.getBoundingClientRect()
      return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1
    }
    const active = menu.locator('a[data-active]')
    await finds.open('/log')
    await expect.poll(() => active.allTextContents()).toEqual(['Log'])
    await expect.poll(() => active.evaluate(isSeen)).toBe(true)
    await page.goto('/app/demo/records/contexts')
    await page.getByRole('grid').getByRole('link').first().click()
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    await expect.poll(() => active.allTextContents()).toEqual(['Contexts'])
    await expect.poll(() => active.evaluate(isSeen)).toBe(true)
  })

  test('are found in the palette, where Enter takes the only one that fits', async () => {
    const { page } = finds
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search views').fill('PF19-0002')
    await page.getByRole('button', { name: 'PF19-0002' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'PF19-0002' }).waitFor()
  })

  test('are found in the palette by any text in them, and all of them in their list', async () => {
    const { page } = finds
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search views').fill('palmettes')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^PF\d\d-\d{4} Description: Bowl with four stamped palmettes/ })
      .first()
      .waitFor()
    await page.getByPlaceholder('Search views').fill('charcoal')
    const hit = page
      .getByRole('dialog')
      .getByRole('button', { name: /: .*charcoal/i })
      .first()
    await hit.waitFor()
    await keepPicture(page, 'palette-search')
    await expectAccessible(page)
    await page
      .getByRole('button', { name: /^All results in / })
      .first()
      .click()
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('charcoal')
    await page.getByRole('grid').getByRole('row').nth(1).waitFor()
  })
})
