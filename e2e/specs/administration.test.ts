import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiOf } from '../api.js'
import {
  demoPerson,
  engines,
  expectAccessible,
  keepPicture,
  tokenOf,
  type Visit,
  visitDemo,
} from '../browser.js'

describe.each(engines)('the keys of programs (%s)', (engine) => {
  test('are shown once, locked, and deleted', async () => {
    const { page, open, complaints, close } = await visitDemo(engine)
    await open('/keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Purpose').fill('Plotter in the drawing office')
    await page.getByRole('radio', { name: 'Read', exact: true }).check()
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByLabel('Key', { exact: true }).inputValue()
    expect(key).toMatch(/^trw_demo\./)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const row = page.getByRole('row', { name: /Plotter in the drawing office/ })
    await row.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Lock' }).click()
    await expect.poll(() => row.getByText('Locked').count()).toBe(1)
    await keepPicture(page, 'keys-light')
    await row.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete key' }).click()
    await expect.poll(() => row.count()).toBe(0)
    expect(complaints()).toEqual([])
    await close()
  })
})

describe.each(engines)('backups (%s)', (engine) => {
  test('are made and proved; restoring one asks for the name of the application', async () => {
    const { page, open, complaints, close, address } = await visitDemo(engine)
    const api = apiOf(address, await tokenOf(address))
    const run = async (statement: string) => {
      await api.send('POST', '/api/admin/check-password', { pwd: demoPerson.password })
      await api.send('POST', '/api/free-sql/run', { sql: statement })
    }
    await run('CREATE TABLE shards (id INTEGER PRIMARY KEY, weight INTEGER DEFAULT 3)')
    await open('/backups')
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByRole('button', { name: 'Create backup' }).click()
    const row = page.getByRole('table', { name: 'Backups' }).getByRole('row').nth(1)
    await expect.poll(() => row.getByText('Verified').count()).toBe(1)
    await row.getByText('Without what was made by SQL: shards.weight (DEFAULT)').waitFor()
    await run('DROP TABLE shards')
    await expectAccessible(page)
    await keepPicture(page, 'backups-without')
    await row.getByRole('button', { name: /^Actions/ }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download' }).click()
    expect((await saving).suggestedFilename()).toMatch(/^demo-\w+-\d+.*\.zip$/)
    await row.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Restore…' }).click()
    const dialog = page.getByRole('dialog')
    const restore = dialog.getByRole('button', { name: 'Restore backup' })
    await expect.poll(() => restore.isDisabled()).toBe(true)
    await dialog.getByLabel('Type demo to confirm').fill('demo')
    await expect.poll(() => restore.isEnabled()).toBe(true)
    await expectAccessible(page)
    await keepPicture(page, 'restore-light')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await row.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete backup' }).click()
    await expect.poll(() => page.getByText('The backup was deleted').count()).toBe(1)
    await page.getByText('Backups are not scheduled.').waitFor()
    await page.getByRole('button', { name: 'Schedule…' }).click()
    const schedule = page.getByRole('dialog', { name: 'Scheduled backups' })
    await schedule.getByRole('combobox', { name: 'Make a backup' }).click()
    await page.getByRole('option', { name: 'Every day' }).click()
    await schedule.getByLabel('How many of these are kept').fill('7')
    await expectAccessible(page)
    await schedule.getByRole('button', { name: 'Save the schedule' }).click()
    await page.getByText('A backup is made every 24 hours without the files; the last 7 are kept.').waitFor()
    expect(complaints()).toEqual([])
    await close()
  })
})

describe.each(engines)('the log (%s)', (engine) => {
  test('is searched, and what more is known of a line unfolds', async () => {
    const window = await visitDemo(engine, { tablet: true })
    const { page } = window
    await expect(tokenOf(window.address, { ...demoPerson, email: 'nobody@valle.example' })).rejects.toThrow(
      'Nobody could log in',
    )
    await window.open('/log')
    const lines = page.getByRole('list', { name: 'Log' }).getByRole('listitem')
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('refused')
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('refused')
    await expect.poll(() => lines.first().textContent()).toContain('Login refused')
    const folded = lines.getByRole('button').first()
    await folded.click()
    await expect.poll(() => folded.getAttribute('aria-expanded')).toBe('true')
    await expectAccessible(page)
    await keepPicture(page, 'log-tablet')
    await page.getByRole('button', { name: 'Delete old entries…' }).click()
    await expect.poll(() => page.getByRole('dialog').textContent()).toContain('deleted for good')
    expect(window.complaints()).toEqual([])
    await window.close()
  })
})

describe.each(engines)('the log in another language (%s)', (engine) => {
  test('is searched in the words that stand on the page', async () => {
    const window = await visitDemo(engine, { language: 'it-IT' })
    const { page } = window
    await expect(tokenOf(window.address, { ...demoPerson, email: 'teo@valle.example' })).rejects.toThrow(
      'Nobody could log in',
    )
    await window.open('/log')
    const search = page.getByRole('searchbox', { name: 'Cerca nel registro' })
    const lines = page.getByRole('list', { name: 'Registro' }).getByRole('listitem')
    await search.fill('accesso rifiutato teo')
    await expect
      .poll(() => lines.allTextContents())
      .toEqual([expect.stringContaining('Accesso rifiutato a teo@')])
    await search.fill('survey-grid caricato da riga di comando')
    await lines
      .filter({ hasText: 'File della mappa survey-grid.geojson caricato da riga di comando' })
      .waitFor()
    expect(window.complaints()).toEqual([])
    await window.close()
  })

  test('is read in the one that is chosen while it is open', async () => {
    const window = await visitDemo(engine)
    const { page } = window
    await window.open('/log?q=survey-grid')
    const line = page
      .getByRole('listitem')
      .filter({ hasText: 'upload map file survey-grid.geojson by command line' })
    await line.waitFor()
    await page.getByRole('button', { name: 'Livia Montefusco' }).click()
    await page.getByRole('menuitem', { name: 'Italiano' }).click()
    await page.getByText('File della mappa survey-grid.geojson caricato da riga di comando').waitFor()
    expect(await line.count()).toBe(0)
    await window.close()
  })
})

describe.each(engines)('SQL (%s)', (engine) => {
  let sql: Visit
  beforeAll(async () => {
    sql = await visitDemo(engine)
    await sql.open('/sql')
  })
  afterAll(() => sql.close())

  test('asks for the password, once, and runs the statement afterwards', async () => {
    const { page } = sql
    await page
      .getByLabel('Statement')
      .fill('SELECT material, COUNT(*) AS n FROM finds GROUP BY material ORDER BY 2')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('textbox', { name: 'Your password' }).fill('not this one')
    await page.keyboard.press('Enter')
    await page.getByText('The password is not correct.').waitFor()
    await page.getByRole('textbox', { name: 'Your password' }).fill(demoPerson.password)
    await page.keyboard.press('Enter')
    await page.getByRole('columnheader', { name: /^n/ }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    sql.complaints()
    await expectAccessible(page)
    await keepPicture(page, 'sql-light')
  })

  test('says where a statement is wrong', async () => {
    const { page } = sql
    await page.getByRole('textbox', { name: 'Statement' }).fill('SELECT id,\n  materiel\nFROM finds')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('Line 2, at "materiel"')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect.poll(() => page.evaluate(() => String(document.getSelection()))).toBe('materiel')
    sql.complaints()
  })

  test('warns before it changes data, and its result can be saved without a formula in it', async () => {
    const { page } = sql
    await page
      .getByRole('textbox', { name: 'Statement' })
      .fill('UPDATE finds SET material = material WHERE id = 0')
    await page.getByRole('button', { name: 'Run and change data' }).waitFor()
    await page
      .getByRole('textbox', { name: 'Statement' })
      .fill('SELECT \'=1; delete "b"\' AS words, -5 AS depth, NULL AS note')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('columnheader', { name: /^words/ }).waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('result.csv')
    expect(await readFile(await saved.path(), 'utf8')).toBe(
      '\uFEFFwords,depth,note\r\n"\'=1; delete ""b""",-5,\r\n',
    )
    expect(sql.complaints()).toEqual([])
  })

  test('shows nobody the statements that another person ran at the same machine', async () => {
    const { page } = sql
    const email = 'ada.sql@trowel.example'
    await apiOf(sql.address, await tokenOf(sql.address)).send('POST', '/api/user', {
      name: 'Ada Rinaldi',
      email,
      password: 'opus-reticulatum',
      privilege: 1,
    })
    await page.getByRole('button', { name: 'Livia Montefusco' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('opus-reticulatum')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Ada Rinaldi' }).waitFor()
    await sql.open('/sql')
    expect(await page.getByRole('textbox', { name: 'Statement' }).inputValue()).toBe('')
    expect(await page.getByRole('button', { name: 'Earlier statements' }).count()).toBe(0)
  })
})
