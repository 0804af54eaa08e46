import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countKept, engines, expectAccessible, type Visit, visitDemo } from '../browser.js'

describe.each(engines)('layouts (%s)', (engine) => {
  let window: Visit
  beforeAll(async () => {
    window = await visitDemo(engine)
  })
  afterAll(() => window.close())
  const button = (name: string) => window.page.getByRole('button', { name, exact: true })
  const item = (name: string) => window.page.getByRole('menuitem', { name })
  const layout = (name: string) => window.page.getByRole('menuitemradio', { name })
  const heading = (name: string) => window.page.getByRole('heading', { name, exact: true })

  test('are shown of a table that has some, until somebody chooses another', async () => {
    const { page } = window
    await window.open('/templates')
    await page.getByRole('main').getByRole('listitem').first().waitFor()
    await page.getByRole('combobox', { name: 'Table' }).click()
    await page.getByRole('option', { name: 'People', exact: true }).click()
    await page.getByText('People has no layouts').waitFor()
  })

  test('are made beside a record that shows them', async () => {
    const { page } = window
    await window.open('/templates?table=phases')
    await button('New layout').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('phase sheet')
    await button('Create').click()
    await page.getByRole('heading', { name: 'phase-sheet', level: 1 }).waitFor()
    await page.getByRole('textbox', { name: 'Fields of the record' }).fill('At a glance')
    await heading('At a glance').waitFor()
    await button('Remove Description').click()
    await page.getByRole('combobox', { name: 'Width of Name' }).selectOption('Whole line')
    await button('Move Name').press('ArrowUp')
    await button('Add section').click()
    await item('QR code').click()
    await button('Move QR code').press('ArrowUp')
    const [first] = await page.getByRole('list', { name: 'Sections' }).getByRole('listitem').allTextContents()
    expect(first).toContain('QR code')
    await button('Add section').click()
    await item('Photographs').click()
    await page.getByText('Not printed, since they have no place here: Stratigraphic relations, Map').waitFor()
    await page.getByRole('combobox', { name: 'Width of each photograph' }).selectOption('A third')
    await page.getByText('Form', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Phase' }).waitFor()
    await expectAccessible(page)
    await button('Save').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await expect.poll(() => button('Save').isDisabled()).toBe(true)
  })

  test('keep what was arranged and not saved for whoever comes back', async () => {
    const { page } = window
    const offer = page.getByText('You have unsaved text')
    const section = page.getByRole('textbox', { name: 'Fields of the record' })
    await section.fill('In the rain')
    await heading('In the rain').waitFor()
    await expect.poll(() => page.evaluate(countKept, ['drafts'])).toBe(1)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await offer.waitFor()
    await heading('At a glance').waitFor()
    await button('Continue').click()
    await heading('In the rain').waitFor()
    await expect.poll(() => button('Save').isEnabled()).toBe(true)
    await button('Discard changes').click()
    await heading('At a glance').waitFor()
    await expect.poll(() => page.evaluate(countKept, ['drafts'])).toBe(0)
  })

  test('are chosen at a record, and stay chosen for the others of its table', async () => {
    const { page } = window
    await window.open('/record/phases/1')
    await heading('Description').waitFor()
    await button('More').click()
    await layout('phase-sheet').click()
    await heading('At a glance').waitFor()
    await window.open('/record/phases/2')
    await heading('At a glance').waitFor()
    await button('More').click()
    await expect.poll(() => layout('phase-sheet').getAttribute('aria-checked')).toBe('true')
    await page.keyboard.press('Escape')
  })

  test('arrange the form too, which leaves no field out', async () => {
    const { page } = window
    await button('Edit').click()
    await heading('At a glance').waitFor()
    await heading('Other fields').waitFor()
    await page.getByRole('textbox', { name: 'Description' }).waitFor()
    await button('Cancel').click()
    await button('Edit').waitFor()
  })

  test('are printed', async () => {
    const { page } = window
    await button('More').click()
    const opened = page.context().waitForEvent('page')
    const answered = page.context().waitForEvent('response', (reply) => reply.url().includes('/print'))
    await item('Print in the layout phase-sheet (PDF)').click()
    const reply = await answered
    expect(reply.status()).toBe(200)
    expect(reply.headers()['content-type']).toBe('application/pdf')
    await (await opened).close()
  })

  test('are deleted with a way back; what was shown in them is shown as usual', async () => {
    const { page } = window
    const remove = async () => {
      await window.open('/templates?table=phases')
      await button('More about phase-sheet').click()
      await item('Delete…').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('phase-sheet was deleted').waitFor()
    }
    await remove()
    await button('Undo').click()
    await page.getByRole('link', { name: 'phase-sheet' }).waitFor()
    await remove()
    await window.open('/record/phases/2')
    await heading('Description').waitFor()
    expect(window.complaints()).toEqual([])
  })
})
