import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, expectAccessible, keepPicture, type Visit, visitDemo } from '../browser.js'

describe.each(engines)('dates and bones of a record (%s)', (engine) => {
  let window: Visit
  beforeAll(async () => {
    window = await visitDemo(engine)
  })
  afterAll(() => window.close())

  test('a date is read in words, with its years and how sure it is', async () => {
    const { page } = window
    await window.open('/record/phases/1')
    const dating = page.getByRole('region', { name: 'Dating' })
    await dating.getByText('Second half of 12th cent. BCE – First half of 10th cent. BCE').waitFor()
    await dating.getByText('Certain').waitFor()
    await dating.getByText(/1150 BCE – 951 BCE/).waitFor()
  })

  test('what hangs under a record is drawn over time', async () => {
    await window.follow('/record/trenches/1')
    await window.page.getByRole('img', { name: /^Contexts: \d+ dated records, from 1150 BCE to/ }).waitFor()
  })

  test('a date says what it means while it is typed, and is stored as it was typed', async () => {
    const { page } = window
    await window.follow('/record/burials/2')
    const stored = page.getByRole('region', { name: 'Dating' }).getByText(/written /)
    const before = ((await stored.textContent()) ?? '').replace(/^.*written /, '')
    const write = async (text: string, meaning: string) => {
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('textbox', { name: 'Date' }).fill(text)
      await page.getByText(meaning).first().waitFor()
    }
    await write('after the flood', 'We can’t read this date')
    await page.getByRole('textbox', { name: 'First year' }).waitFor()
    await page.getByRole('textbox', { name: 'Date' }).fill('c4l BCE')
    await page.getByText('Late 4th cent. BCE · 325 BCE – 301 BCE').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('region', { name: 'Dating' }).getByText('Late 4th cent. BCE').waitFor()
    await write(before, ' – ')
    await page.getByRole('button', { name: 'Save' }).click()
    await stored.waitFor()
  })

  test('bones are documented one by one, and the skeleton shows them', async () => {
    const { page } = window
    await window.follow('/record/burials/4')
    const bones = page.getByRole('region', { name: 'Bones' })
    await bones
      .getByText(/of 51 bones present/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Add an individual' }).click()
    await page.getByRole('textbox', { name: 'Called' }).fill('The child')
    await page.getByRole('button', { name: /^Skull/ }).click()
    await page.getByRole('button', { name: 'All present' }).click()
    await page.getByRole('combobox', { name: 'Mandible: Preservation' }).selectOption('Fragmentary')
    await page.getByRole('img', { name: 'Skeleton: 3 bones present, 0 absent, 48 not documented' }).waitFor()
    await keepPicture(page, 'bones-form')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await bones.getByText('3 of 51 bones present').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('tab', { name: 'The child' }).click()
    await page.getByRole('button', { name: 'Remove The child' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => page.getByText('3 of 51 bones present').count()).toBe(0)
    expect(window.complaints()).toEqual([])
  })
})
