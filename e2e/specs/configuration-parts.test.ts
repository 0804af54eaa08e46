import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, expectAccessible, type Visit, visitDemo } from '../browser.js'

describe.each(engines)('the configuration, part by part (%s)', (engine) => {
  let dig: Visit
  beforeAll(async () => {
    dig = await visitDemo(engine)
  })
  afterAll(() => dig.close())
  const button = (name: string) => dig.page.getByRole('button', { name, exact: true })

  test('names relations by the labels of their fields, and says what a deletion means', async () => {
    const { page } = dig
    await dig.open('/configuration?part=relations')
    await page.getByText('List', { exact: true }).click()
    await page.getByRole('row', { name: /^Burials Skeleton Contexts Refuse while/ }).waitFor()
    await page.getByRole('row', { name: /^Measures its rows Finds They are deleted with it/ }).waitFor()
    await button('More about Burials → Contexts').click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('dialog', { name: 'Edit relation' }).waitFor()
    await expectAccessible(page)
    await button('Cancel').click()
  })

  test('makes an index, which can be taken away again', async () => {
    const { page } = dig
    await dig.follow('/configuration/phases?part=indexes')
    await page.getByRole('combobox', { name: 'New index of' }).click()
    await page.getByRole('option', { name: 'Name', exact: true }).click()
    await page.keyboard.press('Escape')
    await button('Create index').click()
    const row = page.getByRole('row', { name: /^Name/ })
    await row.waitFor()
    await row.getByRole('button').click()
    await page.getByText('The index was removed').waitFor()
    await row.waitFor({ state: 'detached' })
  })

  test('shows what a text would make, and where it is wrong', async () => {
    const { page } = dig
    await dig.follow('/configuration?part=schema')
    const text = page.getByRole('textbox', { name: 'Text to apply' })
    await text.fill(
      'Table ovens {\n  code varchar [not null, unique]\n  width int\n}\nTable finds {\n  id int\n}',
    )
    await button('Preview').click()
    await page.getByRole('heading', { name: 'Ovens' }).waitFor()
    await page.getByRole('row', { name: 'Width Whole number' }).waitFor()
    await page.getByText('Already there, unchanged').waitFor()
    await text.fill('Table ovens {\n  code varchar [\n')
    await button('Preview').click()
    await page
      .getByText(/[Ll]ine \d/)
      .first()
      .waitFor()
    dig.complaints()
  })

  test('offers ready-made tables, shows them, and leaves those alone that are there', async () => {
    const { page } = dig
    await dig.follow('/configuration')
    await button('Ready-made tables…').click()
    await page.getByRole('button', { name: /^Field survey/ }).click()
    const shown = page.getByRole('dialog', { name: 'Field survey' })
    await shown.getByText('rows in the records of Survey units').waitFor()
    await shown.getByText(/^Unit · Area · Walked on/).waitFor()
    const finds = shown.getByRole('listitem').filter({ hasText: 'Finds' })
    await finds.getByText('Already there, unchanged').waitFor()
    await expectAccessible(page)
    await shown.getByRole('button', { name: 'Create 4 tables' }).click()
    await page.getByText('4 tables were created').waitFor()
    await page.getByRole('link', { name: 'Survey units' }).first().waitFor()
  })

  test('is compared with the database', async () => {
    const { page } = dig
    await dig.follow('/configuration?part=check')
    await button('Check again').click()
    await page.getByText('Field types').waitFor()
    expect(dig.complaints()).toEqual([])
  })
})
