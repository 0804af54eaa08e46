import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiOf } from '../api.js'
import {
  demoPerson,
  engines,
  expectAccessible,
  noticeOf,
  tokenOf,
  type Visit,
  visitDemo,
} from '../browser.js'

describe.each(engines)('charts (%s)', (engine) => {
  let window: Visit
  beforeAll(async () => {
    window = await visitDemo(engine)
    await window.open('/charts')
  })
  afterAll(() => window.close())

  const card = (name: string) => window.page.getByRole('article', { name })
  const pin = (name: string) => card(name).getByRole('button', { name: `Pin to home: ${name}` })
  const choose = async (label: string, option: string) => {
    await window.page.getByRole('combobox', { name: label }).click()
    await window.page.getByRole('option', { name: option, exact: true }).click()
  }

  test('are drawn from the records of this moment, with their numbers beside', async () => {
    const { page } = window
    await card('Contexts by phase').getByRole('img').first().waitFor()
    await card('Contexts by phase').getByRole('button', { name: 'Show numbers' }).click()
    const numbers = page.getByRole('region', { name: 'Numbers of Contexts by phase' })
    await expect.poll(() => numbers.getByRole('row').count()).toBeGreaterThan(5)
    await card('Contexts with finds').getByText(/^\d+$/).waitFor()
  })

  test('are made while they are seen, kept, and lead to the records of a group', async () => {
    const { page } = window
    await page.getByRole('button', { name: 'New chart' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Phases by number')
    await choose('Table', 'Phases')
    await choose('Group by', 'Phase')
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('img').first().waitFor()
    await expect.poll(() => preview.getByRole('row').count()).toBe(9)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await card('Phases by number').getByRole('img').first().waitFor()
    await card('Phases by number').getByRole('button', { name: 'Show numbers' }).click()
    await card('Phases by number').getByRole('link', { name: 'VIII' }).click()
    await expect.poll(() => page.getByRole('status').first().textContent()).toBe('1 record found')
    await window.follow('/charts')
  })

  test('are left unsaved only after a question, by the button and by the menu', async () => {
    const { page } = window
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    const name = page.getByRole('textbox', { name: 'Name' })
    const toMap = page.getByRole('navigation').getByRole('link', { name: 'Map', exact: true })
    await page.getByRole('button', { name: 'New chart' }).click()
    await name.fill('Half a chart')
    await toMap.click()
    await question.getByRole('button', { name: 'Stay here' }).click()
    await page.getByRole('button', { name: 'Back to the charts' }).click()
    await question.getByRole('button', { name: 'Stay here' }).click()
    expect(await name.inputValue()).toBe('Half a chart')
    await choose('Table', 'Phases')
    // Where the window goes, it stays on the machine.
    page.once('dialog', (ask) => void ask.accept())
    await window.open('/charts')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await name.inputValue()).toBe('Half a chart')
    expect(await page.getByRole('combobox', { name: 'Table' }).inputValue()).toBe('Phases')
    await page.getByRole('button', { name: 'Back to the charts' }).click()
    await question.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('button', { name: 'New chart' }).click()
    expect(await name.inputValue()).toBe('')
    await page.getByRole('button', { name: 'Back to the charts' }).click()
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0)
    await card('Phases by number').waitFor()
  })

  test('are shared, and another person reads their numbers but cannot take them away', async () => {
    const { page } = window
    await page.getByRole('button', { name: 'Actions for Phases by number' }).click()
    await page.getByRole('menuitem', { name: 'Share with everyone' }).click()
    await card('Phases by number').getByText('Phases · shared', { exact: true }).waitFor()
    const other = await visitDemo(engine, {}, { ...demoPerson, email: 'reader@trowel.example' })
    await other.open('/charts')
    const seen = other.page.getByRole('article', { name: 'Phases by number' })
    await seen.getByText('Phases · shared by Livia Montefusco').waitFor()
    const file = other.page.waitForEvent('download')
    await seen.getByRole('button', { name: 'CSV' }).click()
    const text = readFileSync(await (await file).path(), 'utf8')
    expect(text.split('\r\n').slice(0, 2)).toEqual(['\uFEFFGroup,Phases by number', 'I,1'])
    await other.page.getByRole('button', { name: 'Actions for Phases by number' }).click()
    await expect.poll(() => other.page.getByRole('menuitem').allTextContents()).toEqual(['Open in editor'])
    expect(other.complaints()).toEqual([])
    await other.close()
  })

  test('of another person stay his where a super-administrator makes another of them', async () => {
    const { page } = window
    const theirs = apiOf(
      window.address,
      await tokenOf(window.address, { ...demoPerson, email: 'writer@trowel.example' }),
    )
    const definition = { tb: 'phases', type: 'metric', field: 'id', function: 'COUNT' }
    const { chart } = await theirs.send<{ chart: { id: number } }>('POST', '/api/charts', {
      name: 'Number of phases',
      definition,
    })
    await theirs.send('POST', `/api/chart/${chart.id}/share`)
    await window.open('/charts')
    await page.getByRole('button', { name: 'Actions for Number of phases' }).click()
    await page.getByRole('menuitem', { name: 'Open in editor' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('All phases')
    await page.getByRole('button', { name: 'Save' }).click()
    await card('All phases').waitFor()
    const { charts } = await theirs.send<{ charts: { name: string; owned_by_me: boolean }[] }>(
      'GET',
      '/api/charts',
    )
    expect(charts.filter(({ owned_by_me }) => owned_by_me).map(({ name }) => name)).toEqual([
      'Number of phases',
    ])
    expect(charts.map(({ name }) => name)).not.toContain('All phases')
  })

  test('are made once, where sharing was refused at first', async () => {
    const { page } = window
    const refusal = { status: 'error', code: 'generic_error', text: 'Something went wrong.' }
    await page.route('**/api/chart/*/share', (route) => route.fulfill({ status: 500, json: refusal }), {
      times: 1,
    })
    await page.getByRole('button', { name: 'New chart' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Phases, shared')
    await choose('Table', 'Phases')
    await choose('Group by', 'Phase')
    await page.getByRole('switch', { name: 'Share with everyone' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await noticeOf(page, 'Something went wrong').waitFor()
    window.complaints()
    await page.getByRole('button', { name: 'Save' }).click()
    await card('Phases, shared').getByText('Phases · shared', { exact: true }).waitFor()
    expect(await card('Phases, shared').count()).toBe(1)
  })

  test('stay pinned when they are changed', async () => {
    const { page } = window
    await pin('Phases, shared').click()
    await page.getByRole('button', { name: 'Actions for Phases, shared' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Phases, pinned')
    await page.getByRole('switch', { name: 'Share with everyone' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await card('Phases, pinned').getByText('Phases', { exact: true }).first().waitFor()
    expect(await card('Phases, shared').count()).toBe(0)
    await expect.poll(() => pin('Phases, pinned').getAttribute('aria-pressed')).toBe('true')
  })

  test('are deleted, and come back, pinned as they were', async () => {
    const { page } = window
    await pin('Phases by number').click()
    const remove = async () => {
      await page.getByRole('button', { name: 'Actions for Phases by number' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect.poll(() => card('Phases by number').count()).toBe(0)
    }
    await remove()
    await noticeOf(page, 'Phases by number was deleted').getByRole('button', { name: 'Undo' }).click()
    await card('Phases by number').getByText('Phases · shared', { exact: true }).waitFor()
    await expect.poll(() => pin('Phases by number').getAttribute('aria-pressed')).toBe('true')
    await remove()
    expect(window.complaints()).toEqual([])
  })
})
