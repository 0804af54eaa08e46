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

describe.each(engines)('vocabularies (%s)', (engine) => {
  let visit: Visit
  beforeAll(async () => {
    visit = await visitDemo(engine)
    await visit.open('/vocabularies')
  })
  afterAll(() => visit.close())
  const words = () => visit.page.getByRole('main').getByRole('list', { name: 'glazes' }).getByRole('listitem')

  test('tell where their words are used, and how often', async () => {
    const { page } = visit
    await visit.follow('/vocabularies?name=age%20classes')
    await page.getByText('Used by Burials › Age').waitFor()
    await expect.poll(() => page.getByText('not used').count()).toBeGreaterThan(0)
    await expectAccessible(page)
    await keepPicture(page, 'vocabularies-light')
  })

  test('begin with their first words', async () => {
    const { page } = visit
    await page.getByRole('button', { name: 'New vocabulary' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name of the vocabulary' }).fill('glazes')
    await dialog.getByRole('textbox', { name: 'Words' }).fill('lead\nash\nsalt')
    // The second word does not get through at first: the next try goes on with it.
    const one = '**/api/vocabularies'
    await page.route(one, (route) =>
      route.request().postData()?.includes('ash') ? route.abort() : route.continue(),
    )
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByRole('alert').waitFor()
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Words' }).inputValue()).toBe('ash\nsalt')
    await page.unroute(one)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => words().count()).toBe(3)
    for (const word of ['lead', 'ash', 'salt'])
      expect(
        await words()
          .filter({ has: page.getByRole('button', { name: `Move ${word}` }) })
          .count(),
      ).toBe(1)
    // What the browser says of the refused try.
    visit.complaints()
  })

  test('are put in order by the keyboard', async () => {
    const { page } = visit
    const kept = page.waitForResponse((reply) => reply.url().endsWith('/api/vocabularies/sort'))
    await page.getByRole('button', { name: 'Move salt' }).focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => words().nth(1).innerText()).toContain('salt')
    await kept
    await page.reload()
    await expect.poll(() => words().nth(1).innerText()).toContain('salt')
  })

  test('show the order of another person, and put one’s own in its place when that is meant', async () => {
    const { page } = visit
    const { send } = apiOf(visit.address, await tokenOf(visit.address, demoPerson))
    const named = async () => (await words().allInnerTexts()).map((text) => text.split('\n')[0])
    type Vocabularies = { vocs: { name: string; items: { id: number; def: string }[] }[] }
    const itemsNow = async () => {
      const { vocs } = await send<Vocabularies>('GET', '/api/vocabularies')
      return vocs.find(({ name }) => name === 'glazes')?.items ?? []
    }
    const ids = (await itemsNow()).map(({ id }) => id)
    // What the page sees of others comes a little later: until then it has the order of before.
    await page.route('**/api/vocabularies', (route) => route.abort())
    await send('POST', '/api/vocabularies/sort', { ids: [...ids].reverse() })
    await page.getByRole('button', { name: 'Move lead' }).focus()
    await page.keyboard.press('ArrowDown')
    const notice = page.getByRole('alert').filter({ hasText: 'Changed by another person' })
    await notice.waitFor()
    await page.unroute('**/api/vocabularies')
    await keepPicture(page, 'order-changed-meanwhile')
    await notice.getByRole('button', { name: 'Use my order' }).click()
    await notice.waitFor({ state: 'detached' })
    await expect.poll(named).toEqual(['salt', 'lead', 'ash'])
    await page.getByRole('button', { name: 'Move salt' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    await expect.poll(named).toEqual(['lead', 'salt', 'ash'])
    const stored = async () => (await itemsNow()).map(({ def }) => def)
    await expect.poll(stored).toEqual(['lead', 'salt', 'ash'])
    await page.reload()
    await expect.poll(named).toEqual(['lead', 'salt', 'ash'])
    // What the browser says of the refusal.
    visit.complaints()
  })

  test('have their words renamed with Enter, and deleted with a way back', async () => {
    const { page } = visit
    await page.getByRole('button', { name: 'Rename ash' }).click()
    await page.getByRole('textbox', { name: 'New spelling' }).fill('wood ash')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Delete wood ash' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('No records use it.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => words().count()).toBe(2)
    await noticeOf(page, 'wood ash was deleted').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => words().nth(2).innerText()).toContain('wood ash')
  })

  test('say what another person called a word meanwhile, before they rename it', async () => {
    const { page } = visit
    const { send } = apiOf(visit.address, await tokenOf(visit.address, demoPerson))
    await page.getByRole('button', { name: 'Rename wood ash' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'New spelling' }).fill('ash glaze')
    type Vocabularies = { vocs: { name: string; items: { id: number; def: string }[] }[] }
    const { vocs } = await send<Vocabularies>('GET', '/api/vocabularies')
    const id = vocs.flatMap(({ items }) => items).find(({ def }) => def === 'wood ash')?.id
    await send('PATCH', `/api/vocabulary/${id}`, { val: 'ashes' })
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('"ashes"').waitFor()
    await dialog.getByRole('alert').getByText('Changed by another person').waitFor()
    expect(await words().nth(2).innerText()).toContain('ashes')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => words().nth(2).innerText()).toContain('ash glaze')
    // What the browser says of the refusal.
    visit.complaints()
  })

  test('go with their last word', async () => {
    const { page } = visit
    for (const name of ['lead', 'salt', 'ash glaze']) {
      await page.getByRole('button', { name: `Delete ${name}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: `Delete ${name}` }).waitFor({ state: 'detached' })
    }
    expect(await page.getByRole('link', { name: /^glazes/ }).count()).toBe(0)
    expect(visit.complaints()).toEqual([])
  })
})
