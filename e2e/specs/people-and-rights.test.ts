import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiOf } from '../api.js'
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

describe.each(engines)('people and their rights (%s)', (engine) => {
  const email = `lea.${engine}@valle.example`
  let people: Visit
  beforeAll(async () => {
    people = await visitDemo(engine)
    await people.open('/users')
  })
  afterAll(() => people.close())

  test('stand in a list with their levels in words, those first who wait', async () => {
    const { page } = people
    const rows = page.getByRole('table', { name: 'People and rights' }).getByRole('row')
    await expect
      .poll(() =>
        rows
          .nth(1)
          .getByRole('button', { name: /^Approve/ })
          .count(),
      )
      .toBe(1)
    await expect
      .poll(() => page.getByRole('cell', { name: 'Super-administrator' }).count())
      .toBeGreaterThan(0)
  })

  test('are given an account, after the service has said what is wrong with the form', async () => {
    const { page } = people
    await page.getByRole('link', { name: 'New account' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Lea Brandt')
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('radio', { name: 'Waiting for approval' }).check()
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('alert').first().waitFor()
    people.complaints()
    await page.getByLabel('Password', { exact: true }).fill('coccio-di-vernice')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Lea Brandt', level: 1 }).waitFor()
  })

  test('are not shown in the form of another one, however somebody comes to them', async () => {
    const { page } = people
    const lea = new URL(page.url()).pathname
    await page.getByRole('link', { name: 'People and rights' }).last().click()
    await page.getByRole('link', { name: 'Livia Montefusco' }).click()
    await page.getByRole('heading', { name: 'Livia Montefusco', level: 1 }).waitFor()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).not.toBe(email)
    await page.evaluate(() => history.go(-2))
    await page.waitForURL(`**${lea}`)
    await page.getByRole('heading', { name: 'Lea Brandt', level: 1 }).waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email)
  })

  test('are let in from the list', async () => {
    const { page } = people
    await page.getByRole('link', { name: 'People and rights' }).last().click()
    await page.getByRole('button', { name: 'Approve Lea Brandt' }).click()
    await page.getByRole('menuitem', { name: 'as Reader' }).click()
    const row = page.getByRole('row', { name: /Lea Brandt/ })
    await expect.poll(() => row.getByRole('cell', { name: 'Reader' }).count()).toBe(1)
  })

  test('get other rights on a part of a table, after one has seen what they would see', async () => {
    const { page } = people
    await page.getByRole('link', { name: 'Lea Brandt' }).click()
    // Saving the form would take back what was changed elsewhere.
    await expect.poll(() => page.getByRole('radio', { name: 'Reader' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Add rights on a table' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Table' }).click()
    await page.getByRole('option', { name: 'Finds' }).click()
    await dialog.getByText('Only some records').click()
    await dialog.getByRole('combobox', { name: 'Field' }).click()
    await page.getByRole('option', { name: 'Material', exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Values' }).fill('bronze')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'What would this person see?' }).click()
    await expect
      .poll(() => dialog.getByRole('status').first().textContent())
      .toMatch(/^Sees \d+ of [\d,]+ records, can change \d+\./)
    await expectAccessible(page)
    await keepPicture(page, `rights-${engine}`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByText('All other records are hidden.').count()).toBe(1)
    await page.getByRole('button', { name: 'Count', exact: true }).click()
    await expect
      .poll(() => page.getByRole('row', { name: /^Finds/ }).textContent())
      .toContain('All other records: No access')
  })

  test('lose them again, which can be taken back', async () => {
    const { page } = people
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect.poll(() => page.getByText('All other records are hidden.').count()).toBe(0)
    await noticeOf(page, 'The role of the account applies again in Finds')
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect.poll(() => page.getByText('All other records are hidden.').count()).toBe(1)
  })

  test('are not changed unseen by two at once: who comes second sees both and chooses', async () => {
    const { page } = people
    const { send } = apiOf(people.address, await tokenOf(people.address, demoPerson))
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    const alert = page.getByRole('alert').filter({ hasText: 'Changed by another person' })
    const rowsOf = async () =>
      (await alert.getByRole('row').allInnerTexts()).slice(1).map((row) => row.split(/\s*\t\s*/))

    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Lea B.')
    await send('POST', '/api/user', { id, name: 'Lea Neri', privilege: 20 })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await alert.waitFor()
    expect(await rowsOf()).toEqual([['Name', 'Lea B.', 'Lea Neri']])
    // What was not touched here is as the other one left it.
    expect(await page.getByRole('radio', { name: 'Writer', exact: true }).isChecked()).toBe(true)
    await expectAccessible(page)
    await keepPicture(page, 'account-changed-meanwhile')
    await alert.getByRole('button', { name: 'Take theirs' }).click()
    await alert.waitFor({ state: 'detached' })
    await expect.poll(() => name.inputValue()).toBe('Lea Neri')
    await name.fill('Lea Brandt')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Lea Brandt', level: 1 }).waitFor()

    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Writer of own records' }).click()
    await send('POST', `/api/user/${id}/privileges`, { table_name: 'finds', privilege: 30 })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await alert.waitFor()
    await keepPicture(page, 'rights-changed-meanwhile')
    expect((await rowsOf()).map(([what, mine]) => [what, mine])).toEqual([
      ['Role', 'Writer of own records'],
      ['On which records', 'already in your form'],
    ])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Writer of own records, on all records').waitFor()
    // What the browser says of the refusals.
    people.complaints()
  })

  test('lose their account after one has read what goes and what stays', async () => {
    const { page } = people
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete account…' }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.textContent()).toContain('Records, files and their history stay')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('table', { name: 'People and rights' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Lea Brandt' }).count()).toBe(0)
    expect(people.complaints()).toEqual([])
  })
})

describe.each(engines)('one’s own account (%s)', (engine) => {
  test('is renamed, and the menu follows; a new password asks for the current one', async () => {
    const { page, open, complaints, close } = await visitDemo(
      engine,
      {},
      {
        app: 'demo',
        email: 'self_writer@trowel.example',
        password: 'trowel-demo',
      },
    )
    await open('/')
    await page.getByRole('button', { name: /Rosa Cattabriga/ }).click()
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Name' }).fill('Rosa C.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /Rosa C\./ }).waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Rosa Cattabriga')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /Rosa Cattabriga/ }).waitFor()
    await page.getByLabel('New password', { exact: true }).fill('coccio-di-vernice')
    await page.getByLabel('Repeat new password', { exact: true }).fill('coccio')
    await expect.poll(() => page.getByText('The passwords differ').count()).toBe(1)
    await expect.poll(() => page.getByRole('button', { name: 'Change password' }).isDisabled()).toBe(true)
    expect(complaints()).toEqual([])
    await page.getByLabel('Repeat new password', { exact: true }).fill('coccio-di-vernice')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText(/Send your password|is not correct/).waitFor()
    await page.getByLabel('Current password').fill('not this one')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The current password is not correct.').waitFor()
    await page.getByLabel('Current password').fill('trowel-demo')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed').waitFor()
    await page.getByRole('textbox', { name: 'E-mail' }).fill('rosa@trowel.example')
    await expect.poll(() => page.getByLabel('Current password').count()).toBe(2)
    await close()
  })
})
