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

  test('are put in order, with what tells the direction and what contradicts it', async () => {
    const { page } = window
    await page.getByRole('link', { name: /^Wares by context, in order/ }).click()
    const drawing = page.getByRole('group', { name: 'Wares by context, in order' })
    await drawing.waitFor()
    await page.getByText(/^47 units and 15 types in order/).waitFor()
    await drawing.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => drawing.innerText()).toContain('C5002, glazed ware: 12 (80%)')
    await page.getByRole('button', { name: /contradictions$/ }).click()
    await page.getByRole('link', { name: 'Show in the matrix' }).first().waitFor()
    await expectAccessible(page)
    await page.getByText('Reverse order').click()
    await page.getByText(/^Earliest at the top/).waitFor()
    await page.getByText('Presence', { exact: true }).click()
    await page.getByText('Presence matrix').waitFor()
    await page.getByText('Axes', { exact: true }).click()
    await page.getByText(/^Axis 1 explains/).waitFor()
    await page.getByText('Ordered table', { exact: true }).click()
    const numbers = page.getByRole('region', { name: 'Wares by context, in order' })
    await numbers.getByRole('columnheader', { name: 'bucchero' }).waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Ordered table (CSV)' }).click()
    expect((await saving).suggestedFilename()).toBe('Wares by context, in order.csv')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await page.getByRole('button', { name: 'All analyses' }).click()
    await page.getByRole('link', { name: /^Wares by context, in order/ }).click()
    await page.getByText('Presence matrix').waitFor()
    await page.getByRole('button', { name: 'All analyses' }).click()
  })

  test('are left unsaved only after a question, by the button and by the menu', async () => {
    const { page } = window
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    const name = page.getByRole('textbox', { name: 'Name' })
    const leave = async (by: () => Promise<void>, answer: string) => {
      await by()
      await question.getByRole('button', { name: answer, exact: true }).click()
      await question.waitFor({ state: 'detached' })
    }
    const back = () => page.getByRole('button', { name: 'All analyses' }).click()
    const menu = (name: string) => () =>
      page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
    await window.open('/assemblages')
    await page.getByRole('button', { name: 'New analysis' }).click()
    await choose('Records of', 'Finds')
    for (const way of [back, menu('Map')]) await leave(way, 'Stay here')
    expect(await page.getByRole('combobox', { name: 'Records of' }).inputValue()).toBe('Finds')
    // Where the window goes, it stays on the machine.
    page.once('dialog', (ask) => void ask.accept())
    await window.open('/assemblages')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByRole('combobox', { name: 'Records of' }).inputValue()).toBe('Finds')
    await leave(back, 'Leave')
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0)
    await page.getByRole('link', { name: /^Materials by phase, pieces/ }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await name.fill('Half a name')
    for (const way of [back, menu('Assemblages')]) await leave(way, 'Stay here')
    expect(await name.inputValue()).toBe('Half a name')
    await leave(menu('Assemblages'), 'Leave')
    // What is only looked at is left at once.
    await page.getByRole('link', { name: /^Materials by phase, pieces/ }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await back()
    await page.getByRole('button', { name: 'New analysis' }).waitFor()
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
