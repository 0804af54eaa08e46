import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type Visit, visitDemo } from '../browser.js'

describe.each(engines)('a widget (%s)', (engine) => {
  let dig: Visit
  beforeAll(async () => {
    dig = await visitDemo(engine)
  })
  afterAll(() => dig.close())

  test('draws the value of a field in a frame that reaches neither the page nor the network', async () => {
    const { page } = dig
    await dig.open('/records/contexts?q=%2210YR%204/3%20brown%22')
    await page.getByRole('grid').getByRole('link').first().click()
    const frame = page.locator('iframe[title="Colour (Munsell): 10YR 4/3 brown"]')
    const inside = frame.contentFrame()
    await inside.getByText('10YR 4/3 brown').waitFor()
    await expect.poll(() => frame.getAttribute('sandbox')).toBe('allow-scripts')
    const body = inside.locator('body')
    await expect.poll(() => body.evaluate(() => globalThis.origin)).toBe('null')
    expect(
      await body.evaluate(() => {
        try {
          return window.parent.document.title
        } catch {
          return 'refused'
        }
      }),
    ).toBe('refused')
    expect(dig.complaints()).toEqual([])
    expect(
      await body.evaluate(() =>
        fetch('/api/info').then(
          () => 'answered',
          () => 'refused',
        ),
      ),
    ).toBe('refused')
  })

  test('leaves the text to read in the form', async () => {
    const { page } = dig
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const colour = page.getByRole('combobox', { name: 'Colour (Munsell)' })
    const box = colour.or(page.getByRole('textbox', { name: 'Colour (Munsell)' }))
    await expect.poll(() => box.inputValue()).toBe('10YR 4/3 brown')
  })
})
