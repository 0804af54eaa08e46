import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, expectAccessible, keepPicture, type Visit, visitDemo } from '../browser.js'

describe.each(engines)('the grid of a list (%s)', (engine) => {
  let window: Visit
  beforeAll(async () => {
    window = await visitDemo(engine)
    await window.open('/records/finds')
    await rows().first().waitFor()
  })
  afterAll(() => window.close())

  const rows = () => window.page.getByRole('grid').locator('[data-index]')
  const head = (name: string) => window.page.getByRole('columnheader', { name, exact: true })
  const titles = async () => {
    const found = await window.page.getByRole('columnheader').allTextContents()
    return found.map((title) => title.replace(/\d$/, '')).filter((title) => title !== '')
  }
  const asked = (name: string) => new URL(window.page.url()).searchParams.get(name)
  /** Chooses from the menu of a column by keys alone. */
  const choose = async (column: string, entry: string) => {
    const { page } = window
    await head(column)
      .getByRole('button', { name: `Column ${column}` })
      .focus()
    await page.keyboard.press('Enter')
    // A menu takes the focus once it is open; a key pressed before that would be lost.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=menu]') != null))
      .toBe(true)
    await page.getByRole('menuitem', { name: entry, exact: true }).press('Enter')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  const total = (column: string) => window.page.getByRole('button', { name: `Total of ${column}` })

  test('sorts by several columns, one after the other', async () => {
    const { page } = window
    await choose('Material', 'Sort descending')
    await choose('Type', 'Then sort ascending')
    await head('Pieces')
      .getByRole('button')
      .first()
      .click({ modifiers: ['Shift'] })
    expect([asked('sort'), asked('dir'), asked('also')]).toEqual(['material', 'desc', 'find_type,pieces'])
    expect(await head('Material').getAttribute('aria-sort')).toBe('descending')
    await expect.poll(() => rows().first().textContent()).toContain('slag')
    await choose('Type', "Don't sort by this column")
    await expect.poll(() => asked('also')).toBe('pieces')
    await page.goBack()
    await expect.poll(() => asked('also')).toBe('find_type,pieces')
    await window.follow('/records/finds')
  })

  test('has its columns moved, hidden, frozen and made as wide as what they hold', async () => {
    const { page } = window
    const before = await titles()
    await choose('Type', 'Move right')
    await expect.poll(titles).toEqual([before[0], before[2], before[1], ...before.slice(3)])
    const [from, to] = [await head('Material').boundingBox(), await head('Context').boundingBox()]
    if (!from || !to) throw new Error('The columns are not seen')
    await page.mouse.move(from.x + 30, from.y + 15)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width - 20, to.y + 15, { steps: 5 })
    await page.mouse.up()
    await expect.poll(async () => (await titles()).indexOf('Material')).toBe(4)
    expect(asked('sort')).toBeNull()

    await choose('Ware or class', 'Hide column')
    await expect.poll(titles).not.toContain('Ware or class')
    await choose('Type', 'Freeze up to here')
    await expect.poll(() => head('Type').getAttribute('data-frozen')).toBe('true')
    const wide = (await head('Description').boundingBox())?.width ?? 0
    await choose('Description', 'Fit width to content')
    await expect.poll(async () => (await head('Description').boundingBox())?.width).not.toBe(wide)
    await page.getByTestId('grid-scroll').evaluate((element) => element.scrollTo(400, 0))
    await expect.poll(async () => Math.round((await head('Type').boundingBox())?.x ?? 0)).toBeLessThan(500)

    await page.reload()
    await rows().first().waitFor()
    expect(await titles()).not.toContain('Ware or class')
    expect(asked('frozen')).toBe('2')
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('button', { name: 'Default columns' }).click()
    await expect.poll(titles).toEqual(before)
  })

  test('begins a condition on a column', async () => {
    const { page } = window
    await window.follow('/records/finds')
    await choose('Material', 'Filter by this column…')
    expect(await page.getByRole('combobox', { name: 'Field' }).inputValue()).toBe('Material')
    await page.getByRole('button', { name: 'Close: Filter' }).click()
  })

  test('puts records into groups that are opened, with totals of each and of all', async () => {
    const { page } = window
    await choose('Material', 'Group by this column')
    await total('Pieces').click()
    await page.getByRole('menuitem', { name: 'Sum' }).click()
    const amber = page.getByRole('button', { name: 'amber 6' })
    await amber.waitFor()
    await expect.poll(() => total('Pieces').textContent()).toBe('Sum 3,385')
    await page.getByRole('combobox', { name: 'Order of the groups' }).click()
    await page.getByRole('option', { name: 'Largest first' }).click()
    await expect.poll(() => rows().first().textContent()).toMatch(/^pottery901[\d,]+$/)
    await keepPicture(page, 'grid-groups')
    await expectAccessible(page)

    await amber.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => amber.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('A')
    const opened = await page.evaluate(() => document.activeElement?.textContent)
    await page.keyboard.press('Enter')
    await page
      .getByRole('heading', { level: 1 })
      .filter({ hasText: opened ?? '' })
      .waitFor()
    // The record before and after are those of its group.
    await page.getByText('1 of 6', { exact: true }).waitFor()
    await page.goBack()
    await expect.poll(() => amber.getAttribute('aria-expanded')).toBe('true')
    await page.getByRole('button', { name: 'Expand all' }).click()
    await page.getByTestId('grid-scroll').evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect.poll(() => page.locator('[data-index="1348"]').count()).toBe(1)
    await page.getByRole('button', { name: "Don't group" }).click()
  })

  test('tells what the marked cells come to', async () => {
    const { page } = window
    await window.follow('/records/finds?sort=inv_no')
    const place = (await titles()).indexOf('Pieces')
    const cell = (row: number) => page.locator(`[data-index="${row}"] [data-column="${place}"]`)
    await cell(0).click()
    await cell(3).click({ modifiers: ['Shift'] })
    const told = page.getByLabel('Totals of the selected cells')
    const values = await Promise.all([0, 1, 2, 3].map((row) => cell(row).textContent()))
    const sum = values.reduce((before, value) => before + Number(value), 0)
    await expect.poll(() => told.textContent()).toMatch(new RegExp(`Sum ${sum}Mean `))
    expect(window.complaints()).toEqual([])
  })

  test('becomes a gallery of pictures with captions, which keys lead through', async () => {
    const { page } = window
    await window.follow('/records/finds?q=bowl&sort=inv_no')
    await rows().first().waitFor()
    const found = await page.getByRole('status').first().textContent()
    const layout = (name: string) =>
      page.getByRole('radiogroup', { name: 'Layout' }).locator('label').filter({ hasText: name })
    await layout('Gallery').click()
    await expect.poll(() => asked('show')).toBe('gallery')
    const list = page.getByRole('list', { name: 'Finds', exact: true })
    const tile = (place: number) => list.locator(`[aria-posinset="${place}"]`)
    await tile(1).getByRole('link').waitFor()
    expect(await page.getByRole('status').first().textContent()).toBe(found)
    const picture = list.locator('img').first()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await keepPicture(page, 'grid-gallery')
    await expectAccessible(page)

    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset'))
    await tile(1).getByRole('link').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(focused).toBe('2')
    await page.keyboard.press('Space')
    await page.getByRole('status').filter({ hasText: '1 selected' }).waitFor()
    await page.keyboard.press('End')
    await expect.poll(focused).toBe(/\d+/.exec(found ?? '')?.[0])
    await page.keyboard.press('Home')
    await expect.poll(focused).toBe('1')
    const name = (await tile(1).getByRole('link').locator('span').nth(2).textContent()) ?? ''
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1 }).filter({ hasText: name }).waitFor()
    await page.goBack()
    await tile(1).getByRole('link').waitFor()

    // In groups, which are folded until they are opened.
    await page.getByRole('combobox', { name: 'Group by' }).click()
    await page.getByRole('option', { name: 'Material', exact: true }).click()
    await expect.poll(() => asked('group')).toBe('material')
    const heads = list.getByRole('button', { expanded: false })
    await heads.first().waitFor()
    expect(await list.getByRole('link').count()).toBe(0)
    const count = Number(/\d+$/.exec((await heads.first().textContent()) ?? '')?.[0])
    await heads.first().focus()
    await page.keyboard.press('ArrowRight')
    await tile(count).waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('1')
    await expectAccessible(page)
    await tile(count).getByRole('link').click()
    await page.getByText(`${count} of ${count}`).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await list.getByRole('button', { expanded: true }).waitFor({ state: 'detached' })
    await layout('List').click()
    await rows().first().waitFor()
    expect(asked('show')).toBeNull()
  })
})
