import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, apiOf } from '../api.js'
import {
  demoPerson,
  engines,
  expectAccessible,
  keepPicture,
  noticeOf,
  tokenOf,
  type Visit,
  visitDemo,
} from '../browser.js'

describe.each(engines)('what records were before (%s)', (engine) => {
  let window: Visit
  let api: Api
  let id: number
  beforeAll(async () => {
    window = await visitDemo(engine)
    api = apiOf(window.address, await tokenOf(window.address))
    id = await api.create('people', {
      name: 'Bruno Cronista',
      role: 'student',
      institution: 'Museum of Vallelunga',
    })
    await api.send('PATCH', `/api/record/people/${id}`, {
      core: { role: 'finds specialist', institution: 'Museum of the Province of Vallelunga' },
    })
  })
  afterAll(async () => {
    await api.send('DELETE', `/api/record/people/${id}`)
    await window.close()
  })
  const row = (name: string) => window.page.getByRole('row', { name })

  test('stands beside what it became, found by the menu of the record', async () => {
    const { page } = window
    await window.open(`/record/people/${id}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'History' }).click()
    await page.getByRole('heading', { name: 'History of Bruno Cronista' }).waitFor()
    await row('Role').waitFor()
    await expect
      .poll(() => row('Role').getByRole('cell').allTextContents())
      .toEqual(['student', 'finds specialist'])
    await expect.poll(() => row('Institution').locator('ins').textContent()).toContain('the Province of')
  })

  test('begins with who made the record, and when, which its page and the history say', async () => {
    const { page } = window
    await window.follow(`/record/people/${id}`)
    await page.getByText(/^Created by Livia Montefusco, .*\d{4}/).waitFor()
    await window.follow('/history?table=people&user=own')
    const made = page.getByRole('listitem').filter({ hasText: '1 record in People' }).first()
    await made.getByRole('link', { name: 'Bruno Cronista', exact: true }).waitFor()
    await window.follow(`/record/people/${id}/versions`)
    await row('Role').waitFor()
  })

  test('of an import are one line, on the first page and in the history', async () => {
    const { page, address } = window
    const form = new FormData()
    form.append('type', 'csv')
    const names = Array.from({ length: 12 }, (_, place) => `Imported ${place}`)
    form.append('file', new Blob([`name\n${names.join('\n')}\n`]), 'people.csv')
    const headers = { authorization: `Bearer ${await tokenOf(address)}` }
    const sent = await fetch(`${address}/api/import/preview-file`, { method: 'POST', headers, body: form })
    const { temp_id } = (await sent.json()) as { temp_id: string }
    const mapping = { name: 'name' }
    await api.send('POST', '/api/import/data', { temp_id, tb: 'people', mapping, key_field: 'name' })
    await window.follow('/history?table=people&user=own')
    const line = page.getByRole('listitem').filter({ hasText: '12 records' })
    await line.getByText('Import', { exact: true }).waitFor()
    await expectAccessible(page)
    await keepPicture(page, 'history-light')
    await window.follow('')
    const recent = page.getByRole('region', { name: 'Recent work' })
    await recent.getByRole('listitem').filter({ hasText: '12 records' }).waitFor()
    await keepPicture(page, 'home-imported-light')
    const { data } = await api.send<{ data: { id: number }[] }>(
      'GET',
      '/api/records/people?per_page=50&sort_field=id&sort_dir=desc',
    )
    for (const person of data.slice(0, 12)) await api.send('DELETE', `/api/record/people/${person.id}`)
    await window.follow(`/record/people/${id}/versions`)
    await row('Role').waitFor()
  })

  test('comes back for chosen fields only', async () => {
    const { page } = window
    await page.getByText('Versions to restore', { exact: true }).click()
    await page.getByText('Compare with current', { exact: true }).click()
    const chosen = page.getByRole('button', { name: 'Choose what to restore' })
    await expect.poll(() => chosen.isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: 'Role' }).check()
    await expectAccessible(page)
    await keepPicture(page, 'versions-light')
    await page.getByRole('button', { name: 'Restore selected' }).click()
    await page.getByText('Bruno Cronista was restored').waitFor()
    const { core } = await api.send<{ core: Record<string, { val: string }> }>(
      'GET',
      `/api/record/people/${id}`,
    )
    expect([core['role']?.val, core['institution']?.val]).toEqual([
      'student',
      'Museum of the Province of Vallelunga',
    ])
    // The restored state left a version itself, and the address brings this one back.
    await page.getByRole('navigation', { name: 'Versions, newest first' }).getByText('Restored').waitFor()
  })

  test('comes back as a whole', async () => {
    const { page } = window
    await page.getByRole('button', { name: 'Restore everything' }).click()
    await expect
      .poll(async () => {
        const { core } = await api.send<{ core: Record<string, { val: string }> }>(
          'GET',
          `/api/record/people/${id}`,
        )
        return core['institution']?.val
      })
      .toBe('Museum of Vallelunga')
    await page.getByRole('link', { name: 'Open the record' }).click()
    await page.getByRole('heading', { name: 'Bruno Cronista', level: 1 }).waitFor()
    // What was kept of the record is shown until it has come again.
    await page.getByText('Museum of Vallelunga').first().waitFor()
    expect(window.complaints()).toEqual([])
  })

  test('is brought back when the record was deleted', async () => {
    const { page } = window
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await noticeOf(page, 'Bruno Cronista was deleted').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'Bruno Cronista', level: 1 }).waitFor()
    await api.send('DELETE', `/api/record/people/${id}`)
    await window.follow('/deleted?table=people')
    const gone = page.getByRole('article', { name: 'Bruno Cronista' })
    await gone.getByText('student · Museum of Vallelunga').waitFor()
    await gone.getByRole('button', { name: 'Show content of Bruno Cronista' }).click()
    await gone.getByRole('row', { name: 'Institution' }).waitFor()
    await expectAccessible(page)
    await keepPicture(page, 'deleted-light')
    window.complaints()
    await gone.getByRole('button', { name: 'Restore Bruno Cronista' }).click()
    await page.getByText('Bruno Cronista was restored').waitFor()
    await gone.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Open the record' }).click()
    await page.getByRole('heading', { name: 'Bruno Cronista', level: 1 }).waitFor()
  })

  test('is found in the history of a table and of a person, with each change of a set', async () => {
    const { page } = window
    await window.follow('/history?table=people')
    const sets = page.getByRole('main').getByRole('listitem')
    await expect.poll(() => sets.count()).toBeGreaterThan(3)
    await page.getByRole('combobox', { name: 'Person' }).click()
    await page.getByRole('option', { name: 'My changes' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('user')).toBe('own')
    await page.getByRole('link', { name: '1 record deleted from People' }).first().click()
    await page.getByRole('columnheader', { name: 'Content' }).waitFor()
    await page.getByRole('link', { name: /^History of/ }).waitFor()
    await expectAccessible(page)
    await keepPicture(page, 'change-set-light')
  })

  test('comes back by undoing a set of changes; what was changed later stays, and it can be redone', async () => {
    const { page } = window
    const person = await api.create('people', { name: 'Carla Annullata', role: 'student' })
    const stored = async () => {
      const { core } = await api.send<{ core: Record<string, { val: string | null }> }>(
        'GET',
        `/api/record/people/${person}`,
      )
      return [core['role']?.val, core['institution']?.val]
    }
    const change = (core: object) => api.send('PATCH', `/api/record/people/${person}`, { core })
    await change({ role: 'finds specialist', institution: 'Museum of Vallelunga' })
    await change({ role: 'director' })
    await window.follow(`/record/people/${person}`)
    await page.getByRole('link', { name: 'History' }).last().click()
    const life = page.getByRole('list', { name: 'All changes' })
    const entry = life.locator('> li').filter({ hasText: 'Museum of Vallelunga' })
    await expect.poll(() => life.locator('> li').count()).toBe(3)
    await expectAccessible(page)
    await keepPicture(page, 'life-light')
    await entry.getByRole('button', { name: 'Undo…' }).click()
    const dialog = page.getByRole('dialog')
    const later = dialog.getByRole('row', { name: 'Carla Annullata Role' })
    await later.waitFor()
    expect(await later.getByRole('cell').allTextContents()).toEqual([
      'director',
      'student',
      expect.stringMatching(/^Livia Montefusco/),
    ])
    await expectAccessible(page)
    await keepPicture(page, 'undo-light')
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Undone: 1 record changed in People').waitFor()
    await entry.getByText('Undone', { exact: true }).waitFor()
    expect((await stored()).map((value) => value || null)).toEqual(['director', null])
    await page.getByRole('button', { name: 'Redo' }).click()
    await page.getByText('Done again: 1 record changed in People').waitFor()
    expect(await stored()).toEqual(['director', 'Museum of Vallelunga'])
    await api.send('DELETE', `/api/record/people/${person}`)
    expect(window.complaints()).toEqual([])
  })

  test('is a life with relations, plugin rows and files, of whomever', async () => {
    const { page } = window
    const unit = await api.create('contexts', { ctx_no: 'C9998', trench: 1, ctx_type: 'layer' })
    const { id: relation } = await api.send<{ id: number }>('POST', '/api/record/contexts/rs', {
      first: unit,
      second: 1,
      relation: 5,
    })
    await api.send('DELETE', `/api/rs/${relation}`)
    await window.follow(`/record/contexts/${unit}/versions`)
    const entries = page.getByRole('list', { name: 'All changes' }).locator('> li')
    await entries.filter({ hasText: 'DeletedStratigraphic relation' }).waitFor()
    await expect.poll(() => entries.count()).toBe(3)
    await entries.first().getByRole('cell', { name: 'C9998' }).waitFor()
    await expectAccessible(page)
    await entries.first().getByRole('button', { name: 'Undo…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Undone: 1 stratigraphic relation deleted').waitFor()
    await expect.poll(() => entries.count()).toBe(4)
    const above = await api.create('contexts', { ctx_no: 'C9999', trench: 1, ctx_type: 'layer' })
    const state = (first: number, second: number) =>
      api.send('POST', '/api/record/contexts/rs', { first, second, relation: 5 })
    await state(above, unit)
    await api.send('DELETE', `/api/record/contexts/${unit}`)
    await state(1, above)
    await window.follow('/deleted?table=contexts')
    const gone = page.getByRole('article', { name: 'C9998' })
    await gone.getByRole('button', { name: 'Restore C9998' }).click()
    await gone.getByRole('alert').getByText('C9999 covers C9998').waitFor()
    await expectAccessible(page)
    await keepPicture(page, 'restored-loop')
    // The refusal is an answer that the browser complains of.
    window.complaints()
    await gone.getByRole('button', { name: 'Restore anyway' }).click()
    await page.getByText('C9998 was restored').waitFor()
    for (const id of [unit, above]) await api.send('DELETE', `/api/record/contexts/${id}`)
    expect(window.complaints()).toEqual([])
  })

  test('is forgotten up to a day after it is said how much goes', async () => {
    const { page } = window
    await window.follow('/history')
    await page.getByRole('button', { name: 'Delete old changes…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete old changes?' })
    await dialog.getByLabel('Changed before').fill('2019-01-01')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    const password = page.getByRole('dialog').last()
    await password.getByLabel('Your password').fill(demoPerson.password)
    await password.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByText('No changes before this day.').waitFor()
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await dialog.getByLabel('Changed before').fill(tomorrow)
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText(/^[\d,]+ changes will be deleted, of [\d,]+ rows\.$/).waitFor()
    await expectAccessible(page)
    await keepPicture(page, 'purge-light')
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('Old changes were deleted').waitFor()
    await page.getByText('No changes yet').waitFor()
  })
})
