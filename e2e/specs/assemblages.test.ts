import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, expectAccessible, type Visit, visitDemo } from '../browser.js'

describe.each(engines)('assemblages (%s)', (engine) => {
  let window: Visit
  beforeAll(async () => {
    window = await visitDemo(engine)
    await window.open('/assemblages')
  })
  afterAll(() => window.close())

  const choose = async (label: string, option: string) => {
    await window.page.getByRole('combobox', { name: label }).click()
    await window.page.getByRole('option', { name: option, exact: true }).click()
  }

  test('show numbers, totals, and parts of a row', async () => {
    const { page } = window
    await page.getByRole('link', { name: /^Materials by phase, pieces/ }).click()
    const table = page.getByRole('region', { name: 'Materials by phase, pieces' })
    await table.getByRole('columnheader', { name: 'pottery' }).waitFor()
    await table.getByRole('columnheader', { name: 'Total' }).waitFor()
    await page.getByText('% of the row').click()
    await expect.poll(() => table.getByRole('cell', { name: '100%' }).count()).toBeGreaterThan(4)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'All analyses' }).click()
  })

  test('are made step by step, seen before they are kept, with rows that lead to records', async () => {
    const { page } = window
    await page.getByRole('button', { name: 'New analysis' }).click()
    await choose('Records of', 'Finds')
    await choose('Columns', 'Material')
    await choose('From Finds to', 'Context → Contexts')
    await page.getByRole('textbox', { name: 'Name' }).fill('Materials by context')
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await choose('Rows: field of Contexts', 'Each record')
    const table = page.getByRole('region', { name: 'Materials by context' })
    await table.getByRole('link').first().waitFor()
    await expect
      .poll(() => table.getByRole('link').first().getAttribute('href'))
      .toMatch(/\/record\/contexts\/\d+/)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/assemblages\?id=\d+/)
    await page.getByRole('button', { name: 'Actions for Materials by context' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('link', { name: /^Materials by phase, pieces/ }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: /^Materials by context/ }).count()).toBe(0)
    expect(window.complaints()).toEqual([])
  })
})
