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

describe.each(engines)('what was changed in a list (%s)', (engine) => {
  let window: Visit
  let api: Api
  let ids: number[]
  beforeAll(async () => {
    window = await visitDemo(engine)
    api = apiOf(window.address, await tokenOf(window.address))
    ids = []
    for (const name of ['Uno', 'Due', 'Tre'])
      ids.push(await api.create('people', { name: `Annullo ${name}`, role: 'student' }))
  })
  afterAll(async () => {
    await api.send('DELETE', '/api/records/people', { ids })
    await window.close()
  })

  const notice = (text: string) => noticeOf(window.page, text)
  const rolesOf = async () => {
    const filter = encodeURIComponent(JSON.stringify({ name: { _starts_with: 'Annullo' } }))
    const { data } = await api.send<{ data: { role: string | null }[] }>(
      'GET',
      `/api/records/people?filter=${filter}&columns=id,role`,
    )
    return data.map(({ role }) => role ?? '')
  }
  const open = async () => {
    await window.open('/records/people?q=Annullo')
    await window.page.getByRole('row', { name: 'Annullo Uno' }).waitFor()
  }
  /** Where the keys of a list are heard. */
  const press = (keys: string) => window.page.keyboard.press(keys)

  test('is undone by the notice that says so, and done again by the next', async () => {
    const { page } = window
    await open()
    for (const name of ['Uno', 'Due', 'Tre'])
      await page
        .getByRole('row', { name: `Annullo ${name}` })
        .getByRole('checkbox')
        .check()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 3 records' }).click()
    const deleted = notice('3 records were deleted')
    await deleted.waitFor()
    await keepPicture(page, 'undo-notice-light')
    await deleted.getByRole('button', { name: 'Undo' }).click()
    const undone = notice('Undone: 3 records deleted from People')
    await undone.waitFor()
    await page.getByRole('row', { name: 'Annullo Uno' }).waitFor()
    expect(await rolesOf()).toHaveLength(3)
    await undone.getByRole('button', { name: 'Redo' }).click()
    await notice('Done again: 3 records deleted from People').waitFor()
    expect(await rolesOf()).toEqual([])
    await notice('Done again').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('row', { name: 'Annullo Uno' }).waitFor()
    expect(await rolesOf()).toHaveLength(3)
  })

  test('is undone by the usual keys, one change after the other, and done again', async () => {
    const { page } = window
    await page.getByRole('row', { name: 'Annullo Uno' }).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Edit…', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Field' }).click()
    await page.getByRole('option', { name: 'Role' }).click()
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByRole('button', { name: 'Change 1 record' }).click()
    await notice('1 record was changed').waitFor()
    await expect.poll(rolesOf).toContain('')
    await press('Control+z')
    await notice('Undone: 1 record changed in People').waitFor()
    await notice('1 record was changed').waitFor({ state: 'detached' })
    await expect.poll(rolesOf).toEqual(['student', 'student', 'student'])
    await press('Control+y')
    await notice('Done again: 1 record changed in People').waitFor()
    await expect.poll(rolesOf).toContain('')
    await page.getByRole('searchbox').first().focus()
    await press('Control+z')
    await page.getByRole('heading', { name: 'People', level: 1 }).click()
    await expect.poll(rolesOf).toContain('')
    // It outlives a reload of the page.
    await open()
    await press('Control+z')
    await expect.poll(rolesOf).toEqual(['student', 'student', 'student'])
    await press('Control+Shift+z')
    await notice('Done again: 1 record changed in People').waitFor()
    expect(await rolesOf()).toContain('')
  })

  test('is shown before a key undoes it, where somebody changed it again', async () => {
    const { page } = window
    const [id] = ids
    await api.send('PATCH', `/api/record/people/${id}`, { core: { role: 'director' } })
    await press('Control+z')
    const dialog = page.getByRole('dialog', { name: 'Undo these changes?' })
    await dialog.getByRole('row', { name: 'Annullo Uno Role' }).waitFor()
    await expectAccessible(page)
    // Below a dialog the keys do nothing.
    await press('Control+z')
    await dialog.getByRole('radio', { name: 'Overwrite later changes' }).check()
    await keepPicture(page, 'undo-overwrite-light')
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(rolesOf).toEqual(['student', 'student', 'student'])
  })

  test('ends where nothing is left that the person changed in this tab', async () => {
    const { page } = window
    await api.send('PATCH', `/api/record/people/${ids[0]}`, { core: { role: 'director' } })
    await page.evaluate(() => sessionStorage.removeItem('trowel.changes'))
    await press('Control+z')
    await notice('Nothing to undo').waitFor()
    await press('Control+y')
    await notice('Nothing to redo').waitFor()
    expect(await rolesOf()).toContain('director')
    expect(window.complaints().filter((told) => !told.includes('409'))).toEqual([])
  })
})
