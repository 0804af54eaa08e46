import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiOf } from '../api.js'
import { engines, tokenOf, type Visit, visitDemo } from '../browser.js'

/** A form, and what the service may say of it. */
interface Form {
  readonly what: string
  /** Opens it and fills it in. @returns the field in which somebody goes on typing */
  begin(): Promise<Locator>
  /** Of the request that saves it. */
  readonly method: string
  readonly path: RegExp
  /** With which it is refused at first. */
  readonly refusal: Readonly<Record<string, unknown>>
  /** Where the person reads on after the refusal. */
  wrong(): Locator
  /** What is written there instead, where the refusal is about this field alone. */
  readonly instead?: string
  /** It is saved. */
  end(): Promise<void>
}

// A form is the same on every engine.
describe('what is filled in and saved', () => {
  let visit: Visit
  beforeAll(async () => {
    visit = await visitDemo(engines[0] ?? 'sqlite')
    const api = apiOf(visit.address, await tokenOf(visit.address))
    await api.send('POST', '/api/vocabularies', { voc: 'glazes', def: 'ash' })
  })
  afterAll(() => visit.close())

  const box = (name: string) => visit.page.getByRole('textbox', { name, exact: true })
  const closed = () => visit.page.getByRole('dialog').waitFor({ state: 'detached' })
  const isFocused = (one: Element) => one === document.activeElement
  const refused = (field: string) => ({
    code: 'validation_failed',
    text: 'Some values are not valid.',
    errors: [{ field, code: 'not_unique', text: 'This is there already.' }],
  })

  const forms: readonly Form[] = [
    {
      what: 'a table, in a dialog of the configuration',
      begin: async () => {
        await visit.open('/configuration')
        await visit.page.getByRole('button', { name: 'New table' }).click()
        await box('What do you record?').fill('Trays')
        return box('What do you record?')
      },
      method: 'POST',
      path: /\/api\/config\/tables$/,
      refusal: refused('name'),
      wrong: () => box('Short name'),
      instead: 'tray_finds',
      end: closed,
    },
    {
      what: 'an account',
      begin: async () => {
        await visit.open('/users/new')
        await box('E-mail').fill('lea@valle.example')
        await visit.page.getByRole('radio', { name: 'Reader' }).check()
        await visit.page.getByLabel('Password', { exact: true }).fill('coccio-di-vernice')
        await box('Name').fill('Lea Brandt')
        return box('Name')
      },
      method: 'POST',
      path: /\/api\/user$/,
      refusal: refused('email'),
      wrong: () => box('E-mail'),
      instead: 'lea.brandt@valle.example',
      end: () => visit.page.getByRole('heading', { name: 'Lea Brandt', level: 1 }).waitFor(),
    },
    {
      what: 'a word of a vocabulary',
      begin: async () => {
        await visit.open('/vocabularies?name=glazes')
        await visit.page.getByRole('button', { name: 'Rename ash' }).click()
        await box('New spelling').fill('wood ash')
        return box('New spelling')
      },
      method: 'PATCH',
      path: /\/api\/vocabulary\/\d+$/,
      refusal: { code: 'error_def_update', text: 'The vocabulary has this word already.' },
      wrong: () => box('New spelling'),
      end: closed,
    },
    {
      what: 'a search',
      begin: async () => {
        await visit.open('/records/finds?q=bronze')
        await visit.page.getByRole('button', { name: 'Saved searches' }).click()
        await visit.page.getByRole('menuitem', { name: 'Save this search…' }).click()
        await box('Name').fill('All finds')
        return box('Name')
      },
      method: 'POST',
      path: /\/api\/saved-queries$/,
      refusal: { code: 'invalid_parameter', text: 'This name does not do.' },
      wrong: () => box('Name'),
      end: async () => {
        await closed()
        // What the menu was opened with, in which the dialog was chosen.
        const opener = visit.page.getByRole('button', { name: 'Saved searches' })
        await expect.poll(() => opener.evaluate(isFocused)).toBe(true)
      },
    },
  ]

  test.each(forms)('rests meanwhile and is sent once: $what', async (form) => {
    const { page } = visit
    let asked = 0
    let answer = () => {}
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(form.path, async (route) => {
      if (route.request().method() !== form.method) return route.fallback()
      asked += 1
      await mayAnswer
      if (asked > 1) return route.fallback()
      return route.fulfill({ status: 422, json: { status: 'error', ...form.refusal } })
    })
    const field = await form.begin()
    const typed = await field.inputValue()
    await field.press('Enter')
    await page.keyboard.press('Enter')
    await expect.poll(() => field.evaluate((input: HTMLInputElement) => input.form?.inert)).toBe(true)
    await page.keyboard.type('99')
    await page.keyboard.press('Escape')
    expect(await field.inputValue()).toBe(typed)
    answer()
    await expect.poll(() => form.wrong().evaluate(isFocused)).toBe(true)
    expect(await field.inputValue()).toBe(typed)
    expect(asked).toBe(1)
    if (form.instead !== undefined) {
      await page.getByText('This is there already.').first().waitFor()
      await form.wrong().fill(form.instead)
      // What was said of the value that is gone goes with it.
      await page.getByText('This is there already.').first().waitFor({ state: 'detached' })
    }
    // Not even what comes at the same moment is sent twice.
    await field.evaluate(({ form: whole }: HTMLInputElement) => {
      whole?.requestSubmit()
      whole?.requestSubmit()
    })
    await form.end()
    expect(asked).toBe(2)
    await page.unroute(form.path)
    // What the browser says of the refusal.
    visit.complaints()
  })
})
