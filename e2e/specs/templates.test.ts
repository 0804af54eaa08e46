import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countKept, engines, expectAccessible, noticeOf, type Visit, visitDemo } from '../browser.js'

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
    const guide = await page.getByRole('link', { name: 'How layouts work' }).getAttribute('href')
    expect((await fetch(`${window.address}${guide}`)).status).toBe(200)
  })

  const section = (name: string) => window.page.getByRole('region', { name, exact: true })
  const sections = () =>
    window.page
      .locator('[data-section]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  const status = (text: string) => window.page.getByRole('status').getByText(text)

  test('are put together on a sheet that shows a record, by keys', async () => {
    const { page } = window
    await window.follow('/templates?table=phases')
    await button('New layout').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('phase sheet')
    await button('Create').click()
    await page.getByRole('heading', { name: 'phase-sheet', level: 1 }).waitFor()
    // The section is called like one of its fields.
    await button('Move Description').first().click()
    await page.getByRole('textbox', { name: 'Heading' }).fill('At a glance')
    await heading('At a glance').waitFor()
    await button('Move Description').press('Delete')
    await status('Description was removed').waitFor()
    await button('Add Description').waitFor()
    await button('Move Name').click()
    await page.getByRole('combobox', { name: 'Width of Name' }).selectOption('Whole line')
    await button('Move Name').press('ArrowUp')
    await status('Name is now at place 1').waitFor()
    await button('Move Name').press('ArrowUp')
    await status('Name cannot be moved further that way').waitFor()
    await button('Add QR code').press('Enter')
    await status('QR code is now at place 2 of 2').waitFor()
    await page.keyboard.press('ArrowUp')
    await status('QR code is now at place 1 of 2').waitFor()
    expect(await sections()).toEqual(['QR code', 'At a glance'])
    await expectAccessible(page)
  })

  test('are put together by hand, and each step can be undone', async () => {
    const { page } = window
    const drag = async (from: string, to: { x: number; y: number }) => {
      const box = await button(from).boundingBox()
      if (!box) throw new Error(`${from} is not there.`)
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 4 })
      await page.locator('[data-drop]').waitFor()
      await page.mouse.up()
    }
    const box = await section('At a glance').boundingBox()
    if (!box) throw new Error('The section is not there.')
    await drag('Add Photographs', { x: box.x + 40, y: box.y + box.height + 30 })
    expect(await sections()).toEqual(['QR code', 'At a glance', 'Photographs'])
    await page.getByRole('combobox', { name: 'Width of each photograph' }).selectOption('A third')
    await page.getByText('Not printed, since they have no place here: Stratigraphic relations, Map').waitFor()
    await drag('Move Photographs', { x: box.x + 40, y: box.y + 4 })
    expect(await sections()).toEqual(['QR code', 'Photographs', 'At a glance'])
    await button('Undo last step').click()
    expect(await sections()).toEqual(['QR code', 'At a glance', 'Photographs'])
    await button('Redo step').click()
    expect(await sections()).toEqual(['QR code', 'Photographs', 'At a glance'])
    await button('Add Text').click()
    await page.getByRole('textbox', { name: 'Text' }).fill('Check the drawing.')
    await page.getByText('Form', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Phase' }).waitFor()
    await page.getByText('Check the drawing.').waitFor()
    await expectAccessible(page)
    await page.getByText('Paper', { exact: true }).click()
    await button('Save').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await expect.poll(() => button('Save').isDisabled()).toBe(true)
  })

  test('keep what was arranged and not saved for whoever comes back', async () => {
    const { page } = window
    const offer = page.getByText('You have unsaved changes')
    await button('Move At a glance').click()
    await page.getByRole('textbox', { name: 'Heading' }).fill('In the rain')
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
    await window.follow('/record/phases/1')
    await heading('Description').waitFor()
    await button('More').click()
    await layout('phase-sheet').click()
    await heading('At a glance').waitFor()
    await window.follow('/record/phases/2')
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
      await window.follow('/templates?table=phases')
      await button('More about phase-sheet').click()
      await item('Delete…').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('phase-sheet was deleted').waitFor()
    }
    await remove()
    await noticeOf(page, 'phase-sheet was deleted').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'phase-sheet' }).waitFor()
    await remove()
    await window.follow('/record/phases/2')
    await heading('Description').waitFor()
    expect(window.complaints()).toEqual([])
  })
})
