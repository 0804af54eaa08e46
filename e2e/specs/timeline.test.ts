import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiOf } from '../api.js'
import { engines, expectAccessible, tokenOf, type Visit, visitDemo } from '../browser.js'

describe.each(engines)('the line of time (%s)', (engine) => {
  let window: Visit
  beforeAll(async () => {
    window = await visitDemo(engine)
    await window.open('/timeline?tables=%5B%22phases%22%5D')
  })
  afterAll(() => window.close())

  const drawing = () => window.page.getByRole('group', { name: 'Timeline' })

  test('shows each record with its date, how sure it is, and its period, and leads to it', async () => {
    const { page } = window
    const first = drawing().getByRole('link', { name: /^I · Second half of 12th cent. BCE – / })
    await first.waitFor()
    await expect.poll(() => first.getAttribute('aria-label')).toContain('Certain · Late Bronze Age')
    await first.click()
    await page.waitForURL(/\/record\/phases\/1/)
    await page.goBack()
    await drawing().waitFor()
  })

  test('colours records by their period, and shows what one holds beside the mouse', async () => {
    const { page } = window
    const periods = page.getByRole('region', { name: 'Periods' })
    const archaic = periods.getByRole('button', { name: 'Archaic' })
    await archaic.click()
    await expect.poll(() => archaic.getAttribute('aria-pressed')).toBe('true')
    const pale = drawing().getByRole('link', { name: /^I · / })
    await expect.poll(() => pale.getAttribute('data-pale')).toBe('true')
    await archaic.click()
    await expect.poll(() => pale.getAttribute('data-pale')).toBe(null)
    await pale.hover()
    await page.locator('[data-glance]').getByText('I', { exact: true }).waitFor()
  })

  test('is zoomed and moved by keys and buttons', async () => {
    const { page } = window
    const bar = drawing().getByRole('link', { name: /^I · / })
    await bar.waitFor()
    const narrow = (await bar.boundingBox())?.width ?? 0
    await drawing().focus()
    for (let times = 0; times < 20; times++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    for (let times = 0; times < 20; times++) await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => (await bar.boundingBox())?.width ?? 0).toBeGreaterThan(narrow)
    // Another person writes meanwhile.
    const wide = (await bar.boundingBox())?.width ?? 0
    const again = page.waitForResponse(/\/api\/chrono\/timeline/)
    await apiOf(window.address, await tokenOf(window.address)).send('POST', '/api/record/phases/1', {
      core: { chrono_period: 'Bronze Age' },
    })
    await again
    await expect.poll(() => bar.getAttribute('aria-label')).toContain('· Bronze Age')
    expect((await bar.boundingBox())?.width).toBeCloseTo(wide, 0)
    await page.getByRole('button', { name: 'Show all years' }).click()
    await expect.poll(async () => (await bar.boundingBox())?.width).toBeCloseTo(narrow, 0)
  })

  test('says the same as a table, between the years that somebody asks for', async () => {
    const { page } = window
    await page.getByText('Table', { exact: true }).click()
    const rows = page.getByRole('region', { name: 'Table' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(9)
    await page.getByRole('textbox', { name: 'To year' }).fill('-900')
    await expect.poll(() => rows.count()).toBe(3)
    expect(new URL(page.url()).searchParams.get('to')).toBe('-900')
    await expectAccessible(page)
    const from = page.getByRole('textbox', { name: 'From year' })
    await from.fill('3000')
    await page.getByRole('link', { name: 'Show all', exact: true }).click()
    await expect.poll(() => from.inputValue()).toBe('')
  })

  test('shows what a listing hands over, and says so', async () => {
    const { page } = window
    const filter = encodeURIComponent(JSON.stringify({ code: { _in: ['I', 'II'] } }))
    await window.open(`/timeline?table=phases&filter=${filter}`)
    await expect.poll(() => page.getByRole('status').first().textContent()).toBe('2 dated records')
    await page.getByRole('button', { name: 'Remove this condition' }).click()
    await expect.poll(() => page.getByRole('status').first().textContent()).toBe('8 dated records')
    expect(window.complaints()).toEqual([])
  })
})
