import type { Locator, Page } from 'playwright-core'
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

/** The input of a list to choose from. */
const choice = (place: Page | Locator, name: string): Locator =>
  place.getByRole('combobox', { name }).or(place.getByRole('textbox', { name }))

describe.each(engines)('the configuration (%s)', (engine) => {
  let dig: Visit
  beforeAll(async () => {
    dig = await visitDemo(engine)
    await dig.open('/configuration')
  })
  afterAll(() => dig.close())

  /** @param refused what does not get through at first, so that it is tried again */
  const makeTable = async (what: string, called: string, refused?: string) => {
    const { page } = dig
    await dig.follow('/configuration')
    await page.getByRole('button', { name: 'New table' }).click()
    const form = page.getByRole('dialog', { name: 'New table' })
    await form.getByLabel('What do you record?').fill(what)
    await form.getByLabel('What identifies a record?').fill(called)
    if (refused !== undefined) {
      await page.route(refused, (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      )
      await form.getByRole('button', { name: 'Create table' }).click()
      await form.getByRole('alert').waitFor()
      await page.unroute(refused)
    }
    await form.getByRole('button', { name: 'Create table' }).click()
    await page.getByRole('heading', { level: 1, name: what }).waitFor()
    await form.waitFor({ state: 'detached' })
  }
  const deleteTable = async (name: string, label: string) => {
    const { page } = dig
    await dig.follow(`/configuration/${name}`)
    await page.getByRole('heading', { level: 1, name: label }).waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete table…' }).click()
    await page
      .getByRole('dialog', { name: `Delete table ${label}?` })
      .getByRole('button', { name: 'Delete' })
      .click()
    const password = page.getByRole('textbox', { name: 'Your password' })
    await Promise.race([password.waitFor(), page.getByText(`${label} was deleted`).waitFor()])
    if (await password.isVisible()) {
      await password.fill(demoPerson.password)
      await page.keyboard.press('Enter')
    }
    await page.getByText(`${label} was deleted`).waitFor()
  }

  test('makes two tables and a link between them, and a record can be written', async () => {
    const { page } = dig
    await makeTable('Kilns of the survey', 'Kiln')
    await makeTable('Firings', 'Firing', '**/api/config/table/firings/field')
    const lines = page.getByRole('list', { name: 'Fields' }).getByRole('listitem')
    await expect.poll(() => lines.count()).toBe(1)
    await page.getByRole('link', { name: 'Firings', exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Add field' }).first().click()
    const field = page.getByRole('dialog', { name: 'New field in Firings' })
    await field.getByLabel('Name of the field').fill('Fired in')
    await field.getByRole('radio', { name: 'Link to a record' }).click()
    await choice(field, 'Linked table').click()
    await page.getByRole('option', { name: 'Kilns of the survey' }).click()
    // The relation is refused at first: what was made until then is gone on with.
    const relations = '**/api/config/relations'
    await page.route(relations, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await field.getByRole('button', { name: 'Add field' }).click()
    await field.getByRole('alert').waitFor()
    await page.unroute(relations)
    await field.getByRole('button', { name: 'Add field' }).click()
    await field.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('Link to Kilns of the survey').waitFor()
    await expect.poll(() => lines.filter({ hasText: 'Fired in' }).count()).toBe(1)
    dig.complaints()

    await dig.follow('/record/kilns_of_the_survey/new')
    await page.getByRole('textbox', { name: 'Kiln' }).fill('K1')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'K1' }).waitFor()
  })

  test('makes the fields of a file together, also when that fails at first', async () => {
    const { page } = dig
    await dig.follow('/import?table=kilns_of_the_survey')
    await page.locator('input[type=file]').setInputFiles({
      name: 'kilns.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Kiln,Lining,Draught\nK2,clay,up\nK3,stone,down\n'),
    })
    await page.getByRole('button', { name: 'Create fields for unmapped columns' }).click()
    const form = page.getByRole('dialog', { name: 'New fields in Kilns of the survey' })
    const fields = '**/api/import/new-fields'
    await page.route(fields, (route) => route.abort())
    await form.getByRole('button', { name: 'Create 2 fields' }).click()
    await form.getByRole('alert').waitFor()
    await page.unroute(fields)
    await form.getByRole('button', { name: 'Create 2 fields' }).click()
    await form.waitFor({ state: 'detached' })
    for (const column of ['Lining', 'Draught'])
      await expect
        .poll(() => page.getByRole('combobox', { name: `Field for the column ${column}` }).inputValue())
        .toBe(column)
    await dig.follow('/configuration/kilns_of_the_survey')
    const lines = page.getByRole('list', { name: 'Fields' }).getByRole('listitem')
    await expect.poll(() => lines.count()).toBe(3)
    for (const column of ['Lining', 'Draught'])
      await expect.poll(() => lines.filter({ hasText: column }).count()).toBe(1)
    dig.complaints()
  })

  test('changes the order of fields by keyboard', async () => {
    const { page } = dig
    await dig.follow('/configuration/firings')
    const kept = page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.ok())
    await page.getByRole('button', { name: 'Move Fired in' }).press('ArrowUp')
    const lines = page.getByRole('list', { name: 'Fields' }).getByRole('listitem')
    await expect.poll(() => lines.first().textContent()).toMatch(/Fired in/)
    await kept
    await page.reload()
    await expect.poll(() => lines.first().textContent()).toMatch(/Fired in/)
  })

  test('says what another person changed of a field or a table meanwhile, and leaves the choice', async () => {
    const { page } = dig
    const { send } = apiOf(dig.address, await tokenOf(dig.address, demoPerson))
    const url = '/api/config/table/firings'
    type Field = Readonly<Record<string, unknown>>
    type Configured = { readonly table: { readonly fields: { readonly fired_in: Field } } }
    const fieldNow = async () => (await send<Configured>('GET', url)).table.fields.fired_in
    const before = await fieldNow()
    const put = (path: string, body: object) => send('PUT', `${url}${path}`, body)
    const rowsOf = async (alert: Locator) =>
      (await alert.getByRole('row').allInnerTexts()).slice(1).map((row) => row.split(/\s*\t\s*/))

    await page.getByRole('button', { name: 'Fired in', exact: true }).click()
    const drawer = page.getByRole('dialog')
    await expect.poll(() => choice(drawer, 'Linked table').inputValue()).toBe('Kilns of the survey')
    await drawer.getByLabel('Name of the field').fill('Kiln used')
    await put('/field/fired_in', { ...before, label: 'Burnt in', help: 'The kiln' })
    await drawer.getByRole('button', { name: 'Save' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Changed by another person' })
    await alert.waitFor()
    expect(await rowsOf(alert)).toEqual([
      ['Help text', 'already in your form', 'The kiln'],
      ['Name of the field', 'Kiln used', 'Burnt in'],
    ])
    expect(await drawer.getByLabel('Help text').inputValue()).toBe('The kiln')
    await expectAccessible(page)
    await keepPicture(page, 'field-changed-meanwhile')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.waitFor({ state: 'detached' })
    expect(await fieldNow()).toEqual({ ...before, label: 'Kiln used', help: 'The kiln' })

    await dig.follow('/configuration/firings?part=settings')
    const label = page.getByLabel('Name of the table')
    await label.fill('Bakings')
    await put('', { label: 'Burnings', geodata: true })
    await page.getByRole('button', { name: 'Save' }).click()
    await alert.waitFor()
    expect(await rowsOf(alert)).toEqual([['Name of the table', 'Bakings', 'Burnings']])
    await keepPicture(page, 'table-changed-meanwhile')
    await alert.getByRole('button', { name: 'Take theirs' }).click()
    await alert.waitFor({ state: 'detached' })
    await expect.poll(() => label.inputValue()).toBe('Burnings')
    expect(await page.getByRole('checkbox', { name: 'Places on the map' }).isChecked()).toBe(true)
    await put('', { label: 'Firings', geodata: false })

    await dig.follow('/configuration?part=application')
    const description = page.getByLabel('Description')
    await description.waitFor()
    const { main } = await send<{ readonly main: object }>('GET', '/api/config/app')
    await description.fill('The lower town')
    await page.getByRole('radio', { name: 'Default columns of each table' }).check()
    await send('PUT', '/api/config/app', { definition: 'The upper town', lang: 'fr' })
    await page.getByRole('button', { name: 'Save' }).click()
    await alert.waitFor()
    expect(await rowsOf(alert)).toEqual([['Description', 'The lower town', 'The upper town']])
    await page.getByRole('button', { name: 'Save' }).click()
    await alert.waitFor({ state: 'detached' })
    // What was refused is gone as soon as it is saved again, before that is done.
    await expect
      .poll(async () => (await send<{ readonly main: object }>('GET', '/api/config/app')).main)
      .toMatchObject({ definition: 'The lower town', lang: 'fr', list_columns: 'preview' })
    await send('PUT', '/api/config/app', main)
    await dig.follow('/configuration/firings')
    await put('/field/fired_in', before)
    // What the browser says of the refusals.
    dig.complaints()
  })

  test('adds a field that is computed from others', async () => {
    const { page } = dig
    await dig.follow('/configuration/kilns_of_the_survey')
    await page.getByRole('heading', { level: 1, name: 'Kilns of the survey' }).waitFor()
    await page.getByRole('button', { name: 'Add field' }).first().click()
    const form = page.getByRole('dialog', { name: 'New field in Kilns of the survey' })
    await form.getByLabel('Name of the field').fill('Sign')
    await form.getByRole('radio', { name: 'Computed' }).click()
    const formula = form.getByRole('textbox', { name: 'Formula' })
    await choice(form, 'Insert a function').click()
    await page.getByRole('option', { name: 'upper' }).click()
    await expect.poll(() => formula.inputValue()).toBe('upper(…)')
    await form.getByRole('button', { name: 'Add field' }).click()
    await form.getByText('at character 7').first().waitFor()
    expect(dig.complaints()).toEqual([expect.stringContaining('422')])
    await formula.fill('upper( || lining)')
    await formula.evaluate((input: HTMLTextAreaElement) => input.setSelectionRange(6, 6))
    await choice(form, 'Insert a field').click()
    await page.getByRole('option', { name: 'Kiln (kiln)' }).click()
    await expect.poll(() => formula.inputValue()).toBe('upper(kiln || lining)')
    await formula.fill("upper(kiln) || '!'")
    await keepPicture(page, 'formula')
    await form.getByRole('button', { name: 'Add field' }).click()
    await form.waitFor({ state: 'detached' })
    dig.complaints()
    await dig.follow('/record/kilns_of_the_survey/1')
    await page.getByText('K1!').waitFor()
    await page.getByRole('button', { name: 'Edit' }).first().click()
    await page.getByRole('textbox', { name: 'Kiln' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Sign' }).count()).toBe(0)
  })

  test('makes the tables of a text after it has shown them, once the text can be read', async () => {
    const { page } = dig
    await dig.follow('/configuration?part=schema')
    const text = page.getByRole('textbox', { name: 'Text to apply' })
    const show = page.getByRole('button', { name: 'Preview' })
    const schema = `Table quarries {
  code varchar [not null, unique]
  rock varchar
}
Table blocks {
  code varchar [not null, unique]
  quarry int [ref: > quarries.id, note: 'trowel:id_from_tb']
}
Table finds {
  id int
}`
    await text.fill(schema.replace('rock varchar', 'rock'))
    await show.click()
    await page.getByText('Line 3, column 3', { exact: true }).waitFor()
    await keepPicture(page, 'schema-refused')
    const selected = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
      value.slice(selectionStart, selectionEnd)
    await expect.poll(() => text.evaluate(selected)).toBe('  rock')
    expect(await page.getByRole('heading', { name: 'Quarries' }).count()).toBe(0)
    expect(dig.complaints()).toEqual([expect.stringContaining('422')])

    await text.fill(schema)
    await show.click()
    await page.getByRole('row', { name: 'Rock Short text' }).waitFor()
    await page.getByRole('row', { name: 'Quarry Link to Quarries' }).waitFor()
    await page.getByText('Already there, unchanged').waitFor()
    expect(await page.getByRole('link', { name: 'Quarries' }).count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create tables' }).click()
    await page.getByText('2 tables were created').waitFor()
    await expect.poll(() => text.inputValue()).toBe('')
    await page.getByRole('link', { name: 'Quarries', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Quarries' }).waitFor()
    await deleteTable('blocks', 'Blocks')
    await deleteTable('quarries', 'Quarries')
  })

  test('deletes tables when their deletion was explained and the password confirmed', async () => {
    await deleteTable('firings', 'Firings')
    await deleteTable('kilns_of_the_survey', 'Kilns of the survey')
    await expect.poll(() => dig.page.getByRole('link', { name: 'Firings' }).count()).toBe(0)
    // While tables go, the service may ask to write what a person had at hand a little later.
    const expected = /403|status of 4|503 .*\/api\/preferences$/
    expect(dig.complaints().filter((told) => !expected.test(told))).toEqual([])
  })
})

describe.each(engines)('the configuration in another language (%s)', (engine) => {
  test('says in the words of the page what a schema text would make and what stands in the way', async () => {
    const window = await visitDemo(engine, { language: 'it-IT' })
    const { page } = window
    await window.open('/configuration?part=schema')
    await page.getByRole('textbox', { name: 'Testo da applicare' }).fill(`Table quarries {
  rock hologram
  pit int [ref: > pits.id]
  kind varchar [note: 'trowel:pattern=(']
}`)
    await page.getByRole('button', { name: 'Anteprima' }).click()
    const found = page.getByRole('main').getByRole('listitem')
    await found.filter({ hasText: 'Nessuno conosce il tipo hologram di rock: diventa testo.' }).waitFor()
    await found.filter({ hasText: 'La relazione di pit porta a pits.id, che non c’è.' }).waitFor()
    await found.filter({ hasText: 'kind: Il modello non è un’espressione regolare' }).waitFor()
    expect(window.complaints()).toEqual([])
    await window.close()
  })
})
