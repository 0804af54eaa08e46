import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, apiOf } from '../api.js'
import {
  countRequests,
  engines,
  expectAccessible,
  expectUncovered,
  keepPicture,
  noticeOf,
  tokenOf,
  type Visit,
  visitDemo,
} from '../browser.js'

const count = (page: Page) => page.getByRole('status').first().textContent()
const asked = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

describe.each(engines)('what a listing is asked with (%s)', (engine) => {
  let window: Visit
  beforeAll(async () => {
    window = await visitDemo(engine)
    await window.open('/records/phases')
  })
  afterAll(() => window.close())

  /** Chooses the field of the row that was added last. */
  const chooseField = async (name: string) => {
    await window.page.getByRole('combobox', { name: 'Field' }).last().fill(name)
    await window.page.getByRole('option', { name, exact: true }).first().click()
  }

  test('a filter of rows narrows it while it is written, and stands in the address', async () => {
    const { page } = window
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await chooseField('Phase')
    await page.getByRole('combobox', { name: 'Comparison' }).click()
    await page.getByRole('option', { name: 'is', exact: true }).click()
    await page.getByRole('combobox', { name: 'Value' }).fill('III')
    await expect.poll(() => count(page)).toBe('1 record found')
    expect(JSON.parse(asked(page, 'filter') ?? '')).toEqual({ code: { _eq: 'III' } })
    await page.getByRole('button', { name: 'Close: Filter' }).click()
    await page.reload()
    await expect.poll(() => count(page)).toBe('1 record found')
    const said = page.getByRole('list', { name: 'Active filters' })
    await expect.poll(() => said.textContent()).toContain('Phase is III')
    await said.getByRole('button', { name: 'Remove this condition' }).click()
    await expect.poll(() => count(page)).toMatch(/^\d+ records$/)
    expect(asked(page, 'filter')).toBeNull()
  })

  test('any of several conditions is enough where somebody says so', async () => {
    const { page } = window
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    for (const phase of ['I', 'II']) {
      if (phase === 'II') await page.getByRole('button', { name: 'Add a condition' }).click()
      await chooseField('Phase')
      await page.getByRole('combobox', { name: 'Comparison' }).last().click()
      await page.getByRole('option', { name: 'is', exact: true }).last().click()
      await page.getByRole('combobox', { name: 'Value' }).last().fill(phase)
      await page.keyboard.press('Escape')
    }
    await expect.poll(() => count(page)).toBe('0 records found')
    await page.getByText('any of these').click()
    await expect.poll(() => count(page)).toBe('2 records found')
    expect(JSON.parse(asked(page, 'filter') ?? '')).toEqual({
      _or: [{ code: { _eq: 'I' } }, { code: { _eq: 'II' } }],
    })
    await page.getByRole('button', { name: 'Remove all' }).click()
    await expect.poll(() => count(page)).toMatch(/^\d+ records$/)
    await page.getByRole('button', { name: 'Close: Filter' }).click()
  })

  test('fields of the record that a lookup names can be asked for, and are read back into rows', async () => {
    const { page } = window
    const filter = { trench: { code: { _eq: 'A' } }, ctx_type: { _in: ['cut', 'fill'] } }
    await window.follow(`/records/contexts?filter=${encodeURIComponent(JSON.stringify(filter))}`)
    const said = page.getByRole('list', { name: 'Active filters' })
    await said.waitFor()
    await expect.poll(() => said.textContent()).toBe('Trench › Trench is AType is one of cut or fill')
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect.poll(() => page.getByRole('combobox', { name: 'Field' }).count()).toBe(2)
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Field' }).first().inputValue())
      .toBe('Trench › Trench')
    await expectAccessible(page)
    await keepPicture(page, 'listing-filter')
  })

  test('who made and changed records, and when, is shown, sorted and filtered by, and in files', async () => {
    const { page } = window
    const api = apiOf(window.address, await tokenOf(window.address))
    const name = `Recordwoman ${Date.now()}`
    const id = await api.create('people', { name })
    await window.follow('/records/people')
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const column of ['Last changed by', 'Last changed'])
      await page.getByRole('checkbox', { name: column, exact: true }).click()
    await page.keyboard.press('Escape')
    const head = page.getByRole('columnheader', { name: 'Last changed', exact: true })
    for (const sorted of ['ascending', 'descending']) {
      await head.getByRole('button').first().click()
      await expect.poll(() => head.getAttribute('aria-sort')).toBe(sorted)
    }
    const row = page.getByRole('row').nth(1)
    await expect.poll(() => row.textContent()).toContain(name)
    await expect.poll(() => row.textContent()).toMatch(/Livia Montefusco.*\d{4}, \d\d:\d\d/)

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await chooseField('Last changed by')
    await page.getByRole('combobox', { name: 'Values' }).click()
    await page.getByRole('option', { name: 'Livia Montefusco' }).click()
    await page.getByRole('button', { name: 'Add a condition' }).click()
    await chooseField('Last changed')
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'))
    await page.getByLabel('Value', { exact: true }).fill(today)
    await expect.poll(() => count(page)).toMatch(/^\d+ records? found$/)
    const since = await page.evaluate((day) => new Date(`${day}T00:00:00`).toISOString(), today)
    await expect
      .poll(() => JSON.parse(asked(page, 'filter') ?? 'null'))
      .toEqual({
        sys_changed_by: { name: { _in: ['Livia Montefusco'] } },
        sys_changed_at: { _gte: since.replace('.000Z', 'Z') },
      })
    await expect.poll(() => row.textContent()).toContain(name)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Close: Filter' }).click()
    await page.reload()
    const said = page.getByRole('list', { name: 'Active filters' })
    await expect
      .poll(() => said.textContent())
      .toMatch(/Last changed by is Livia Montefusco.*Last changed from \d+ \w+ \d{4}$/)
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV, for spreadsheets' }).click()
    const [titles = ''] = (await readFile(await (await download).path(), 'utf8')).split('\n')
    expect(titles.trim()).toMatch(/sys_changed_by,sys_changed_at$/)

    await api.send('DELETE', `/api/record/people/${id}`)
    await page.evaluate(() => localStorage.removeItem('trowel.list.demo.people'))
  })

  test('its columns stay when a record of it was opened, which is asked for once', async () => {
    const { page } = window
    await window.follow('/records/phases')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Last changed', exact: true }).click()
    await page.keyboard.press('Escape')
    const head = page.getByRole('columnheader', { name: 'Last changed', exact: true })
    await head.waitFor()
    const once = await countRequests(page, /\/api\/record\/phases\/1(\?|$)/, () =>
      window.follow('/record/phases/1'),
    )
    expect(once).toBe(1)
    await window.open('/records/phases')
    await head.waitFor()
    expect(asked(page, 'columns')).toContain('sys_changed_at')
    await page.evaluate(() => localStorage.removeItem('trowel.list.demo.phases'))
  })

  test('what rows cannot show stays as it is, and can be taken away', async () => {
    const { page } = window
    const filter = {
      _or: [{ ctx_type: { _eq: 'cut' } }, { _and: [{ _or: [{ trench: { _nnull: true } }] }] }],
    }
    await window.follow(`/records/contexts?filter=${encodeURIComponent(JSON.stringify(filter))}`)
    const said = page.getByRole('list', { name: 'Active filters' })
    await said.waitFor()
    await expect.poll(() => said.textContent()).toContain('Advanced filter: {"_and":')
    await said.getByRole('button', { name: 'Remove this condition' }).last().click()
    await expect
      .poll(async () => JSON.parse(asked(page, 'filter') ?? ''))
      .toEqual({ ctx_type: { _eq: 'cut' } })
  })

  test('a search that is written says where it is wrong', async () => {
    const { page } = window
    await window.follow('/records/phases')
    await page.getByRole('button', { name: 'Saved searches' }).click()
    await page.getByRole('menuitem', { name: 'Advanced search…' }).click()
    const text = page.getByRole('textbox', { name: 'Advanced search' })
    await text.fill("code = 'I' AND AND name")
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('alert').getByText('at character 16').waitFor()
    await expect.poll(() => text.evaluate((input: HTMLTextAreaElement) => input.selectionStart)).toBe(15)
    expect(window.complaints().every((complaint) => complaint.includes('400'))).toBe(true)
    await page.getByRole('button', { name: 'Help and fields' }).click()
    await page.getByRole('group', { name: 'Fields' }).waitFor()
    await expectAccessible(page)
    await text.fill("code IN ('I', 'II')")
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => count(page)).toBe('2 records found')
  })

  test('a search is kept under a name with what is shown of it, opened as a tab, shared and deleted', async () => {
    const { page } = window
    const name = `Two phases ${Date.now()}`
    const tabs = page.getByRole('navigation', { name: 'Saved searches' })
    const tab = tabs.getByRole('link', { name })
    await page.getByRole('button', { name: 'Saved searches' }).click()
    await page.getByRole('menuitem', { name: 'Save this search…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(`${name} was saved`).waitFor()
    await expect.poll(() => tab.getAttribute('aria-current')).toBe('page')
    expect(await tabs.locator('[aria-current]').count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Save this search…' }).count()).toBe(0)

    // What is changed of it is saved again, or under another name.
    await page.getByRole('columnheader', { name: 'Phase', exact: true }).getByRole('button').first().click()
    await page.getByRole('status').filter({ hasText: 'Unsaved changes' }).waitFor()
    await page.getByRole('button', { name: 'Save as…' }).waitFor()
    await expectAccessible(page)
    await keepPicture(page, 'listing-tabs')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Unsaved changes' }).waitFor({ state: 'detached' })
    await tabs.getByRole('link', { name: 'All', exact: true }).click()
    await expect.poll(() => count(page)).toMatch(/^\d+ records$/)
    expect(asked(page, 'sort')).toBeNull()
    await window.open('/records/phases')
    await tab.click()
    await expect.poll(() => count(page)).toBe('2 records found')
    expect([asked(page, 'sort'), asked(page, 'expert')]).toEqual(['code', "code IN ('I', 'II')"])

    await page.getByRole('button', { name: `Options of ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(`${name} again`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await tabs.getByRole('link', { name: `${name} again` }).waitFor()
    await page.getByRole('button', { name: 'Saved searches' }).click()
    await page.getByRole('menuitem', { name: 'All saved searches…' }).click()
    const line = page.getByRole('listitem').filter({ hasText: name })
    await line.getByRole('switch', { name: 'Shared' }).click({ force: true })
    await expect.poll(() => line.getByRole('switch', { name: 'Shared' }).isChecked()).toBe(true)
    await line.getByRole('button', { name: `Delete ${name} again` }).click()
    await expect.poll(() => line.count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => tab.count()).toBe(0)
    expect(window.complaints()).toEqual([])
  })
})

describe.each(engines)('selected records (%s)', (engine) => {
  let window: Visit
  let api: Api
  const made: number[] = []
  const stamp = `Journeywoman ${Date.now()}`
  const filter = encodeURIComponent(JSON.stringify({ name: { _starts_with: stamp } }))

  beforeAll(async () => {
    window = await visitDemo(engine)
    api = apiOf(window.address, await tokenOf(window.address))
    for (const letter of ['a', 'b', 'c'])
      made.push(await api.create('people', { name: `${stamp} ${letter}` }))
    await window.open(`/records/people?filter=${filter}`)
  })
  afterAll(async () => {
    await api.send('DELETE', '/api/records/people', { ids: made })
    await window.close()
  })

  const bar = () => window.page.getByRole('region', { name: 'Selected records' })

  test('are counted; Shift selects everything between', async () => {
    const { page } = window
    await page.getByRole('checkbox', { name: `Select ${stamp} a` }).click()
    await bar().getByText('1 selected').waitFor()
    await page.getByRole('checkbox', { name: `Select ${stamp} c` }).click({ modifiers: ['Shift'] })
    await bar().getByText('3 selected').waitFor()
    await bar().getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => bar().count()).toBe(0)
  })

  test('get the same values: how many would change is said and shown before, and undone after', async () => {
    const { page } = window
    const changed = async () => {
      const { total } = await api.send<{ total: number }>(
        'GET',
        `/api/records/people?filter[institution][_eq]=Museo%20Civico&filter[name][_starts_with]=${encodeURIComponent(stamp)}`,
      )
      return total
    }
    await page.getByRole('checkbox', { name: `Select ${stamp} a` }).click()
    await bar().getByRole('button', { name: 'Select all 3 found' }).click()
    await bar().getByText('3 selected').waitFor()
    await expectAccessible(page)
    await keepPicture(page, 'listing-selection')
    await bar().getByRole('button', { name: 'Edit…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 3 records' })
    await dialog.getByRole('combobox', { name: 'Field' }).fill('Institution')
    await page.getByRole('option', { name: 'Institution' }).click()
    await dialog.getByRole('textbox', { name: 'Institution' }).fill('Museo Civico')
    // Closed by mistake: what was typed is offered again.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await bar().getByRole('button', { name: 'Edit…' }).click()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect
      .poll(() => dialog.getByRole('textbox', { name: 'Institution' }).inputValue())
      .toBe('Museo Civico')
    await dialog.getByRole('combobox', { name: 'Another field' }).fill('Role')
    await page.getByRole('option', { name: 'Role' }).click()
    await dialog.getByText('Role will be emptied.').waitFor()
    await dialog.getByRole('button', { name: "Don't change Role" }).click()
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('3 records would change.').waitFor()
    await dialog.getByRole('row', { name: `${stamp} b Institution – Museo Civico` }).waitFor()
    await expectAccessible(page)
    await keepPicture(page, 'listing-edit-many')
    expect(await changed()).toBe(0)
    await dialog.getByRole('button', { name: 'Change 3 records' }).click()
    const notice = noticeOf(page, '3 records were changed')
    await notice.waitFor()
    expect(await changed()).toBe(3)
    // It covers none of the buttons below it.
    const bottom = async () => {
      const { y = 0, height = 0 } = (await notice.boundingBox()) ?? {}
      return y + height
    }
    await expect.poll(bottom).toBeLessThanOrEqual((await bar().boundingBox())?.y ?? 0)
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(changed).toBe(0)
  })

  test('are exported alone', async () => {
    const { page } = window
    await bar().getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV, for spreadsheets' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text.trim().split('\n')).toHaveLength(4)
  })

  test('are printed as a table, as a catalogue and as labels', async () => {
    const { page } = window
    const dialog = page.getByRole('dialog', { name: 'Print 3 records' })
    const ask = async (item: string) => {
      await bar().getByRole('button', { name: 'Export' }).click()
      await expectUncovered(page.getByRole('menuitem', { name: item }))
      await page.getByRole('menuitem', { name: item }).click()
      await dialog.waitFor()
    }
    const save = async (asked: RegExp) => {
      const [request, download] = await Promise.all([
        page.waitForRequest(asked),
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Save PDF' }).click(),
      ])
      const bytes = await readFile(await download.path())
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      await dialog.waitFor({ state: 'hidden' })
      return new URL(request.url()).searchParams
    }
    await ask('PDF: table or catalogue…')
    await dialog.getByText('Landscape').click()
    const table = await save(/\/print\?/)
    expect([table.get('as'), table.get('orientation')]).toEqual(['table', 'landscape'])
    await ask('PDF: table or catalogue…')
    await dialog.getByText('Catalogue', { exact: true }).click()
    expect((await save(/\/print\?/)).get('as')).toBe('catalogue')

    await ask('Labels with QR codes…')
    await dialog.getByRole('textbox', { name: 'Line at the top' }).fill('Vallelunga 2026')
    const preview = dialog.getByRole('img', { name: 'Preview of the first label' })
    await expect.poll(() => preview.textContent()).toMatch(/Vallelunga 2026/)
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'First free label' }).fill('4')
    const labels = await save(/\/labels\?/)
    expect([labels.get('start'), labels.get('heading')]).toEqual(['4', 'Vallelunga 2026'])
    await page.evaluate(() => localStorage.removeItem('trowel.labels.demo.people'))
  })

  test('are deleted after it is said what goes; those that others need are named', async () => {
    const { page } = window
    // Somebody works for a trench: he cannot go.
    const drawing = await api.create('drawings', { drawing_no: 'D999', drawn_by: made[1] })
    await bar().getByRole('button', { name: 'Delete…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Also deleted: ').waitFor()
    await dialog.getByRole('button', { name: 'Delete 3 records' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByText(`${stamp} b`).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await bar().getByText('1 selected').waitFor()
    await expect.poll(() => count(page)).toBe('1 record found')
    await api.send('DELETE', `/api/record/drawings/${drawing}`)
    expect(window.complaints()).toEqual([])
  })
})

describe.each(engines)('the grid (%s)', (engine) => {
  test('is where it was when somebody comes back from a record', async () => {
    const window = await visitDemo(engine)
    const { page } = window
    await window.open('/records/finds')
    const scroll = page.getByTestId('grid-scroll')
    await scroll.evaluate((element) => element.scrollTo(0, 20_000))
    await page.locator('[data-index="560"] a').click()
    await page.getByRole('button', { name: 'Next record' }).waitFor()
    await page.goBack()
    await page.locator('[data-index="560"] a').waitFor()
    await expect.poll(() => scroll.evaluate((element) => element.scrollTop)).toBe(20_000)
    expect(window.complaints()).toEqual([])
    await window.close()
  })
})
