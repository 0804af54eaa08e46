import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, apiOf } from '../api.js'
import {
  engines,
  expectAccessible,
  keepPicture,
  noticeOf,
  tokenOf,
  type Visit,
  visitDemo,
} from '../browser.js'

describe.each(engines)('the cells of a list (%s)', (engine) => {
  let window: Visit
  let api: Api
  let ids: number[]
  beforeAll(async () => {
    window = await visitDemo(engine)
    api = apiOf(window.address, await tokenOf(window.address))
    ids = []
    for (const [place, description] of ['Uno', 'Due', 'Tre'].entries())
      ids.push(
        await api.create('finds', {
          inv_no: `PF99-000${place}`,
          context: 1,
          material: 'pottery',
          description,
          pieces: 1,
        }),
      )
    await window.open('/records/finds?q=PF99&sort=id')
    await window.page.getByRole('row', { name: 'PF99-0002' }).waitFor()
  })
  afterAll(async () => {
    await api.send('DELETE', '/api/records/finds', { ids })
    await window.close()
  })

  const notice = (text: string) => noticeOf(window.page, text)
  const column = async (title: string) => {
    const titles = await window.page.getByRole('columnheader').allTextContents()
    return titles.indexOf(title) - 1
  }
  const cell = async (row: number, title: string) =>
    window.page.locator(`[data-index="${row}"] [data-column="${await column(title)}"]`)
  const press = (keys: string) => window.page.keyboard.press(keys)
  const stored = async (field: string, numbers = 'PF99') => {
    const filter = encodeURIComponent(JSON.stringify({ inv_no: { _starts_with: numbers } }))
    const { data } = await api.send<{ data: Record<string, unknown>[] }>(
      'GET',
      `/api/records/finds?filter=${filter}&columns=id,${field}&sort_field=id`,
    )
    return data.map((row) => row[field])
  }
  /**
   * What Firefox does with the keys for it, in a window that may not read the clipboard of the machine: it
   * tells the body, others the cell.
   */
  const paste = (text: string) =>
    window.page.evaluate((given) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', given)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.body.dispatchEvent(event)
    }, text)
  const copy = () =>
    window.page.evaluate(() => {
      const clipboardData = new DataTransfer()
      const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true })
      document.body.dispatchEvent(event)
      return clipboardData.getData('text/plain')
    })
  const unsaved = () => window.page.getByRole('region', { name: 'Cells not saved' })

  test('are written by typing into them, and Enter goes on to the one below', async () => {
    const { page } = window
    await (await cell(0, 'Description')).click()
    await page.locator('[role=grid][aria-readonly=false]').waitFor()
    await page.keyboard.type('A bowl')
    await press('Enter')
    await expect.poll(() => stored('description')).toEqual(['A bowl', 'Due', 'Tre'])
    await page.keyboard.type('A lid')
    await press('Escape')
    await press('ArrowDown')
    await press('F2')
    await page.keyboard.type(' (2)')
    await press('Tab')
    await expect.poll(() => stored('description')).toEqual(['A bowl', 'Due', 'Tre (2)'])
    await press('Control+z')
    await expect.poll(() => stored('description')).toEqual(['A bowl', 'Due', 'Tre'])
    const last = await cell(2, 'Description')
    await expect.poll(() => last.textContent()).toBe('Tre')
  })

  test('take a column of a spreadsheet, which one undo takes back', async () => {
    const { page } = window
    const first = await cell(0, 'Description')
    await first.click()
    await paste('Rim\nBase\n"Handle\tof ""a"" jug"\n')
    await notice('3 cells saved').waitFor()
    expect(await stored('description')).toEqual(['Rim', 'Base', 'Handle\tof "a" jug'])
    await press('Shift+ArrowDown')
    await press('Shift+ArrowRight')
    expect(await copy()).toBe('Rim\t1\nBase\t1')
    await keepPicture(page, 'cells-marked')
    await expectAccessible(page)
    await press('Control+z')
    await expect.poll(() => stored('description')).toEqual(['A bowl', 'Due', 'Tre'])
    await expect.poll(() => first.textContent()).toBe('A bowl')
  })

  test('of twenty finds are corrected by a column of a spreadsheet, and taken back with one undo', async () => {
    const { page } = window
    const twenty = Array.from({ length: 20 }, (_, place) => String(place + 10))
    const made: number[] = []
    for (const number of twenty) {
      const find = {
        inv_no: `PF98-00${number}`,
        context: 1,
        material: 'pottery',
        description: 'Bowll',
        pieces: 1,
      }
      made.push(await api.create('finds', find))
    }
    await window.follow('/records/finds?q=PF98&sort=id')
    await page.getByRole('row', { name: 'PF98-0029' }).waitFor()
    await (await cell(0, 'Description')).click()
    const corrected = twenty.map((number) => `Bowl ${number}`)
    await paste(`${corrected.join('\r\n')}\r\n`)
    await notice('20 cells saved').waitFor()
    expect(await stored('description', 'PF98')).toEqual(corrected)
    await press('Control+z')
    await expect.poll(() => stored('description', 'PF98')).toEqual(twenty.map(() => 'Bowll'))
    await expect.poll(async () => (await cell(19, 'Description')).textContent()).toBe('Bowll')
    await api.send('DELETE', '/api/records/finds', { ids: made })
    await window.follow('/records/finds?q=PF99&sort=id')
    await page.getByRole('row', { name: 'PF99-0002' }).waitFor()
  })

  test('are filled down and emptied', async () => {
    await (await cell(0, 'Description')).click()
    await press('Shift+ArrowDown')
    await press('Shift+ArrowDown')
    await press('Control+d')
    await expect.poll(() => stored('description')).toEqual(['A bowl', 'A bowl', 'A bowl'])
    await press('Delete')
    await expect.poll(() => stored('description')).toEqual([null, null, null])
  })

  test('that are refused stay as they were typed, are named, and are saved once they are mended', async () => {
    const { page } = window
    await (await cell(0, 'Pieces')).click()
    await paste('2\nmany\n4')
    await unsaved().waitFor()
    expect(await unsaved().textContent()).toContain('3 cells are not saved')
    expect(await unsaved().textContent()).toContain('Pieces “many”')
    expect(await stored('pieces')).toEqual([1, 1, 1])
    const wrong = await cell(1, 'Pieces')
    expect(await wrong.getAttribute('aria-invalid')).toBe('true')
    await keepPicture(page, 'cells-refused')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Contexts', exact: true }).first().click()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await wrong.click()
    await page.keyboard.type('3')
    await press('Enter')
    await expect.poll(() => stored('pieces')).toEqual([2, 3, 4])
    await unsaved().waitFor({ state: 'detached' })
  })

  test('that somebody else has written meanwhile are not overwritten before one has seen it', async () => {
    const { page } = window
    await (await cell(2, 'Description')).dblclick()
    await api.send('PATCH', `/api/record/finds/${ids[2]}`, { core: { description: 'Theirs' } })
    await page.keyboard.type('Mine')
    await press('Enter')
    await unsaved().waitFor()
    expect(await unsaved().textContent()).toContain('Another person changed this to “Theirs”')
    expect(await stored('description')).toEqual([null, null, 'Theirs'])
    await unsaved().getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => stored('description')).toEqual([null, null, 'Mine'])
    await unsaved().waitFor({ state: 'detached' })
  })

  test('say why what is pasted does not fit, and write nothing', async () => {
    await (await cell(1, 'Description')).click()
    await paste('a\nb\nc')
    await notice('What you paste has 3 rows, but only 2 follow from here.').waitFor()
    expect(await stored('description')).toEqual([null, null, 'Mine'])
    expect(window.complaints().filter((text) => !/ 4(12|22) /.test(text))).toEqual([])
  })

  test('are saved, too, when one goes back while typing', async () => {
    const { page } = window
    await page.getByRole('link', { name: 'Sites', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor()
    await page.goBack()
    await (await cell(0, 'Description')).dblclick()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Typed on the way out')
    await page.goForward()
    await page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor()
    expect((await stored('description'))[0]).toBe('Typed on the way out')
    await page.goBack()
    await page.getByRole('row', { name: 'PF99-0002' }).waitFor()
  })
  test('are not emptied by half a date: Enter stays with it, and who goes away leaves the cell as it was', async () => {
    const { page } = window
    await api.send('PATCH', '/api/records/finds', { ids, core: { found_on: '2024-06-12' } })
    await window.open('/records/finds?q=PF99&sort=id&columns=inv_no,found_on,description')
    await page.getByRole('row', { name: 'PF99-0002' }).waitFor()
    const date = page.getByLabel('Found on', { exact: true }).and(page.locator('input'))
    await (await cell(0, 'Found on')).click()
    await page.locator('[role=grid][aria-readonly=false]').waitFor()
    await press('F2')
    await date.waitFor()
    await press('Delete')
    await press('Enter')
    expect(await date.count()).toBe(1)
    await (await cell(1, 'Description')).click()
    await date.waitFor({ state: 'detached' })
    await (await cell(1, 'Found on')).dblclick()
    await date.fill('2024-06-13')
    await press('Enter')
    await expect.poll(() => stored('found_on')).toEqual(['2024-06-12', '2024-06-13', '2024-06-12'])

    // The edit of many stays with it, too.
    await page.getByRole('checkbox', { name: 'Select PF99-0002' }).check()
    await page.getByRole('button', { name: 'Edit…', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Field' }).click()
    await page.getByRole('option', { name: 'Found on' }).click()
    const common = dialog.getByLabel('Found on', { exact: true })
    await common.fill('2024-06-14')
    await common.press('Delete')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await expect.poll(() => common.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await dialog.getByText('would change').count()).toBe(0)
    await common.fill('2024-06-15')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByRole('button', { name: 'Change 1 record' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await stored('found_on')).toContain('2024-06-15')
  })
})
