import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, apiOf } from '../api.js'
import {
  answerTo,
  countRequests,
  demoPerson,
  engines,
  expectAccessible,
  tokenOf,
  type Visit,
  visitDemo,
} from '../browser.js'
import { addressOf } from '../services.js'

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const photograph = { name: 'IMG_0417.png', mimeType: 'image/png', buffer: pixel }

describe.each(engines)('a new record (%s)', (engine) => {
  let window: Visit
  let api: Api
  /** The counter of the number that the next record gets. */
  let next: number
  beforeAll(async () => {
    const address = await addressOf(engine)
    api = apiOf(address, await tokenOf(address))
    await api.send('POST', '/api/admin/check-password', { password: demoPerson.password })
    const finds = await api.send<{ table: { fields: Record<string, object> } }>(
      'GET',
      '/api/config/table/finds',
    )
    const settings = { ...finds.table.fields['inv_no'], number_pattern: 'PF{year:2}-{n:4}' }
    await api.send('PUT', '/api/config/table/finds/field/inv_no', settings)
  })
  // A window of its own for each: what one leaves in a form, or keeps for later, is not found by another.
  beforeEach(async () => {
    const { value } = await api.send<{ value: string }>('GET', '/api/record/finds/next-number?fld=inv_no')
    next = Number(value.slice(-4))
    window = await visitDemo(engine, { tablet: true })
    await window.page.setViewportSize({ width: 390, height: 844 })
    await window.open('/record/finds/new')
    await proposed(next)
  })
  afterEach(() => window.close())
  const box = (name: string, { page } = window) => page.getByRole('textbox', { name, exact: true })
  const field = (name: string, { page } = window) => page.getByRole('combobox', { name })
  const button = (name: string, { page } = window) => page.getByRole('button', { name, exact: true })
  const choose = async (name: string, typed: string, option: string | RegExp, visit = window) => {
    await field(name, visit).click()
    await visit.page.keyboard.type(typed)
    await visit.page.getByRole('option', { name: option }).first().click()
  }
  const year = String(new Date().getUTCFullYear()).slice(2)
  const number = (n: number) => `PF${year}-${String(n).padStart(4, '0')}`
  const proposed = (n: number, visit = window) =>
    expect.poll(() => box('Inventory no.', visit).inputValue()).toBe(number(n))
  const total = async () => (await api.send<{ total: number }>('GET', '/api/records/finds?per_page=1')).total
  const camera = () => window.page.locator('input[capture]')

  test('is made on a phone with its photograph, in one change', async () => {
    const { page } = window
    await camera().setInputFiles(photograph)
    await page.getByRole('listitem').getByText('Uploaded').waitFor({ state: 'attached' })
    await field('Context').click()
    await page.getByRole('option', { name: 'C1013 fill · silo fill · A' }).click()
    await choose('Material', 'glass', 'glass')
    await expectAccessible(page)
    const bar = page.getByRole('region', { name: 'Save or cancel' })
    const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {}
    expect(y + height).toBe(844)
    // What is typed was checked by the service, too: that is another address.
    const reply = page.waitForResponse(/\/api\/record\/finds$/)
    await bar.getByRole('button', { name: 'Create' }).click()
    const set = Number((await reply).headers()['x-change-set'])
    await page.getByRole('heading', { name: number(next), level: 1 }).waitFor()
    await page.getByRole('button', { name: 'IMG_0417.png' }).first().waitFor()
    const { change_set } = await api.send<{ change_set: object }>('GET', `/api/change-set/${set}`)
    expect(change_set).toMatchObject({
      counts: { record: { created: 1 }, file: { created: 1 }, file_link: { created: 1 } },
    })
    expect(window.complaints()).toEqual([])
  })

  test('says what would be refused while it is typed, and goes back to the next number', async () => {
    const { page } = window
    await box('Inventory no.').fill('PF24-0001')
    await page.getByText('This value is already used.').waitFor()
    await box('Weight (g)').fill('heavy')
    await page.getByRole('button', { name: `Next number: ${number(next)}` }).click()
    await proposed(next)
    await page.getByText('This value is already used.').waitFor({ state: 'detached' })
  })

  test('keeps what was pinned for the next one', async () => {
    const { page } = window
    const keep = page.locator('button[aria-description="Context"]')
    await choose('Context', 'C1014', /^C1014/)
    await keep.click()
    await choose('Material', 'bone', 'bone')
    await button('Save & next').click()
    await page.getByText(`${number(next)} created`).waitFor()
    await proposed(next + 1)
    await expect.poll(() => field('Context').inputValue()).toBe('C1014')
    expect(await field('Material').inputValue()).toBe('')
    await expect.poll(() => keep.getAttribute('aria-pressed')).toBe('true')
  })

  test('gets another number than that of somebody who was faster', async () => {
    const other = await visitDemo(engine, {}, { ...demoPerson, email: 'writer@trowel.example' })
    // What others save is not heard of, as behind a weak link.
    await other.page.route(/changes\/stream/, () => {})
    await other.open('/record/finds/new')
    await proposed(next, other)
    for (const one of [window, other]) {
      await choose('Context', 'C1013', /^C1013/, one)
      await choose('Material', 'iron', 'iron', one)
    }
    await button('Create').click()
    await window.page.getByRole('heading', { name: number(next), level: 1 }).waitFor()
    await button('Create', other).click()
    const told = `Saved as ${number(next + 1)}: ${number(next)} was taken meanwhile.`
    await other.page.getByText(told).waitFor()
    await other.page.getByRole('heading', { name: number(next + 1), level: 1 }).waitFor()
    await other.close()
  })

  test('makes the record and the word that its fields lack, without being left', async () => {
    const { page } = window
    await field('Context').click()
    await page.keyboard.type('C2999')
    await page.getByRole('option', { name: 'New in Contexts…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New record in Contexts' })
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Context' }).inputValue()).toBe('C2999')
    await dialog.getByRole('combobox', { name: 'Trench' }).click()
    await page.getByRole('option', { name: /^A / }).click()
    await dialog.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'layer' }).first().click()
    await expectAccessible(page)
    const saved = await countRequests(page, /\/api\/record\/finds$/, async () => {
      await page.keyboard.press('Control+s')
      await page.waitForTimeout(500)
    })
    expect(saved, 'the keys that save mean nothing that lies below').toBe(0)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => field('Context').inputValue()).toBe('C2999')
    await field('Material').click()
    await page.keyboard.type('vitrified clay')
    await page.getByRole('option', { name: 'Add “vitrified clay” to the vocabulary' }).click()
    await expect.poll(() => field('Material').inputValue()).toBe('vitrified clay')
    expect(window.complaints()).toEqual([])
  })

  test('loses neither text nor photograph when the network or the window goes', async () => {
    const { page } = window
    const context = page.context()
    await choose('Context', 'C1013', /^C1013/)
    await choose('Material', 'iron', 'iron')
    await context.setOffline(true)
    await camera().setInputFiles(photograph)
    await page.getByRole('listitem').getByRole('button', { name: 'Try again' }).waitFor()
    await context.setOffline(false)
    await page.getByRole('listitem').getByText('Uploaded').waitFor({ state: 'attached' })
    page.once('dialog', (question) => void question.accept())
    await window.open('/record/finds/new')
    await button('Continue').click()
    await expect.poll(() => field('Context').inputValue()).toBe('C1013')
    await page.getByRole('listitem').getByText('Uploaded').waitFor({ state: 'attached' })
    await button('Create').click()
    await page.getByRole('heading', { name: number(next), level: 1 }).waitFor()
    await page.getByRole('button', { name: 'IMG_0417.png' }).first().waitFor()
    window.complaints()
  })
  test('is made once when its answer is lost, and says so where more was typed since', async () => {
    const { page } = window
    await choose('Context', 'C1013', /^C1013/)
    await choose('Material', 'iron', 'iron')
    const before = await total()
    let isLost = true
    await page.route('**/api/record/finds', async (route) => {
      if (!isLost || route.request().method() !== 'POST') return route.fallback()
      await answerTo(route)
      await route.abort()
    })
    await button('Create').click()
    await page.getByRole('alert').filter({ hasText: 'service' }).waitFor()
    expect(await total()).toBe(before + 1)
    isLost = false
    page.once('dialog', (question) => void question.accept())
    await window.open('/record/finds/new')
    await button('Continue').click()
    await expect.poll(() => field('Context').inputValue()).toBe('C1013')
    await box('Description').fill('bent')
    await button('Create').click()
    const alert = page.getByRole('alert').filter({ hasText: 'This record is saved already' })
    await alert.waitFor()
    await expectAccessible(page)
    expect(await alert.getByRole('link').getAttribute('target')).toBe('_blank')
    await box('Description').fill('')
    await button('Create').click()
    await page.getByRole('heading', { name: number(next), level: 1 }).waitFor()
    expect(await total()).toBe(before + 1)
    window.complaints()
  })
})
