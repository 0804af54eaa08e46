import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, apiOf } from '../api.js'
import { engines, expectAccessible, noticeOf, tokenOf, type Visit, visitDemo } from '../browser.js'

/** Contexts of this journey, above each other; nobody else's are touched. */
const names = ['C9701', 'C9702', 'C9703', 'C9704']

describe.each(engines)('stratigraphy (%s)', (engine) => {
  let dig: Visit
  const ids: number[] = []
  let api: Api
  const record = (place: number) => `/record/contexts/${ids[place]}`
  const own = encodeURIComponent(JSON.stringify({ ctx_no: { _in: names } }))
  const matrix = `/matrix?table=contexts&filter=${own}`

  beforeAll(async () => {
    dig = await visitDemo(engine)
    api = apiOf(dig.address, await tokenOf(dig.address))
    for (const ctx_no of names)
      ids.push(await api.create('contexts', { ctx_no, trench: 1, ctx_type: 'layer' }))
  })
  afterAll(async () => {
    await dig?.close()
    for (const id of ids) await api.send('DELETE', `/api/record/contexts/${id}`)
  })

  /** Adds a relation on one side of the form. */
  async function relate(side: 'above' | 'beside' | 'below', relation: string, other: string) {
    const { page } = dig
    await page.getByRole('button', { name: `Add unit ${side}` }).click()
    const form = page.locator('form').filter({ has: page.getByLabel('Other unit') })
    await form.getByRole('combobox').first().click()
    await page.getByRole('option', { name: relation, exact: true }).click()
    await form.getByRole('combobox', { name: 'Other unit' }).fill(other)
    await page.getByRole('option', { name: other }).click()
    await form.getByRole('button', { name: 'Add', exact: true }).click()
  }

  test('relations are stated in words, from the side of the form on which the other unit lies', async () => {
    const { page } = dig
    await dig.open(record(0))
    await relate('below', 'covers', 'C9702')
    await page.getByRole('link', { name: 'C9702' }).waitFor()
    await dig.follow(record(2))
    await relate('above', 'is cut by', 'C9702')
    await page.getByRole('link', { name: 'C9702' }).waitFor()
    await page.getByRole('link', { name: 'C9702' }).click()
    await page.getByRole('heading', { level: 1, name: 'C9702' }).waitFor()
    const section = page.getByRole('region', { name: 'Stratigraphic relations' })
    await expect
      .poll(() => section.locator('dl').allTextContents())
      .toEqual(['is covered byC9701', 'cutsC9703'])
  })

  test('what contradicts the others is told with the whole loop before it is stored', async () => {
    const { page } = dig
    await dig.follow(record(2))
    await relate('below', 'covers', 'C9701')
    const warning = page.getByRole('alert').filter({ hasText: 'contradicts' })
    await warning.waitFor()
    for (const name of names.slice(0, 3)) await expect.poll(() => warning.textContent()).toContain(name)
    await warning.getByRole('button', { name: 'Save anyway' }).click()
    await page.getByRole('main').getByRole('link', { name: 'C9701' }).waitFor()
    await dig.follow(matrix)
    await page.getByText('One contradiction').waitFor()
    const show = page.getByRole('button', { name: 'Show', exact: true })
    await show.click()
    await expect.poll(() => show.getAttribute('aria-pressed')).toBe('true')
    await show.click()
    await expect.poll(() => show.getAttribute('aria-pressed')).toBe('false')
    await expectAccessible(page)
    expect(dig.complaints().filter((text) => !text.includes('409'))).toEqual([])
  })

  test('a relation is taken back where the contradiction is, and comes back by Undo', async () => {
    const { page } = dig
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByRole('combobox', { name: 'Find a unit' }).fill('C9703')
    // The only one that fits.
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 2, name: 'C9703' }).waitFor()
    await page.getByRole('button', { name: 'Remove: C9703 covers C9701' }).click()
    await expect.poll(() => page.getByText('One contradiction').count()).toBe(0)
    await noticeOf(page, 'C9703 covers C9701: removed').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('One contradiction').waitFor()
    await page.getByRole('button', { name: 'Remove: C9703 covers C9701' }).click()
    await expect.poll(() => page.getByText('One contradiction').count()).toBe(0)
  })

  test('a unit is clicked in the drawing, and the other one of a new relation too', async () => {
    const { page } = dig
    await dig.open(`${matrix}&unit=${ids[3]}`)
    await page.getByText('3 units of Contexts').or(page.getByText('4 units of Contexts')).waitFor()
    await page.getByRole('button', { name: 'Relate to…' }).click()
    const drawing = page.getByRole('application', { name: 'Harris matrix of Contexts' })
    const { x, y } = await placeOf('C9703')
    const box = await drawing.boundingBox()
    if (!box) throw new Error('There is no drawing.')
    await page.mouse.click(box.x + x, box.y + y)
    await expect.poll(() => page.getByRole('combobox', { name: 'Other unit' }).inputValue()).toBe('C9703')
    await page.getByRole('button', { name: 'Add', exact: true }).last().click()
    await page.getByText('is covered by C9703: added').waitFor()
  })

  /**
   * Where a unit stands on the screen: the whole drawing is small enough to be seen at once, in its own size
   * or larger.
   */
  async function placeOf(name: string): Promise<{ x: number; y: number }> {
    const layout = await api.send<{
      width: number
      height: number
      boxes: { units: { identifier: string; x: number; y: number }[] }[]
    }>('GET', `/api/rs/export?tb=contexts&format=layout&reduced=1&filter[ctx_no][_in]=${names.join(',')}`)
    const unit = layout.boxes.flatMap(({ units }) => units).find(({ identifier }) => identifier === name)
    const size = await dig.page.getByRole('application').boundingBox()
    if (!unit || !size) throw new Error(`${name} is not drawn.`)
    const room = { width: size.width - 44 - 22, height: size.height - 44 }
    const scale = Math.min(room.width / layout.width, room.height / layout.height, 1.25)
    return {
      x: 44 + Math.max(0, (room.width - layout.width * scale) / 2) + unit.x * scale,
      y: 22 + Math.max(0, (room.height - layout.height * scale) / 2) + (unit.y + 8) * scale,
    }
  }

  test('arrow keys walk along the relations, Enter opens the record', async () => {
    const { page } = dig
    await dig.follow(`${matrix}&unit=${ids[0]}`)
    await page.getByRole('heading', { level: 2, name: 'C9701' }).waitFor()
    await page.getByRole('application').focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('heading', { level: 2, name: 'C9702' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('heading', { level: 2, name: 'C9703' }).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.getByRole('heading', { level: 2, name: 'C9702' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'C9702' }).waitFor()
  })

  test('the same stands in a list that unfolds, by keyboard too', async () => {
    const { page } = dig
    await dig.follow(`${matrix}&list=true`)
    const list = page.getByRole('treegrid', { name: 'Harris matrix of Contexts' })
    const row = list.getByRole('row', { name: 'C9702' })
    await row.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => row.first().getAttribute('aria-expanded')).toBe('true')
    await list.getByText('Above: C9701').waitFor()
    await list.getByText('Below: C9703').waitFor()
    await expectAccessible(page)
  })

  test('leaves as a picture and as a file', async () => {
    const { page } = dig
    await dig.follow(matrix)
    await page.getByRole('application').waitFor()
    for (const [item, beginning] of [
      ['Picture (PNG), with these colours', '\u{FFFD}PNG'],
      ['Drawing (SVG), for print', '<svg'],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ])
      const bytes = await readFile(await file.path())
      expect(bytes.toString('utf8').startsWith(beginning)).toBe(true)
    }
  })

  test('while a record is looked for by its name, none that has another name is offered', async () => {
    const { page } = dig
    await dig.follow(record(0))
    const section = page.getByRole('region', { name: 'Related records' })
    await section.getByRole('button', { name: 'Link a record' }).click()
    await section.getByRole('combobox', { name: 'Record' }).click()
    const offered = page.getByRole('listbox', { name: 'Record' }).getByRole('option')
    await offered.first().waitFor()
    let answer = () => {}
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve
    })
    const search = /link-candidates\?.*q=nobody/
    await page.route(search, async (route) => {
      await mayAnswer
      await route.fallback()
    })
    await section.getByRole('combobox', { name: 'Record' }).fill('nobody')
    await page.getByText('Searching…').waitFor()
    expect(await offered.count()).toBe(0)
    answer()
    await page.getByText('No record with this name').waitFor()
    await page.unroute(search)
  })

  test('records are linked by hand, with what the link means, and let go again', async () => {
    const { page } = dig
    await dig.open(record(0))
    const section = page.getByRole('region', { name: 'Related records' })
    await section.getByRole('button', { name: 'Link a record' }).click()
    await section.getByRole('combobox', { name: 'Record' }).fill('C9704')
    // The only one that fits is taken, even where the service has not answered yet.
    await page.keyboard.press('Enter')
    await expect
      .poll(() => section.getByRole('combobox', { name: 'Record' }).getAttribute('aria-expanded'))
      .toBe('false')
    await section.getByRole('textbox', { name: 'Meaning of the link' }).fill('joins with')
    await section.getByRole('button', { name: 'Link', exact: true }).click()
    await section.getByRole('link', { name: 'Contexts C9704' }).waitFor()
    await section.getByText('joins with', { exact: true }).waitFor()
    await section.getByRole('button', { name: 'Remove the link to Contexts C9704' }).click()
    await expect.poll(() => section.getByRole('link', { name: 'Contexts C9704' }).count()).toBe(0)
  })
})
